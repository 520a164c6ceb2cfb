import { expect, test } from "vitest";
import type { JsonSchema } from "../types/json-schema";
import { withSchemas } from "../testing";
import { CUT, exampleOf, MOST_STEPS, requestExample } from ".";
import { problemsOf } from "./validator";

const EMPTY = withSchemas({});

test.each<[string, JsonSchema, unknown]>([
  ["a declared example first", { type: "string", examples: ["a"], default: "b" }, "a"],
  ["then the default", { type: "string", default: "b" }, "b"],
  ["no default of null", { anyOf: [{ type: "string" }, { type: "null" }], default: null }, "string"],
  ["a constant", { const: 3 }, 3],
  ["a format", { type: "string", format: "date" }, "2026-01-31"],
  ["a pattern", { type: "string", pattern: "^ord_[0-9a-z]{12}$" }, "ord_0123456789ab"],
  ["a least length", { type: "string", minLength: 10 }, "stringxxxx"],
  ["a length that no example has", { type: "string", minLength: 2 ** 40 }, "string".padEnd(1000, "x")],
  ["a length that no address has", { type: "string", format: "uri", minLength: 2 ** 40 }, expect.stringMatching(/^.{1000}$/)],
  ["more members than an example has", { type: "array", items: { const: 1 }, minItems: 2 ** 40 }, Array(50).fill(1)],
  ["a record", { type: "object", additionalProperties: { type: "integer" } }, { key: 1 }],
  ["unique members", { type: "array", items: { type: "integer" }, minItems: 3, uniqueItems: true }, [1, 2, 3]],
])("%s", (_, schema, expected) => {
  expect(exampleOf(schema, EMPTY)).toEqual(expected);
});

test("a recursive type ends", () => {
  const tree: JsonSchema = {
    type: "object",
    properties: {
      name: { type: "string" },
      parent: { anyOf: [{ $ref: "#/schemas/Tree" }, { type: "null" }] },
      children: { type: "array", items: { $ref: "#/schemas/Tree" } },
    },
    required: ["name", "parent"],
  };
  expect(exampleOf({ $ref: "#/schemas/Tree" }, withSchemas({ Tree: tree }))).toEqual({
    name: "string",
    parent: null,
    children: [],
  });
});

test.each(["__proto__", "constructor", "toString"])("a field called %s is a field", (name) => {
  const schema = JSON.parse(`{"type":"object","properties":{"${name}":{"type":"integer"}},"required":["${name}"]}`);
  expect(JSON.stringify(exampleOf(schema, EMPTY))).toBe(`{"${name}":1}`);
});

test.each([
  "^[A-Z]{2}$",
  "^\\d{4}$",
  "^[a-z0-9]+(?:-[a-z0-9]+)*$",
  "^(?:v\\d+|latest)$",
  "^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$",
  "^#(?:[0-9a-fA-F]{3}){1,2}$",
  "^\\+[1-9]\\d{6,14}$",
  "[.]pdf$",
  "^.{3,}@.+$",
  "^\\S+$",
])("the pattern %s is met", (pattern) => {
  const schema: JsonSchema = { type: "string", pattern };
  expect(problemsOf(exampleOf(schema, EMPTY), schema, EMPTY)).toEqual([]);
});

const FORMATS =
  "date time date-time duration uri email hostname ipv4 ipv6 uuid json-pointer byte binary password int32".split(" ");
const string = (more: JsonSchema): JsonSchema => ({ type: "string", ...more });
const unique = (items: JsonSchema, minItems: number): JsonSchema => ({
  type: "array",
  items,
  minItems,
  uniqueItems: true,
});
const record = (more: JsonSchema): JsonSchema => ({ type: "object", ...more });

test.each([1, 4, 8])("a UUID has the version %i, which its format names", (version) => {
  const examples = exampleOf(unique(string({ format: `uuid${version}` }), 2), EMPTY);
  expect(examples).toEqual([
    `3fa85f64-5717-${version}562-b3fc-2c963f66afa6`,
    `3fa85f64-5717-${version}563-b3fc-2c963f66afa6`,
  ]);
});

