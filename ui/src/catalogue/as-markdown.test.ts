import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { markdownFileOf } from "./as-markdown";

interface Case {
  readonly names: readonly [string, string, string];
  readonly file: string;
}

const cases = JSON.parse(readFileSync(join(import.meta.dirname, "../../../tests/native/method_files.json"), "utf8")) as Case[];

test.each(cases)("$file is the file of a method", ({ names: [slug, contract, method], file }) => {
  const entry = { group: { slug }, contract: { name: contract }, method: { name: method } };
  expect(markdownFileOf(entry as Parameters<typeof markdownFileOf>[0])).toBe(file);
});
