/** What each address shows, and what there is in the contents next to it. */

import { describe, expect, test } from "vitest";
import { methodOf, show, showWithContents, type Loose } from "../rendered";

test.each([
  ["platform", "Kirkgate Platform API"],
  ["platform/goods", "Goods"],
  ["platform/goods/ListingApi", "ListingApi"],
  ["platform/goods/ListingApi/watch", "Watch a listing: hear of a lower price, and of its sale"],
  ["platform/~schema/Listing", "Listing"],
  ["platform/~schema/Page_Order", "Page[Order]"],
  ["platform/~brand/SellerId", "SellerId"],
  ["platform/~error/WRONG_STATE", "WRONG_STATE"],
  ["platform/~schema", "Types"],
  ["platform/~error", "Errors"],
])("%s has the title %s", async (address, title) => {
  expect((await show(address)).one("main h1").text).toBe(title);
});

test.each([
  ["platform/goods/ListingApi/get_listings", "goods/ListingApi/"],
  ["platform/goods/ListngApi", "goods/ListingApi"],
  ["platform/~error/ORDER_NOT_FOND", "ORDER_NOT_FOUND"],
  ["platform/~brand/SelerId", "SellerId"],
])("%s is unknown, and %s the nearest", async (address, nearest) => {
  const alert = (await show(address)).one("[role=alert]");
  alert.says("There is nothing at this address");
  expect(alert.links().some((href) => href?.includes(nearest))).toBe(true);
});

test.each(["platform/a/b/c/d/e", "platform/%E0%A4%A/x", "platform//", "platform/?at="])("%s shows something", async (address) => {
  (await show(address)).one("main h1");
});

test.each(["platform", "platform/orders/PaymentApi/pay", "platform/~schema/Order"])("headings of %s have links", async (address) => {
  for (const heading of (await show(address)).all("main h1, main h2"))
    expect(heading.element.parentElement?.querySelector("a.self[href]"), heading.text).not.toBeNull();
});

test("links to headings are named after them", async () => {
  const page = await show("platform/orders/PaymentApi/pay");
  const names = page.all("main a.self").map(({ element }) => element.getAttribute("aria-label") ?? "");
  for (const name of ["Link to this page", "Link to Errors"]) expect(names).toContain(name);
  expect(names.some((name) => name.startsWith("Link to Response 200"))).toBe(true);
  expect(names.filter((name) => name.includes("response-") || name.endsWith("errors"))).toEqual([]);
});

test("a group that is one thing with its contract is named once", async () => {
  const alone = (document: Loose): void => {
    const group = document.groups.find(({ slug }: Loose) => slug === "orders");
    group.contracts = group.contracts.filter(({ name }: Loose) => name === "PaymentApi");
    group.name = "Payment API";
    const externalDocs = { url: "https://pay.test/", description: "Terms" };
    Object.assign(group.contracts[0], { description: "Takes cards and transfers.", externalDocs });
  };
  const method = await show("platform/orders/PaymentApi/pay", alone);
  expect(method.all("nav[aria-label=Breadcrumbs] a").map(({ text }) => text)).toEqual(["Payment API"]);
  const group = (await show("platform/orders", alone)).one("main");
  group.says("Takes cards and transfers."); // there is no other page of it
  expect(group.links("Terms")).toEqual(["https://pay.test/"]);
  expect(group.one(".method-table").links().length).toBeGreaterThan(2);
  const heads = (await show("platform/~schema/Payment", alone)).all(".users-head", "Payment API");
  expect(heads[0]?.text).not.toContain("PaymentApi");
});

