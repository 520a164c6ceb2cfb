import { describe, expect, test } from "vitest";
import type { HttpContract } from "../document";
import type { Contract } from "./contracts";
import { SHOP, withSchemas } from "../testing";
import { branchesOf, opensInitially, windowOf } from "./contents";
import { countMethods, createModel, isOneThing, shortName, shortPath, disambiguateTitles } from "./model";
import { nearestPage } from "../history/unknown";

const MODEL = createModel(SHOP);

describe("model", () => {
  test("finds a method with its contract and group", () => {
    const found = MODEL.method({ group: "people", contract: "RoomApi", method: "say" });
    expect(found?.contract.name).toBe("RoomApi");
    expect(found?.group.name).toBe("People");
  });

  test.each(["__proto__", "constructor", "toString"])("finds nothing named %s", (name) => {
    expect(MODEL.schema(name)).toBeUndefined();
    expect(MODEL.error(name)).toBeUndefined();
    expect(MODEL.users("type", name)).toEqual([]);
  });

  test("names each method that uses a type once", () => {
    const users = MODEL.users("type", "UserId");
    expect(users.map((user) => [user.group, user.contract, user.method])).toEqual([
      ["orders", "OrderApi", "get_order"],
      ["people", "UserApi", "get_user"],
    ]);
  });

  test("knows the brands, one with two facets once", () => {
    expect(MODEL.brands).toEqual(["Amount", "UserId"]);
  });

  test("leaves out of a path what the contract says already", () => {
    const entry = MODEL.method({ group: "orders", contract: "OrderApi", method: "get_order" });
    expect(entry && shortPath(entry.contract, entry.method)).toBe("/{id}");
  });

  test("shows the path of a method that is filtered by", () => {
    const method = { name: "complete", httpMethod: "POST", httpPath: "/a", httpPaths: ["/a", "/v1/Chat"], errors: [] };
    const contract = { kind: "http", name: "Chat", pathPrefix: "", methods: [method] } as const;
    const [branch] = branchesOf({ name: "All", slug: "all", contracts: [contract] }, ["v1/chat"]);
    expect(branch && branch.methods.map((shown) => shortPath(branch, shown))).toEqual(["/v1/Chat"]);
  });
});

test("types that share a title are told apart by their names", () => {
  const { schemas } = withSchemas({
    Line: { title: "Line" },
    "Order.Line": { title: "Line" },
    "Invoice.Line-Input": { title: "Line", "x-type": "Invoice.Line" },
    "Invoice.Line-Output": { title: "Line", "x-type": "Invoice.Line" },
    "Page_Order-Input": { title: "Page[Order]", "x-type": "Page_Order" },
    "Page_Order-Output": { title: "Page[Order]", "x-type": "Page_Order" },
    Other: {},
  });
  disambiguateTitles(schemas);
  expect(Object.values(schemas).map(({ title }) => title)).toEqual([
    "Line",
    "Order.Line",
    "Invoice.Line",
    "Invoice.Line",
    "Page[Order]",
    "Page[Order]",
    undefined,
  ]);
});

describe("nearestPage", () => {
  test.each([
    ["orders/OrderApi/get_ordr", "get_order"],
    ["people/RomApi", "RoomApi"],
    ["ORDER_NOTFOUND", "ORDER_NOT_FOUND"],
  ])("%s is near %s", (words, expected) => {
    expect(nearestPage(MODEL, words)?.label).toBe(expected);
  });

  test("nothing is near to something else", () => {
    expect(nearestPage(MODEL, "zzz/qqq")).toBeUndefined();
    expect(nearestPage(MODEL, "orderly_messages")).toBeUndefined();
  });
});

describe("contents", () => {
  const [orders, people] = SHOP.groups;

  test("a filter keeps the methods that hold every word, in name, path or contract", () => {
    const names = (words: string[]): string[] =>
      [orders, people].flatMap((group) =>
        group ? branchesOf(group, words).flatMap(({ methods }) => methods.map(({ name }) => name)) : [],
      );
    expect(names(["order", "{id}"])).toEqual(["get_order"]);
    expect(names(["roomapi"])).toEqual(["say"]);
    expect(names(["nothing"])).toEqual([]);
  });

  test.each([
    ["named like its contract", "RoomApi", { name: "Room API" }, true],
    ["of another name", "RoomApi", {}, false],
    ["of another name, whose contract says nothing of its own", "UserApi", {}, true],
  ])("a group %s", (_, only, named, expected) => {
    const contract = people?.contracts.find(({ name }) => name === only);
    expect(people && contract && isOneThing({ ...people, ...named, contracts: [contract] })).toBe(expected);
  });

  test("a WebSocket without messages is an operation of its group", () => {
    const room = people?.contracts.find(({ name }) => name === "RoomApi");
    const silent = { ...room, name: "Silent", path: "/quiet", methods: [] } as unknown as Contract;
    if (!people) throw new Error("no group");
    const group = { ...people, contracts: [...people.contracts, silent] };
    expect(countMethods(group)).toBe(countMethods(people) + 1);
    expect(branchesOf(group, ["quiet"]).map(({ name }) => name)).toEqual(["Silent"]);
  });

  test("a small document is open, of a large one only where the reader is", () => {
    const large = { ...MODEL, methodCount: 10_000 };
    const page = { kind: "method", group: "people", contract: "RoomApi", method: "say" } as const;
    expect(opensInitially(MODEL, { kind: "overview" }, "orders")).toBe(true);
    expect(opensInitially(large, page, "orders")).toBe(false);
    expect(opensInitially(large, page, "people")).toBe(true);
    expect(opensInitially(large, page, "people", "UserApi")).toBe(false);
    expect(opensInitially(large, page, "people", "RoomApi")).toBe(true);
  });

  test.each([
    ["the start", 0, [0, 1, 2]],
    ["the middle", 5, [4, 5, 6]],
    ["the end", 9, [7, 8, 9]],
    ["nobody", -1, [0, 1, 2]],
  ])("a stretch around %s", (_, current, expected) => {
    const [start, shown] = windowOf([...Array(10).keys()], current, 3);
    expect(shown).toEqual(expected);
    expect(start).toBe(expected[0]);
  });
});

test.each([
  ["orders_list", "list"],
  ["Orders.list", "list"],
  ["order_api_list", "list"],
  ["ordersList", "ordersList"],
  ["orders_", "orders_"],
  ["orders", "orders"],
  ["list_orders", "list_orders"],
])("below its group and its contract %s is %s", (name, short) => {
  const contract: HttpContract = { kind: "http", name: "OrderApi", pathPrefix: "", methods: [] };
  expect(shortName({ name: "Orders", slug: "orders", contracts: [contract] }, contract, { name })).toBe(short);
});
