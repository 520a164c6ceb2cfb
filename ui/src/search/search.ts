/** Finds what a query names or describes, the best answer first. */

import { isHttp } from "../document";
import { lettersOf, lowered, type Entry, type Index, type Kind } from "./entries";
import { matchWord, merged, type Match, type Range } from "./match";
import { narrowing } from "./prefixes";

export { indexOf } from "./entries";

export interface Hit {
  readonly entry: Entry;
  readonly score: number;
  /** What to light up in the label. */
  readonly ranges: readonly Range[];
  readonly detailRanges: readonly Range[];
  /** A part of the description, where nothing else matches. */
  readonly excerpt?: { readonly text: string; readonly ranges: readonly Range[] } | undefined;
}

/** Ranks kinds of entries with equal matches; less than the distance between two ways of matching. */
const WEIGHTS: Readonly<Record<Kind, number>> = {
  method: 6,
  contract: 5,
  group: 4,
  brand: 3,
  schema: 3,
  error: 3.2, // `wrong state` is rather the error than the type of its data
  field: 0,
};

/** Matches only in the path or the owner rank below matches in the name. */
const DETAIL = 0.5;

/** A word of a description, and the beginning of one: above scattered letters, below all that is part of a name. */
const IN_TEXT = { whole: 36, start: 31 } as const;

/** For several words that follow each other in a description as in the query. */
const PHRASE = 4;

/** For errors among what a prefix alone leaves: `status:402` asks for the error before the methods that have it. */
const ALONE = 5;

/** A path as it is typed: the very path, a path with values in it. */
const AS_TYPED = { path: 250, filled: 200 } as const;

/** The best hits; all words of the query must match, in any order. The current document wins ties. */
export function search(index: Index, query: string, limit: number, slug?: string): readonly Hit[] {
  const { words, filter } = narrowing(index, lowered(query).split(/\s+/).filter(Boolean));
  if (words.length === 0 && !filter) return [];
  const letters = lettersOf(words.join(""));
  const typed = typedPath(words);
  const best: Hit[] = []; // in falling order
  for (let at = 0; at < index.entries.length; at += 1) {
    const entry = index.entries[at];
    if (!entry || (filter && !filter(entry))) continue;
    const hit =
      (typed && pathHit(entry, typed, slug)) ??
      (((index.letters[at] ?? 0) & letters) >>> 0 === letters ? hitOf(index, at, words, slug) : undefined);
    if (!hit || (best.length >= limit && hit.score <= (best.at(-1)?.score ?? 0))) continue;
    let place = best.length;
    while (place > 0 && (best[place - 1]?.score ?? 0) < hit.score) place -= 1;
    best.splice(place, 0, hit);
    if (best.length > limit) best.pop();
  }
  return best;
}

interface TypedPath {
  readonly verb: string | undefined;
  readonly path: string;
}

/** `GET /listings` or `/listings`; a query about something else gives nothing. */
function typedPath(words: readonly string[]): TypedPath | undefined {
  const [first = "", second] = words;
  if (words.length === 1 && first.startsWith("/")) return { verb: undefined, path: withoutEnd(first) };
  if (words.length === 2 && /^[a-z]+$/.test(first) && second?.startsWith("/")) {
    return { verb: first, path: withoutEnd(second) };
  }
  return undefined;
}

