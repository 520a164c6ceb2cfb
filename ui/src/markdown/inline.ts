/**
 * The marks inside a paragraph: code, emphasis, links.
 *
 * One expression with an alternative for each mark. Each is bounded, so that a hostile text of 100 KB costs no more
 * than its length: what is longer than a bound, or never closed, is text.
 */

const MARK = new RegExp(
  [
    String.raw`\\([!-/:-@[-\x60{-~])`, // 1: an escaped sign
    String.raw`(?<!\x60)(\x60{1,3})(?!\x60)([^]{0,1000}?[^\x60])\2(?!\x60)`, // 2, 3: code
    String.raw`\[([^[\]]{1,500})\]\(\s{0,3}<?([^\s()<>]{0,1000}(?:\([^\s()]{0,200}\))?[^\s()<>]{0,1000})>?(?:\s{1,3}"[^"]{0,300}")?\s{0,3}\)`, // 4, 5: a link
    String.raw`<(https?://[^\s<>]{1,1000}|[^\s<>@:/]{1,100}@[^\s<>@:/]{1,200})>`, // 6: an address in brackets
    String.raw`\b(https?://[^\s<>()\[\]"'\x60]{1,1000}[^\s<>()\[\]"'\x60.,;:!?*_])`, // 7: an address
    String.raw`\*\*\*(?=\S)([^*]{1,500})\*\*\*`, // 8: strong and emphasised
    String.raw`(\*\*|__)(?=\S)([^]{0,400}?[^\s\\])\9(?![\p{L}\p{N}_])`, // 9, 10: strong
    String.raw`~~(?=\S)([^~]{1,1000})~~`, // 11: struck through
    String.raw`(\*|(?<![\p{L}\p{N}_])_)(?=[^\s*_])((?:[^*_\x60]|(?<=\w)_(?=\w)|\x60[^\x60]{1,200}\x60){1,400})(?<!\s)\12(?![\p{L}\p{N}_])`, // 12, 13
    String.raw`<[aA]\s(?:[^<>]{0,300}\s)?[hH][rR][eE][fF]\s?=\s?(["'])\s?([^"'<>\s]{1,1000})\s?\14[^<>]{0,300}>([^<>]{1,500})</[aA]\s?>`, // 14, 15, 16: a link of HTML
    String.raw`(?: {2,20}|\\)\n`, // a break of the line
  ].join("|"),
  "gu",
);

/** Marks inside marks beyond this are text. */
const DEEPEST = 4;

export function parseInline(text: string, depth = 0): readonly Inline[] {
  const nodes: Inline[] = [];
  let done = 0;
  function say(words: string): void {
    const last = nodes.at(-1);
    if (last?.kind === "text") nodes[nodes.length - 1] = { kind: "text", text: last.text + words };
    else if (words !== "") nodes.push({ kind: "text", text: words });
  }
  const inside = (words: string): readonly Inline[] =>
    depth < DEEPEST ? parseInline(words, depth + 1) : [{ kind: "text", text: words }];

  for (const match of text.matchAll(MARK)) {
    const [whole, escaped, , code, label, href = "", bracketed, bare, both, , strong, del, , em, , reference = "", anchor] = match;
    say(text.slice(done, match.index));
    done = match.index + whole.length;
    const address = bracketed ?? bare;
    if (escaped !== undefined) say(escaped);
    else if (code !== undefined)
      nodes.push({ kind: "code", text: code.replace(/\n/g, " ").replace(/^ (.*\S.*) $/, "$1") });
    else if (label !== undefined) nodes.push({ kind: "link", href, children: inside(label) });
    else if (anchor !== undefined) nodes.push({ kind: "link", href: reference.replaceAll("&amp;", "&"), children: inside(anchor) });
    else if (address !== undefined) {
      const scheme = /^https?:/.test(address) ? "" : "mailto:";
      nodes.push({ kind: "link", href: scheme + address, children: [{ kind: "text", text: address }] });
    } else if (both !== undefined) nodes.push({ kind: "em", children: [{ kind: "strong", children: inside(both) }] });
    else if (strong !== undefined) nodes.push({ kind: "strong", children: inside(strong) });
    else if (del !== undefined) nodes.push({ kind: "del", children: inside(del) });
    else if (em !== undefined) nodes.push({ kind: "em", children: inside(em) });
    else nodes.push({ kind: "break" });
  }
  say(text.slice(done));
  return nodes;
}

/** What a description consists of: a closed set, none of it HTML. */

export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "strong" | "em" | "del"; readonly children: readonly Inline[] }
  | { readonly kind: "link"; readonly href: string; readonly children: readonly Inline[] }
  | { readonly kind: "break" };

/** What GitHub calls a quote that begins with `[!NOTE]`. */
export type Alert = "note" | "tip" | "important" | "warning" | "caution";

export type Block =
  | { readonly kind: "paragraph"; readonly children: readonly Inline[] }
  | { readonly kind: "heading"; readonly children: readonly Inline[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "quote"; readonly alert: Alert | undefined; readonly children: readonly Block[] }
  | {
      readonly kind: "list";
      readonly ordered: boolean;
      readonly start: number;
      readonly items: readonly (readonly Block[])[];
    }
  | { readonly kind: "table"; readonly head: Row; readonly rows: readonly Row[] }
  | { readonly kind: "rule" };

export type Row = readonly (readonly Inline[])[];
