/** What is malformed is named and replaced; all else stays. */

import { describe, expect, test } from "vitest";
import { checked } from "../host/load";
import { indexOf, search } from "../search/search";
import { samplesOf } from "../samples";
import { SHOP } from "../testing";
import { definitionOf } from "../types/expression";
import { createModel } from "./model";
import { repaired } from "./repair";

type Loose = any; // eslint-disable-line @typescript-eslint/no-explicit-any

function nested(depth: number): unknown {
  let schema: unknown = { type: "string" };
  for (let at = 0; at < depth; at += 1) schema = { type: "array", items: schema };
  return schema;
}

const METHOD = "groups[0].contracts[0].methods[0]";

const CASES: readonly [string, (document: Loose) => unknown, readonly string[]][] = [
  ["nothing", () => undefined, []],
  ["a schema is null", (d) => (d.schemas.Order = null), ["schemas.Order null schema"]],
  ["a schema is a text", (d) => (d.schemas.Order = "Order"), ["schemas.Order string schema"]],
  ["a property is null", (d) => (d.schemas.Order.properties.buyer = null), ["schemas.Order.properties.buyer null schema"]],
  ["properties are a list", (d) => (d.schemas.Order.properties = []), ["schemas.Order.properties array object"]],
  ["required is no list", (d) => (d.schemas.Order.required = "buyer"), ["schemas.Order.required string array"]],
  ["a choice is null", (d) => (d.schemas.Order.anyOf = [null]), ["schemas.Order.anyOf[0] null schema"]],
  ["a reference is a number", (d) => (d.schemas.Order.$ref = 7), ["schemas.Order.$ref number string"]],
  ["schemas are missing", (d) => delete d.schemas, ["schemas undefined object"]],
  ["errors are missing", (d) => delete d.errors, ["errors undefined object"]],
  ["an error is null", (d) => (d.errors.ORDER_NOT_FOUND = null), ["errors.ORDER_NOT_FOUND null object"]],
  ["groups are missing", (d) => delete d.groups, ["groups undefined array"]],
  ["a group is null", (d) => (d.groups[0] = null), ["groups[0] null object"]],
  ["a group has no contracts", (d) => delete d.groups[0].contracts, ["groups[0].contracts undefined array"]],
  ["a contract is null", (d) => (d.groups[0].contracts[0] = null), ["groups[0].contracts[0] null object"]],
  ["methods are a text", (d) => (d.groups[0].contracts[0].methods = "x"), ["groups[0].contracts[0].methods string array"]],
  ["a method is null", (d) => (d.groups[0].contracts[0].methods[0] = null), [`${METHOD} null object`]],
  ["a method has no errors", (d) => delete method(d).errors, [`${METHOD}.errors undefined array`]],
  ["a method has no name", (d) => delete method(d).name, [`${METHOD}.name undefined string`]],
  ["a method has no path", (d) => delete method(d).httpPath, [`${METHOD}.httpPath undefined string`]],
  ["a parameter is null", (d) => (method(d).pathParams = [null]), [`${METHOD}.pathParams[0] null object`]],
  ["a body has no contents", (d) => (method(d).requestBody = {}), [`${METHOD}.requestBody.contents undefined array`]],
  ["a content is null", (d) => (method(d).successResponse.contents = [null]), [`${METHOD}.successResponse.contents[0] null object`]],
  ["an unknown error", (d) => (method(d).errors = ["NOT_THERE"]), []],
  ["the name is a number", (d) => (d.service.name = 7), ["service.name number string"]],
  ["a list of lists without end", (d) => (d.schemas.Order.properties.buyer = nested(10_000)), [`at most 500 levels`]],
];

function method(document: Loose): Loose {
  return document.groups[0].contracts[0].methods[0];
}

describe.each(CASES)("%s", (_, spoil, expected) => {
  const spoilt = structuredClone(SHOP) as Loose;
  spoil(spoilt);
  const { document, problems } = repaired(spoilt);

  test("is told with its place", () => {
    const words = problems.map(({ place, found, expected: wanted }) => `${place} ${found} ${wanted}`);
    expect(words).toEqual(expected.map((each) => expect.stringContaining(each) as unknown));
  });

  test("leaves the rest to be read", () => {
    const model = createModel(document, problems);
    expect(search(indexOf([document]), "user", 5, "shop")).not.toEqual([]);
    for (const name of Object.keys(document.schemas)) {
      expect(definitionOf(name, document).length).toBeGreaterThan(0);
      model.users("type", name);
    }
    for (const group of document.groups) {
      for (const contract of group.contracts) {
        for (const each of contract.methods) expect(samplesOf(document, contract, each)).not.toEqual([]);
      }
    }
  });
});

/** The documents of the example service: whatever the format has comes through as it is. */
const GOLDEN = import.meta.glob<string>("../../../tests/native/golden/{internal,platform}.json", { query: "?raw", import: "default", eager: true });

test.each(Object.values(GOLDEN))("nothing is wrong with what the generator writes", (text) => {
  const { document, problems } = repaired(JSON.parse(text) as Record<string, unknown>);
  expect(problems.map(({ place, found, expected }) => `${place} ${found} ${expected}`)).toEqual([]);
  expect(document).toEqual(JSON.parse(text));
});

test("problems belong to the objects that they are in", () => {
  const spoilt = structuredClone(SHOP) as Loose;
  delete method(spoilt).errors;
  spoilt.schemas.Order.properties.buyer = null;
  const { document, problems } = repaired(spoilt);
  const model = createModel(document, problems);
  const contract = document.groups[0]?.contracts[0];
  expect(model.problems()).toHaveLength(2);
  expect(model.problems(contract)).toHaveLength(1);
  expect(model.problems(contract?.methods[0])).toHaveLength(1);
  expect(model.problems(contract?.methods[1])).toHaveLength(0);
  expect(model.problems(document.schemas["Order"])).toHaveLength(1);
});

test.each([null, [], {}, { version: "1.0" }, { version: "1.0", service: null }, { service: {} }])(
  "%j is no document at all",
  (value) => expect(checked("x", value)).toMatchObject({ kind: "failed", failure: { kind: "unreadable" } }),
);
