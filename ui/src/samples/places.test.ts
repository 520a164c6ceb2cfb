import { describe, expect, test } from "vitest";
import type { Content, HttpContract, JsonValue } from "../document";
import { documentWith } from "../testing";
import { linked, pathsTo, placesOf } from "./places";
import { samplesOf } from "./samples";

const document = documentWith({ service: { slug: "shop", name: "Shop", servers: [{ url: "https://api.test/42" }] } });
const VALUE: JsonValue = {
  name: `it's "name": \\ {`,
  "two words": 1.5,
  items: [
    { name: "first", gone: null, yes: true },
    { name: "second", gone: null, yes: false },
  ],
  tags: ["a", "b"],
  empty: {},
  last: -1,
};
const PATHS = [
  "body/name",
  "body/two%20words",
  "body/items",
  "body/items/0/name",
  "body/items/0/gone",
  "body/items/0/yes",
  "body/items/1/name",
  "body/items/1/gone",
  "body/items/1/yes",
  "body/tags",
  "body/empty",
  "body/last",
];

function samplesWith(content: Content): ReturnType<typeof samplesOf> {
  const contract: HttpContract = {
    kind: "http",
    name: "Api",
    pathPrefix: "",
    methods: [
      {
        name: "call",
        httpMethod: "POST",
        httpPath: "/shops/{id}/things/{thing}",
        pathParams: [
          { name: "id", required: true, schema: { examples: ["42"] } },
          { name: "thing", required: true, schema: { examples: ["a b"] } },
        ],
        queryParams: [{ name: "page size", required: true, schema: { examples: [7] } }],
        headerParams: [{ name: "X-Trace", required: true, schema: { examples: ["x'1"] } }],
        errors: [],
        requestBody: { required: true, contents: [content] },
      },
    ],
  };
  return samplesOf(document, contract, contract.methods[0]!);
}

describe("members of a body", () => {
  test.each(samplesWith({ mediaType: "application/json", schema: { examples: [VALUE] } }))("$label", ({ code, places }) => {
    const found = places();
    expect(found.map(({ path }) => path).filter((path) => path.startsWith("body/")).sort()).toEqual([...PATHS].sort());
    const textOf = (wanted: string): string => {
      const { start = 0, end = 0 } = found.find(({ path }) => path === wanted) ?? {};
      return code.slice(start, end);
    };
    expect(textOf("body/items/1/name")).toMatch(/^\\?"?name\\?"?: ?\\?"second\\?"$/);
    expect(textOf("body/two%20words")).toMatch(/^\\?"two words\\?": ?1\.5$/);
    expect(textOf("body/last")).toMatch(/last\\?"?: ?-1$/);
    expect(textOf("body/name")).toMatch(/\{\\?"$/);
    expect(textOf("body/items")).toMatch(/\]$/);
    expect(textOf("body/items/0/yes")).toMatch(/[tT]rue$/);
  });
});

describe("parameters", () => {
  test.each(samplesWith({ mediaType: "application/json", schema: {} }))("$label", ({ code, places }) => {
    const texts = Object.fromEntries(places().map(({ path, start, end }) => [path, code.slice(start, end)]));
    expect(texts["parameters/id"]).toBe("42");
    expect(texts["parameters/thing"]).toBe("a%20b");
    expect(texts["parameters/page%20size"]).toMatch(/^page(?: |%20)size.*7$/);
    expect(texts["parameters/X-Trace"]).toMatch(/^X-Trace.*1$/);
  });
});

test.each(samplesWith({ mediaType: "application/x-www-form-urlencoded", schema: { examples: [{ note: "one two" }] } }))(
  "fields of a form in $label",
  ({ code, places }) => {
    const place = places().find(({ path }) => path === "body/note");
    expect(code.slice(place?.start, place?.end)).toMatch(/^note.*one(?: |%20)two$/);
  },
);

test("what a frame adds has no place", () => {
  const value = { id: 1, payload: { id: "a" } };
  const code = JSON.stringify(value);
  const places = placesOf(code, value, "message", ["payload"]);
  expect(places.map(({ path, start, end }) => [path, code.slice(start, end)])).toEqual([["message/id", '"id":"a"']]);
});

test("pieces are cut where places begin and end, and lose nothing", () => {
  const value = { a: [{ b: 1 }], c: "x" };
  const code = JSON.stringify(value);
  const pieces = linked(code, placesOf(code, value, "body"));
  expect(pieces.map(({ text }) => text).join("")).toBe(code);
  expect(pieces.filter(({ path }) => path === "body/a/0/b").map(({ text }) => text)).toEqual(['"b"', ":", "1"]);
});

test.each([
  ["body", true],
  ["body/items", true],
  ["body/items/*/name", true],
  ["body/*/1/gone", true],
  ["body/*/*/name", true],
  ["parameters", false],
  ["body/name", false],
  ["body/items/*/other", false],
  ["body/items/0/name/more", false],
])("whether a sample holds %s", (path, expected) => {
  const places = ["body/items/0/name", "body/items/1/gone"].map((held) => ({ path: held, start: 0, end: 0 }));
  expect(pathsTo(places).has(path)).toBe(expected);
});