test.each<JsonSchema>([
  ...FORMATS.map((format) => unique(string({ format }), 12)),
  string({ format: "email", maxLength: 8 }),
  string({ format: "email", minLength: 40 }),
  string({ format: "uri", minLength: 60 }),
  string({ pattern: "^[a-z]{2,8}$", minLength: 6 }),
  { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
  { type: "number", multipleOf: 0.01, minimum: 0.005 },
  { type: "integer", minimum: 10, maximum: 20, multipleOf: 7 },
  record({ additionalProperties: { type: "integer" }, propertyNames: { pattern: "^[a-z]{4}$" }, minProperties: 2 }),
  record({ additionalProperties: { type: "string" }, propertyNames: { enum: ["a", "b", "c"] }, minProperties: 3 }),
  record({ patternProperties: { "^x-": { type: "integer" } }, additionalProperties: false, minProperties: 1 }),
  record({ additionalProperties: { type: "integer" }, maxProperties: 0 }),
  unique({ enum: ["a", "b"] }, 2),
  unique({ type: "boolean" }, 2),
  unique({ anyOf: [{ const: "a" }, { const: "b" }, { type: "null" }] }, 3),
  unique({ anyOf: [{ type: "integer" }, { type: "string" }] }, 7),
  unique(record({ properties: { kind: { const: "cat" }, id: { type: "integer" } }, required: ["kind", "id"] }), 3),
  unique({ type: "array", items: { type: "integer" } }, 3),
  { allOf: [{ type: "string", minLength: 3 }, { maxLength: 4 }] },
  { allOf: [{ type: "integer", minimum: 3 }, { minimum: 9 }] },
  { allOf: [{ type: "integer", exclusiveMaximum: 3 }, { exclusiveMaximum: 1 }] },
])("made of %j", (schema) => {
  expect(problemsOf(exampleOf(schema, EMPTY), schema, EMPTY)).toEqual([]);
});

test("a brand that is made of another one has its own name", () => {
  const document = withSchemas({
    PaymentId: { type: "string", "x-brand": ["PaymentId"] },
    RefundId: { $ref: "#/schemas/PaymentId", title: "RefundId", "x-brand": ["PaymentId", "RefundId"] },
  });
  expect(exampleOf({ $ref: "#/schemas/RefundId" }, document)).toBe("refund-1");
  expect(exampleOf({ $ref: "#/schemas/PaymentId" }, document)).toBe("payment-1");
});

const LEVELS = 13;

/** Named types of which each is made of the next one. */
function levels(of: (next: JsonSchema) => JsonSchema): Record<string, JsonSchema> {
  const named = Array.from({ length: LEVELS }, (_, n) => [`S${n}`, of({ $ref: `#/schemas/S${n + 1}` })] as const);
  return { ...Object.fromEntries(named), [`S${LEVELS}`]: { type: "string" } };
}

function object(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties) };
}

const BOMBS: Record<string, Record<string, JsonSchema>> = {
  references: levels((next) => object(Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`p${n}`, next])))),
  parts: levels((next) => ({ allOf: [object({ a: next }), object({ b: next })] })),
  choices: levels((next) => ({ anyOf: [object({ a: next }), next, next] })),
  tuples: levels((next) => ({ type: "array", prefixItems: Array(10).fill(next) })),
  lists: levels((next) => ({ type: "array", items: next, minItems: 50 })),
  "different items": levels((next) => ({ type: "array", items: next, minItems: 50, uniqueItems: true })),
  maps: levels((next) => ({ type: "object", additionalProperties: next, minProperties: 50 })),
  "all of itself": { S0: { allOf: [{ $ref: "#/schemas/S0" }] } },
  "any of itself": { S0: { anyOf: [{ $ref: "#/schemas/S0" }, { $ref: "#/schemas/S0" }] } },
  "patterns of patterns": { S0: { type: "string", pattern: "((((a{99}){99}){99}){99}){99}" } },
  "a pattern of nothing": { S0: { type: "string", pattern: "((((){99}){99}){99}){99}" } },
  parentheses: { S0: { type: "string", pattern: "(".repeat(50_000) + ")".repeat(50_000) } },
};

/** The values inside a value. */
function count(value: unknown): number {
  return typeof value === "object" && value !== null ? Object.values(value).reduce((sum, inner) => sum + count(inner), 1) : 1;
}

test.each(Object.entries(BOMBS))("%s end", (_, schemas) => {
  for (const make of [exampleOf, requestExample]) {
    const value = make({ $ref: "#/schemas/S0" }, withSchemas(schemas));
    expect(count(value)).toBeLessThanOrEqual(MOST_STEPS);
    expect(JSON.stringify(value).length).toBeLessThan(100_000);
  }
});

test("of a large type less deep inside is shown, and what is cut says so", () => {
  const value = exampleOf({ $ref: "#/schemas/S0" }, withSchemas(BOMBS["references"]!)) as Record<string, Record<string, unknown>>;
  expect(Object.keys(value)).toHaveLength(10);
  expect(JSON.stringify(value["p9"])).toContain(CUT);
});

test("values of the author count, unless they are the whole", () => {
  const long: JsonSchema = { examples: ["x".repeat(1_000_000)] };
  expect(exampleOf(long, EMPTY)).toHaveLength(1_000_000);
  expect(exampleOf({ $ref: "#/schemas/A" }, withSchemas({ A: object({ a: long }) }))).toEqual({ a: CUT });
});
