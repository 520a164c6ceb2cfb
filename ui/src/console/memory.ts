/** The calls of this tab, without what identifies the caller. */

import type { Draft, Fill } from "../host/fill";
import type { MethodRef } from "../model/contracts";

export interface Remembered {
  readonly id: number;
  readonly slug: string;
  readonly ref: MethodRef;
  /** What was sent, as the form has it. */
  readonly sent: Pick<Fill, "values" | "server" | "variables">;
  readonly draft: Draft | undefined;
  readonly status: string;
  readonly isGood: boolean;
  readonly milliseconds: number;
  /** What was called: the verb, and the address without its host. */
  readonly called: string;
  readonly at: Date;
  /** The body, if it is a text and not long; to be compared with another. */
  readonly answer: string | undefined;
}

const MOST = 20;

/** What one element remembers. */
export interface Memory {
  noteCall(call: Omit<Remembered, "id">): void;
  /** The calls of a document, the last one first. */
  callsOf(slug: string): readonly Remembered[];
  /** The values of brands that answers had, by brand. */
  seenIn(slug: string): ReadonlyMap<string, readonly string[]>;
  noteSeen(slug: string, brand: string, value: string): void;
}

export function createMemory(): Memory {
  let calls: readonly Remembered[] = [];
  let last = 0;
  const seen = new Map<string, Map<string, readonly string[]>>();
  return {
    noteCall(call) {
      last += 1;
      calls = [{ ...call, id: last }, ...calls].slice(0, MOST);
    },
    callsOf: (slug) => calls.filter((call) => call.slug === slug),
    seenIn: (slug) => seen.get(slug) ?? new Map(),
    noteSeen(slug, brand, value) {
      const values = new Map(seen.get(slug));
      values.set(brand, [value, ...(values.get(brand) ?? []).filter((each) => each !== value)].slice(0, MOST));
      seen.set(slug, values);
    },
  };
}
