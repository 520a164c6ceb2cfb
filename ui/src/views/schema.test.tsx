/** Every sort of type as a reader sees it: its expression, its facts, its parts. */

import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../types/json-schema";
import { show, showDocument, type Shown } from "../rendered";
import { documentWith, refTo } from "../testing";

const PETS = { discriminator: { propertyName: "kind", mapping: { cat: "#/schemas/Cat", dog: "#/schemas/Dog" } } };

const FIELDS: readonly [name: string, schema: JsonSchema, expression: string, facts: readonly string[]][] = [
  ["plain", { type: "string" }, "string", ["required"]],
  ["maybe", { anyOf: [{ type: "string" }, { type: "null" }] }, "string | null", ["required"]],
  ["left_out", { type: "integer", default: 7 }, "integer", ["optional", "default 7"]],
  ["bounded", { type: "integer", minimum: 3, exclusiveMaximum: 8, multipleOf: 2 }, "integer", ["≥ 3, < 8", "multiple of 2"]],
  ["short", { type: "string", minLength: 2, maxLength: 5 }, "string", ["2–5 characters"]],
  ["coded", { type: "string", pattern: "^[A-Z]{3}$" }, "string", ["matches ^[A-Z]{3}$"]],
  ["opened", { type: "string", format: "date" }, "string(date)", []],
  ["diet", refTo("Diet"), "Diet", ["plants", "meat"]],
  ["size", { type: "string", enum: ["small", "large"] }, '"small" | "large"', []],
  ["tags", { type: "array", items: { type: "string" }, maxItems: 4 }, "string[]", ["≤ 4 items"]],
  ["counts", { type: "object", additionalProperties: { type: "integer" } }, "dict[string, integer]", []],
  [
    "pair",
    { type: "array", prefixItems: [{ type: "integer" }, { type: "string" }], minItems: 2, maxItems: 2 },
    "[integer, string]",
    [],
  ],
  ["cage", refTo("Cage"), "Cage", []],
  ["pet", { oneOf: [refTo("Cat"), refTo("Dog")], ...PETS } as JsonSchema, "Cat | Dog", []],
  ["either", { anyOf: [{ type: "integer" }, { type: "array", items: { type: "string" } }] }, "integer | string[]", []],
  ["keeper", refTo("KeeperId"), "string & KeeperId", []],
  ["head", refTo("HeadKeeperId"), "string & KeeperId & HeadKeeperId", []],
  ["shown", { type: "string", examples: ["first example", "second example"] }, "string", []],
  ["old", { type: "string", deprecated: true, default: "" }, "string", ["deprecated"]],
  ["told", { type: "string", description: "**Bold** and `code`.\n\n- a list\n\n<b id=evil>no tag</b>" }, "string", []],
];

const object = (title: string, properties: Record<string, JsonSchema>): JsonSchema => ({
  type: "object",
  title,
  properties,
  required: Object.keys(properties).filter((name) => !("default" in properties[name]!)),
});

const ZOO = documentWith({
  groups: [
    {
      name: "API",
      slug: "api",
      contracts: [
        {
          kind: "http",
          name: "ZooApi",
          pathPrefix: "/zoo",
          methods: [
            {
              name: "save",
              httpMethod: "PUT",
              httpPath: "/zoo",
              errors: [],
              requestBody: { required: true, contents: [{ mediaType: "application/json", schema: refTo("Zoo") }] },
            },
          ],
        },
      ],
    },
  ],
  schemas: {
    Zoo: object("Zoo", Object.fromEntries(FIELDS.map(([name, schema]) => [name, schema]))),
    Diet: { type: "string", title: "Diet", enum: ["plants", "meat"] },
    Cage: object("Cage", {
      name: { type: "string" },
      inner: { type: "array", items: refTo("Cage"), default: [] },
      lock: refTo("Lock"),
    }),
    Lock: object("Lock", { made_of: refTo("Metal") }),
    Metal: object("Metal", { carats: { type: "integer", minimum: 1, maximum: 24 } }),
    Cat: object("Cat", { kind: { const: "cat" }, lives: { type: "integer" } }),
    Dog: object("Dog", { kind: { const: "dog" }, loud: { type: "boolean" } }),
    KeeperId: { type: "string", title: "KeeperId", "x-brand": ["KeeperId"] },
    HeadKeeperId: { type: "string", title: "HeadKeeperId", "x-brand": ["KeeperId", "HeadKeeperId"] },
  },
  uses: {
    schemas: { Zoo: ["Diet", "Cage", "Cat", "Dog", "KeeperId", "HeadKeeperId"] },
    methods: { "api/ZooApi/save": { body: ["Zoo", "Diet"] } },
  },
});

