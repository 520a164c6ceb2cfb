/** Example numbers inside their bounds. */

import type { JsonSchema } from "../types/json-schema";

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
