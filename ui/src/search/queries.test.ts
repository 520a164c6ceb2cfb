import { describe, expect, test } from "vitest";
import type { ApiDocsDocument } from "../document";
import { buildIndex } from "./entries";
import { filtersOf } from "./filters";
import { search } from "./search";

const DOCUMENTS = import.meta.glob<ApiDocsDocument>("../../../tests/native/golden/{platform,internal}.json", {
  eager: true,
  import: "default",
});
const INDEX = buildIndex(Object.values(DOCUMENTS).map((document) => structuredClone(document)));

function found(query: string): readonly string[] {
  return search(INDEX, query, 10, "platform").map(({ entry }) => `${entry.kind} ${entry.label}`);
}

/** What somebody types, and what must be the first answer. */
const FIRST: readonly (readonly [query: string, expected: string])[] = [
  // names
  ["place_order", "method place_order"],
  ["place order", "method place_order"],
  ["plord", "method place_order"],
  ["get_balance", "method get_balance"],
  ["OrderApi", "contract OrderApi"],
  ["orderapi", "contract OrderApi"],
  ["Live", "group Live"],
  ["goods", "group Goods"],
  ["SellerId", "brand SellerId"],
  ["userid", "brand UserId"],
  ["Address", "schema Address"],
  ["money", "schema Money"],
  ["OrderState", "schema OrderState"],
  ["postcode", "field postcode"],
  ["iban", "field iban"],
  ["ORDER_NOT_FOUND", "error ORDER_NOT_FOUND"],
  ["order not found", "error ORDER_NOT_FOUND"],
  ["wrong state", "error WRONG_STATE"],
  // paths as they are typed
  ["/listings", "method list_listings"],
  ["GET /listings", "method list_listings"],
  ["get /listings", "method list_listings"],
  ["POST /listings", "method create_listing"],
  ["PUT /listings/{listing}", "method save_listing"],
  ["DELETE /listings/lst_123", "method remove_listing"],
  ["/orders/basket", "method get_basket"],
  ["PUT /orders/basket", "method save_basket"],
  ["POST /payments/for/ord_12345678", "method pay"],
  ["/orders/ord_12345678/cancel", "method cancel"],
  ["GET /orders/ord_12345678", "method get_order"],
  ["POST /sessions", "method sign_in"],
  // words of descriptions
  ["quarter of an hour", "method sign_in"],
  ["spectator", "method count_me_in"],
  ["bank has refused", "error PAYMENT_DECLINED"],
  ["somebody was faster", "error ALREADY_SOLD"],
  ["give back", "schema RefundRequest"],
  // values
  ["429", "error TOO_MANY_REQUESTS"],
  ["413", "error PHOTO_TOO_LARGE"],
  // prefixes
  ["verb:post refund", "method refund"],
  ["verb:delete photo", "method remove"],
  ["status:402", "error PAYMENT_DECLINED"],
  ["status:402 pay", "method pay"],
  ["error:PAYMENT_DECLINED", "method pay"],
  ["uses:RefundId", "method refund"],
  ["in:PhotoApi upload", "method upload"],
  ["in:live bid", "method bid"],
  ["status:4xx pay", "method pay"],
  ["status:4 pay", "method pay"],
  ["status:5xx", "error SERVER_ERROR"],
  ["in:live status:4XX bid", "method bid"],
  // protocols
  ["websocket", "contract ChatApi"],
  ["WebSocket bid", "method bid"],
  ["websocket typing", "method typing"],
  // ordinary words
  ["authenticate", "section Authentication"],
  ["authentication", "section Authentication"],
  ["login", "section Authentication"],
  ["api key", "section Authentication"],
  ["bearer", "section Authentication"],
  ["deprecated", "method get_rating"],
  ["pagination", "method search"],
  ["quota", "error TOO_MANY_REQUESTS"],
  ["rate limit", "error TOO_MANY_REQUESTS"],
  ["too many requests", "error TOO_MANY_REQUESTS"],
  ["error ALREADY_SOLD", "error ALREADY_SOLD"],
  ["error already sold", "error ALREADY_SOLD"],
  ["payment declined", "error PAYMENT_DECLINED"],
  ["429 too many requests", "error TOO_MANY_REQUESTS"],
  ["401 unauthorized", "error UNAUTHORIZED"],
  ["internal server error", "error SERVER_ERROR"],
  ["permission", "error FORBIDDEN"],
  ["stream", "method follow"],
  ["retry-after", "field retry_after"],
  ["Idempotency-Key", "method place_order"],
  ["type money", "schema Money"],
  ["field postcode", "field postcode"],
  ["method pay", "method pay"],
  ["base url", "section Servers"],
  ["errors", "section Errors"],
  ["seller rating", "method get_rating"],
  ["balance", "method get_balance"],
  // a part of a path, and an address
  ["POST /refund", "method refund"],
  ["PUT /watch", "method watch"],
  ["/invoice", "method get_invoice"],
  ["https://api.kirkgate.example/v3/orders/ord_1", "method get_order"],
  ["GET https://api.kirkgate.example/v3/listings/lst_9/reviews", "method list_reviews"],
  // a letter is wrong
  ["refnud", "method refund"],
  ["adress", "schema Address"],
  ["lisitng", "schema Listing"],
  ["baskte", "schema Basket"],
  ["place ordr", "method place_order"],
  // servers
  ["sandbox", "server https://{sandbox}.kirkgate.example/v3"],
  ["api.kirkgate.example", "server https://api.kirkgate.example/v3"],
  ["https://api.kirkgate.example", "server https://api.kirkgate.example/v3"],
  ["wss", "server wss://live.kirkgate.example/v3"],
  ["market to play with", "server https://{sandbox}.kirkgate.example/v3"],
];