async function body(): Promise<Shown> {
  return (await showDocument("shop/api/ZooApi/save", ZOO)).region("Request body");
}

test("each sort of type is one line", async () => {
  const shown = await body();
  for (const [name, , expression, facts] of FIELDS) {
    const row = shown.field(name);
    expect(row.one(".type-line .type").text.replace(/\s*↔\s*\d+/g, ""), name).toBe(expression);
    row.says(...facts);
  }
});

test("declared examples are tags", async () => {
  const tags = (await body()).field("shown").all(".example");
  expect(tags.map(({ text }) => text)).toEqual(["first example", "second example"]);
});

test("a description is Markdown, and its tags are text", async () => {
  const told = (await body()).field("told");
  expect(told.one("strong").text).toBe("Bold");
  expect(told.one("ul li").text).toBe("a list");
  told.says("<b id=evil>no tag</b>");
  expect(told.find("#evil")).toBeUndefined();
});

describe("parts", () => {
  test("are folded beyond a depth", async () => {
    const shown = await body();
    const cage = (): Shown => shown.field("cage");
    expect(cage().find(".nested")).toBeUndefined();
    await cage().click("button", "Show 3 fields");
    cage().one(".nested").field("inner").says("recursive");
    await cage().one(".nested").field("lock").click("button", "Show 1 field");
    await cage().one(".nested").field("made_of").click("button", "Show 1 field");
    cage().one(".nested .nested .nested").field("carats").says("1–24");
    await cage().click("button", "Hide 3 fields");
    expect(cage().find(".nested")).toBeUndefined();
  });

  test("variants are named by the discriminator", async () => {
    const shown = await body();
    const pet = (): Shown => shown.field("pet");
    await pet().click("button", "Show 2 variants");
    pet().says("kind =");
    expect(pet().all("[role=tab]").map(({ text }) => text)).toEqual(['"cat"', '"dog"']);
    pet().one(".nested").field("lives");
    await pet().click("[role=tab]", '"dog"');
    pet().one(".nested").field("loud");
  });
});

test("the page of a type has its definition and who uses it", async () => {
  const page = await showDocument("shop/~schema/Diet", ZOO);
  page.region("Definition").says('"plants" | "meat"');
  expect(page.region("Used by").all("li").length).toBe(1);
});

test("values of an enumeration have names and descriptions", async () => {
  const page = await show("platform/~schema/Address", (document) => {
    Object.assign(document.schemas.Address.properties, {
      kind: {
        type: "integer",
        enum: [0, 1, 2],
        "x-enum-varnames": ["HOME", "WORK", "OTHER"],
        "x-enum-descriptions": ["Where one *lives*.", "", "<b>Elsewhere</b>."],
      },
      side: { type: "string", enum: ["l", "r"], "x-enumDescriptions": { l: "On the left." } },
      plain: { type: "string", enum: ["a", "b"], "x-enum-varnames": ["a", "b"] },
    });
  });
  const texts = (name: string, selector: string): readonly string[] =>
    page.region("Definition").field(name).all(selector).map(({ text }) => text);
  expect(texts("kind", ".values > p")).toEqual(["0 HOME Where one lives.", "1 WORK", "2 OTHER <b>Elsewhere</b>."]);
  expect(texts("side", ".values > p")).toEqual(["l On the left."]);
  expect(texts("side", ".value")).toEqual(["l", "r"]);
  expect(texts("plain", "p")).toEqual([]);
  expect(texts("plain", ".value")).toEqual(["a", "b"]);
});
