import { describe, expect, test } from "vitest";
import internal from "../../../tests/native/golden/internal.json";
import internalUses from "../../../tests/native/golden/internal.uses.json";
import platform from "../../../tests/native/golden/platform.json";
import platformUses from "../../../tests/native/golden/platform.uses.json";
import type { ApiDocsDocument } from "../document";
import type { JsonSchema } from "../types/json-schema";
import { documentWith, httpMethod } from "../testing";
import { referencesOf } from "../types/traversal";
import { namesOf } from "./model";
import { createUses, keyOfMethod } from "./uses";

const EXAMPLES: readonly (readonly [string, unknown, Readonly<Record<string, unknown>>])[] = [
  ["platform", platform, platformUses],
  ["internal", internal, internalUses],
];

test.each(EXAMPLES)("every type of the example has the users that brute force finds: %s", (_, file, expected) => {
  const document = file as ApiDocsDocument;
  const uses = createUses(document);
  const found = namesOf(document).map((name) => [name, uses.ofType(name).map(keyOfMethod)]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(Object.entries(expected).map(([name, counts]) => [name, Object.keys(counts as object)])));
});

test.each(EXAMPLES)("every error of the example has the methods that declare it: %s", (_, file) => {
  const document = file as ApiDocsDocument;
  const uses = createUses(document);
  for (const key of Object.keys(document.errors)) {
    const expected = document.groups.flatMap((group) =>
      group.contracts.flatMap((contract) =>
        contract.methods.filter(({ errors }) => errors.includes(key)).map(({ name }) => `${contract.name}.${name}`),
      ),
    );
    expect(uses.ofError(key).map(({ contract, method }) => `${contract}.${method}`)).toEqual(expected);
  }
});

const TARGET = { $ref: "#/schemas/Target" };

describe("a reference is found where a schema stands, and only there", () => {
  test.each<[string, object, number]>([
    ["a property named $ref", { properties: { $ref: { type: "string" } } }, 0],
    ["a default", { default: TARGET }, 0],
    ["an example", { examples: [TARGET] }, 0],
    ["a constant", { const: TARGET }, 0],
    ["the mapping of a discriminator", { discriminator: { propertyName: "a", mapping: { a: "#/schemas/Target" } } }, 0],
    ["an extension", { "x-note": TARGET }, 0],
    ["a reference to elsewhere", { $ref: "#/definitions/Target" }, 0],
    ["nothing that is a schema", { properties: null, items: 7, $ref: 1 }, 0],
    ["a property named default", { properties: { default: TARGET } }, 1],
    ["a property named source", { properties: { source: TARGET } }, 1],
    ["a property named properties", { properties: { properties: TARGET } }, 1],
    ["the keys and the values of a map", { propertyNames: TARGET, additionalProperties: TARGET }, 2],
    ["keys that are numbers in Python", { "x-keys": TARGET }, 1],
    ["JSON in a string", { contentSchema: TARGET }, 1],
    ["a tuple", { prefixItems: [TARGET, true, TARGET] }, 2],
  ])("%s", (_, schema, count) => {
    expect(referencesOf(schema as JsonSchema)).toHaveLength(count);
  });
});

function chained(size: number): ApiDocsDocument {
  const numbers = [...Array(size).keys()];
  return documentWith({
    schemas: Object.fromEntries(numbers.map((number) => [`T${number}`, {}])),
    groups: [
      {
        name: "G",
        slug: "g",
        contracts: [
          { kind: "http", name: "Api", pathPrefix: "", methods: numbers.map((number) => httpMethod(`m${number}`)) },
        ],
      },
    ],
    uses: {
      schemas: Object.fromEntries(numbers.map((number) => [`T${number}`, [`T${(number + 1) % size}`, `T${number >> 1}`]])),
      methods: Object.fromEntries(numbers.map((number) => [`g/Api/m${number}`, { successResponse: [`T${number}`] }])),
    },
  });
}

test("thousands of types that all contain each other have all methods as users", () => {
  expect(createUses(chained(5000)).ofType("T1")).toHaveLength(5000);
});

test("a document without references has no users", () => {
  const { uses: _, ...rest } = chained(3);
  expect(createUses(rest as ApiDocsDocument).ofType("T1")).toEqual([]);
});
