import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const SOURCES = new URL("../", import.meta.url);
const SHEETS = readdirSync(SOURCES, { recursive: true }).filter((path) => path.endsWith(".css"));

function classesIn(isWanted: (path: string) => boolean): ReadonlySet<string> {
  const css = SHEETS.filter(isWanted).map((path) => readFileSync(new URL(path, SOURCES), "utf8").replace(/\/\*.*?\*\//gs, ""));
  return new Set([...css.join("\n").matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!));
}

/** A rule of the first view once hid a part of the form, whose class had the same name. */
test("what the console calls its own has no rules elsewhere", () => {
  const own = (path: string): boolean => path.startsWith("console");
  const others = classesIn((path) => !own(path));
  expect(others.size).toBeGreaterThan(100);
  expect([...classesIn(own)].filter((name) => others.has(name)).sort()).toEqual(["badge", "code", "copy", "method-side", "more", "tag"]);
});
