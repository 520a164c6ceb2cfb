/** The look of the theme, read from elements that are added next to the host for a moment, and the accent: its colour, or that of the brand, made readable on light and on dark. */


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

/** The accent: the colour of a brand or of the theme, made readable on light and on dark. */

/**
 * The largest luminance of text on a light page. WCAG AA requires a contrast of 4.5 on each surface of the UI, rows that
 * are tinted with the accent itself included.
 */
const LIGHT = 0.125;

/**
 * The smallest lightness of text on a dark page, and the largest chroma, in OKLCH. A colour that is lightened by white
 * turns grey and looks like quiet text; here it keeps its hue and its chroma. Of the colours of sRGB none gets a
 * luminance below 0.36 so: more chroma than this would be cut off, and with it the luminance.
 */
const DARK = 0.73;
const CHROMA = 0.14;

/** The CSS rule that sets the accent, or none if the text is no colour; policies forbid inline styles. */
export function accentRule(color: string | undefined): string {
  if (color === undefined || !CSS.supports("color", color)) return "";
  // Black in linear light, where Y is the luminance and a share of it is exact, keeps hue and saturation.
  const share = `max(0,(y - ${LIGHT})/y)`;
  const darker = `color(from ${color} xyz ${["x", "y", "z"].map((axis) => `calc(${axis} - ${axis}*${share})`).join(" ")})`;
  const lighter = `oklch(from ${color} max(l,${DARK}) min(c,${CHROMA}) h)`;
  return `@supports (color:color(from red xyz x y z)){.gg{--accent:light-dark(${darker},${lighter})}}`;
}
