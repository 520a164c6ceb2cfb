import { describe, expect, test } from "vitest";
import type { HttpContract, HttpMethod } from "../document";
import { documentWith, httpMethod, refTo } from "../testing";
import type { JsonValue } from "../types/json-schema";
import { brandsIn, verdictOf } from "./judge";

const METHOD: HttpMethod = {
  ...httpMethod("get_order", "/orders/{order}"),
  successResponse: { statusCode: 200, contents: [{ mediaType: "application/json", schema: refTo("Order") }] },
  responseHeaders: [{ name: "X-Count", required: true, schema: { type: "integer" } }],
  errors: ["NOT_FOUND", "GONE", "LIMIT", "ALL"],
};
const contract = (errorFormat?: HttpContract["errorFormat"]): HttpContract => ({ kind: "http", name: "Api", pathPrefix: "", methods: [METHOD], ...(errorFormat && { errorFormat }) });
const document = documentWith({
  schemas: {
    OrderId: { type: "string", "x-brand": ["OrderId"] },
    Order: { type: "object", properties: { id: refTo("OrderId"), others: { type: "array", items: { anyOf: [refTo("OrderId"), { type: "null" }] } } }, required: ["id"] },
  },
  errors: {
    NOT_FOUND: { type: "NOT_FOUND", statusCode: 404, data: { type: "object", properties: { order: { type: "string" } }, required: ["order"] } },
    GONE: { type: "GONE", statusCode: 404 },
    LIMIT: { type: "LIMIT", statusCode: 429, responseHeaders: [{ name: "Retry-After", required: true, schema: { type: "integer" } }] },
    ALL: { type: "ALL", statusCode: 500, statusRange: "5XX" },
  },
});

function judged(status: number, value: JsonValue, headers: readonly (readonly [string, string])[] = [["x-count", "3"]], format?: HttpContract["errorFormat"]) {
  return verdictOf(document, contract(format), METHOD, { status, headers, mediaType: "application/json; charset=utf-8" }, value);
}

describe("an answer is", () => {
  test("the declared success", () => {
    expect(judged(200, { id: "a" })).toMatchObject({ kind: "success", faults: [], missingHeaders: [], headerFaults: [], isOtherType: false });
  });

  test("held against its schema as far as that is possible", () => {
    expect(judged(200, { id: "a" }).extent).toBe("all");
    expect(judged(200, { id: "a", others: Array.from({ length: 60_000 }, () => null) }).extent).toBe("beginning");
    expect(verdictOf(document, contract(), METHOD, { status: 200, headers: [], mediaType: "application/json" }, undefined).extent).toBe("nothing");
  });

  test("a success that deviates, with each place", () => {
    const { faults, missingHeaders } = judged(200, { others: [1] }, []);
    expect(faults.map(({ path }) => path.join("."))).toEqual(["id", "others.0"]);
    expect(missingHeaders).toEqual(["X-Count"]);
  });

  test("a header that deviates", () => {
    expect(judged(200, { id: "a" }, [["x-count", "many"]]).headerFaults).toEqual([["X-Count", "Must be integer"]]);
  });

  test.each<[JsonValue, string, number]>([
    [{ type: "GONE" }, "GONE", 0],
    [{ type: "NOT_FOUND", data: { order: "a" } }, "NOT_FOUND", 0],
    [{ type: "NOT_FOUND", data: {} }, "NOT_FOUND", 1],
    [{ detail: "?" }, "NOT_FOUND", 2],
  ])("the error that it names: %j", (value, error, count) => {
    const verdict = judged(404, value);
    expect([verdict.kind, verdict.error, verdict.faults.length]).toEqual(["error", error, count]);
  });

  test("of plain errors the one whose data fit", () => {
    expect(judged(404, { order: "a" }, [], "plain")).toMatchObject({ error: "NOT_FOUND", faults: [] });
  });

  test("an error of a range, or none that is declared", () => {
    expect(judged(503, { type: "ALL" })).toMatchObject({ kind: "error", error: "ALL" });
    expect(judged(418, {})).toMatchObject({ kind: "undeclared", error: undefined, faults: [] });
  });

  test("of another media type", () => {
    expect(verdictOf(document, contract(), METHOD, { status: 200, headers: [], mediaType: "text/html" }, undefined).isOtherType).toBe(true);
  });
});

test("the values of brands, each once, wherever they are", () => {
  expect(brandsIn({ id: "a", others: ["b", null, "a"] }, refTo("Order"), document)).toEqual([
    { brand: "OrderId", value: "a" },
    { brand: "OrderId", value: "b" },
  ]);
});
