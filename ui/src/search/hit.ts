/** What was found. */

import type { Entry } from "./entries";
import type { Range } from "./match";

export interface Hit {
  readonly entry: Entry;
  readonly score: number;
  /** What to light up in the label. */
  readonly ranges: readonly Range[];
  readonly detailRanges: readonly Range[];
  /** A part of the description, where nothing else matches. */
  readonly excerpt?: { readonly text: string; readonly ranges: readonly Range[] } | undefined;
  /** Whether a word has matched letters far from each other alone. */
  readonly isScattered?: boolean;
}
