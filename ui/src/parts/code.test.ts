import { expect, test } from "vitest";
import { highlighted } from "./code";

test.each([
  '{\n  "a": "b",\n  "n": -1.5e3,\n  "t": [true, null]\n}',
  "curl -X POST 'https://example.org' # here\n  -H \"A: b\"",
  "// a comment\nconst a = await fetch(`x`);",
  'an "open string\nand on',
  "",
])("nothing is lost: %j", (code) => {
  expect(
    highlighted(code)
      .map((piece) => piece.text)
      .join(""),
  ).toBe(code);
});

test("keys, strings, numbers and words of JSON", () => {
  const kinds = highlighted('{"a": "b", "c": [1, true]}').filter((piece) => piece.kind !== "plain");
  expect(kinds.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'key "a"',
    'string "b"',
    'key "c"',
    "number 1",
    "word true",
  ]);
});

test("an address inside a string is no comment", () => {
  expect(highlighted('x = "https://example.org"').some((piece) => piece.kind === "comment")).toBe(false);
});

test("a text of 100 KB is drawn plainly", () => {
  expect(highlighted('"x"'.repeat(40_000))).toHaveLength(1);
});

test("a word or a number in an address is neither", () => {
  expect(highlighted("curl https://example.org/pay/for/7 -X").map(({ kind }) => kind)).toEqual(["word", "plain"]);
});
