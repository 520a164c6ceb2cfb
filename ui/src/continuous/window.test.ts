import { expect, test } from "vitest";
import { lookAt, renderedNext } from "./window";

/** Parts of 100 pixels each below each other, the first of which begins at `top`. */
function parts(count: number, top: number): { readonly all: HTMLCollection; readonly looked: () => number } {
  let looked = 0;
  const all = Array.from({ length: count }, (_, at) => ({
    getBoundingClientRect: () => ({ bottom: top + 100 * (at + 1), looked: (looked += 1) }),
  }));
  return { all: all as unknown as HTMLCollection, looked: () => looked };
}

test.each([
  ["at the top", 0, { read: 1, first: 0, last: 20 }],
  ["in the middle", -50_000, { read: 501, first: 490, last: 520 }],
  ["at the end", -99_000, { read: 991, first: 980, last: 999 }],
])("what is near and what is read: %s", (_, top, expected) => {
  const { all, looked } = parts(1000, top);
  const { near, read } = lookAt(all, 1000);
  expect({ read, first: Math.min(...near), last: Math.max(...near) }).toEqual(expected);
  expect(near[0]).toBe(read);
  expect(looked()).toBeLessThan(40);
});

test("nothing is near where there is nothing", () => {
  expect(lookAt(parts(0, 0).all, 1000).near).toEqual([]);
});

test.each<[string, readonly number[], readonly number[], readonly number[]]>([
  ["the nearest that is missing comes next", [7], [7, 8, 6], [8, 7]],
  ["one at a time", [], [3, 4, 5], [3]],
  ["nothing is missing", [1, 2], [2, 1], [1, 2]],
])("%s", (_, rendered, near, expected) => {
  expect(renderedNext(rendered, near)).toEqual(expected);
});

test("what was near first becomes words again, never what is near now", () => {
  const rendered = Array.from({ length: 12 }, (_, at) => at);
  const next = renderedNext(rendered, [12, 11, 10]);
  expect(next).toHaveLength(12);
  expect(next.slice(0, 3)).toEqual([12, 11, 10]);
  expect(next).not.toContain(9);
});
