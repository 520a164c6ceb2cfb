/** The rule for imports, which the type check applies. */

import { expect, test } from "vitest";
import { problemsOf } from "../scripts/layers.mjs";

test("what is above is not imported, not even for a type", () => {
  const above = { "model/a.ts": 'import type { B } from "../views/b";', "views/b.tsx": "" };
  expect(problemsOf(above)).toEqual(["model/a.ts imports views/b.tsx, which is above or next to it: move one of them, or give it what it needs"]);
  expect(problemsOf({ "views/b.tsx": 'import { a } from "../model/a";', "model/a.ts": "" })).toEqual([]);
  expect(problemsOf({ "parts/a.ts": 'type D = typeof import("../details");', "details.ts": "" })).toHaveLength(1);
  expect(problemsOf({ "parts/a.ts": 'import "../views/b.css?inline";', "other/c.ts": "" })).toEqual(["other/c.ts is in no layer: add its folder to LAYERS of ui/scripts/layers.mjs"]);
});

test("a circle is found, with a dynamic import in it, too", () => {
  const circle = { "views/a.ts": 'import { b } from "./b";', "views/b.ts": 'const late = () => import("./a");' };
  expect(problemsOf(circle)).toEqual(["these files import each other in a circle: views/a.ts → views/b.ts → views/a.ts"]);
  expect(problemsOf({ ...circle, "views/b.ts": 'import type { A } from "./a";' })).toEqual([]);
});