describe("overviews", () => {
  test("of a document", async () => {
    const main = (await show("platform")).one("main");
    main.says("online market for second-hand goods", "https://api.kirkgate.example/v3");
    main.one("code", "POST /sessions"); // Markdown is rendered
    main.region("Authentication").says("Bearer token");
  });

  test("of a contract", async () => {
    const main = (await show("platform/orders/OrderApi")).one("main");
    for (const name of ["get_basket", "place_order", "list_parcels"]) main.one("a", name);
    main.region("Authentication").says("Authorization");
  });

  test("of a group", async () => {
    const main = (await show("platform/live")).one("main");
    main.says("What happens while one watches.");
    main.one("a", "AuctionApi");
  });

  test("there are only lists of what there is", async () => {
    const main = (
      await show("platform", (document) => {
        document.errors = {};
        for (const group of document.groups)
          for (const contract of group.contracts) {
            delete contract.errors;
            for (const method of contract.methods) method.errors = [];
          }
      })
    ).one("main");
    const links = main.all("a").map(({ text }) => text);
    expect(links).toContain("Types");
    expect(links).not.toContain("Errors");
  });

  test("a list of types has those that the page has the text of", async () => {
    const text = document.createElement("gg-docs");
    text.innerHTML = '<i id="gg-schema-platform.Order"></i><i id="gg-brand-platform.OrderId"></i><i id="gg-schema-other.Listing"></i>';
    document.body.append(text);
    const page = await show("platform/~schema?at=O%20to%20S");
    text.remove();
    expect(page.one("main h1").text).toBe("Types O to S");
    expect(page.all(".method-table .name").map(({ text }) => text)).toEqual(["Order", "OrderId"]);
  });

  test("a list of types without their text has all of them", async () => {
    const page = await show("platform/~schema?at=O%20to%20P");
    expect(page.one("main h1").text).toBe("Types");
    expect(page.all(".method-table .name").length).toBeGreaterThan(20);
  });

  const WRAPPED = "Takes a basket\nand makes an order\nof it.\n\nMore follows.";

  test("lists have whole sentences, apart from names", async () => {
    const page = await show("platform/~schema/", (document) => (document.schemas.Address.description = WRAPPED));
    page.says("Address Takes a basket and makes an order of it.");
    expect(page.text).not.toContain("More follows");
  });

  const PATHS = ["/orders", "/v1/orders", "/{version}/orders"];

  test.each(["platform/orders", "platform/orders/OrderApi"])("%s lists all paths of a method", async (address) => {
    const page = await show(address, (document) => Object.assign(methodOf(document, "place_order"), { httpPaths: PATHS }));
    const row = page.one(".method-table li", "place_order");
    expect(row.all("code").map(({ text }) => text)).toEqual(PATHS);
  });

  test("a first page of many groups has their names, counts and first methods", async () => {
    const page = await show("platform", (document) => {
      const [group] = document.groups;
      const method = methodOf(document, "get_order");
      const methods = Array.from({ length: 10 }, (_, at) => ({ ...method, name: `get_${at}` }));
      const contracts = [{ ...group.contracts[0], methods }];
      document.groups = Array.from({ length: 120 }, (_, at) => ({ name: `Group ${at}`, slug: `g${at}`, description: WRAPPED, contracts }));
    });
    const group = page.region("Group 7");
    expect(group.one(".count").text).toBe("10");
    expect(group.all("a:not(h2 a, .self)").map(({ text }) => text)).toEqual(["get_0", "get_1", "get_2"]);
    await group.click("button", "7 more");
    expect(page.region("Group 7").links().length).toBeGreaterThan(5);
    expect(page.all(".brief section")).toHaveLength(90);
    page.one("button", "30 more");
  });

  test("a list of types says kinds that mean something", async () => {
    const page = await show("platform/~schema/");
    const row = (words: string): string => page.all("main li").find(({ text }) => text.includes(words))?.text ?? "";
    expect(row("OrderState")).toContain("Enumeration");
  });

  test("a list of types has as many as the contents say, and leads to the brands", async () => {
    const page = await showWithContents("platform/~schema/");
    const [inContents, inTitle] = ["nav .tree-group .tree-name .count", "main .title .count"].map((selector) => page.one(selector).text);
    expect(inTitle).toBe(inContents);
    expect(page.all("main li", "OrderId")).toEqual([]);
    expect(page.one("main .title").links("Brands")).toEqual(["#/platform/~brand"]);
  });
});

