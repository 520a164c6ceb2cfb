/** What lists, look-ups and the search need is checked; all else stays. */

import { expect, test } from "vitest";
import { checked } from "../host/load";
import { SHOP } from "../testing";
import { checkDocument } from "./check";

type Loose = any; // eslint-disable-line @typescript-eslint/no-explicit-any

function problemsAfter(spoil: (document: Loose) => unknown): readonly string[] {
  const document = structuredClone(SHOP) as Loose;
  spoil(document);
  const problems = checkDocument(document).map(({ place, actual, expected }) => `${place}: ${actual}, not ${expected}`);
  expect(checkDocument(document)).toEqual([]);
  return problems;
}

const contract = (document: Loose): Loose => document.groups[0].contracts[0];
const socket = (document: Loose): Loose => document.groups[1].contracts[1];

test.each<[string, (document: Loose) => unknown, readonly string[]]>([
  ["no groups", (d) => delete d.groups, ["groups: undefined, not array"]],
  ["a list of nothing", (d) => (d.groups[0].contracts = [null, ...d.groups[0].contracts]), ["groups[0].contracts[0]: null, not object"]],
  ["methods without a list", (d) => (contract(d).methods = "x"), ["groups[0].contracts[0].methods: string, not array"]],
  ["a method without a name and errors", (d) => (contract(d).methods[0] = { httpMethod: "GET", httpPath: "/" }), [
    "groups[0].contracts[0].methods[0].name: undefined, not string",
    "groups[0].contracts[0].methods[0].errors: undefined, not array",
  ]],
  ["a schema and an error that are none", (d) => ((d.schemas.Order = null), (d.errors.ORDER_NOT_FOUND = null)), [
    "schemas.Order: null, not object",
    "errors.ORDER_NOT_FOUND: null, not object",
  ]],
  ["a title that is none", (d) => (d.schemas.Order.title = 7), ["schemas.Order.title: number, not string"]],
  ["a socket without framing", (d) => delete socket(d).framing, ["groups[1].contracts[1].framing: undefined, not object"]],
  ["a framing without a frame", (d) => (socket(d).framing.request = null), ["groups[1].contracts[1].framing.request: null, not object"]],
  ["anything else", (d) => Object.assign(contract(d).methods[0], { security: null, pathParams: [null], successResponse: 7 }), []],
])("%s", (_, spoil, expected) => {
  expect([...problemsAfter(spoil)].sort()).toEqual([...expected].sort());
});

/** The documents of the example service: whatever the format has comes through unchanged. */
const GOLDEN = import.meta.glob<string>("../../../tests/native/golden/{internal,platform}.json", { query: "?raw", import: "default", eager: true });

test.each(Object.values(GOLDEN))("nothing is wrong with what the generator writes", (text) => {
  const document = JSON.parse(text) as Record<string, unknown>;
  expect(checkDocument(document)).toEqual([]);
  expect(document).toEqual(JSON.parse(text));
});

test.each([null, [], {}, { version: "1.0" }, { version: "1.0", service: null }, { service: {} }])(
  "%j is no document at all",
  (value) => expect(checked("x", value)).toMatchObject({ kind: "failed", failure: { kind: "unreadable" } }),
);
