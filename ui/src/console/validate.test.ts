import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { problemsOf } from "../example/validator";
import { refTo, withSchemas } from "../testing";
import type { JsonSchema, JsonValue } from "../types/json-schema";
import { faultsOf, fits, judged, placeOf } from "./validate";

const NAMES = ["a", "b", "c"];
const document = withSchemas({
  Node: { type: "object", properties: { next: { anyOf: [refTo("Node"), { type: "null" }] }, a: { type: "integer" } }, required: ["a"] },
  Self: { anyOf: [refTo("Self"), { type: "string" }] },
  Id: { type: "string", minLength: 2, "x-brand": ["Id"] },
});

const scalars: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.record({ type: fc.constant("integer"), minimum: fc.integer({ min: -3, max: 3 }), exclusiveMaximum: fc.integer({ min: 0, max: 6 }) }, { requiredKeys: ["type"] }),
  fc.record({ type: fc.constant("number"), multipleOf: fc.constantFrom(1, 2, 3), maximum: fc.integer({ min: -3, max: 3 }) }, { requiredKeys: ["type"] }),
  fc.record({ type: fc.constant("string"), minLength: fc.nat(3), maxLength: fc.nat(4), pattern: fc.constantFrom("^a", "b$", "[") }, { requiredKeys: ["type"] }),
  fc.constantFrom<JsonSchema>({ type: "boolean" }, { type: "null" }, { type: ["string", "null"] }, {}, { const: 1 }, { enum: ["a", null, [1]] }, refTo("Node"), refTo("Id")),
);

const { schema: schemas } = fc.letrec<{ schema: JsonSchema }>((tie) => {
  const some = fc.uniqueArray(fc.constantFrom(...NAMES));
  const inner = tie("schema");
  const members = fc.dictionary(fc.constantFrom(...NAMES), inner, { maxKeys: 3 });
  return {
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      scalars,
      fc.record(
        { type: fc.constant("object"), properties: members, required: some, additionalProperties: fc.oneof(fc.boolean(), inner), minProperties: fc.nat(2), maxProperties: fc.nat(3), propertyNames: fc.constant({ maxLength: 1 }), patternProperties: fc.constant({ "^[ab]$": { type: ["integer", "string"] } }), dependentRequired: fc.constant({ a: ["b"] }), dependentSchemas: fc.constant({ c: { required: ["a"] } }) },
        { requiredKeys: ["type"] },
      ) as fc.Arbitrary<JsonSchema>,
      fc.record(
        { type: fc.constant("array"), items: inner, prefixItems: fc.array(inner, { maxLength: 2, minLength: 1 }), minItems: fc.nat(2), maxItems: fc.nat(3), uniqueItems: fc.boolean() },
        { requiredKeys: ["type"] },
      ) as fc.Arbitrary<JsonSchema>,
      // apart: the validator takes an empty list for one that contains something where there are prefixItems
      fc.record({ type: fc.constant("array"), contains: inner, maxContains: fc.nat(2) }, { requiredKeys: ["type", "contains"] }) as fc.Arbitrary<JsonSchema>,
      fc.record({ anyOf: fc.array(inner, { minLength: 1, maxLength: 3 }) }),
      fc.record({ oneOf: fc.array(inner, { minLength: 1, maxLength: 3 }) }),
      fc.record({ allOf: fc.array(inner, { minLength: 1, maxLength: 2 }) }),
      fc.record({ not: inner }),
      fc.record({ if: inner, then: inner, else: inner }) as fc.Arbitrary<JsonSchema>,
    ),
  };
});

const values = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<JsonValue>(null, true, false, "", "a", "ab", "aab", "😀", 0, 1, 2, 3, -1, 1.5),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES, "long"), tie("value"), { maxKeys: 3 }),
  ),
})).value;

test("judges as a validator of JSON Schema does", () => {
  let fitting = 0;
  fc.assert(
    fc.property(schemas, values, (schema, value) => {
      if (JSON.stringify(schema).includes('"["')) return; // no pattern at all
      const isFine = problemsOf(value, schema, document).length === 0;
      if (isFine) fitting += 1;
      expect(fits(value, schema, document)).toBe(isFine);
    }),
    { numRuns: 300, seed: 43 },
  );
  expect(fitting).toBeGreaterThan(30);
});