describe("the first answer to", () => {
  test.each(FIRST)("%s", (query, expected) => {
    expect(found(query)[0]).toBe(expected);
  });
});

/** What must be among the first three. */
const AMONG: readonly (readonly [query: string, expected: string])[] = [
  ["refund", "method refund"],
  ["pay", "method pay"],
  ["basket", "method get_basket"],
  ["listing", "schema Listing"],
  ["X-Request-Id", "contract SessionApi"],
  ["photo too large", "error PHOTO_TOO_LARGE"],
  ["locked", "method sign_in"],
  ["uses:OrderId verb:get", "method get_order"],
  ["in:orders basket", "method get_basket"],
];

describe("among the first three answers to", () => {
  test.each(AMONG)("%s", (query, expected) => {
    expect(found(query).slice(0, 3)).toContain(expected);
  });
});

test("prefixes narrow, whatever else is asked", () => {
  const verbs = search(INDEX, "verb:delete", 50).map(({ entry }) => entry.detail.split(" ")[0]);
  expect(new Set(verbs)).toEqual(new Set(["DELETE"]));
  expect(found("verb:nothing")).toEqual([]);
  expect(found("uses:Nothing")).toEqual([]);
});

test("the facets of a type are one entry", () => {
  expect(found("money").filter((each) => each.includes("Money"))).toEqual(["schema Money"]);
});

test("a hit in a description shows its words", () => {
  const [hit] = search(INDEX, "quarter of an hour", 1);
  expect(hit?.excerpt?.text).toContain("quarter of an hour");
});

test("what is deprecated comes after what is not", () => {
  const methods = found("get rating").filter((each) => each.startsWith("method"));
  expect(methods[0]).toBe("method get_rating"); // its name is typed
  const all = search(INDEX, "verb:get", 50, "platform").map(({ entry }) => entry.method?.deprecated ?? false);
  expect(all).toEqual([...all].sort((a, b) => Number(a) - Number(b)));
});

test("an excerpt is text", () => {
  const excerpts = ["token", "listing", "order"].flatMap((query) => search(INDEX, query, 50).map(({ excerpt }) => excerpt?.text ?? ""));
  expect(excerpts.filter((text) => /[`]|\*\*|\]\(/.test(text))).toEqual([]);
});

test("methods come before fields, and a field of one name is there once", () => {
  const all = found("listing");
  expect(all.filter((each) => each === "field listing").length).toBeLessThan(2);
  expect(all.findIndex((each) => each.startsWith("method "))).toBeLessThan(all.findIndex((each) => each.startsWith("field ")) >>> 0);
});

test("scattered letters count where no word does", () => {
  expect(found("refund")).not.toContain("error ORDER_NOT_FOUND");
  expect(found("ordntfnd")[0]).toBe("error ORDER_NOT_FOUND");
});

test("a name with a slash is found as words", () => {
  expect(found("place/order")[0]).toBe("method place_order");
  expect(found("order/place")[0]).toBe("method place_order");
});

test("an empty palette offers six ways to narrow, of each kind one first", () => {
  const filters = filtersOf(INDEX, "platform");
  expect(filters).toHaveLength(6);
  expect(new Set(filters.map((filter) => filter.split(":")[0])).size).toBeGreaterThan(3);
});
