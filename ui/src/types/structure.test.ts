import { describe, expect, test } from "vitest";
import { withSchemas } from "../testing";
import { reaches, saidInside, unfold, variantFields } from "./structure";

const DOCUMENT = withSchemas({
  UserId: { type: "string", "x-brand": ["UserId"] },
  Card: { type: "object", title: "Card", properties: { kind: { const: "card" } }, required: ["kind"] },
  Cash: { type: "object", title: "Cash", properties: { kind: { const: "cash" }, by: { $ref: "#/schemas/UserId" } } },
  Tree: { type: "object", properties: { children: { type: "array", items: { $ref: "#/schemas/Tree" } } } },
  Either: {
    oneOf: [{ $ref: "#/schemas/Either" }, { $ref: "#/schemas/Card" }],
    discriminator: { propertyName: "kind" },
  },
  Pair: { type: "array", prefixItems: [{ $ref: "#/schemas/Pair" }] },
  Loop: { $ref: "#/schemas/Loop" },
  "Order-Output": { type: "object", "x-type": "Order", properties: {} },
});
const CARD = { $ref: "#/schemas/Card" };
const CASH = { $ref: "#/schemas/Cash" };

describe("unfold", () => {
  test("fields, with what is required", () => {
    const { structure, names } = unfold(CARD, DOCUMENT);
    expect(structure).toEqual({
      kind: "fields",
      fields: [{ name: "kind", schema: { const: "card" }, required: true }],
    });
    expect(names).toEqual(["Card"]);
  });

  test("through null, lists and records", () => {
    const schema = {
      anyOf: [{ type: "array", items: { type: "object", additionalProperties: CARD } }, { type: "null" }],
    };
    const { structure } = unfold(schema, DOCUMENT);
    expect(structure.kind).toBe("fields");
  });

  test("variants by the discriminator's mapping", () => {
    const mapping = { card: CARD.$ref, visa: CARD.$ref, cash: CASH.$ref };
    const { structure } = unfold({ oneOf: [CARD, CASH], discriminator: { propertyName: "kind", mapping } }, DOCUMENT);
    expect(structure).toMatchObject({
      kind: "variants",
      property: "kind",
      variants: [
        { tags: ["card", "visa"], label: "Card" },
        { tags: ["cash"], label: "Cash" },
      ],
    });
  });

  test("the tag of a variant is required, also where the type alone has a default for it", () => {
    const { structure } = unfold(CASH, DOCUMENT);
    const fields = structure.kind === "fields" ? structure.fields : [];
    const required = (tag: string | undefined): readonly string[] =>
      variantFields(fields, tag).flatMap((field) => (field.required ? [field.name] : []));
    expect(required("kind")).toEqual(["kind"]);
    expect(required(undefined)).toEqual([]);
  });

  test("variants by the constants of the property, without a mapping", () => {
    const { structure } = unfold({ oneOf: [CARD, CASH], discriminator: { propertyName: "kind" } }, DOCUMENT);
    expect(structure).toMatchObject({ variants: [{ tags: ["card"] }, { tags: ["cash"] }] });
  });

  test.each([
    ["a union of scalars", { anyOf: [{ type: "string" }, { type: "integer" }] }],
    ["a tuple of scalars", { type: "array", prefixItems: [{ type: "string" }] }],
    ["a tuple of itself", { $ref: "#/schemas/Pair" }],
    ["a reference to itself", { $ref: "#/schemas/Loop" }],
    ["a reference to nothing", { $ref: "#/schemas/constructor" }],
    ["anything", true],
  ])("%s has no parts", (_, schema) => {
    expect(unfold(schema, DOCUMENT).structure.kind).toBe("leaf");
  });

  test("a union of itself and another ends", () => {
    const { structure } = unfold({ $ref: "#/schemas/Either" }, DOCUMENT);
    expect(structure).toMatchObject({ kind: "variants", variants: [{ tags: [] }, { tags: ["card"] }] });
  });

  test("fields of every part of an intersection", () => {
    const schema = { allOf: [CARD, { properties: { extra: { type: "string" } } }] };
    const { structure } = unfold(schema, DOCUMENT);
    expect(structure.kind === "fields" && structure.fields.map((field) => field.name)).toEqual(["kind", "extra"]);
  });
});

describe("reaches", () => {
  test.each([
    ["a type inside a variant", { oneOf: [CARD, CASH] }, "UserId", true],
    ["another type", { oneOf: [CARD, CASH] }, "Tree", false],
    ["the type of a facet", { $ref: "#/schemas/Order-Output" }, "Order", true],
    ["nothing in a recursive type", { $ref: "#/schemas/Tree" }, "UserId", false],
  ])("%s", (_, schema, wanted, expected) => {
    expect(reaches(schema, wanted, DOCUMENT)).toBe(expected);
  });
});

describe("what is said of the model that is unfolded", () => {
  const document = withSchemas({
    Card: { type: "object", description: "Paid by card.", properties: {} },
    Way: { $ref: "#/schemas/Card" },
  });

  test.each([
    ["of a model", { $ref: "#/schemas/Card" }, "Paid by card."],
    ["of one in a list", { type: "array", items: { $ref: "#/schemas/Card" } }, "Paid by card."],
    ["of one beside null", { anyOf: [{ $ref: "#/schemas/Card" }, { type: "null" }] }, "Paid by card."],
    ["of one behind an alias", { $ref: "#/schemas/Way" }, "Paid by card."],
    ["of nothing that has a name", { type: "object", description: "Its own.", properties: {} }, undefined],
  ])("%s", (_, schema, expected) => {
    expect(saidInside(schema, document)).toBe(expected);
  });
});
