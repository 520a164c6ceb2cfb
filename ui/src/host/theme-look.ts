/** Reads the look of the theme from elements that are added next to the host for a moment. */

import { accentRule } from "./color";

/** Rounder corners than this are a theme's own idea of its boxes. */
const ROUNDEST = 12;

/** The CSS rules for the font of code, the corners, and, where authors have chosen none, the accent. */
export function themeRules(host: Element, primaryColor: string | undefined): string {
  const link = probe("a", "reference");
  link.setAttribute("href", "#");
  const note = probe("div", "admonition");
  const block = probe("div", "highlight");
  const code = block.appendChild(probe("pre", ""));
  const probes = [link, note, block];
  host.after(...probes);
  const [linked, noted, coded] = [getComputedStyle(link), getComputedStyle(note), getComputedStyle(code)];
  const radius = Math.max(...[noted, coded].map((style) => Number.parseFloat(style.borderTopRightRadius)));
  const rules = `.gg{--mono:${coded.fontFamily};--radius:${Math.min(radius, ROUNDEST)}px}`;
  // shibuya has links in the colour of text, and underlines them in this one
  const accent = primaryColor ?? `var(--accent-11,${linked.color})`;
  for (const element of probes) element.remove();
  return rules + accentRule(accent);
}

function probe(tag: string, className: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}
