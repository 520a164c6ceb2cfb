/**
 * A safe part of Markdown as nodes: paragraphs, headings, lists, quotes, code, tables, rules, and the marks of a line.
 *
 * HTML is text here. Whoever draws the nodes decides which addresses may become links.
 */

import { parseInline } from "./inline";
import type { Block, Row } from "./nodes";

export type { Block, Inline, Row } from "./nodes";
export { parseInline } from "./inline";

/** Lists in quotes in lists beyond this are paragraphs. */
const DEEPEST = 10;

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]+(.*))?$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])(?: ( {0,3})(?=\S)| +(?=\S)|[ \t]*$)/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;

/** Reads a text, a docstring for example: what all lines are indented by does not count. */
export function parseMarkdown(text: string): readonly Block[] {
  return parseBlocks(text.replace(/\r\n?/g, "\n").replace(/\t/g, "    ").split("\n"), 0);
}

function parseBlocks(lines: readonly string[], depth: number): readonly Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  let at = 0;

  function flush(): void {
    if (paragraph.length > 0) blocks.push({ kind: "paragraph", children: parseInline(paragraph.join("\n").trimEnd()) });
    paragraph = [];
  }

  while (at < lines.length) {
    const line = lines[at] ?? "";
    if (line.trim() === "") {
      flush();
      at += 1;
      continue;
    }
    const underline = paragraph.length > 0 ? UNDERLINE.exec(line)?.[1] : undefined;
    if (underline !== undefined) {
      blocks.push({ kind: "heading", children: parseInline(paragraph.join("\n").trimEnd()) });
      paragraph = [];
      at += 1;
      continue;
    }
    const taken =
      readFence(lines, at) ??
      readHeading(line) ??
      readRule(line) ??
      (depth < DEEPEST ? (readQuote(lines, at, depth) ?? readList(lines, at, depth, paragraph.length > 0)) : undefined) ??
      readTable(lines, at, paragraph.length > 0) ??
      (paragraph.length === 0 ? readIndented(lines, at) : undefined);
    if (taken) {
      flush();
      blocks.push(taken.block);
      at += taken.lines;
    } else {
      paragraph.push(line.trimStart());
      at += 1;
    }
  }
  flush();
  return blocks;
}

interface Taken {
  readonly block: Block;
  readonly lines: number;
}

function readFence(lines: readonly string[], at: number): Taken | undefined {
  const found = FENCE.exec(lines[at] ?? "");
  const fence = found?.[1];
  if (fence === undefined) return undefined;
  const indent = (lines[at] ?? "").search(/\S/);
  let end = at + 1;
  while (end < lines.length && !isClosing(lines[end] ?? "", fence)) end += 1;
  const text = lines.slice(at + 1, end).map((line) => line.slice(Math.min(indent, indentOf(line)))).join("\n");
  return { block: { kind: "code", text }, lines: Math.min(end + 1, lines.length) - at };
}

function isClosing(line: string, fence: string): boolean {
  const words = line.trim();
  return words.length >= fence.length && words === (fence[0] ?? "").repeat(words.length) && indentOf(line) < 4;
}

function readHeading(line: string): Taken | undefined {
  const found = HEADING.exec(line);
  if (!found) return undefined;
  const words = found[1] ?? "";
  let end = words.trimEnd().length;
  while (end > 0 && words[end - 1] === "#") end -= 1;
  const closed = end === 0 || words[end - 1] === " ";
  const text = (closed ? words.slice(0, end) : words).trim();
  return { block: { kind: "heading", children: parseInline(text) }, lines: 1 };
}

function isRule(line: string): boolean {
  return indentOf(line) < 4 && /^(?:-{3,}|\*{3,}|_{3,})$/.test(line.replace(/ /g, ""));
}

function readRule(line: string): Taken | undefined {
  return isRule(line) ? { block: { kind: "rule" }, lines: 1 } : undefined;
}

function readQuote(lines: readonly string[], at: number, depth: number): Taken | undefined {
  if (!QUOTE.test(lines[at] ?? "")) return undefined;
  const inner: string[] = [];
  let end = at;
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? "";
    if (QUOTE.test(line)) inner.push(line.replace(QUOTE, ""));
    else if (line.trim() === "" || interrupts(line)) break;
    else inner.push(line);
  }
  return { block: { kind: "quote", children: parseBlocks(inner, depth + 1) }, lines: end - at };
}

