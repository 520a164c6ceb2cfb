/**
 * A safe part of Markdown as nodes: paragraphs, headings, lists, quotes, code, tables, rules, and the marks of a line.
 *
 * HTML is text here. The code that renders the nodes decides which addresses become links.
 */

import { parseInline, type Alert, type Block, type Row } from "./inline";

export type { Alert, Block, Inline, Row } from "./inline";
export { parseInline } from "./inline";

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;
const RULE = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const QUOTE = /^ {0,3}> ?/;
const ALERT = /^ {0,3}\[!(?:note|tip|important|warning|caution)\][ \t]*$/i;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])([ \t]+|$)/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
const TABLE_LINE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Lists and quotes inside each other beyond this are text. */
const DEEPEST = 8;

export function parseMarkdown(text: string): readonly Block[] {
  return blocksOf(text.replace(/\r\n?/g, "\n").replace(/\t/g, "    ").split("\n"), 0);
}

function blocksOf(lines: readonly string[], depth: number): readonly Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    const fence = FENCE.exec(line)?.[1];
    const heading = HEADING.exec(line);
    if (line.trim() === "") {
      at += 1;
    } else if (fence !== undefined) {
      const end = endOf(lines, at + 1, (text) => text.trim().startsWith(fence));
      blocks.push({ kind: "code", text: lines.slice(at + 1, end).join("\n") });
      at = end + 1;
    } else if (line.startsWith("    ")) {
      const end = endOf(lines, at, (text) => text.trim() !== "" && !text.startsWith("    "));
      blocks.push({ kind: "code", text: dedented(lines.slice(at, end), 4).join("\n").trimEnd() });
      at = end;
    } else if (heading) {
      blocks.push({ kind: "heading", children: parseInline(heading[2]!) });
      at += 1;
    } else if (RULE.test(line)) {
      blocks.push({ kind: "rule" });
      at += 1;
    } else if (QUOTE.test(line) && depth < DEEPEST) {
      const end = endOf(lines, at, (text) => text.trim() === "");
      const inner = lines.slice(at, end).map((text) => text.replace(QUOTE, ""));
      const [first = "", ...rest] = inner;
      const isAlert = ALERT.test(first) && rest.some((text) => text.trim() !== "");
      blocks.push({
        kind: "quote",
        alert: isAlert ? (first.trim().slice(2, -1).toLowerCase() as Alert) : undefined,
        children: blocksOf(isAlert ? rest : inner, depth + 1),
      });
      at = end;
    } else if (ITEM.test(line) && depth < DEEPEST) {
      at = list(lines, at, depth, blocks);
    } else if (line.includes("|") && TABLE_LINE.test(lines[at + 1] ?? "")) {
      const end = endOf(lines, at, (text) => !text.includes("|"));
      const [head = [], , ...rows] = lines.slice(at, end).map(cells);
      blocks.push({ kind: "table", head, rows: rows.map((row) => head.map((_, index) => row[index] ?? [])) });
      at = end;
    } else {
      const end = endOf(lines, at + 1, (text) => UNDERLINE.test(text) || endsParagraph(text));
      const words = lines
        .slice(at, end)
        .map((text) => text.trimStart())
        .join("\n")
        .trimEnd();
      const isHeading = UNDERLINE.test(lines[end] ?? "");
      blocks.push({ kind: isHeading ? "heading" : "paragraph", children: parseInline(words) });
      at = isHeading ? end + 1 : end;
    }
  }
  return blocks;
}

function endsParagraph(line: string): boolean {
  return (
    line.trim() === "" ||
    [FENCE, HEADING, RULE, QUOTE].some((pattern) => pattern.test(line)) ||
    /^ {0,3}([-*+]|1[.)]) /.test(line)
  );
}

/** Appends a list; returns the index of the line after it. */
function list(lines: readonly string[], start: number, depth: number, blocks: Block[]): number {
  const first = ITEM.exec(lines[start]!)?.[2] ?? "";
  const ordered = /\d/.test(first);
  const items: (readonly Block[])[] = [];
  let at = start;
  for (;;) {
    const match = ITEM.exec(lines[at]!);
    if (!match || match[2]?.slice(-1) !== first.slice(-1)) break;
    const [head, , mark = "", space = ""] = match;
    const width = head.length - (space.length > 4 ? space.length - 1 : 0) + (space === "" ? 1 : 0);
    const end = endOf(lines, at + 1, (line, index) => {
      if (line.trim() === "") return indentOf(lines[index + 1] ?? "") < width && !ITEM.test(lines[index + 1] ?? "");
      if (indentOf(line) >= width) return false;
      return ITEM.test(line) || (lines[index - 1] ?? "").trim() === "" || endsParagraph(line);
    });
    const inner = [" ".repeat(mark.length) + lines[at]!.trimStart().slice(mark.length), ...lines.slice(at + 1, end)];
    items.push(blocksOf(dedented(inner, width), depth + 1));
    at = endOf(lines, end, (line) => line.trim() !== "");
    if (at > end && !ITEM.test(lines[at]!)) break;
  }
  blocks.push({ kind: "list", ordered, start: Number.parseInt(first, 10) || 1, items });
  return at;
}

function endOf(lines: readonly string[], from: number, ends: (line: string, index: number) => boolean): number {
  let at = from;
  while (at < lines.length && !ends(lines[at]!, at)) at += 1;
  return at;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function dedented(lines: readonly string[], width: number): readonly string[] {
  return lines.map((line) => line.slice(Math.min(width, indentOf(line))));
}

function cells(line: string): Row {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => parseInline(cell.trim().replaceAll("\\|", "|")));
}
