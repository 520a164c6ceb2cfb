/** Renders a description as nodes; text of a document is never parsed as HTML. */

import { Fragment, h, type JSX } from "preact";
import { useMemo } from "preact/hooks";
import { parseInline, parseMarkdown, type Alert, type Block, type Inline, type Row } from "../markdown";
import { rstAsMarkdown } from "../types/rst";
import { useShown } from "./context";
import { SafeLink } from "./external";
import { t } from "../i18n";

export function Prose({ text = "", class: more = "" }: { readonly text: string | undefined; readonly class?: string }): JSX.Element | null {
  const { model } = useShown();
  const blocks = useMemo(
    () => parseMarkdown(model.document.markup === "rst" ? rstAsMarkdown(text) : text),
    [text, model],
  );
  if (blocks.length === 0) return null;
  return <div class={`prose ${more}`}>{blocks.map(drawBlock)}</div>;
}

/** A text of one line, such as a summary in a list. */
export function InlineProse({ text }: { readonly text: string | undefined }): JSX.Element {
  return <>{useMemo(() => parseInline(text ?? ""), [text]).map(drawWithoutLinks)}</>;
}

function drawBlock(block: Block, key: number): JSX.Element {
  switch (block.kind) {
    case "paragraph":
      return <p key={key}>{block.children.map(drawInline)}</p>;
    case "heading":
      return (
        <p class="prose-heading" key={key}>
          {block.children.map(drawInline)}
        </p>
      );
    case "code":
      return (
        <pre key={key} tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case "quote":
      return (
        <blockquote class={block.alert} role={block.alert && "note"} key={key}>
          {block.alert && <p class="alert">{alertName(block.alert)}</p>}
          {block.children.map(drawBlock)}
        </blockquote>
      );
    case "list": {
      const items = block.items.map((item, at) => <li key={at}>{item.map(drawBlock)}</li>);
      return block.ordered ? (
        <ol key={key} start={block.start}>
          {items}
        </ol>
      ) : (
        <ul key={key}>{items}</ul>
      );
    }
    case "table":
      return (
        <table key={key}>
          <thead>{drawRow(block.head, "th")}</thead>
          <tbody>{block.rows.map((row) => drawRow(row, "td"))}</tbody>
        </table>
      );
    case "rule":
      return <hr key={key} />;
    default:
      return block satisfies never;
  }
}

function alertName(alert: Alert): string {
  return {
    note: t("Note"),
    tip: t("Tip"),
    important: t("Important"),
    warning: t("Warning"),
    caution: t("Caution"),
  }[alert];
}

function drawRow(row: Row, Cell: "th" | "td"): JSX.Element {
  return (
    <tr>
      {row.map((cell, at) => (
        <Cell key={at}>{cell.map(drawInline)}</Cell>
      ))}
    </tr>
  );
}

function drawInline(node: Inline, key: number): JSX.Element | string {
  switch (node.kind) {
    case "text":
      return node.text;
    case "code":
      return <code key={key}>{node.text}</code>;
    case "link":
      return (
        <SafeLink key={key} href={node.href}>
          {node.children.map(drawInline)}
        </SafeLink>
      );
    case "break":
      return <br key={key} />;
    default: {
      const Mark = node.kind;
      return <Mark key={key}>{node.children.map(drawInline)}</Mark>;
    }
  }
}

/** Where the line itself is a link. */
function drawWithoutLinks(node: Inline, key: number): JSX.Element | string {
  return node.kind === "link" ? <span key={key}>{node.children.map(drawWithoutLinks)}</span> : drawInline(node, key);
}
