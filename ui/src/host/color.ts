/** The brand's colour, made readable on light and on dark. */

type Rgb = readonly [number, number, number];

/** The least favourable surfaces of the UI, `--soft` in light and `--raised` in dark. */
const LIGHT: Rgb = [246, 247, 249];
const DARK: Rgb = [27, 32, 40];

/** WCAG AA requires 4.5 for text; a row tinted with the same colour loses about a sixth. */
const ENOUGH = 5.5;

/** Reads `#abc` and `#aabbcc`, nothing else. */
export function parseHex(text: string): Rgb | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (digits === undefined) return undefined;
  const full = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const value = Number.parseInt(full, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** The colour for text on a light and on a dark page: moved towards black or white until it can be read. */
export function readable(color: Rgb): { readonly light: Rgb; readonly dark: Rgb } {
  return { light: moved(color, LIGHT, [0, 0, 0]), dark: moved(color, DARK, [255, 255, 255]) };
}

function moved(color: Rgb, background: Rgb, towards: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(color, towards, share);
    if (contrast(mixed, background) >= ENOUGH) return mixed;
  }
  return towards;
}

function mix(a: Rgb, b: Rgb, share: number): Rgb {
  const at = (from: number, to: number): number => Math.round(from + (to - from) * share);
  return [at(a[0], b[0]), at(a[1], b[1]), at(a[2], b[2])];
}

/** The contrast ratio of WCAG 2. */
export function contrast(a: Rgb, b: Rgb): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number): number => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** The CSS rules that set the colour; policies forbid inline styles. */
export function accentRules(primaryColor: string | undefined): string {
  const color = primaryColor === undefined ? undefined : parseHex(primaryColor);
  if (!color) return "";
  const { light, dark } = readable(color);
  return `.gg{--accent:light-dark(rgb(${light.join(" ")}),rgb(${dark.join(" ")}))}`;
}
