/** Finds what a query names or describes, the best answer first. */

import { SEPARATOR, lettersOf, type Index, type Indexed, type Kind } from "./entries";
import { lowered } from "./words";
import { isStart, matchWord, merged, type Match, type Range } from "./match";
import { pathHit, typedPath } from "./paths";
import { narrowing } from "./filters";
import type { Hit } from "./hit";

export { indexOf } from "./entries";

/** Ranks kinds of entries with equal matches; less than the distance between two ways of matching. */
const WEIGHTS: Readonly<Record<Kind, number>> = {
  method: 6,
  contract: 5,
  group: 5.5, // of one name, it comes first
  brand: 3,
  schema: 3,
  error: 3.2, // `wrong state` is rather the error than the type of its data
  field: -30, // below methods that are called like it
  server: 1,
  section: 6.5,
};

/** What readers call a kind of things: `error ALREADY_SOLD`. */
const CALLED: Readonly<Partial<Record<Kind, RegExp>>> = {
  method: /^(?:method|endpoint|operation|call)$/,
  schema: /^(?:type|schema|model)$/,
  brand: /^(?:type|brand)$/,
  error: /^error$/,
  field: /^field$/,
  group: /^group$/,
  server: /^server$/,
};

/** For what is deprecated, unless that is asked. */
const DEPRECATED = -12;

/** For methods of which a part of the name is asked: rather those than their types. */
const NAMED_METHOD = 6;

/** For errors of whose names all words are. */
const NAMED_ERROR = 6;

/** For fields whose name other types before have: one of them is enough among the first. */
const REPEATED = -8;

/** For a name that is spelled exactly as the query, with its capitals: `TileJSON` is the type, `tilejson` the method. */
const AS_SPELLED = 12;

/** Names of methods begin with a verb: what follows, as a whole and as a beginning, counts nearly as the name itself. */
const AFTER_VERB = { whole: 90, start: 75 } as const;

/** Matches only in the path or the owner rank below matches in the name. */
const DETAIL = 0.56;

/** A word of a description, and the beginning of one: above scattered letters, below all that is part of a name. */
const IN_TEXT = { whole: 36, start: 31 } as const;

/** A value of an enumeration, a parameter of all methods of a contract, its protocol. */
const VALUE = 60;

/** For several words that follow each other in a description as in the query. */
const PHRASE = 4;

/** For errors among what a prefix alone leaves: `status:402` asks for the error before the methods that have it. */
const ALONE = 5;

/** Below are matches of letters with others between them. */
const SCATTERED = 31;

/** Best hits up to this have only scattered letters of what is typed, unless a text has the words: a letter may be wrong. */
const POOR = 43;
const MOST_CORRECTED = 60;

/** The best hits; all words of the query must match, in any order. The current document wins ties. */
export function search(index: Index, query: string, limit: number, slug?: string): readonly Hit[] {
  const hits = hitsOf(index, query, limit, slug);
  const { score: best = 0, excerpt } = hits[0] ?? {};
  if (best > POOR || excerpt || query.length > MOST_CORRECTED) return hits;
  const words = lowered(query).replace(/[-_]/g, " ");
  const corrected = words.replace(/[\p{L}\p{N}]{4,}/gu, (word) => nearestWord(index, word));
  const others = hitsOf(index, corrected, limit, slug);
  return (others[0]?.score ?? 0) > best ? others : hits;
}

/** The word of a name from which a word differs by one letter, or by the order of two; the word itself if a name has it, or none is near. */
function nearestWord({ words }: Index, word: string): string {
  return words().has(word) ? word : ([...words()].find((other) => isNear(word, other)) ?? word);
}

function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [here, there] = [a.slice(at), b.slice(at)];
  const turned = here.charAt(1) + here.charAt(0) + here.slice(2);
  return here.slice(1) === there.slice(1) || here.slice(1) === there || here === there.slice(1) || turned === there;
}

function hitsOf(index: Index, query: string, limit: number, slug: string | undefined): readonly Hit[] {
  const { words: given, filter } = narrowing(index, lowered(query).split(/\s+/).filter(Boolean));
  const meant = given.filter((word) => !/^(an?|the)$/.test(word)); // `a` would begin `api`
  const words = meant.length > 0 ? meant : given;
  if (words.length === 0 && !filter) return [];
  const calls = words.length > 1 ? Object.values(CALLED) : [];
  const letters = lettersOf(words.filter((word) => !calls.some((called) => called.test(word))).join(""));
  const spelled = query.trim();
  const typed = typedPath(words);
  const hits = index.entries.flatMap((entry): readonly Hit[] => {
    if (filter && !filter(entry)) return [];
    const hit = (typed && pathHit(entry, typed, slug)) ?? ((entry.letters & letters) >>> 0 === letters ? hitOf(entry, words, slug, spelled) : undefined);
    return hit ? [hit] : [];
  });
  if (typed && hits.length === 0) return hitsOf(index, query.replaceAll("/", " "), limit, slug); // `issues/create` is the name of a method
  const shown = new Set<unknown>();
  // each method once, with the path that fits best; fields of one name once
  const isFirst = ({ entry: { method, kind, label } }: Hit): boolean => {
    const thing = method ?? (kind === "field" && label);
    return !thing || (!shown.has(thing) && !!shown.add(thing));
  };
  const best = hits.sort((a, b) => b.score - a.score);
  // letters far from each other count where no word does
  const hasWords = best.some(({ isScattered }) => !isScattered);
  return best.filter((hit) => (!hasWords || !hit.isScattered) && isFirst(hit)).slice(0, limit);
}