describe("the contents", () => {
  test("have a tab of brands in alphabetical order", async () => {
    const page = await showWithContents("platform");
    const contents = page.one("nav");
    await contents.click("[role=tab]", "Brands");
    const names = contents.all(".tree-method .name").map(({ text }) => text);
    const inOrder = [...names].sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
    expect(names).toEqual(inOrder);
    expect(names.length).toBeGreaterThanOrEqual(12);
    expect(contents.links("OrderId")).toEqual(["#/platform/~brand/OrderId"]);
  });

  test("have a tab of types and errors, without brands", async () => {
    const contents = (await showWithContents("platform")).one("nav");
    await contents.click("[role=tab]", "Types");
    expect(contents.links("OrderLine")).toContain("#/platform/~schema/OrderLine");
    expect(contents.links().filter((href) => href?.endsWith("/OrderId"))).toEqual([]);
    expect(contents.links("ORDER_NOT_FOUND")).toEqual(["#/platform/~error/ORDER_NOT_FOUND"]);
  });

  test("show the page of a type as the current one", async () => {
    const page = await showWithContents("platform/~schema/Order");
    expect(page.one("nav [aria-current=page]").text).toContain("Order");
  });

  test("count the methods of groups", async () => {
    const people = (await showWithContents("platform")).all(".tree-group").find(({ text }) => text.startsWith("People"));
    expect(people?.one(".count").text).toMatch(/^\d+$/);
  });

  test("have one verb on a line, the page of the method has all", async () => {
    const verbs = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
    const page = await showWithContents("platform/orders/OrderApi/get_order", (document) =>
      Object.assign(methodOf(document, "get_order"), { httpMethods: verbs }),
    );
    expect(page.one("nav a", "get_order").one(".badge").text).toBe("GET");
    expect(page.one("main .endpoint .badge").text).toBe(verbs.join(" "));
  });
});

describe("who uses something", () => {
  test.each([
    ["platform/~schema/Order", "Types"],
    ["platform/~brand/OrderId", "Brand"],
    ["platform/~error/ORDER_NOT_FOUND", "Error"],
  ])("%s says where it is used", async (address, kind) => {
    const page = await show(address);
    expect(page.one("main").text).toContain(kind);
    expect(page.region("Used by").links("get_order").length).toBeGreaterThan(0);
  });

  const many = (document: Loose): void => {
    const group = document.groups.find(({ slug }: Loose) => slug === "orders");
    const [contract] = group.contracts;
    const method = methodOf(document, "get_order");
    group.contracts = [0, 1, 2].map((number) => ({
      ...contract,
      name: `Api${number}`,
      methods: Array.from({ length: 600 }, (_, at) => ({ ...method, name: `get_${at}` })),
    }));
    for (const { name } of group.contracts)
      for (let at = 0; at < 600; at += 1) document.uses.methods[`orders/${name}/get_${at}`] = { path: ["OrderId"] };
  };

  test("a long list is counted before it is cut, and grows in steps", async () => {
    const uses = (await show("platform/~brand/OrderId", many)).region("Used by");
    const lengths = [uses.all(".users li").length];
    while (uses.find("button", "more")) {
      await uses.click("button", "more");
      lengths.push(uses.all(".users li").length);
    }
    expect(lengths.slice(0, 5)).toEqual([123, 203, 443, 682, 762]);
    expect(uses.all(".users-head .count").slice(0, 3).map(({ text }) => text)).toEqual(Array(3).fill("600 methods"));
  });
});

