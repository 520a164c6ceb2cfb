import { expect, test } from "vitest";
import type { SchemaOrBoolean } from "./json-schema";
import { withSchemas } from "../testing";
import { expressionOf, textOf } from "./expression";

const DOCUMENT = withSchemas({
  UserId: { type: "string", title: "UserId", "x-brand": ["UserId"] },
  AdminId: { $ref: "#/schemas/UserId", title: "AdminId", "x-brand": ["UserId", "AdminId"] },
  Order: { type: "object", title: "Order", properties: { id: { type: "string" } } },
  Page_Order: { type: "object", title: "Page[Order]", properties: {} },
  Trusted: { $ref: "#/schemas/Order", title: "Trusted", "x-brand": ["Trusted"] },
  Loop: { $ref: "#/schemas/Loop", "x-brand": ["Loop"] },
});

const ref = (name: string): SchemaOrBoolean => ({ $ref: `#/schemas/${name}` });

test.each<[string, SchemaOrBoolean, string]>([
  ["a primitive", { type: "string" }, "string"],
  ["a format", { type: "string", format: "uuid" }, "string(uuid)"],
  ["anything", true, "any"],
  ["anything, as an object", {}, "any"],
  ["nothing", false, "never"],
  ["a brand", ref("UserId"), "string & UserId"],
  ["a brand over a brand", ref("AdminId"), "string & UserId & AdminId"],
  ["a brand over a model", ref("Trusted"), "Order & Trusted"],
  ["a brand over itself does not hang", ref("Loop"), "Loop & Loop"],
  ["a model", ref("Order"), "Order"],
  ["a generic by its title", ref("Page_Order"), "Page[Order]"],
  ["a name that is declared nowhere", ref("__proto__"), "__proto__"],
  ["a list", { type: "array", items: ref("Order") }, "Order[]"],
  ["a list of a union in parentheses", { type: "array", items: ref("UserId") }, "(string & UserId)[]"],
  ["a list of anything", { type: "array" }, "any[]"],
  ["a tuple", { type: "array", prefixItems: [{ type: "integer" }, { type: "string" }] }, "[integer, string]"],
  [
    "a tuple with a tail",
    { type: "array", prefixItems: [{ type: "integer" }], items: { type: "string" } },
    "[integer, ...string[]]",
  ],
  ["a record", { type: "object", additionalProperties: { type: "integer" } }, "dict[string, integer]"],
  [
    "a record with a branded key",
    { type: "object", propertyNames: ref("UserId"), additionalProperties: true },
    "dict[string & UserId, any]",
  ],
  ["an open object", { type: "object" }, "object"],
  ["null last", { anyOf: [{ type: "null" }, { type: "string" }] }, "string | null"],
  ["equal alternatives once", { anyOf: [{ type: "string" }, { type: "string", minLength: 3 }] }, "string"],
  ["a list of types", { type: ["string", "null"] }, "string | null"],
  ["a constant", { const: "card" }, '"card"'],
  ["the values of an enumeration", { enum: ["a", 1, null] }, '"a" | 1 | null'],
  ["the type of many values", { type: "integer", enum: [1, 2, 3, 4, 5, 6] }, "integer"],
  ["the types of many values", { enum: ["a", "b", "c", "d", "e", 6, null] }, "string | number | null"],
  ["an intersection", { allOf: [ref("Order"), { type: "object" }] }, "Order & object"],
])("%s", (_, schema, expected) => {
  expect(textOf(expressionOf(schema, DOCUMENT))).toBe(expected);
});
