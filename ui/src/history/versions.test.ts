import { expect, test } from "vitest";
import type { ApiDocsDocument } from "../document";
import type { Method } from "../model/contracts";
import { addressOf, eventsOf } from "./versions";

const METHOD: Method = { name: "get", httpMethod: "GET", httpPath: "/", errors: [] };

test("what an author declares counts where the snapshots know nothing", () => {
  const lifecycle = { since: "1", deprecatedSince: "3" };
  expect(eventsOf({ ...METHOD, lifecycle })).toEqual([
    { kind: "added", version: "1" },
    { kind: "deprecated", version: "3" },
  ]);
  const history = [{ kind: "added", version: "1.1" } as const, { kind: "changed" } as const];
  expect(eventsOf({ ...METHOD, lifecycle, history })).toEqual([...history, { kind: "deprecated", version: "3" }]);
});

const HISTORY: Method = {
  ...METHOD,
  history: [
    { kind: "added", version: "1.1" },
    { kind: "changed", version: "2", changes: [0] },
    { kind: "changed", version: "3", changes: [0, 1] },
  ],
};
const DOCUMENT: ApiDocsDocument = {
  version: "2.1",
  service: { slug: "shop", name: "Shop" },
  schemas: {},
  errors: {},
  uses: {},
  changes: [{ of: "type Page_Séance", text: "now required" }, { text: "renamed" }],
  groups: [{ name: "All", slug: "all", contracts: [{ kind: "http", name: "Api", pathPrefix: "", methods: [HISTORY] }] }],
};

test("an event leads to what has changed in the changelog of the site", () => {
  const changelog = { "1.1": "c.html#v1-1", "2": "c.html#v2", "3": "c.html#v3" };
  const addresses = HISTORY.history?.map((event) => addressOf(DOCUMENT, HISTORY, event, changelog));
  expect(addresses).toEqual(["c.html#v1-1-method-all-api-get", "c.html#v2-type-page-seance", "c.html#v3-method-all-api-get"]);
  expect(addressOf(DOCUMENT, HISTORY, { kind: "added", version: "3" }, changelog)).toBe("c.html#v3"); // declared
  expect(addressOf(DOCUMENT, HISTORY, { kind: "changed" }, changelog)).toBeUndefined();
});
