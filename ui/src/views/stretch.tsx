/** A long list, of which a stretch is drawn. */

import type { JSX } from "preact";
import { windowAround } from "../model/contents";
import { useState } from "preact/hooks";
import { t } from "../words";

/** Members of one list drawn at a time. */
export const MOST = 150;

interface Props<T> {
  readonly items: readonly T[];
  /** The index of the member that must be seen. */
  readonly current?: number;
  /** How many are drawn before the reader asks for more. */
  readonly first?: number;
  /** What a line of the list is. */
  readonly line?: "li" | "p";
  readonly children: (item: T) => JSX.Element;
}

/** The members around the current one; the reader asks for more on either side. */
export function Stretch<T>({ items, current = -1, first = MOST, line: Line = "li", children }: Props<T>): JSX.Element {
  const [most, setMost] = useState(first);
  const [start, shown] = windowAround(items, current, most);
  const after = items.length - start - shown.length;
  const more = (count: number, words: string): JSX.Element | false =>
    count > 0 && (
      <Line>
        <button class="more" onClick={() => setMost(most * 3)}>
          {words}
        </button>
      </Line>
    );
  return (
    <>
      {more(start, t("{0} more above", start))}
      {shown.map(children)}
      {more(after, t("{0} more below", after))}
    </>
  );
}