function readList(lines: readonly string[], at: number, depth: number, inParagraph: boolean): Taken | undefined {
  const first = itemOf(lines[at] ?? "");
  // «1986. A great year» in the middle of a paragraph is no list
  if (!first || (inParagraph && (first.empty || (first.number !== undefined && first.number !== 1)))) return undefined;
  const items: (readonly Block[])[] = [];
  let end = at;
  while (end < lines.length) {
    const item = itemOf(lines[end] ?? "");
    if (!item || item.sign !== first.sign || isRule(lines[end] ?? "")) break;
    const inner = [(lines[end] ?? "").slice(item.width)];
    let blank = 0; // blank lines since the last line of the item
    for (end += 1; end < lines.length; end += 1) {
      const line = lines[end] ?? "";
      if (line.trim() === "") {
        blank += 1;
        inner.push("");
      } else if (indentOf(line) >= item.width) {
        blank = 0;
        inner.push(line.slice(item.width));
      } else if (blank === 0 && !itemOf(line) && !interrupts(line)) {
        inner.push(line.trimStart()); // goes on without indentation
      } else {
        break;
      }
    }
    inner.length -= blank;
    items.push(parseBlocks(inner, depth + 1));
  }
  if (items.length === 0) return undefined;
  return { block: { kind: "list", ordered: first.number !== undefined, start: first.number ?? 1, items }, lines: end - at };
}

interface Item {
  readonly sign: string;
  readonly number: number | undefined;
  /** How far its content is indented. */
  readonly width: number;
  readonly empty: boolean;
}

function itemOf(line: string): Item | undefined {
  const found = ITEM.exec(line);
  if (!found) return undefined;
  const [whole, indent = "", marker = "", spaces] = found;
  const numbered = marker.length > 1;
  return {
    sign: marker.slice(-1),
    number: numbered ? Number.parseInt(marker, 10) : undefined,
    width: spaces !== undefined ? whole.length : indent.length + marker.length + 1,
    empty: whole.length === line.length,
  };
}

/** Short rows of wider tables stay short: a thousand columns by a thousand empty rows would be a million cells. */
const MOST_FILLED = 50;

function readTable(lines: readonly string[], at: number, inParagraph: boolean): Taken | undefined {
  const line = lines[at] ?? "";
  if (inParagraph || !line.includes("|")) return undefined;
  const rule = cellsOf(lines[at + 1] ?? "");
  const names = cellsOf(line);
  if (rule.length !== names.length || !rule.every((cell) => /^:?-+:?$/.test(cell))) return undefined;
  function row(cells: readonly string[]): Row {
    const length = Math.min(names.length, Math.max(cells.length, MOST_FILLED));
    return Array.from({ length }, (_, index) => parseInline(cells[index] ?? ""));
  }
  const rows: Row[] = [];
  let end = at + 2;
  for (; end < lines.length; end += 1) {
    const next = lines[end] ?? "";
    if (next.trim() === "" || !next.includes("|")) break;
    rows.push(row(cellsOf(next)));
  }
  return { block: { kind: "table", head: row(names), rows }, lines: end - at };
}

/** The cells of a row; `\|` is a sign, not a border. */
function cellsOf(line: string): readonly string[] {
  const words = line.trim();
  const cells = words.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
  if (words.startsWith("|")) cells.shift();
  if (cells.length > 1 && cells.at(-1) === "") cells.pop();
  return cells;
}

function readIndented(lines: readonly string[], at: number): Taken | undefined {
  if (indentOf(lines[at] ?? "") < 4) return undefined;
  let end = at;
  let last = at;
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? "";
    if (line.trim() === "") continue;
    if (indentOf(line) < 4) break;
    last = end;
  }
  const text = lines.slice(at, last + 1).map((line) => line.slice(4)).join("\n");
  return { block: { kind: "code", text }, lines: last + 1 - at };
}

/** Whether a line ends a paragraph that stands before it. */
function interrupts(line: string): boolean {
  return FENCE.test(line) || HEADING.test(line) || isRule(line) || QUOTE.test(line) || itemOf(line) !== undefined;
}

function indentOf(line: string): number {
  const at = line.search(/\S/);
  return at < 0 ? line.length : at;
}
