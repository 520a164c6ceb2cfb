/**
 * The inside of a paragraph: code, emphasis, links.
 *
 * One pass from left to right, in linear time for any text: nodes go to one flat list, a closing sign folds what lies
 * behind its opening sign into one node, and an opening sign that is never closed stays the text it is.
 */

import type { Inline } from "./nodes";

/** Emphasis in emphasis beyond this is text; nobody writes it, and a view must not recurse without end. */
const DEEPEST = 12;

const SPECIAL = /[\\`*_~[\]<\n]|https?:\/\//g;
const ESCAPED = /[!-/:-@[-`{-~]/;
const DESTINATION = /\((?:<([^<>\n]{1,2000})>|((?:[^\s()<]|\([^\s()<]{0,500}\)){1,2000}))(?:\s{1,9}(?:"[^"]{0,500}"|'[^']{0,500}'))?\s{0,9}\)/y;
const BRACKETED = /<((?:https?:\/\/|mailto:)[^\s<>]+|[^\s<>@:/]+@[^\s<>@:/]+)>/y;
const BARE = /https?:\/\/[^\s<>`]+/y;

const SPACE = /\s/;
const PUNCTUATION = /[\p{P}\p{S}]/u;

interface Opening {
  /** Where its text stands in the list of nodes. */
  readonly at: number;
  length: number;
}

type Run = "*" | "_" | "~";

/** A node with the depth of what is in it. */
interface Placed {
  inline: Inline;
  readonly depth: number;
}

export function parseInline(text: string): readonly Inline[] {
  const out: Placed[] = [];
  const brackets: Opening[] = [];
  const openings: Readonly<Record<Run, Opening[]>> = { "*": [], _: [], "~": [] };
  const ticks = backticks(text);
  let pos = 0;

  function put(inline: Inline): void {
    out.push({ inline, depth: 0 });
  }
  function plain(piece: string): void {
    if (piece !== "") put({ kind: "text", text: piece });
  }
  /** Forgets every opening sign at or behind a place. */
  function forget(at: number): void {
    for (const stack of [brackets, ...Object.values(openings)]) {
      while ((stack.at(-1)?.at ?? -1) >= at) stack.pop();
    }
  }
  /** Folds the nodes behind `at` into one; the sign itself has been dealt with. */
  function fold(at: number, wrap: (children: readonly Inline[]) => Inline): void {
    const inner = out.splice(at);
    const depth = inner.reduce((most, each) => Math.max(most, each.depth), 0) + 1;
    if (depth > DEEPEST) put({ kind: "text", text: textOf(inner.map(({ inline }) => inline)) });
    else out.push({ inline: wrap(joined(inner)), depth });
  }

  function run(sign: Run): void {
    let end = pos;
    while (text[end] === sign) end += 1;
    const before = text[pos - 1] ?? " ";
    const after = text[end] ?? " ";
    const left = !SPACE.test(after) && (!PUNCTUATION.test(after) || SPACE.test(before) || PUNCTUATION.test(before));
    const right = !SPACE.test(before) && (!PUNCTUATION.test(before) || SPACE.test(after) || PUNCTUATION.test(after));
    const opens = left && (sign === "*" || !right || PUNCTUATION.test(before));
    const closes = right && (sign === "*" || !left || PUNCTUATION.test(after));
    let length = end - pos;
    pos = end;
    if (sign === "~" ? length !== 2 : length > 3) {
      plain(sign.repeat(length));
      return;
    }
    while (closes && length > 0) {
      const opening = openings[sign].at(-1);
      if (!opening) break;
      const used = Math.min(opening.length, length, 2);
      fold(opening.at + 1, (children) => ({ kind: sign === "~" ? "del" : used === 2 ? "strong" : "em", children }));
      length -= used;
      opening.length -= used;
      const rest = opening.length;
      const node = out[opening.at];
      forget(opening.at + (rest > 0 ? 1 : 0));
      if (node) node.inline = { kind: "text", text: sign.repeat(rest) };
    }
    if (length === 0) return;
    if (opens) openings[sign].push({ at: out.length, length });
    plain(sign.repeat(length));
  }

  function closeBracket(): boolean {
    const opening = brackets.pop();
    if (!opening) return false;
    DESTINATION.lastIndex = pos + 1;
    const found = DESTINATION.exec(text);
    const href = (found?.[1] ?? found?.[2])?.replace(/\\([!-/:-@[-`{-~])/g, "$1");
    if (href === undefined) return false;
    forget(opening.at);
    brackets.length = 0; // a link holds no link
    const node = out[opening.at];
    if (node) node.inline = { kind: "text", text: "" };
    fold(opening.at + 1, (children) => ({ kind: "link", href, children }));
    pos = DESTINATION.lastIndex;
    return true;
  }

  function code(): void {
    const length = ticks.lengthAt(pos);
    const end = ticks.next(pos, length);
    if (end === undefined) {
      plain("`".repeat(length));
      pos += length;
      return;
    }
    const inside = text.slice(pos + length, end).replace(/\n/g, " ");
    const padded = inside.startsWith(" ") && inside.endsWith(" ") && inside.trim() !== "";
    put({ kind: "code", text: padded ? inside.slice(1, -1) : inside });
    pos = end + length;
  }

  function address(pattern: RegExp): boolean {
    pattern.lastIndex = pos;
    const found = pattern.exec(text);
    if (!found) return false;
    let [whole] = found;
    let words = found[1];
    if (words === undefined) words = whole = trimmedAddress(whole);
    const href = /^(?:https?|mailto):/i.test(words) ? words : `mailto:${words}`;
    put({ kind: "link", href, children: [{ kind: "text", text: words }] });
    pos += whole.length;
    return true;
  }

  while (pos < text.length) {
    SPECIAL.lastIndex = pos;
    const found = SPECIAL.exec(text);
    const next = found?.index ?? text.length;
    const hard = text[next] === "\n" && text.endsWith("  ", next);
    plain(text[next] === "\n" ? text.slice(pos, next).trimEnd() : text.slice(pos, next));
    pos = next;
    if (!found) break;
    const [sign] = found;
    switch (sign) {
      case "\n":
        put(hard ? { kind: "break" } : { kind: "text", text: "\n" });
        pos += 1;
        break;
      case "\\": {
        const after = text[pos + 1] ?? "";
        if (after === "\n") put({ kind: "break" });
        else plain(ESCAPED.test(after) ? after : `\\${after}`);
        pos += 1 + after.length;
        break;
      }
      case "`":
        code();
        break;
      case "*":
      case "_":
      case "~":
        run(sign);
        break;
      case "[":
        brackets.push({ at: out.length, length: 1 });
        plain("[");
        pos += 1;
        break;
      case "]":
        if (!closeBracket()) {
          plain("]");
          pos += 1;
        }
        break;
      case "<":
        if (!address(BRACKETED)) {
          plain("<");
          pos += 1;
        }
        break;
      default: // the start of a bare address; inside a link it is text
        if (/\w/.test(text[pos - 1] ?? "") || brackets.length > 0 || !address(BARE)) {
          plain(sign);
          pos += sign.length;
        }
    }
  }
  return joined(out);
}

