import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Contrast as WCAG 2 computes it, over the colours that the tokens name; `tests/browser/test_theme_look.py` has the themes. */

const TOKENS = readFileSync(new URL("tokens.css", import.meta.url), "utf8");
const LOOK = readFileSync(new URL("../host/theme-look.ts", import.meta.url), "utf8");
const SURFACES = ["bg", "soft", "raised"];
/** What is not read: surfaces, lines, shadows, what shines behind text. */
const NO_TEXT = [...SURFACES, "lit"];

type Rgb = readonly [red: number, green: number, blue: number];

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const luminance = ([red, green, blue]: Rgb): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** In linear light. */
function rgbOf(hex: string): Rgb {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : hex.slice(1).match(/../g)!;
  return digits.map((pair) => linear(Number.parseInt(pair, 16) / 255)) as unknown as Rgb;
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

const pairs = [...TOKENS.matchAll(/--([a-z]+): light-dark\((#\w+), (#\w+)\)/g)].map(([, name = "", light = "", dark = ""]) => ({
  name,
  schemes: [light, dark].map((hex) => luminance(rgbOf(hex))),
}));
const surfaces = pairs.filter(({ name }) => SURFACES.includes(name));

/** How clear a text of a luminance is on the surface where it is least so. */
function least(scheme: number, text: number): number {
  return Math.min(...surfaces.map(({ schemes }) => contrast(text, schemes[scheme]!)));
}

describe("the colours of the tokens", () => {
  it.each(pairs.filter(({ name }) => !NO_TEXT.includes(name) && name !== "line"))("$name is read on each surface", ({ schemes }) => {
    schemes.forEach((text, scheme) => expect(least(scheme, text)).toBeGreaterThanOrEqual(4.5));
  });
  it("text and accent are read on what shines behind them", () => {
    const of = (name: string): readonly number[] => pairs.find((pair) => pair.name === name)!.schemes;
    of("lit").forEach((lit, scheme) => {
      for (const name of ["text", "accent"]) expect(contrast(lit, of(name)[scheme]!)).toBeGreaterThanOrEqual(4.5);
    });
  });
});

const [LIGHT = NaN, DARK = NaN, CHROMA = NaN] = ["LIGHT", "DARK", "CHROMA"].map((name) => Number(new RegExp(`const ${name} = ([\\d.]+);`).exec(LOOK)?.[1]));

/** `oklch(from … max(l, DARK) min(c, CHROMA) h)`, cut to what a screen shows. */
function lightened([red, green, blue]: Rgb): Rgb {
  const [l, m, s] = [
    Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue),
    Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue),
    Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue),
  ] as const;
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const [a, b] = [1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s, 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s];
  const chroma = Math.hypot(a, b);
  const share = chroma > CHROMA ? CHROMA / chroma : 1;
  const L = Math.max(lightness, DARK);
  const [l2, m2, s2] = [
    (L + 0.3963377774 * a * share + 0.2158037573 * b * share) ** 3,
    (L - 0.1055613458 * a * share - 0.0638541728 * b * share) ** 3,
    (L - 0.0894841775 * a * share - 1.291485548 * b * share) ** 3,
  ] as const;
  const parts = [
    4.0767416621 * l2 - 3.3077115913 * m2 + 0.2309699292 * s2,
    -1.2684380046 * l2 + 2.6097574011 * m2 - 0.3413193965 * s2,
    -0.0041960863 * l2 - 0.7034186147 * m2 + 1.707614701 * s2,
  ];
  return parts.map((part) => Math.min(1, Math.max(0, part))) as unknown as Rgb;
}

describe("the accent of a brand or a theme", () => {
  it("is read on light and on dark, whatever the colour", () => {
    const part = fc.integer({ min: 0, max: 255 }).map((value) => linear(value / 255));
    fc.assert(
      fc.property(fc.tuple(part, part, part), (color) => {
        expect(least(0, Math.min(luminance(color), LIGHT))).toBeGreaterThanOrEqual(4.5);
        expect(least(1, luminance(lightened(color)))).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 3000 },
    );
  });
});
