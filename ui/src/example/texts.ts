/** Example strings: of a format, of a pattern, of a length, by a name; and example numbers inside their bounds. */

import type { JsonSchema } from "../types/json-schema";
import { matching } from "./patterns";

/**
 * Values kept free for documentation where a registry keeps some (RFC 2606, RFC 5737, RFC 3849).
 *
 * The text in braces counts up for further values. A short form follows the bar.
 */
const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "{2026}-01-31T12:00:00Z",
  date: "{2026}-01-31",
  time: "12:{10}:00Z",
  duration: "PT{1}H",
  uuid: "3fa85f64-5717-{4562}-b3fc-2c963f66afa6",
  email: "user{}@example.org|{}a@b.co",
  uri: "https://example.org/{}|a:{}b",
  hostname: "www{}.example.org",
  ipv4: "192.0.2.{1}",
  ipv6: "2001:db8::{1}",
  ipv4network: "192.0.{2}.0/24",
  "json-pointer": "/a{}",
};

/** What an example has at most, whatever `minLength` asks for. */
const MOST_CHARACTERS = 1000;

const WORDS = ["string", "10.50", "1", "A", "a b"];

export function exampleText(schema: JsonSchema, nth: number, called = ""): string | undefined {
  const { format, pattern, maxLength = Infinity } = schema;
  const minLength = Math.min(schema.minLength ?? 0, MOST_CHARACTERS);
  const byName = nth === 0 ? textByName(called, schema["x-brand"] !== undefined) : undefined;
  const named = byName !== undefined && byName.length >= minLength && byName.length <= maxLength ? [byName] : [];
  if (pattern !== undefined) {
    const fits = fitting(pattern, minLength, maxLength);
    const made = [...named, ...matching(pattern, minLength, nth), ...WORDS].filter(fits);
    return made[nth < made.length ? nth : made.length - 1] ?? (nth === 0 ? "…" : undefined);
  }
  if (format === "byte" || format === "base64") return btoa(`hello${nth || ""}`);
  // Pydantic's formats of UUIDs name their version, which is a digit of the text (RFC 9562, 4.2).
  const version = format?.match(/^uuid([1-8])$/)?.[1];
  const form = version === undefined ? format : "uuid";
  const known =
    form !== undefined && Object.hasOwn(FORMATS, form) ? FORMATS[form]?.replace("{4", `{${version ?? 4}`) : undefined;
  if (known !== undefined) {
    const forms = known.split("|").map((form) => numbered(form, nth));
    const text = forms.find((form) => form.length <= maxLength) ?? "";
    return format === "email" ? text.padStart(minLength, "x") : format === "uri" ? text.padEnd(minLength, "x") : text;
  }
  if (format === undefined && named[0] !== undefined) return named[0];
  const words = nth === 0 ? "string" : `string ${nth + 1}`;
  const long = words.padEnd(minLength, "x");
  return [...long].length <= maxLength
    ? long
    : `${nth === 0 ? "" : nth}string`.padEnd(minLength, "x").slice(0, maxLength);
}

function fitting(pattern: string, minLength: number, maxLength: number): (text: string) => boolean {
  const whole = compiled(pattern);
  return (text) => text.length >= minLength && text.length <= maxLength && (whole?.test(text) ?? true);
}

/** A pattern may be written for another engine; then nothing can be checked. */
export function compiled(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

/** The value of a form, with the text in braces counted up. */
function numbered(form: string, nth: number): string {
  return form.replace(/\{(\d*)\}/, (_, first: string) => String(first === "" ? nth || "" : Number(first) + nth));
}

/** Example strings by what a field or a brand is called, where its schema says no more than that it is a text. */

/** The last words of names, the more special first. Values kept free for documentation where there are some. */
const BY_NAME: readonly (readonly [name: RegExp, text: string])[] = [
  [/e-?mail(-address)?$/, "user@example.org"],
  [/(^|-)(url|uri|link|href|website)$/, "https://example.org/"],
  [/(^|-)(phone|mobile|telephone)(-number)?$/, "+12025550123"],
  [/(^|-)(first|given)-?name$/, "Ada"],
  [/(^|-)(last|family|sur)-?name$/, "Lovelace"],
  [/(^|-)user-?name$/, "ada"],
  [/(^|-)currency(-code)?$/, "EUR"],
  [/(^|-)country(-code)?$/, "DE"],
  [/(^|-)(language|locale)(-code)?$/, "en"],
  [/(^|-)(zip|postcode|postal-code|zip-code)$/, "10115"],
  [/(^|-)city$/, "Berlin"],
  [/(^|-)(date|day)$/, "2026-01-31"],
  [/(^|-)(timestamp|(created|updated|deleted|expires)-at)$/, "2026-01-31T12:00:00Z"],
  [/(^|-)password$/, "correct horse battery staple"],
];

/** `order-1` for `OrderId`; undefined for names that say nothing about the text. A part of a path is called `/order`. */
export function textByName(name: string, isBrand: boolean): string | undefined {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-/, "")
    .toLowerCase();
  const known = BY_NAME.find(([pattern]) => pattern.test(words));
  if (known) return known[1];
  const [, owner] = /^(?:(.+)-)?id$/.exec(words) ?? [];
  if (owner) return `${owner}-1`;
  return (isBrand || name[0] === "/") && words !== "" ? `${words}-1` : undefined;
}

export function exampleNumber(schema: JsonSchema, nth: number): number | undefined {
  const whole = schema.type === "integer";
  const { multipleOf } = schema;
  const step = multipleOf ?? (whole ? 1 : 0);
  const low = Math.max(schema.minimum ?? -Infinity, schema.exclusiveMinimum ?? -Infinity);
  const high = Math.min(schema.maximum ?? Infinity, schema.exclusiveMaximum ?? Infinity);
  const fits = (value: number): boolean =>
    value >= low &&
    value <= high &&
    value !== schema.exclusiveMinimum &&
    value !== schema.exclusiveMaximum &&
    (!whole || Number.isInteger(value));
  for (const value of candidates(low, high, step, nth)) if (fits(value)) return tidy(value);
  return undefined;
}

/** Values worth trying, the most natural first. */
function* candidates(low: number, high: number, step: number, nth: number): Iterable<number> {
  if (step > 0) {
    const start =
      low > 0 ? Math.ceil(low / step) : high < 0 ? Math.floor(high / step) : low === 0 || high < step ? 0 : 1;
    const direction = high < 0 ? -1 : 1;
    for (let at = 0; at < 3; at += 1) yield (start + direction * (nth + at)) * step;
    for (let at = 0; at < 3; at += 1) yield (Math.ceil(low / step) + nth + at) * step;
    for (let at = 0; at < 3; at += 1) yield (Math.floor(high / step) - nth - at) * step;
    return;
  }
  yield 1.5 + nth;
  if (Number.isFinite(low) && Number.isFinite(high)) yield low + ((high - low) * (nth + 1)) / (nth + 2);
  if (Number.isFinite(low)) yield* [low + nth, low + nth + 1];
  if (Number.isFinite(high)) yield* [high - nth, high - nth - 1];
}

/** Without the noise of binary fractions: 0.30000000000000004 is 0.3. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
