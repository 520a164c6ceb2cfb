import { expect, test } from "vitest";
import type { Method } from "../document";
import { eventsOf } from "./versions";

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
