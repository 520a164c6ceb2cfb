/** The marks inside a line: code, emphasis, links. */

import type { Inline } from "./nodes";

/**
 * One mark after the text before it. Each alternative is bounded, so that a hostile text of 100 KB costs no more than
 * its length: what is longer than a bound is text.
 */
const MARK = new RegExp(
  [
    String.raw`\\([!-/:-@[-\x60{-~])`, // 1: an escaped sign
    String.raw`(\x60{1,3})(?!\x60)([^\x60]{1,2000}|[^\n]{1,2000}?[^\x60])\2(?!\x60)`, // 2, 3: code
    String.raw`\[([^[\]\n]{1,500})\]\(\s{0,3}<?([^\s()<>]{0,2000}(?:\([^\s()]{0,200}\))?[^\s()<>]{0,2000})>?(?:\s{1,3}"[^"\n]{0,300}")?\s{0,3}\)`, // 4, 5: a link
    String.raw`<(https?://[^\s<>]{1,2000})>`, // 6: an address in brackets
    String.raw`\b(https?://[^\s<>()\[\]"'\x60]{1,2000}[^\s<>()\[\]"'\x60.,;:!?*_])`, // 7: an address
    String.raw`(\*\*|__)(?=\S)([^\n]{0,2000}?[^\s\\])\8(?![\p{L}\p{N}_])`, // 8, 9: strong
    String.raw`~~(?=\S)([^\n~]{1,2000})~~`, // 10: struck through
    String.raw`(\*|(?<![\p{L}\p{N}_])_)(?=[^\s*_])((?:[^*_\n]|(?<=\w)_(?=\w)){1,2000})\11(?![\p{L}\p{N}_])`, // 11, 12: emphasis
    String.raw`(?: {2,20}|\\)\n`, // a break of the line
  ].join("|"),
  "gu",
);

/** Marks inside marks beyond this are text. */
const DEEPEST = 4;

export function parseInline(text: string, depth = 0): readonly Inline[] {
  const found: Inline[] = [];
  let done = 0;
  function say(words: string): void {
    const last = found.at(-1);
    if (last?.kind === "text") found[found.length - 1] = { kind: "text", text: last.text + words };
    else if (words !== "") found.push({ kind: "text", text: words });
  }
  const inside = (words: string): readonly Inline[] =>
    depth < DEEPEST ? parseInline(words, depth + 1) : [{ kind: "text", text: words }];

  for (const match of text.matchAll(MARK)) {
    const [whole, escaped, , code, label, href, bracketed, bare, , strong, del, , em] = match;
    say(text.slice(done, match.index));
    done = match.index + whole.length;
    const address = bracketed ?? bare;
    if (escaped !== undefined) say(escaped);
    else if (code !== undefined) found.push({ kind: "code", text: code.replace(/\n/g, " ").replace(/^ (.*\S.*) $/, "$1") });
    else if (label !== undefined) found.push({ kind: "link", href: href ?? "", children: inside(label) });
    else if (address !== undefined) found.push({ kind: "link", href: address, children: [{ kind: "text", text: address }] });
    else if (strong !== undefined) found.push({ kind: "strong", children: inside(strong) });
    else if (del !== undefined) found.push({ kind: "del", children: inside(del) });
    else if (em !== undefined) found.push({ kind: "em", children: inside(em) });
    else found.push({ kind: "break" });
  }
  say(text.slice(done));
  return found;
}
