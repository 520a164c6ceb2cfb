import { expect, test } from "vitest";
import type { JsonSchema } from "./json-schema";
import { withSchemas } from "../testing";
import { factsOf } from "./facts";

const DOCUMENT = withSchemas({
  Sku: {
    type: "string",
    minLength: 3,
    maxLength: 20,
    examples: ["MUG-1"],
    description: "An article.",
    "x-brand": ["Sku"],
  },
  Order: { type: "object", properties: {}, description: "An order.", examples: [{}] },
});

test.each<[string, JsonSchema, readonly string[]]>([
  ["both bounds", { minimum: 1, maximum: 99 }, ["1–99"]],
  ["exclusive bounds", { exclusiveMinimum: 0, exclusiveMaximum: 1 }, ["> 0, < 1"]],
  ["one length", { minLength: 2, maxLength: 2 }, ["2 characters"]],
  ["a longest length", { maxLength: 1 }, ["≤ 1 character"]],
  ["a least number of items, unique", { minItems: 1, uniqueItems: true }, ["≥ 1 item", "unique"]],
  ["of a brand behind null", { anyOf: [{ $ref: "#/schemas/Sku" }, { type: "null" }] }, ["3–20 characters"]],
  [
    "of a decimal number or null",
    { anyOf: [{ anyOf: [{ type: "number", maximum: 9 }, { type: "string" }] }, { type: "null" }] },
    ["≤ 9"],
  ],
  ["of either", { anyOf: [{ type: "integer", minimum: 3 }, { type: "string", maxLength: 5 }] }, ["≥ 3", "≤ 5 characters"]],
  ["of items", { maxItems: 4, items: { type: "string", maxLength: 5 } }, ["≤ 4 items", "each ≤ 5 characters"]],
  ["none", {}, []],
])("constraints: %s", (_, schema, expected) => {
  expect(factsOf(schema, DOCUMENT).constraints).toEqual(expected);
});

test("a mention's own words stand before the brand's", () => {
  const facts = factsOf({ $ref: "#/schemas/Sku", description: "What was bought.", examples: ["CUP-2"] }, DOCUMENT);
  expect(facts.description).toBe("What was bought.");
  expect(facts.examples).toEqual(["CUP-2"]);
});

test("a brand lends its description and examples, a model does not", () => {
  expect(factsOf({ $ref: "#/schemas/Sku" }, DOCUMENT)).toMatchObject({
    description: "An article.",
    examples: ["MUG-1"],
  });
  expect(factsOf({ $ref: "#/schemas/Order" }, DOCUMENT)).toMatchObject({ description: undefined, examples: [] });
});

const FEW = { enum: ["asc", "desc"] };
const MANY = { type: "string", enum: ["a", "b", "c", "d", "e", "f"] } as const;

test.each<[string, JsonSchema, readonly string[]]>([
  ["few are in the type line", FEW, []],
  ["few and null", { anyOf: [FEW, { type: "null" }] }, []],
  ["few of a named type", { $ref: "#/schemas/Direction" }, FEW.enum],
  ["few with texts", { ...FEW, "x-enum-varnames": ["UP", "DOWN"] } as JsonSchema, FEW.enum],
  ["many", MANY, MANY.enum],
  ["many of an alternative", { anyOf: [MANY, { type: "integer" }] }, MANY.enum],
  ["many of items", { type: "array", items: MANY }, MANY.enum],
  ["few of a named type in a list", { type: "array", items: { $ref: "#/schemas/Direction" } }, FEW.enum],
  ["few of a named type or null in a list", { type: "array", items: { anyOf: [{ $ref: "#/schemas/Direction" }, { type: "null" }] } }, FEW.enum],
  ["few of a named type in a list that may be absent", { anyOf: [{ type: "array", items: { $ref: "#/schemas/Direction" } }, { type: "null" }] }, FEW.enum],
  ["few of a named type in a mapping", { type: "object", additionalProperties: { $ref: "#/schemas/Direction" } }, FEW.enum],
  ["few in a list", { type: "array", items: FEW }, []],
  ["none of a list of itself", { $ref: "#/schemas/Tree" }, []],
  ["many in a mapping", { type: "object", additionalProperties: { anyOf: [MANY, { type: "null" }] } }, MANY.enum],
])("values: %s", (_, schema, expected) => {
  expect(factsOf(schema, withSchemas({ Direction: FEW, Tree: { type: "array", items: { $ref: "#/schemas/Tree" } } })).values).toEqual(expected);
});

test("null is no example: it is in the type", () => {
  expect(factsOf({ examples: [null, 1] }, DOCUMENT).examples).toEqual([1]);
});

test("null is a default, none is none", () => {
  expect(factsOf({ default: null }, DOCUMENT).fallback).toBeNull();
  expect(factsOf({}, DOCUMENT).fallback).toBeUndefined();
  expect(factsOf({ const: "card", default: "card" }, DOCUMENT).fallback).toBeUndefined();
});