test("a union of itself ends", () => {
  expect(fits("a", refTo("Self"), document)).toBe(true);
  expect(fits(1, refTo("Self"), document)).toBe(false);
});

const ORDER: JsonSchema = {
  type: "object",
  properties: {
    id: refTo("Id"),
    lines: { type: "array", items: { type: "object", properties: { count: { type: "integer", minimum: 1, maximum: 99 } }, required: ["count"] }, minItems: 1 },
    payment: {
      oneOf: [
        { type: "object", properties: { kind: { const: "card" }, number: { type: "string", pattern: "^\\d+$" } }, required: ["kind", "number"] },
        { type: "object", properties: { kind: { const: "swish" }, phone: { type: "string" } }, required: ["kind", "phone"] },
      ],
      discriminator: { propertyName: "kind" },
    },
  },
  required: ["id"],
  additionalProperties: false,
};

describe("faults have their places and the words of the page", () => {
  const cases: readonly (readonly [JsonValue, readonly string[]])[] = [
    [{ id: "ab" }, []],
    [{}, ["id: Required"]],
    [{ id: "a" }, ["id: Must be ≥ 2 characters"]],
    [{ id: 4 }, ["id: Must be string"]],
    [{ id: "ab", x: 1 }, ["x: Not declared"]],
    [{ id: "ab", lines: [] }, ["lines: Must be ≥ 1 item"]],
    [{ id: "ab", lines: [{ count: 1 }, { count: 0 }] }, ["lines[1].count: Must be 1–99"]],
    [{ id: "ab", lines: [{}] }, ["lines[0].count: Required"]],
    [{ id: "ab", payment: { kind: "card", number: "x" } }, ["payment.number: Must be ^\\d+$"]],
    [{ id: "ab", payment: { kind: "swish" } }, ["payment.phone: Required"]],
    [[], [": Must be object"]],
  ];
  test.each(cases)("%j", (value, words) => {
    expect(faultsOf(value, ORDER, document).map((fault) => `${placeOf(fault.path)}: ${fault.words}`)).toEqual(words);
  });
});

test.each([
  ["date", "2026-02-28", "2026-13-01"],
  ["date-time", "2026-02-28T10:00:00Z", "yesterday"],
  ["time", "10:00:00", "25:00"],
  ["email", "ada@example.org", "ada"],
  ["uuid", "0b3c6a1e-51a6-4b8d-a7d8-0d5f2f4f5a10", "0b3c"],
  ["uri", "https://example.org/a", "no address"],
  ["ipv4", "10.0.0.255", "10.0.0.256"],
  ["unknown", "anything", undefined],
])("%s", (format, good, bad) => {
  const schema: JsonSchema = { type: "string", format };
  expect(fits(good, schema, document)).toBe(true);
  if (bad !== undefined) expect(fits(bad, schema, document)).toBe(false);
});

describe("of very large values", () => {
  const numbers: JsonSchema = { type: "array", items: { type: "integer" }, uniqueItems: true };
  const many = Array.from({ length: 150_000 }, (_, at) => at);

  test("the beginning is looked at, and that is said", () => {
    expect(judged(many, numbers, document)).toEqual({ faults: [], isWhole: false });
    expect(judged(many.slice(0, 40_000), numbers, document)).toEqual({ faults: [], isWhole: true });
    expect(judged([...many, "x"], { items: { type: "integer" } }, document).faults).toEqual([]);
  });

  test("no more faults are collected than anybody reads", () => {
    const { faults, isWhole } = judged(many, { items: { type: "string" } }, document);
    expect([faults.length, isWhole]).toEqual([1000, false]);
  });

  test("nothing is wrong for being left out", () => {
    const unless: JsonSchema = { type: "array", items: { oneOf: [{ type: "integer" }, { type: "string" }], not: { type: "boolean" } } };
    expect(judged(many, unless, document)).toEqual({ faults: [], isWhole: false });
    expect(judged(many, { contains: { const: -1 } }, document).faults).toEqual([]);
  });

  test("equal objects are not unique, whatever the order of their members", () => {
    expect(fits([{ a: 1, b: [2] }, { b: [2], a: 1 }], { uniqueItems: true }, document)).toBe(false);
    expect(fits([{ a: 1 }, { a: "1" }, { a: { toString: 1 } }, [1], 1, "1", null, true], { uniqueItems: true }, document)).toBe(true);
  });
});
