import { expect, test } from "vitest";
import cases from "../../../tests/native/method_files.json";
import { markdownFileOf } from "./method-parts";

test.each(cases)("$file is the file of a method", ({ names: [slug, contract, method], file }) => {
  const entry = { group: { slug }, contract: { name: contract }, method: { name: method } };
  expect(markdownFileOf(entry as Parameters<typeof markdownFileOf>[0])).toBe(file);
});