describe("versions", () => {
  const REPLACEMENT = "ListingApi.watch";

  test("a method says since when and until when", async () => {
    const page = await show("platform/goods/ListingApi/get_listing", (document) =>
      Object.assign(methodOf(document, "get_listing"), {
        history: [{ kind: "added", version: "1.1" }, { kind: "changed" }],
        lifecycle: { deprecatedSince: "2", sunset: "2027-02-03", replacement: REPLACEMENT },
      }),
    );
    page.says(
      "New in 1.1. Changed in the next version. Deprecated since 2. " +
        `To be removed on 2027-02-03. Replaced by ${REPLACEMENT}.`,
    );
    expect(page.links(REPLACEMENT)).toEqual(["#/platform/goods/ListingApi/watch"]);
  });

  test.each([1, 2])("the version of a single change is said once, with %i changes", async (count) => {
    const page = await show("platform/goods/ListingApi/get_listing", (document) => {
      document.changes = [{ text: "parameter added" }];
      const history = ["1.1", "2.0.0"].slice(-count).map((version) => ({ kind: "changed", version, changes: [0] }));
      Object.assign(methodOf(document, "get_listing"), { history });
    });
    const text = page.one("main").text;
    expect(text).toContain("parameter added");
    expect(text.split("Changed in 2.0.0").length - 1).toBe(count);
  });

  test.each(["goods/ListingApi/watch_all", "ListingApi/watch_all"])("what is gone answers at %s", async (path) => {
    const page = await show(`platform/${path}`, (document) => {
      const of = { group: "goods", contract: "ListingApi", name: "watch_all", title: "GET /all", version: "3.0" };
      document.removed = [{ ...of, deprecationMessage: "Watch *one*.", replacement: REPLACEMENT }];
    });
    const alert = page.one("[role=alert]");
    alert.says("GET /all: removed in 3.0. Replaced by ListingApi.watch.", "Watch one.");
    expect(alert.links(REPLACEMENT)).toEqual(["#/platform/goods/ListingApi/watch"]);
  });

  test("without released versions there is nothing to choose", async () => {
    const page = await showWithContents("platform/goods/ListingApi/get_listing");
    expect(page.find('select[aria-label="Changes since a version"]')).toBeUndefined();
  });
});

describe("long lists are drawn in parts", () => {
  const texts = Array.from({ length: 20_000 }, (_, at) => `value-${at}`);

  test.each<[string, (method: Loose) => unknown]>([
    ["values", (method) => (method.requestBody = bodyOf({ enum: texts }))],
    ["described values", (method) => (method.requestBody = bodyOf({ enum: texts, "x-enum-descriptions": texts.map((text) => `About ${text}`) }))],
    ["examples", (method) => (method.requestBody = bodyOf({ type: "string", examples: texts }))],
    ["parameters", (method) => (method.queryParams = texts.map((name) => ({ name, required: false, schema: { type: "string" } })))],
  ])("%s", async (_, change) => {
    const page = await show("platform/orders/OrderApi/place_order", (document) => change(methodOf(document, "place_order")));
    expect(page.all("main *").length).toBeLessThan(3000);
    expect(page.find("button", "more")).toBeDefined();
  });

  test("errors, from the one that an address names", async () => {
    const change = (document: Loose): void => {
      const keys = texts.slice(0, 2000);
      for (const key of keys) document.errors[key] = { type: key, statusCode: 404, data: { type: "object", properties: { [key]: { type: "string" } } } };
      methodOf(document, "place_order").errors = keys;
    };
    const page = await show("platform/orders/OrderApi/place_order?at=error-value-1500", change);
    expect(page.all(".error-card").length).toBeLessThan(100);
    expect(page.find('[data-at="error-value-1500"]')).toBeDefined();
  });

  function bodyOf(schema: Loose): Loose {
    return { required: true, contents: [{ mediaType: "application/json", schema: { type: "object", properties: { part: schema } } }] };
  }
});

describe("the first screen", () => {
  test("has servers, credentials, a call that works and the files beside the description", async () => {
    const page = await show("platform");
    const card = page.one(".first-card");
    expect(card.one("[data-at=first-call] pre").text).toBe("curl 'https://api.kirkgate.example/v3/catalogue/categories'");
    expect(card.one("[data-at=servers]").text).toContain("https://api.kirkgate.example/v3");
    expect(card.one("[data-at=authentication]").text).toContain("Bearer token");
    expect(card.one("details.menu").links("Contract document")).toHaveLength(1);
  });

  test("has a call with credentials where none is without", async () => {
    const page = await show("platform", (document) => {
      document.groups = document.groups.filter(({ slug }: Loose) => slug === "orders");
    });
    expect(page.one("[data-at=first-call] pre").text).toMatch(/^curl '[^']+' \\ --header 'Authorization: Bearer YOUR_TOKEN'$/);
  });
});

test("the title of a method is its first sentence, the rest is below", async () => {
  const page = await show("platform/orders/OrderApi/place_order", (document) => {
    methodOf(document, "place_order").summary = "Order what is in the basket. The seller is told.";
  });
  expect(page.one("h1").text).toBe("Order what is in the basket");
  expect(page.one(".method-head").text).toContain("The seller is told.");
});
