import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { documentWith, refTo } from "../testing";
import type { JsonSchema, JsonValue } from "../types/json-schema";
import { asNumber, isShownAs, losslessValue, shapeOf, variantOf, withMember, type Shape } from "./shape";

const CARD: JsonSchema = { type: "object", properties: { kind: { const: "card" }, number: { type: "string" } }, required: ["kind", "number"] };
const SWISH: JsonSchema = { type: "object", properties: { kind: { const: "swish" } }, required: ["kind"] };
const document = documentWith({
  schemas: { OrderId: { type: "string", "x-brand": ["OrderId"] }, Card: CARD, Swish: SWISH, Loop: { anyOf: [refTo("Loop"), { type: "null" }] } },
});
const PAYMENT: JsonSchema = { oneOf: [refTo("Card"), refTo("Swish")], discriminator: { propertyName: "kind", mapping: { card: "#/schemas/Card", swish: "#/schemas/Swish" } } };

test.each<[string, JsonSchema | boolean, Shape["kind"], boolean]>([
  ["a text", { type: "string" }, "text", false],
  ["a brand", refTo("OrderId"), "text", false],
  ["what may be null", { anyOf: [{ type: "string" }, { type: "null" }] }, "text", true],
  ["two types", { type: ["integer", "null"] }, "number", true],
  ["a decimal", { anyOf: [{ type: "number" }, { type: "string", pattern: "^\\d" }] }, "text", false],
  ["an enumeration", { enum: ["a", null] }, "choice", true],
  ["constants", { anyOf: [{ const: 1 }, { const: 2 }] }, "choice", false],
  ["a list", { type: "array", items: { type: "string" } }, "list", false],
  ["a tuple", { type: "array", prefixItems: [{ type: "string" }] }, "tuple", false],
  ["an object", refTo("Card"), "object", false],
  ["a mapping", { type: "object", additionalProperties: { type: "integer" } }, "object", false],
  ["inherited fields", { allOf: [refTo("Card"), { properties: { more: true } }] }, "object", false],
  ["a tagged union", PAYMENT, "variants", false],
  ["a union", { anyOf: [{ type: "boolean" }, refTo("Card")] }, "variants", false],
  ["anything", true, "any", false],
  ["itself", refTo("Loop"), "any", true],
])("%s", (_, schema, kind, nullable) => {
  expect(shapeOf(schema, document)).toMatchObject({ shape: { kind }, nullable });
});

test("an alternative is known by its tag, or by what fits", () => {
  const { shape } = shapeOf(PAYMENT, document);
  if (shape.kind !== "variants") throw new Error(shape.kind);
  expect(shape.variants.map(({ tags }) => tags)).toEqual([["card"], ["swish"]]);
  expect([{ kind: "swish" }, { kind: "card" }, undefined].map((value) => variantOf(value, shape, document))).toEqual([1, 0, 0]);
  const plain = shapeOf({ anyOf: [{ type: "boolean" }, refTo("Card")] }, document).shape as typeof shape;
  expect(variantOf({ kind: "card", number: "1" }, plain, document)).toBe(1);
});

test("new members are in the order of the fields", () => {
  const fields = ["a", "b", "c"].map((name) => ({ name, schema: true, required: false }));
  expect(Object.keys(withMember({ a: 1, c: 3, x: 4 }, "b", 2, fields))).toEqual(["a", "b", "c", "x"]);
  expect(withMember({ a: 1, b: 2 }, "a", undefined)).toEqual({ b: 2 });
  expect(Object.keys(withMember({}, "__proto__", 1))).toEqual(["__proto__"]);
});

describe("a form loses nothing", () => {
  test("JSON → form → JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value, null, 2);
        const read = losslessValue(text);
        if (read !== undefined) expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each(['{"a": 12345678901234567890}', '{"a": 1, "a": 2}', "{", "[0.1234567890123456789]", ""])("%s stays text", (text) => {
    expect(losslessValue(text)).toBeUndefined();
  });

  test.each<[string, JsonValue]>([["1", 1], ["-1.50", -1.5], ["1e3", 1000], ["", ""], ["1a", "1a"], ["9007199254740993", "9007199254740993"], ["007", "007"]])("the number %s", (text, value) => {
    expect(asNumber(text)).toBe(value);
  });

  test("a value of another kind is shown as JSON", () => {
    expect(isShownAs("text", shapeOf(refTo("Card"), document).shape)).toBe(false);
    expect(isShownAs({}, shapeOf({ type: "array" }, document).shape)).toBe(false);
  });
});