function withoutEnd(path: string): string {
  return path.replace(/[?#].*$/, "").replace(/(?<=.)\/$/, "");
}

function pathHit(entry: Entry, { verb, path }: TypedPath, slug: string | undefined): Hit | undefined {
  const { method } = entry;
  if (!method || !isHttp(method)) return undefined;
  if (verb !== undefined && method.httpMethod.toLowerCase() !== verb) return undefined;
  const own = lowered(method.httpPath);
  if (own !== path && !fits(own, path)) return undefined;
  const get = method.httpMethod === "GET" ? 2 : 0; // without a verb, the one that browsers use
  const score = (own === path ? AS_TYPED.path : AS_TYPED.filled) + get + (entry.slug === slug ? 1 : 0);
  const start = entry.detail.indexOf("/");
  return { entry, score, ranges: [], detailRanges: start < 0 ? [] : [[start, start + own.length]] };
}

/** Whether a path is that of a method, with values in place of its parameters. */
function fits(template: string, path: string): boolean {
  const expected = template.split("/");
  const given = path.split("/");
  return (
    expected.length === given.length &&
    expected.every((part, at) => part === given[at] || (/^\{.*\}$/.test(part) && given[at] !== ""))
  );
}

function hitOf(index: Index, at: number, words: readonly string[], slug: string | undefined): Hit | undefined {
  const entry = index.entries[at];
  if (!entry) return undefined;
  let score = 0;
  const ranges: Range[] = [];
  const detailRanges: Range[] = [];
  const textRanges: Range[] = [];
  for (const word of words) {
    const inLabel = matchWord(word, entry.label, index.labels[at] ?? "");
    const inDetail =
      inLabel && inLabel.score > 35 ? undefined : detailMatch(entry.detail, index.details[at] ?? "", word);
    const known = Math.max(inLabel?.score ?? 0, DETAIL * (inDetail?.score ?? 0));
    const inText = known > IN_TEXT.whole ? undefined : textMatch(index.texts[at] ?? "", word);
    if (inText && inText.score > known) {
      score += inText.score;
      textRanges.push(...inText.ranges);
    } else if (inLabel && inLabel.score >= DETAIL * (inDetail?.score ?? 0)) {
      score += inLabel.score;
      ranges.push(...inLabel.ranges);
    } else if (inDetail) {
      score += DETAIL * inDetail.score;
      detailRanges.push(...inDetail.ranges);
    } else {
      return undefined;
    }
  }
  if (words.length === 0 && entry.kind === "error") score += ALONE;
  if (textRanges.length > 1 && index.texts[at]?.includes(words.join(" "))) score += PHRASE * words.length;
  return {
    entry,
    score: score / Math.max(1, words.length) + WEIGHTS[entry.kind] + (entry.slug === slug ? 1 : 0),
    ranges: merged(ranges),
    detailRanges: merged(detailRanges),
    excerpt: excerptOf(entry.text, merged(textRanges)),
  };
}

/** Scattered letters do not count in paths: any long path has them. */
function detailMatch(detail: string, low: string, word: string): Match | undefined {
  return low.includes(word) ? matchWord(word, detail, low) : undefined;
}

/** The first place where a word of the text begins like this. */
function textMatch(low: string, word: string): Match | undefined {
  for (let at = low.indexOf(word); at >= 0; at = low.indexOf(word, at + 1)) {
    if (at > 0 && isLetter(low[at - 1] ?? "")) continue;
    const end = at + word.length;
    const whole = end >= low.length || !isLetter(low[end] ?? "");
    if (word.length < 2 && !whole) return undefined;
    return { score: whole ? IN_TEXT.whole : IN_TEXT.start, ranges: [[at, end]] };
  }
  return undefined;
}

function isLetter(character: string): boolean {
  return /[\p{L}\p{N}_]/u.test(character);
}

/** As much of a text as fits into a line. */
const EXCERPT = { before: 30, length: 110 } as const;

function excerptOf(text: string, ranges: readonly Range[]): Hit["excerpt"] {
  const [first] = ranges;
  if (!first) return undefined;
  const wanted = Math.max(0, first[0] - EXCERPT.before);
  const start = wanted === 0 ? 0 : text.indexOf(" ", wanted - 1) + 1 || wanted;
  const end = Math.min(text.length, Math.max(start + EXCERPT.length, first[1]));
  const before = start > 0 ? "…" : "";
  const shown = ranges
    .filter((range) => range[0] >= start && range[1] <= end)
    .map((range): Range => [range[0] - start + before.length, range[1] - start + before.length]);
  const piece = text.slice(start, end).replace(/\s/g, " ");
  return { text: `${before}${piece}${end < text.length ? "…" : ""}`, ranges: shown };
}

/** The entries of a kind, for a palette without a query. */
export function entriesOf(index: Index, kind: Kind, slug: string, limit: number): readonly Hit[] {
  const own = index.entries.filter((entry) => entry.kind === kind && entry.slug === slug);
  return own.slice(0, limit).map((entry) => ({ entry, score: 0, ranges: [], detailRanges: [] }));
}
