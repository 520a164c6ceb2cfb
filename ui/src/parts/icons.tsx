/** Icons, which always accompany text, and are therefore hidden from assistive technology. */

import { h, type JSX } from "preact";

const PATHS = {
  chevron: "M6 4l4 4-4 4",
  search: "M11 11l3.5 3.5M12.5 7.5a5 5 0 1 1-10 0 5 5 0 0 1 10 0z",
  link: "M6 10a3 3 0 0 0 4 0l2-2a3 3 0 0 0-4-4M10 6a3 3 0 0 0-4 0L4 8a3 3 0 0 0 4 4",
  copy: "M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z",
  check: "M3 8.5l3.5 3.5 6.5-8",
  light: "M8 1v1M8 14v1M1 8h1M14 8h1M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1M11 8a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
  dark: "M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z",
  system: "M2 3h12v8H2zM6 14h4",
  menu: "M2 4h12M2 8h12M2 12h12",
  out: "M8 13V3M4 7l4-4 4 4",
  in: "M8 3v10M4 9l4 4 4-4",
  external: "M6 3H3v10h10v-3M9 2h5v5M14 2L7.5 8.5",
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
