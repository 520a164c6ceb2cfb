import { expect, test } from "vitest";
import { pageOfNames, routeOfAnchor } from "../host/static-text";
import { createModel } from "./model";
import { createNames, hashOf, nameGroups, resolvedGroup, routeOf, type Route } from "./route";
import { SHOP } from "../testing";

test.each<[string, Route]>([
  ["#/shop", { slug: "shop", page: { kind: "overview" } }],
  ["#/shop/orders", { slug: "shop", page: { kind: "group", group: "orders" } }],
  ["#/shop/orders/OrderApi", { slug: "shop", page: { kind: "contract", group: "orders", contract: "OrderApi" } }],
  [
    "#/shop/orders/OrderApi/get_order?highlight=User+Id&at=errors",
    {
      slug: "shop",
      page: { kind: "method", group: "orders", contract: "OrderApi", method: "get_order" },
      highlight: "User Id",
      at: "errors",
    },
  ],
  ["#/shop/~schema/Page_Order", { slug: "shop", page: { kind: "schema", name: "Page_Order" } }],
  ["#/shop/~error/%3Cscript%3E", { slug: "shop", page: { kind: "error", name: "<script>" } }],
  ["#/shop/~error", { slug: "shop", page: { kind: "error", name: "" } }],
  ["#/shop/a/b/c/d", { slug: "shop", page: { kind: "unknown", path: "a/b/c/d" } }],
])("%s is read and written", (hash, route) => {
  expect(routeOf(hash)).toEqual(route);
  expect(hashOf(route)).toBe(hash);
});

const names = createNames();
nameGroups(names, "named", [
  { slug: "g1", name: "G1" },
  { slug: "api", name: "API" },
  { slug: "a-b", name: "A/b & ö" },
  { slug: "orders", name: "Orders" },
  { slug: "orders-2", name: "orders" },
  { slug: "twin", name: "Twin" },
  { slug: "twin-2", name: "Twin" },
  { slug: "schema", name: "~schema" },
]);

test.each<[string, string]>([
  ["#/named/G1", "g1"],
  ["#/named/API", "api"],
  ["#/named/A%2Fb%20%26%20%C3%B6", "a-b"],
  ["#/named/Orders", "orders"],
  ["#/named/orders", "orders-2"],
  ["#/named/Twin", "twin"],
  ["#/named/twin-2", "twin-2"],
  ["#/named/schema", "schema"],
])("%s is the group %s", (hash, group) => {
  for (const rest of ["", "/UserApi", "/UserApi/get_user"]) {
    const route = resolvedGroup(routeOf(hash + rest)!, names);
    expect(route.page).toMatchObject({ group });
    expect(hashOf(route, names)).toBe(hash + rest);
  }
});

test("a version that is not there yet has the groups of its document", () => {
  expect(hashOf({ slug: "named@1.0", page: { kind: "group", group: "g1" } }, names)).toBe("#/named@1.0/G1");
});

test.each(["g1", "a-b", "none"])("the slug %s of a group is read, too", (group) => {
  expect(resolvedGroup(routeOf(`#/named/${group}`)!, names).page).toEqual({ kind: "group", group });
});

test.each(["", "#", "#/", "#install", "#gg-shop.orders"])("%o is no address of the UI", (hash) => {
  expect(routeOf(hash)).toBeUndefined();
});

test("a broken escape is taken as it stands", () => {
  expect(routeOf("#/shop/%E0%A4%A")?.page).toEqual({ kind: "group", group: "%E0%A4%A" });
});

const MODEL = createModel(SHOP);

test.each<[string, Route["page"]]>([
  ["#gg-shop.orders", { kind: "group", group: "orders" }],
  ["#gg-shop.orders.OrderApi", { kind: "contract", group: "orders", contract: "OrderApi" }],
  [
    "#gg-shop.orders.OrderApi.get_order",
    { kind: "method", group: "orders", contract: "OrderApi", method: "get_order" },
  ],
  ["#gg-shop.OrderApi", { kind: "contract", group: "orders", contract: "OrderApi" }],
  ["#gg-shop.OrderApi.get_order~2", { kind: "method", group: "orders", contract: "OrderApi", method: "get_order" }],
  ["#gg-error-shop.ORDER_NOT_FOUND", { kind: "error", name: "ORDER_NOT_FOUND" }],
  ["#gg-error-shop", { kind: "error", name: "" }],
  ["#gg-schema-shop", { kind: "schema", name: "" }],
  ["#gg-brand-shop.UserId", { kind: "brand", name: "UserId" }],
  ["#gg-shop.a.b.c.d", { kind: "unknown", path: "a/b/c/d" }],
])("the anchor %s is the page of the same thing", (anchor, page) => {
  const found = routeOfAnchor(anchor, ["shop"]);
  expect(found?.slug).toBe("shop");
  expect(found && (found.page.kind === "anchor" ? pageOfNames(found.page.names, MODEL) : found.page)).toEqual(page);
});

test("an anchor of a workflow leads to the workflows of the overview", () => {
  const workflows = { slug: "shop", page: { kind: "overview" }, at: "workflow-buy" };
  expect(routeOfAnchor("#gg-workflow-shop.buy", ["shop"])).toEqual(workflows);
  expect(routeOfAnchor("#gg-workflow-shop", ["shop"])).toEqual({ ...workflows, at: "workflows" });
});

test.each(["#other", "#gg-", "#gg-a.b.c", "#gg-shop", "#gg-error-a.B"])("%s is no anchor of ours", (anchor) => {
  expect(routeOfAnchor(anchor, ["shop"])).toBeUndefined();
});
