/** A long list, of which only a part is rendered. */

import { Fragment, h, type JSX } from "preact";
import { windowOf } from "../model/contents";
import { useState } from "preact/hooks";
import { usePrinting } from "../host/printing";
import { Boundary } from "./boundary";
import { t } from "../i18n";

/** How many items are rendered at first. */
export const MAX_SHOWN = 150;

interface Props<T> {
  readonly items: readonly T[];
  /** The index of the item that must be visible. */
  readonly current?: number;
  /** How many items are rendered before the reader asks for more. */
  readonly first?: number;
  /** The element of the lines with buttons. */
  readonly line?: "li" | "p" | "span";
  readonly children: (item: T) => JSX.Element;
}

/** Renders the items next to the current one, with buttons for more on either side. */
export function LongList<T>({ items, current = -1, first = MAX_SHOWN, line: Line = "li", children }: Props<T>): JSX.Element {
  const [size, setSize] = useState(first);
  const [start, shown] = windowOf(items, current, usePrinting() ? items.length : size);
  const after = items.length - start - shown.length;
  const more = (count: number, label: string): JSX.Element | false =>
    count > 0 && (
      <Line>
        <button class="more" onClick={() => setSize(size * 3)}>
          {label}
        </button>
      </Line>
    );
  return (
    <>
      {more(start, t("{0} more above", start))}
      {shown.map((item) => {
        const row = children(item);
        return <Boundary key={row.key} name={row.key}>{row}</Boundary>;
      })}
      {more(after, t("{0} more", after))}
    </>
  );
}