function hitOf(entry: Indexed, words: readonly string[], slug: string | undefined, spelled: string): Hit | undefined {
  const { low } = entry;
  let score = 0;
  const ranges: Range[] = [];
  const detailRanges: Range[] = [];
  const textRanges: Range[] = [];
  let isScattered = false;
  for (const word of words) {
    const inLabel = labelMatch(entry, word);
    const inDetail = inLabel && inLabel.score > 35 ? undefined : detailMatch(entry.detail, low.detail, word);
    if (CALLED[entry.kind]?.test(word) && words.length > 1 && !inLabel) {
      score += VALUE;
      continue;
    }
    const known = Math.max(inLabel?.score ?? 0, DETAIL * (inDetail?.score ?? 0));
    const inText = known > IN_TEXT.whole ? undefined : textMatch(entry, word);
    isScattered ||= known > 0 && known <= SCATTERED && !(inText && inText.score > known);
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
  if (entry.kind === "field" && ranges.length + textRanges.length === 0) return undefined; // on the page of the type that is called like this
  const more = [
    WEIGHTS[entry.kind],
    entry.slug === slug ? 1 : 0,
    entry.label === spelled && spelled !== lowered(spelled) ? AS_SPELLED : 0,
    entry.kind === "method" && ranges.length > 0 ? NAMED_METHOD : 0,
    entry.kind === "error" && ranges.length >= words.length && words.length > 1 ? NAMED_ERROR : 0,
    entry.isRepeated ? REPEATED : 0,
    entry.method?.deprecated && !words.some((word) => entry.facts.includes(word)) ? DEPRECATED : 0,
  ];
  if (words.length === 0 && entry.kind === "error") score += ALONE;
  if (textRanges.length > 1 && low.text.includes(words.join(" "))) score += PHRASE * words.length;
  return {
    entry,
    score: more.reduce((sum, each) => sum + each, score / Math.max(1, words.length)),
    ranges: merged(ranges),
    detailRanges: merged(detailRanges),
    excerpt: excerptOf(entry.text, merged(textRanges)),
    isScattered,
  };
}

/** Matches a word with the name of an entry. */
function labelMatch({ kind, label, low }: Indexed, word: string): Match | undefined {
  if (kind === "server") return detailMatch(label, low.label, word);
  const match = matchWord(word, label, low.label);
  const [start = 0, end = 0] = match?.ranges.length === 1 ? (match.ranges[0] ?? []) : [];
  if (!match || kind !== "method" || start === 0 || !/^[a-z]+[_-]?$/i.test(label.slice(0, start))) return match;
  if (!isStart(label, start)) return match;
  const least = end === label.length ? AFTER_VERB.whole : AFTER_VERB.start;
  return { ...match, score: Math.max(match.score, least + 10 / (10 + label.length)) };
}

/** Scattered letters do not count in paths and addresses: any long path has them. */
function detailMatch(detail: string, low: string, word: string): Match | undefined {
  return low.includes(word) ? matchWord(word, detail, low) : undefined;
}

/** The first place where a word of the text begins like this. */
function textMatch({ kind, text, facts, low: { text: low } }: Indexed, word: string): Match | undefined {
  if (facts.some((fact) => fact === word || (word.length > 3 && fact.startsWith(word)))) return { score: VALUE, ranges: [] };
  for (let at = low.indexOf(word); at >= 0; at = low.indexOf(word, at + 1)) {
    if (at > 0 && isLetter(low[at - 1]!)) continue;
    const end = at + word.length;
    if (end > text.length) return undefined; // facts are not quoted
    const whole = end >= low.length || !isLetter(low[end]!);
    if (word.length < 2 && !whole) return undefined;
    if ((kind === "schema" || kind === "contract") && isItem(low, at, end)) return { score: VALUE, ranges: [[at, end]] };
    return { score: whole ? IN_TEXT.whole : IN_TEXT.start, ranges: [[at, end]] };
  }
  return undefined;
}

/** Whether a part of a text is all between two of its separators. */
function isItem(text: string, start: number, end: number): boolean {
  return (start === 0 || text.startsWith(SEPARATOR, start - SEPARATOR.length)) && (end === text.length || text.startsWith(SEPARATOR, end));
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
