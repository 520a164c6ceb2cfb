/** How well a name matches one word of a query, and which letters match. */

/** From a place in the name up to another, which is no longer part of it. */
export type Range = readonly [start: number, end: number];

export interface Match {
  readonly score: number;
  readonly ranges: readonly Range[];
}

/** Each way of matching beats all those below, however short the name is. */
const SCORES = { exact: 100, prefix: 80, word: 65, words: 55, inside: 40, scattered: 10 } as const;

/** Matches one lower-case word against a name, given in both spellings. */
export function matchWord(word: string, name: string, low: string): Match | undefined {
  const length = word.length;
  const shortness = 10 / (10 + low.length); // among equals the shorter name: `get_user` before `get_user_photos`
  const at = low.indexOf(word);
  if (at === 0) {
    const kind = low.length === length ? "exact" : "prefix";
    return { score: SCORES[kind] + shortness, ranges: [[0, length]] };
  }
  if (at > 0) {
    const start = wordStart(word, name, low, at);
    if (start !== undefined) return { score: SCORES.word + shortness, ranges: [[start, start + length]] };
    const humps = matchStarts(word, name, low);
    if (humps) return { score: SCORES.words + shortness, ranges: humps };
    return { score: SCORES.inside + shortness, ranges: [[at, at + length]] };
  }
  if (length < 2) return undefined;
  const humps = matchStarts(word, name, low);
  if (humps) return { score: SCORES.words + shortness, ranges: humps };
  const scattered = matchScattered(word, low);
  if (!scattered) return undefined;
  // `gtusr` in `get_user` is 8 letters wide; in 30 letters it is no answer
  const [first] = scattered;
  const last = scattered.at(-1);
  const width = first && last ? last[1] - first[0] : low.length;
  if (width > 3 * length + 2) return undefined;
  return { score: SCORES.scattered + (20 * length) / width - scattered.length / 2 + shortness, ranges: scattered };
}

function wordStart(word: string, name: string, low: string, from: number): number | undefined {
  for (let at = from; at >= 0; at = low.indexOf(word, at + 1)) if (isStart(name, at)) return at;
  return undefined;
}

/** Whether a word begins here: behind a separator, or a capital that a small letter or another word precedes. */
export function isStart(name: string, at: number): boolean {
  if (at === 0) return true;
  const [before, here, after] = [kindAt(name, at - 1), kindAt(name, at), kindAt(name, at + 1)];
  if (before === "") return here !== "";
  if (here === "upper") return before !== "upper" || after === "lower";
  return (here === "digit") !== (before === "digit");
}

/** What a sign is, empty for a separator; all that is not ASCII counts as letters. */
function kindAt(text: string, at: number): "upper" | "lower" | "digit" | "other" | "" {
  const code = text.charCodeAt(at);
  if (code >= 65 && code <= 90) return "upper";
  if (code >= 97 && code <= 122) return "lower";
  if (code >= 48 && code <= 57) return "digit";
  return code > 127 ? "other" : "";
}

/** The word as starts of words one after the other: `gup` or `getpho` in `get_user_photos`. */
function matchStarts(word: string, name: string, low: string): readonly Range[] | undefined {
  const ranges: Range[] = [];
  let at = 0;
  let done = 0;
  while (done < word.length) {
    while (at < low.length && !(low[at] === word[done] && isStart(name, at))) at += 1;
    if (at >= low.length) return undefined;
    const start = at;
    while (done < word.length && low[at] === word[done]) {
      at += 1;
      done += 1;
    }
    ranges.push([start, at]);
  }
  return ranges;
}

/** The letters in their order with others between, from where they lie closest behind the first find. */
function matchScattered(word: string, low: string): readonly Range[] | undefined {
  let end = -1;
  for (let done = 0; done < word.length; done += 1) {
    end = low.indexOf(word[done]!, end + 1);
    if (end < 0) return undefined;
  }
  const places: number[] = [];
  let at = end + 1;
  for (let left = word.length - 1; left >= 0; left -= 1) {
    at = low.lastIndexOf(word[left]!, at - 1);
    places.push(at);
  }
  return merged(places.reverse().map((place): Range => [place, place + 1]));
}

/** Ranges in order, those that touch or overlap made one. */
export function merged(ranges: readonly Range[]): readonly Range[] {
  const result: [number, number][] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}
