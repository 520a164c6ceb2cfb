/** Small line drawings; always beside words, so that they are hidden from assistive technology. */

import type { JSX } from "preact";

const PATHS = {
  chevron: "M6 4l4 4-4 4",
  search: "M11 11l3.5 3.5M12.5 7.5a5 5 0 1 1-10 0 5 5 0 0 1 10 0z",
  link: "M6.5 9.5a2.8 2.8 0 0 0 4 0l2.3-2.3a2.8 2.8 0 0 0-4-4l-.8.8M9.500 6.500a2.800 2.800 0 0 0-4 0L3.200 8.800a2.800 2.800 0 0 0 4 4l.8-.8",
  copy: "M5.500 5.500v-3h8v8h-3M2.500 5.500h8v8h-8z",
  check: "M3 8.500l3.500 3.500 6.500-8",
  sun: "M8 1v1.500M8 13.500V15M1 8h1.500M13.500 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1M11 8a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
  moon: "M13.500 9.500A6 6 0 0 1 6.500 2.500a6 6 0 1 0 7 7z",
  system: "M2 3h12v8H2zM6 14h4",
  menu: "M2 4h12M2 8h12M2 12h12",
  out: "M8 13V3M4 7l4-4 4 4",
  in: "M8 3v10M4 9l4 4 4-4",
  external: "M6 3H3v10h10v-3M9 2h5v5M14 2L7.500 8.500",
  lock: "M4 7h8v6.500H4zM5.500 7V5a2.500 2.500 0 0 1 5 0v2",
  close: "M4 4l8 8M12 4l-8 8",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
