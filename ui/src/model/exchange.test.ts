import { expect, test } from "vitest";
import internal from "../../../tests/native/golden/internal.json";
import internalExchange from "../../../tests/native/golden/internal.exchange.json";
import platform from "../../../tests/native/golden/platform.json";
import platformExchange from "../../../tests/native/golden/platform.exchange.json";
import type { ApiDocsDocument } from "../document";
import type { MethodRef } from "./contracts";
import { exchangeOf } from "./exchange";

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
