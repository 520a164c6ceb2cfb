/** Links of responses, below a response and below an error. */

import { expect, test } from "vitest";
import { methodOf, show, type Loose } from "../rendered";

const ADDRESS = "platform/orders/OrderApi/place_order";
const LINKS = [
  { name: "one", method: "orders/OrderApi/get_order", parameters: { id: "$response.body#/id", full: true }, description: "What has been *ordered*." },
  { name: "elsewhere", operation: "other.yaml#/paths/~1a/get", body: { again: true } },
];

function withLinks(document: Loose): void {
  const method = methodOf(document, "place_order");
  method.successResponse.links = LINKS;
  document.errors[method.errors[0]].links = [{ name: "retry", method: "orders/OrderApi/place_order" }];
}

test("they lead to their methods, and say what these are called with", async () => {
  const shown = await show(ADDRESS, withLinks);
  const [list, ofError] = shown.all(".params").filter(({ text }) => text.startsWith("Links"));
  expect(list?.text).toBe("Linksone → get_orderid = $response.body#/idfull = trueWhat has been ordered.elsewhere → other.yaml#/paths/~1a/getRequest body = {\"again\":true}");
  expect(list?.links("get_order")).toEqual(["#/platform/orders/OrderApi/get_order"]);
  expect(ofError?.links("place_order")).toEqual(["#/platform/orders/OrderApi/place_order"]);
});

test("a response without links has no such list", async () => {
  const shown = await show(ADDRESS);
  expect(shown.all(".params").filter(({ text }) => text.startsWith("Links"))).toEqual([]);
});
