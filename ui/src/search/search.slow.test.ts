/** Long queries and large documents. */

import { expect, test } from "vitest";
import { documentWith, httpMethod as method } from "../testing";
import { buildIndex } from "./entries";
import { search } from "./search";

const INDEX = buildIndex([documentWith({ schemas: { Able: { type: "object", title: "Able", properties: { a_b: {} } } } })]);

test("a query of any length comes to an end", () => {
  expect(search(INDEX, "ab_".repeat(30_000), 5)).toEqual([]);
  expect(search(INDEX, "a ".repeat(30_000), 5).length).toBeGreaterThanOrEqual(0);
});

test("ten thousand methods: the time of a query, for the eye", () => {
  const VERBS = ["get", "list", "save", "remove", "search", "cancel", "approve", "export"];
  const THINGS = ["order", "user", "invoice", "parcel", "listing", "review", "payment", "room", "auction", "message"];
  const methods = Array.from({ length: 10_000 }, (_, at) => {
    const thing = THINGS[Math.floor(at / 8) % 10] ?? "";
    return method(`${VERBS[at % 8] ?? ""}_${thing}_${at}`, `/${thing}s/${at}/{id}`);
  });
  const schemas = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, at) => {
      const properties = Object.fromEntries(
        Array.from({ length: 8 }, (__, field) => [`field_${(at * 8 + field) % 5000}`, {}]),
      );
      return [`Model${at}`, { title: `Model${at}`, properties }];
    }),
  );
  const groups = [
    { name: "All", slug: "all", contracts: [{ kind: "http" as const, name: "AllApi", pathPrefix: "", methods }] },
  ];
  const began = performance.now();
  const index = buildIndex([documentWith({ groups, schemas })]);
  const times = [`index ${(performance.now() - began).toFixed(0)} ms for ${index.entries.length} entries`];
  for (const query of ["o", "order", "get_order_4320", "gord", "field_77", "payment export", "/orders/99", "mdl99"]) {
    const start = performance.now();
    expect(search(index, query, 50).length).toBeGreaterThan(0);
    times.push(`${query} ${(performance.now() - start).toFixed(1)} ms`);
  }
  console.log(times.join("\n"));
});
