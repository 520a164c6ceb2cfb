import { expect, test } from "vitest";
import type { ApiDocsDocument, MethodEvent } from "../document";
import type { Method } from "../model/contracts";
import { changedSince } from "./contents";

function method(name: string, ...history: MethodEvent[]): Method {
  return { name, httpMethod: "GET", httpPath: `/${name}`, errors: [], history };
}

const METHODS = [
  method("never"),
  method("early", { kind: "changed", version: "1.9" }),
  method("late", { kind: "changed", version: "1.10", changes: [0] }),
  method("broken", { kind: "changed", version: "1.10", changes: [0, 1] }, { kind: "deprecated" }),
  method("old", { kind: "added", version: "1.9" }, { kind: "deprecated" }),
  method("next", { kind: "added" }),
  method("own", { kind: "added", version: "2.0" }), // of the document, which is not released
];
const DOCUMENT = {
  version: "2.1",
  service: { slug: "shop", name: "Shop" },
  groups: [{ name: "All", slug: "all", contracts: [{ kind: "http", name: "Api", pathPrefix: "", methods: METHODS }] }],
  schemas: {},
  errors: {},
  uses: {},
  released: ["1.9rc1", "1.9", "1.10"],
  changes: [{ text: "one" }, { text: "two", verdict: "breaking" }],
} as unknown as ApiDocsDocument;

function marks(since: string, ...words: string[]): Readonly<Record<string, string>> {
  const lines = changedSince(DOCUMENT, since, words).flatMap((contract) => contract.lines);
  return Object.fromEntries(lines.map(({ method: { name }, mark }) => [name, mark]));
}

test("what has changed since a version, by the order of the releases", () => {
  expect(marks("1.10")).toEqual({ broken: "deprecated", old: "deprecated", next: "new", own: "new" });
  expect(marks("1.9")).toEqual({ late: "changed", broken: "breaking", old: "deprecated", next: "new", own: "new" });
  expect(marks("1.9rc1")).toMatchObject({ early: "changed", old: "new" });
  expect(marks("1.9", "bro")).toEqual({ broken: "breaking" });
});
