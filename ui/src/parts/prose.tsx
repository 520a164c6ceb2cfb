/** Renders descriptions as nodes, or as Sphinx has rendered them; text of a document is never parsed as HTML. */

import { Fragment, h, type JSX } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { parseInline, parseMarkdown, type Alert, type Block, type Inline, type Row } from "../markdown";
import { useShown } from "./context";
import { SafeLink } from "./external";
import { describedBySphinx } from "../host/static-text";
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

function drawBlock(block: Block): JSX.Element {
  switch (block.kind) {
    case "paragraph":
      return <p>{block.children.map(drawInline)}</p>;
    case "heading":
      return <p class="prose-heading">{block.children.map(drawInline)}</p>;
    case "code":
      return (
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case "quote":
      return (
        <blockquote class={block.alert} role={block.alert && "note"}>
          {block.alert && <p class="alert">{alertName(block.alert)}</p>}
          {block.children.map(drawBlock)}
        </blockquote>
      );
    case "list": {
      const items = block.items.map((item) => <li>{item.map(drawBlock)}</li>);
      return block.ordered ? <ol start={block.start}>{items}</ol> : (
        <ul>{items}</ul>
      );
    }
    case "table":
      return (
        <table>
          <thead>{drawRow(block.head, "th")}</thead>
          <tbody>{block.rows.map((row) => drawRow(row, "td"))}</tbody>
        </table>
      );
    case "rule":
      return <hr />;
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
      {row.map((cell) => <Cell>{cell.map(drawInline)}</Cell>)}
    </tr>
  );
}

function drawInline(node: Inline): JSX.Element | string {
  switch (node.kind) {
    case "text":
      return node.text;
    case "code":
      return <code>{node.text}</code>;
    case "link":
      return <SafeLink href={node.href}>{node.children.map(drawInline)}</SafeLink>;
    case "break":
      return <br />;
    default: {
      const Mark = node.kind;
      return <Mark>{node.children.map(drawInline)}</Mark>;
    }
  }
}

/** Where the line itself is a link. */
function drawWithoutLinks(node: Inline): JSX.Element | string {
  return node.kind === "link" ? <span>{node.children.map(drawWithoutLinks)}</span> : drawInline(node);
}

/** What Sphinx has rendered of the page that is shown. */
function useRendered(): readonly Element[] {
  const { embedded, route } = useShown();
  return useMemo(() => (embedded ? describedBySphinx(route.slug, route.page) : []), [embedded, route]);
}

/** A summary as a title: its first sentence, without a full stop. What Sphinx has rendered is shown where there is one sentence. */
export function Summary({ text }: { readonly text: string }): JSX.Element {
  const [node] = useRendered();
  const [title, rest] = titleParts(text);
  const nodes = useMemo(() => {
    const end = node?.lastChild;
    if (end?.nodeType === 3) end.textContent = withoutStop(end.textContent ?? ""); // a text
    return node && [...node.childNodes];
  }, [node]);
  return nodes && !rest ? <Copied nodes={nodes} Tag="span" /> : <InlineProse text={withoutStop(title)} />;
}

export function withoutStop(text: string): string {
  return text.replace(/^([^.]*)\.$/, "$1"); // of several sentences each keeps its own
}

/** A sentence that is long enough for a title, before the next one. */
const SENTENCE = /^([^]{10,}?[\p{L}\p{N})`"]{2}[.!?])\s+(?=[\p{Lu}\p{N}`*_])/u;

/** The first sentence of a summary, which is its title, and what follows. */
export function titleParts(text: string): readonly [title: string, rest: string] {
  const [whole = "", title = text] = SENTENCE.exec(text) ?? [];
  return [title, text.slice(whole.length || text.length)];
}

/** The title in a list of links, without marks. */
export function plainText(text: string): string {
  return withoutStop(titleParts(text)[0].trim()).replace(/\.$/, "").replace(/[`*]/g, "");
}

interface Props {
  readonly text: string | undefined;
  /** Paragraphs of a summary, which are elsewhere. */
  readonly skip?: number;
}

export function Description({ text, skip = 0 }: Props): JSX.Element {
  const rendered = useRendered();
  const nodes = useMemo(() => rendered.slice(skip), [rendered, skip]);
  return nodes.length > 0 ? <Copied nodes={nodes} /> : <Prose text={text} />;
}

function Copied({ nodes, Tag = "div" }: { readonly nodes: readonly Node[]; readonly Tag?: "div" | "span" }): JSX.Element {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => box.current?.replaceChildren(...nodes), [nodes]);
  return <Tag class="prose" ref={box as never} />;
}

/** Converts inline markup of reStructuredText to Markdown; blocks have the same syntax in both. */

export function rstAsMarkdown(text: string): string {
  return text
    .replace(/:[\w:+.-]{1,60}:`~?([^`<]{1,200}?)(?:\s*<[^`>]{1,200}>)?`/g, "`$1`")
    .replace(/`([^`<]{1,200}?)\s*<([^`>\s]{1,500})>`__?/g, "[$1]($2)")
    .replace(/``([^`]{1,500})``/g, "`$1`")
    .replace(/::[ \t]*$/gm, ":");
}

/** The first paragraph, which may have several lines. */
export function firstWords(text: string | undefined): string {
  return /^(?!>).+(\n(?![-*>#|]).+)*/m.exec(text ?? "")?.[0] ?? ""; // quotes are remarks
}
