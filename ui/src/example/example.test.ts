import { Ajv2020 } from "ajv/dist/2020";
import formats from "ajv-formats";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ApiDocsDocument, JsonSchema, SchemaOrBoolean } from "../document";
import { withSchemas } from "../testing";
import { exampleOf } from "./index";

function problemsOf(value: unknown, schema: SchemaOrBoolean, document: ApiDocsDocument): readonly unknown[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  const text = JSON.stringify({ $defs: document.schemas, allOf: [schema] }).replaceAll("#/schemas/", "#/$defs/");
  try {
    const validate = ajv.compile(JSON.parse(text));
    return validate(value) ? [] : (validate.errors ?? []);
  } catch (error) {
    if (error instanceof RangeError) return []; // the validator itself does not end on unions of themselves
    throw error;
  }
}

const EMPTY = withSchemas({});

test.each<[string, JsonSchema, unknown]>([
  ["a declared example first", { type: "string", examples: ["a"], default: "b" }, "a"],
  ["then the default", { type: "string", default: "b" }, "b"],
  ["no default of null", { anyOf: [{ type: "string" }, { type: "null" }], default: null }, "string"],
  ["a constant", { const: 3 }, 3],
  ["a format", { type: "string", format: "date" }, "2026-01-31"],
  ["a pattern", { type: "string", pattern: "^ord_[0-9a-z]{12}$" }, "ord_0123456789ab"],
  ["a least length", { type: "string", minLength: 10 }, "stringxxxx"],
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

const small = fc.integer({ min: 0, max: 6 });
const bound = fc.integer({ min: -50, max: 50 });
const numeric = fc.constantFrom("integer", "number");

const scalar: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.record({ type: fc.constant("string"), minLength: small }, { requiredKeys: ["type"] }),
  fc.tuple(small, small).map(([low, more]) => ({ type: "string", minLength: low, maxLength: low + more })),
  fc.constantFrom("date", "date-time", "uuid", "email", "ipv4", "uri").map((format) => ({ type: "string", format })),
  fc.constantFrom("^[a-z]{3}$", "^\\d+$", "^(a|b)c?$").map((pattern) => ({ type: "string", pattern })),
  fc.tuple(bound, small, numeric).map(([low, more, type]) => ({ type, minimum: low, maximum: low + more })),
  fc.tuple(bound, numeric).map(([low, type]) => ({ type, exclusiveMinimum: low, exclusiveMaximum: low + 2 })),
  fc.tuple(fc.integer({ min: 1, max: 9 }), bound).map(([multipleOf, minimum]) => ({
    type: "integer",
    multipleOf,
    minimum,
  })),
  fc.constantFrom<JsonSchema>({ type: "boolean" }, { type: "null" }, { const: "x" }, { enum: [1, "two", null] }, {}),
);

/** Schemas that may mention the named ones A, B and C. */
const { schema: anySchema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.constantFrom("A", "B", "C").map((name) => ({ $ref: `#/schemas/${name}` })),
    fc.record({ type: fc.constant("array"), items: tie("schema") }),
    fc.record({ type: fc.constant("array"), items: scalar, maxItems: small }),
    small.map((minItems) => ({ type: "array", items: { type: "integer" }, minItems, uniqueItems: true })),
    fc
      .array(tie("schema"), { minLength: 1, maxLength: 3 })
      .map((prefixItems) => ({ type: "array", prefixItems, items: false, minItems: prefixItems.length })),
    fc.record({ type: fc.constant("object"), additionalProperties: tie("schema") }),
    fc
      .tuple(fc.dictionary(fc.constantFrom("a", "b", "__proto__"), tie("schema")), fc.boolean())
      .map(([properties, all]) => ({ type: "object", properties, ...(all && { required: Object.keys(properties) }) })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf: [...anyOf, { type: "null" }] })),
  ),
}));

test("what is made satisfies the schema", () => {
  const named = fc.record({ A: anySchema, B: anySchema, C: anySchema });
  fc.assert(
    fc.property(named, anySchema, (schemas, schema) => {
      fc.pre(!Object.values(schemas).some((each) => each.$ref)); // names for names alone: the validator does not end
      const document = withSchemas(schemas);
      const value = exampleOf(schema, document);
      if (value === null) return; // also says that no finite value exists
      expect(problemsOf(value, schema, document)).toEqual([]);
    }),
    { numRuns: 300, seed: 20261121 },
  );
}, 60_000);

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
