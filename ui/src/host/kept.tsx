/** What the reader has unfolded and chosen, by its place in the documents: pages are as they were for whoever comes back. */

import { createContext, h, type ComponentChildren, type JSX } from "preact";
import { useContext, useState } from "preact/hooks";
import { useOwn } from "./own";

const createKept = (): Map<string, unknown> => new Map();

/** Where on which page; undefined outside of pages, where nothing is kept. */
const PlaceContext = createContext<string | undefined>(undefined);

interface Props {
  readonly name: string;
  readonly children: ComponentChildren;
}

/** A page, or a part of the place around. */
export function Place({ name, children }: Props): JSX.Element {
  return <PlaceContext.Provider value={`${useContext(PlaceContext) ?? ""} ${name}`}>{children}</PlaceContext.Provider>;
}

/** What the reader unfolds by its summary. */
export function KeptDetails(props: JSX.IntrinsicElements["details"]): JSX.Element {
  const [open, setOpen] = useKept("details", () => false);
  return <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} {...props} />;
}

/** A state that outlives the page. */
export function useKept<T>(name: string, initial: () => T): readonly [T, (value: T) => void] {
  const place = useContext(PlaceContext);
  const kept = useOwn(createKept);
  const key = `${place} ${name}`;
  const [value, set] = useState(() => (kept.has(key) ? (kept.get(key) as T) : initial()));
  return [
    value,
    (next) => {
      if (place !== undefined) kept.set(key, next);
      set(next);
    },
  ];
}
