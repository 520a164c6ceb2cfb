import { expect, test } from "vitest";
import { anchorOf, routeOfAnchor } from "./host/anchor";
import { hashOf, routeOf, type Route } from "./route";

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
  ["#/shop/a/b/c/d", { slug: "shop", page: { kind: "unknown", path: "a/b/c/d" } }],
])("%s is read and written", (hash, route) => {
  expect(routeOf(hash)).toEqual(route);
  expect(hashOf(route)).toBe(hash);
});

test.each(["", "#", "#install", "#gg-shop.orders"])("%o is no address of the UI", (hash) => {
  expect(routeOf(hash)).toBeUndefined();
});

test("a broken escape is taken as it stands", () => {
  expect(routeOf("#/shop/%E0%A4%A")?.page).toEqual({ kind: "group", group: "%E0%A4%A" });
});

test.each<[string, Route["page"]]>([
  ["#gg-shop.orders.OrderApi", { kind: "contract", group: "orders", contract: "OrderApi" }],
  ["#gg-shop.orders.OrderApi.get_order", { kind: "method", group: "orders", contract: "OrderApi", method: "get_order" }],
])("the anchor %s is the page of the same thing", (anchor, page) => {
  expect(routeOfAnchor(anchor)).toEqual({ slug: "shop", page });
  expect(`#${anchorOf({ slug: "shop", page })}`).toBe(anchor);
});

test.each(["#other", "#gg-", "#gg-a.b.c.d.e"])("%s is no anchor of ours", (anchor) => {
  expect(routeOfAnchor(anchor)).toBeUndefined();
});
