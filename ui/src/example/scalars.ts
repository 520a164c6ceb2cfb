/** Numbers and texts that satisfy what a schema says of them; whether all of it, is for the caller to see. */

import type { JsonSchema } from "../document";
import { textFor } from "./pattern";

/** Numbers, those first that everybody would choose. */
export function numbers(schema: JsonSchema, whole: boolean, nth: number): readonly number[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const low = Math.max(minimum ?? -Infinity, exclusiveMinimum ?? -Infinity);
  const high = Math.min(maximum ?? Infinity, exclusiveMaximum ?? Infinity);
  const found: number[] = [];
  if (multipleOf === undefined) found.push((whole ? 1 : 1.5) + nth, 1 + nth);
  for (const unit of new Set([multipleOf ?? 1, 1])) {
    for (let at = nth; at < nth + 3; at += 1) {
      if (low > -Infinity) found.push((Math.ceil(low / unit) + at) * unit);
      if (high < Infinity) found.push((Math.floor(high / unit) - at) * unit);
    }
    found.push((nth + 1) * unit);
  }
  found.push(0);
  if (low > -Infinity && high < Infinity) found.push(low + (high - low) / (nth + 2), low, high);
  const simple = found.map((each) => Number(each.toPrecision(12))); // 0.1 + 0.2 is 0.3
  return [...simple, ...found].filter((each) => !whole || Number.isInteger(each));
}

/** Longer texts are for machines. */
const LONGEST = 20_000;

/** Texts, the likeliest first. */
export function texts(schema: JsonSchema, nth: number): readonly string[] {
  const { format, pattern, minLength = 0, maxLength = Infinity } = schema;
  const byFormat = FORMATS.get(format ?? "")?.(nth);
  const found: string[] = byFormat === undefined ? [] : [byFormat];
  if (format === "uri" || format === "email") found.push(...longer(format, clamp(minLength)));
  if (pattern !== undefined) {
    found.push(...COMMON.slice(nth));
    for (const extra of EXTRAS) {
      const text = textFor(pattern, extra, nth);
      if (text !== undefined) found.push(text, sized(text, minLength, maxLength));
    }
  }
  const word = wordOf(schema);
  const plain = nth === 0 ? word : `${word}${nth + 1}`;
  return [...found, plain, sized(plain, minLength, maxLength), sized(`${nth + 1}${word}`, minLength, maxLength)];
}

function longer(format: string, least: number): readonly string[] {
  const filling = "a".repeat(least);
  return format === "uri" ? [`https://example.org/${filling}`.slice(0, Math.max(20, least))] : [`${filling}@example.org`.slice(-Math.max(15, least))];
}

const EXTRAS = [0, 1, 2, 3, 5, 8, 12, 20, 36, 64] as const;

/** What a pattern most often means. */
const COMMON = ["19.90", "1", "en", "EUR", "blue", "A1", "2026-03-14", "+441134960000", "/a/b", "1.0.0"] as const;

function wordOf(schema: JsonSchema): string {
  const brand = schema["x-brand"]?.at(-1);
  return brand?.replace(/(?<=[a-z\d])(?=[A-Z])/g, "-").toLowerCase() ?? "string";
}

function sized(text: string, least: number, most: number): string {
  return [...text].slice(0, clamp(most)).join("").padEnd(clamp(least), text || "a");
}

function clamp(length: number): number {
  return Math.max(0, Math.min(length, LONGEST));
}

/** `name1`, the first without number. */
function counted(before: string, after = ""): (nth: number) => string {
  return (nth) => before + (nth || "") + after;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

function uuid(version: number): (nth: number) => string {
  return (nth) => `3fa85f64-5717-${version}562-b3fc-${(0x2c963f66afa6 + nth).toString(16)}`;
}

const FORMATS: ReadonlyMap<string, (nth: number) => string> = new Map<string, (nth: number) => string>([
  ["uuid", uuid(4)],
  ...[1, 3, 4, 5, 6, 7, 8].map((version) => [`uuid${version}`, uuid(version)] as const),
  ["date-time", (nth) => `2026-03-14T09:${two(30 + (nth % 30))}:00Z`],
  ["date", (nth) => `2026-03-${two(14 + (nth % 14))}`],
  ["time", (nth) => `09:${two(30 + (nth % 30))}:00Z`],
  ["duration", (nth) => `PT${nth + 1}H`],
  ["email", counted("ada", "@example.org")],
  ["idn-email", counted("ada", "@example.org")],
  ["name-email", counted("Ada <ada", "@example.org>")],
  ["hostname", counted("host", ".example.org")],
  ["uri", counted("https://example.org/")],
  ["uri-reference", counted("/path")],
  ["iri", counted("https://example.org/")],
  ["multi-host-uri", counted("postgres://example.org/app")],
  ["ipv4", (nth) => `192.0.2.${(nth % 250) + 1}`],
  ["ipv6", (nth) => `2001:db8::${(nth + 1).toString(16)}`],
  ["ipvanyaddress", (nth) => `192.0.2.${(nth % 250) + 1}`],
  ["ipv4network", (nth) => `192.0.${nth % 250}.0/24`],
  ["ipv6network", (nth) => `2001:db8:${nth.toString(16)}::/48`],
  ["ipvanynetwork", (nth) => `192.0.${nth % 250}.0/24`],
  ["ipv4interface", (nth) => `192.0.2.${(nth % 250) + 1}/24`],
  ["ipv6interface", (nth) => `2001:db8::${(nth + 1).toString(16)}/64`],
  ["ipvanyinterface", (nth) => `192.0.2.${(nth % 250) + 1}/24`],
  ["byte", () => "aGVsbG8="],
  ["base64", () => "aGVsbG8="],
  ["base64url", () => "aGVsbG8="],
  ["binary", () => "(bytes)"],
  ["password", () => "correct horse"],
  ["json-string", () => "{}"],
  ["json-pointer", counted("/a/")],
  ["regex", () => "^[a-z]+$"],
  ["color", () => "#0f766e"],
  ["file-path", counted("/tmp/file", ".txt")],
  ["path", counted("/tmp/file", ".txt")],
  ["directory-path", counted("/tmp")],
  ["api-key", counted("your-api-key")],
]);