/** Neighbouring texts become one. */
function joined(placed: readonly Placed[]): readonly Inline[] {
  const result: Inline[] = [];
  let pieces: string[] = [];
  function flush(): void {
    const text = pieces.join("");
    if (text !== "") result.push({ kind: "text", text });
    pieces = [];
  }
  for (const { inline } of placed) {
    if (inline.kind === "text") {
      pieces.push(inline.text);
    } else {
      flush();
      result.push(inline);
    }
  }
  flush();
  return result;
}

/** The words alone. */
export function textOf(inlines: readonly Inline[]): string {
  return inlines
    .map((each) => ("children" in each ? textOf(each.children) : each.kind === "break" ? "\n" : each.text))
    .join("");
}

/** A bare address does not end in punctuation, nor in a parenthesis that it does not open. */
function trimmedAddress(address: string): string {
  let end = address.length;
  const hasOpening = address.includes("(");
  while (end > 0 && (/[.,;:!?'"*_\]}]/.test(address[end - 1] ?? "") || (address[end - 1] === ")" && !hasOpening))) end -= 1;
  return address.slice(0, end);
}

/** Where runs of backticks of each length stand, so that an opening run finds its end without searching. */
function backticks(text: string): {
  lengthAt(pos: number): number;
  next(pos: number, length: number): number | undefined;
} {
  const places = new Map<number, number[]>();
  const lengths = new Map<number, number>();
  for (const { index, 0: run } of text.matchAll(/`+/g)) {
    const known = places.get(run.length);
    if (known) known.push(index);
    else places.set(run.length, [index]);
    lengths.set(index, run.length);
  }
  for (const each of places.values()) each.reverse();
  return {
    lengthAt: (pos) => lengths.get(pos) ?? 1,
    next(pos, length) {
      const left = places.get(length) ?? [];
      while ((left.at(-1) ?? Infinity) <= pos) left.pop();
      return left.at(-1);
    },
  };
}
