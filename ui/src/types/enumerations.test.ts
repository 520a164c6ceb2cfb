import { expect, test } from "vitest";
import type { JsonSchema } from "./json-schema";
import { wordsOfValues } from "./enumerations";

const CASES: readonly (readonly [string, object, readonly string[]])[] = [
  ["names in a list", { enum: [0, 1], "x-enum-varnames": ["OPEN", "SHUT"] }, ["`OPEN`", "`SHUT`"]],
  ["names of NSwag", { enum: [0, 1], "x-enumNames": ["Open"] }, ["`Open`", ""]],
  ["names in a list of numbers in another order", { enum: [1, 0], "x-enum-varnames": ["ON", "OFF"] }, ["`ON`", "`OFF`"]],
  ["descriptions in a list", { enum: ["a"], "x-enum-descriptions": [" The first. "] }, ["The first."]],
  ["descriptions by value", { enum: ["a", 2], "x-enumDescriptions": { 2: "Two." } }, ["", "Two."]],
  ["both", { enum: [1], "x-enum-names": ["One"], "x-enum-descriptions": ["The one."] }, ["`One` The one."]],
  ["names that repeat the values", { enum: ["a", "b"], "x-enum-varnames": ["a", "b"] }, ["", ""]],
  ["nothing", { enum: [1, 2] }, ["", ""]],
  ["no list and no mapping", { enum: [1], "x-enum-varnames": 7, "x-enum-descriptions": null }, [""]],
  ["texts that are none", { enum: [1, 2], "x-enum-varnames": [3, "  "] }, ["", ""]],
  ["a value that is called as a member of objects", { enum: ["toString"], "x-enumDescriptions": {} }, [""]],
];

test.each(CASES)("%s", (_, schema, expected) => {
  expect(wordsOfValues(schema as JsonSchema)).toEqual(expected);
});
