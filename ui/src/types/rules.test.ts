/** Rules that nothing else says are shown as JSON Schema, as in the static text. */

import { expect, test } from "vitest";
import { rulesOf } from "./rules";

test.each([
  [true, undefined],
  [{ type: "string", minLength: 1 }, undefined],
  [{ type: "object", patternProperties: { "^x": { type: "string" } } }, { patternProperties: { "^x": { type: "string" } } }],
  [{ properties: { a: { $dynamicRef: "#a" }, not: { type: "string" } } }, { properties: { a: { $dynamicRef: "#a" } } }],
  [{ allOf: [{ type: "string" }, { not: { const: "x" } }] }, { allOf: [{}, { not: { const: "x" } }] }],
  [{ anyOf: [{ type: "string" }, true] }, undefined],
  [{ items: { if: { minimum: 1 }, then: false } }, { items: { if: { minimum: 1 }, then: false } }],
  [{ additionalProperties: false }, undefined],
])("%j", (schema, expected) => {
  expect(rulesOf(schema)).toEqual(expected);
});
