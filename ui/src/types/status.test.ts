import { expect, test } from "vitest";
import { errorWords, statusOf, statusWords } from "./status";

test("a range takes the place of the code, and has words of its own", () => {
  expect(statusOf({ statusCode: 400, statusRange: "4XX" })).toBe("4XX");
  expect(statusWords({ statusCode: 400, statusRange: "4XX" })).toBe("Client Error");
  expect(statusWords({ statusCode: 500, statusRange: "default" })).toBe("");
  expect(statusOf({ statusCode: 404 })).toBe("404");
  expect(statusWords({ statusCode: 404 })).toBe("Not Found");
});

test("the answer of a WebSocket has no status", () => {
  expect(statusOf({})).toBe("");
  expect(statusWords({})).toBe("");
});

test.each([
  ["Not-Found", "Not Found"],
  ["Not-Found-2", "Not Found"],
  ["Status-499", "Status 499"],
  ["Status-499-2", "Status 499"],
])("the words of %s, which has no name on the wire", (key, words) => {
  expect(errorWords(key, {})).toBe(words);
  expect(errorWords(key, { type: key })).toBe(key);
});
