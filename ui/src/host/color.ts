/** The accent: the colour of a brand or of the theme, made readable on light and on dark. */

/**
 * The largest luminance of text on a light page and the smallest on a dark one. WCAG AA requires a contrast of 4.5
 * on each surface of the UI, rows that are tinted with the accent itself included.
 */
const LIGHT = 0.125;
const DARK = 0.36;

/** The CSS rule that sets the accent, or none if the text is no colour; policies forbid inline styles. */
export function accentRule(color: string | undefined): string {
  if (color === undefined || !CSS.supports("color", color)) return "";
  const darker = moved(color, "0 0 0", `(y - ${LIGHT})/y`);
  const lighter = moved(color, "0.9505 1 1.089", `(${DARK} - y)/(1 - y)`);
  return `@supports (color:color(from red xyz x y z)){.gg{--accent:light-dark(${darker},${lighter})}}`;
}

/** Mixes with black or white in linear light, where Y is the luminance and a share of it is exact. */
function moved(color: string, towards: string, share: string): string {
  const channels = towards.split(" ").map((end, at) => {
    const channel = "xyz"[at];
    return `calc(${channel} + (${end} - ${channel})*max(0,${share}))`;
  });
  return `color(from ${color} xyz ${channels.join(" ")})`;
}
