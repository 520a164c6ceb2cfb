/** The page of a method: its types, examples, errors, credentials, messages. */

import { describe, expect, test } from "vitest";
import { methodOf, show, type Loose } from "../rendered";

const PLACE_ORDER = "platform/orders/OrderApi/place_order";

test.each([
  ["title", ["required", "string"]],
  ["title", ["5", "80", "Crescent city bike, 54 cm"]],
  ["category", ["required", "string", "CategoryId"]],
  ["condition", ["Condition"]],
  ["photos", ["optional", "PhotoId", "12", "In the order in which they are shown."]],
  ["attributes", ["optional", "What the category asks for."]],
])("the field %s says %j", async (name, words) => {
  const page = await show("platform/goods/ListingApi/create_listing");
  page.region("Request body").field(name).says(...words);
});

test("other paths are below the first", async () => {
  const page = await show(PLACE_ORDER, (document) => {
    const method = methodOf(document, "place_order");
    Object.assign(method, { httpPaths: [method.httpPath, "/v1/orders"] });
  });
  page.says("Also at /v1/orders");
});

test("declared examples are tags beside the field", async () => {
  const page = await show(PLACE_ORDER);
  expect(page.region("Request body").field("voucher").find(".example", "SPRING26")).toBeDefined();
});

test("a recursive type says so and ends", async () => {
  const page = await show("platform/goods/CatalogueApi/list_categories");
  const response = page.region("Response 200");
  await response.click("button", "Unfold all");
  response.says("recursive");
});

test("every body, response and error has an example", async () => {
  const page = await show("platform/goods/ListingApi/save_listing");
  for (const part of ["Request body", "Response 200"]) page.region(part).one("[role=tab]", "Example");
  const card = page.one("article[aria-label=LISTING_NOT_FOUND]");
  await card.click("[role=tab]", "Example");
  expect(card.one("pre").text).toContain('"type": "LISTING_NOT_FOUND"');
});

test.each([
  [PLACE_ORDER, ["Bearer token", "Authorization"]],
  ["internal/partners/HookApi", ["API key"]],
  ["internal/back-office/StaffApi/suspend", ["Permission"]],
])("%s says who may call it", async (address, words) => {
  (await show(address)).region("Authentication").says(...words);
});

test("a permission that the credential says is not said again", async () => {
  const shown = (await show("platform/orders/OrderApi/get_order")).region("Authentication");
  shown.says("Bearer token");
  expect(shown.text).not.toContain("Permission");
});

test("other headers and cookies", async () => {
  (await show(PLACE_ORDER)).region("Optional headers and cookies").says("X-Request-Id", "Idempotency-Key", "visitor");
});

test("messages about deprecation are prose with links", async () => {
  const page = await show("platform/orders/OrderApi/get_order", (document) => {
    const deprecationMessage = "Use [the new one](https://example.org/new).";
    Object.assign(methodOf(document, "get_order"), { deprecated: true, deprecationMessage });
  });
  const link = page.one("main a", "the new one");
  expect(link.element.getAttribute("href")).toBe("https://example.org/new");
});

test.each(["people/SellerApi/get_rating", "live/AuctionApi/count_me_in"])("%s is deprecated", async (path) => {
  const main = (await show(`platform/${path}`)).one("main");
  main.says("deprecated");
  expect(main.text).not.toContain("removed");
});

test.each([
  ["goods/ListingApi/save_listing", ["PUT", "/listings/{listing}"]],
  ["live/ChatApi/send_message", ["OUT", "req"]],
  ["live/ChatApi/message_posted", ["IN", "event"]],
  ["live/ChatApi/still_there", ["IN", "req"]],
])("%s says what it is", async (path, signs) => {
  (await show(`platform/${path}`)).one("main .endpoint").says(...signs);
});

test.each([
  ["goods/ListingApi/get_listing", ["ListingId"]],
  ["people/SellerApi/get_seller", ["UserId", "SellerId"]],
])("brands of %s are intersections", async (path, chain) => {
  const parameter = (await show(`platform/${path}`)).region("Parameters").one(".field");
  expect(parameter.text).toMatch(new RegExp(`string & ${chain.join(".* & ")}`));
  const links = parameter.all("a").map(({ text }) => text);
  for (const brand of chain) expect(links).toContain(brand);
});

test.each([
  ["ORDER_NOT_FOUND", "404", "OrderId"],
  ["WRONG_STATE", "409", "OrderState"],
  ["PAYMENT_DECLINED", "402", "PaymentId"],
  ["VALIDATION_ERROR", "422", "FieldProblem"],
  ["SERVER_ERROR", "500", ""],
])("the error %s is a card with its data", async (name, status, data) => {
  (await show("platform/orders/PaymentApi/pay")).one(`article[aria-label=${name}]`).says(status, data);
});

describe("messages", () => {
  test.each([
    ["send_message", "Message sent", ['"id": 1', '"method": "send_message"', '"data": {', '"text"']],
    ["send_message", "Reply", ['"id": 1', '"data": {', '"sent"']],
    ["typing", "Message sent", ['"method": "typing"', '"data": {']],
    ["still_there", "Message received", ['"id": 1', '"method": "still_there"']],
  ])("%s: %s as sent", async (name, part, pieces) => {
    const page = await show(`platform/live/ChatApi/${name}`);
    const shown = page.region(part);
    shown.one("[role=tab]", "Schema");
    shown.one(".as-sent").says(...pieces);
  });

  test("failed events and unreadable messages are on the page of the contract", async () => {
    const page = await show("platform/live/ChatApi");
    page.region("A failed event is reported with").says("SERVER_ERROR");
    page.region("Invalid messages get the reply").says("VALIDATION_ERROR");
  });

  test("a WebSocket without messages says that they are not described", async () => {
    const page = await show("platform/live/AuctionApi", (document: Loose) => {
      const live = document.groups.find(({ slug }: Loose) => slug === "live");
      for (const contract of live.contracts) contract.methods = [];
    });
    page.one("main").says("Its messages are not described; in FastAPI, messages() describes them.");
    expect(page.one("main").text).not.toContain("Framing");
  });
});

