import { expect, test } from "vitest";
import internal from "../../../tests/native/golden/internal.json";
import internalExchange from "../../../tests/native/golden/internal.exchange.json";
import platform from "../../../tests/native/golden/platform.json";
import platformExchange from "../../../tests/native/golden/platform.exchange.json";
import type { ApiDocsDocument, MethodRef } from "../document";
import { exchangeOf } from "./exchange";
import { MOST_ROWS, rowsOf, type Row } from "./rows";

type Expected = Readonly<Record<string, { readonly returnedBy: readonly string[]; readonly acceptedBy: readonly string[] }>>;

const EXAMPLES: readonly (readonly [string, unknown, Expected])[] = [
  ["platform", platform, platformExchange],
  ["internal", internal, internalExchange],
];

function named(methods: readonly MethodRef[]): readonly string[] {
  return methods.map(({ group, contract, method }) => `${group}/${contract}/${method}`);
}

test.each(EXAMPLES)("the methods that return and accept a brand are those that Python finds: %s", (_, file, expected) => {
  const { returnedBy, acceptedBy } = exchangeOf(file as ApiDocsDocument);
  const found = Object.keys(expected).map((name) => [
    name,
    { returnedBy: named(returnedBy(name)), acceptedBy: named(acceptedBy(name)) },
  ]);
  expect(Object.fromEntries(found)).toEqual(expected);
});

/** Methods of contracts with seven each, of groups with so many contracts. */
function methods(count: number, contracts: number): readonly MethodRef[] {
  return Array.from({ length: count }, (_, at) => ({
    group: `g${Math.floor(at / 7 / contracts)}`,
    contract: `c${Math.floor(at / 7)}`,
    method: `m${at}`,
  }));
}

test.each<[string, number, number, Row["kind"], number]>([
  ["nothing", 0, 5, "method", 0],
  ["few methods", MOST_ROWS, 5, "method", MOST_ROWS],
  ["few contracts", 70, 5, "contract", 10],
  ["few groups", 300, 5, "group", 9],
  ["too many groups", 700, 5, "group", 10],
  ["too many contracts of one group", 700, 100, "contract", 10],
])("rows of %s", (_, count, contracts, kind, length) => {
  const rows = rowsOf(methods(count, contracts));
  expect(rows).toHaveLength(length);
  expect(new Set(rows.slice(0, MOST_ROWS - 1).map((row) => row.kind))).toEqual(new Set(length === 0 ? [] : [kind]));
  const counted = rows.reduce((sum, row) => sum + ("count" in row ? row.count : 1), 0);
  expect(counted).toBe(count);
});
