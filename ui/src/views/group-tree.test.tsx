/** What the contents call the methods. */

import { expect, test } from "vitest";
import { showWithContents } from "../rendered";

test("methods are listed by name and path, or by what they do", async () => {
  const shown = await showWithContents("platform/orders/OrderApi/place_order");
  const current = (): string => shown.one(".sidebar [aria-current]").text;
  expect(current()).toContain("Order what is in the basket");
  await shown.event("click", ".paths-switch");
  expect(current()).toMatch(/place_order\/$/);
  expect(shown.one(".sidebar [aria-current] .short-path").element.getAttribute("title")).toBe("/orders");
  await shown.event("click", ".paths-switch");
  expect(current()).toContain("Order what is in the basket");
});