test("a response of any value has neither tabs nor a sample", async () => {
  const page = await show("platform/orders/OrderApi/list_parcels", (document) => {
    methodOf(document, "list_parcels").successResponse!.contents = [{ mediaType: "application/json", schema: {} }];
  });
  const labels = page.region("Response samples").all("option").map(({ text }) => text);
  expect(labels.filter((label) => !/^[45]/.test(label))).toEqual([]);
  page.region("Response 200").says("any");
  expect(page.region("Response 200").all("[role=tab]")).toEqual([]);
});

test.each([
  ["may be anything", { contents: [{ mediaType: "application/json", schema: {} }] }],
  ["has no content", {}],
  ["has only bytes", { contents: [{ mediaType: "application/pdf" }] }],
])("no card is drawn for samples of a method whose only response %s", async (_, response) => {
  const page = await show("platform/orders/OrderApi/list_parcels", (document) => {
    Object.assign(methodOf(document, "list_parcels"), { errors: [], successResponse: { statusCode: 200, ...response } });
  });
  expect(page.all("h2").map(({ text }) => text)).not.toContain("Response samples");
});

test("errors without a body have no sample", async () => {
  const page = await show("platform/orders/OrderApi/list_parcels", (document) => {
    methodOf(document, "list_parcels").errors = ["GONE"];
    document.errors.GONE = { statusCode: 410 };
    for (const { contracts } of document.groups) for (const contract of contracts) contract.errorFormat = "plain";
  });
  expect(page.region("Response samples").text).not.toContain("410");
});

test.each([
  ["of any type say nothing", {}, ""],
  ["are at most so large", { maxSize: 2_000_000 }, "upload at most 2 MB"],
  ["are of a type", { mediaTypes: ["image/png"], maxSize: 2_000_000 }, "upload a file of image/png, at most 2 MB"],
])("files of a form that %s", async (_, file, words) => {
  const page = await show("platform/orders/OrderApi/place_order", (document) => {
    const schema = { type: "object", properties: { upload: { type: "string", format: "binary" } } };
    const contents = [{ mediaType: "multipart/form-data", schema, files: { upload: file } }];
    methodOf(document, "place_order").requestBody = { required: true, contents };
  });
  expect(page.region("Request body").find("ul.files")?.text ?? "").toBe(words);
});

test("the title is what a method does, its name is below", async () => {
  const page = await show(PLACE_ORDER);
  expect(page.one("h1").text).toBe("Order what is in the basket");
  expect(page.one(".own-name").text).toBe("place_order");
  const plain = await show(PLACE_ORDER, (document) => delete (methodOf(document, "place_order") as Loose).summary);
  expect(plain.one("h1").text).toBe("place_order");
  expect(plain.find(".own-name")).toBeUndefined();
});

test("the code is between what a method does and its parameters", async () => {
  const page = await show(PLACE_ORDER);
  const parts = page.all(".method > *").map(({ element }) => element.className);
  expect(parts.slice(0, 3)).toEqual(["method-head", "method-side", "method-main"]);
});

test("an example is chosen once for body, code and answer", async () => {
  const page = await show(PLACE_ORDER, (document) => {
    const { requestBody, successResponse } = methodOf(document, "place_order") as Loose;
    for (const { contents } of [requestBody, successResponse])
      contents[0] = { mediaType: "application/json", schema: { examples: ["1", "2"] }, examples: [{ name: "a" }, { name: "b", summary: "The other" }] };
  });
  const choice = page.region("Code").one('select[aria-label="Example"]');
  expect(choice.all("option").map(({ text }) => text)).toEqual(["a", "The other"]);
  expect(page.region("Response samples").one("pre").text).toBe('"1"');
  Object.defineProperty(choice.element, "value", { value: "b" });
  await page.region("Code").event("change", 'select[aria-label="Example"]');
  expect(page.region("Code").one("pre").text).toContain("'\"2\"'");
  expect(page.region("Response samples").one("pre").text).toBe('"2"');
});

test("declared errors come first, in the order of the contract; those of the runtime are marked", async () => {
  const page = await show(PLACE_ORDER, (document) => {
    const method = methodOf(document, "place_order");
    document.errors.LATE = { type: "LATE", statusCode: 503 };
    document.errors.GONE = { type: "GONE", statusCode: 410 };
    document.errors.ADDED = { type: "ADDED", statusCode: 400 };
    Object.assign(method, { errors: ["LATE", "GONE", "ADDED"], runtimeErrors: ["ADDED"] });
  });
  const { text } = page.region("Errors");
  const places = ["LATE", "GONE", "ADDED"].map((name) => text.indexOf(name));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  page.one("article[aria-label='400 ADDED'], article[aria-label=ADDED]").says("runtime");
  expect(page.one("article[aria-label='410 GONE'], article[aria-label=GONE]").text).not.toContain("runtime");
});
