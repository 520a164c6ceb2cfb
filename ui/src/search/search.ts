/** Finds what a query names, the best answer first. */

import { lettersOf, lowered, type Entry, type Index, type Kind } from "./index";
import { matchWord, merged, type Match, type Range } from "./match";

export { indexOf } from "./index";

export interface Hit {
  readonly entry: Entry;
  readonly score: number;
  /** What to light up in the label. */
  readonly ranges: readonly Range[];
  readonly detailRanges: readonly Range[];
}

/** Ranks kinds of entries with equal matches; less than the distance between two ways of matching. */
const WEIGHTS: Readonly<Record<Kind, number>> = {
  method: 6,
  contract: 5,
  group: 4,
  brand: 3,
  schema: 3,
  error: 3,
  field: 0,
};

/** Matches only in the path or the owner rank below matches in the name. */
const DETAIL = 0.5;

/** The best hits; all words of the query must match, in any order. The current document wins ties. */
export function search(index: Index, query: string, limit: number, slug?: string): readonly Hit[] {
  const words = lowered(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const letters = lettersOf(words.join(""));
  const best: Hit[] = []; // in falling order
  for (let at = 0; at < index.entries.length; at += 1) {
    if (((index.letters[at] ?? 0) & letters) >>> 0 !== letters) continue;
    const hit = hitOf(index, at, words, slug);
    if (!hit || (best.length >= limit && hit.score <= (best.at(-1)?.score ?? 0))) continue;
    let place = best.length;
    while (place > 0 && (best[place - 1]?.score ?? 0) < hit.score) place -= 1;
    best.splice(place, 0, hit);
    if (best.length > limit) best.pop();
  }
  return best;
}

function hitOf(index: Index, at: number, words: readonly string[], slug: string | undefined): Hit | undefined {
  const entry = index.entries[at];
  if (!entry) return undefined;
  let score = 0;
  const ranges: Range[] = [];
  const detailRanges: Range[] = [];
  for (const word of words) {
    const inLabel = matchWord(word, entry.label, index.labels[at] ?? "");
    const inDetail =
      inLabel && inLabel.score > 35 ? undefined : detailMatch(entry.detail, index.details[at] ?? "", word);
    if (inLabel && inLabel.score >= DETAIL * (inDetail?.score ?? 0)) {
      score += inLabel.score;
      ranges.push(...inLabel.ranges);
    } else if (inDetail) {
      score += DETAIL * inDetail.score;
      detailRanges.push(...inDetail.ranges);
    } else {
      return undefined;
    }
  }
  return {
    entry,
    score: score / words.length + WEIGHTS[entry.kind] + (entry.slug === slug ? 1 : 0),
    ranges: merged(ranges),
    detailRanges: merged(detailRanges),
  };
}

/** Scattered letters do not count in paths: any long path has them. */
function detailMatch(detail: string, low: string, word: string): Match | undefined {
  return low.includes(word) ? matchWord(word, detail, low) : undefined;
}
