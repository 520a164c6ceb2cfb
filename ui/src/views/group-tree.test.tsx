/** What the contents call the methods. */

import { expect, test } from "vitest";
import { showWithContents } from "../rendered";

test("methods are listed by name and path, or by what they do", async () => {
  const shown = await showWithContents("platform/orders/OrderApi/place_order");
  const current = (): string => shown.one(".sidebar [aria-current]").text;
  expect(current()).toContain("place_order");
  await shown.event("click", ".titles-switch");
  expect(current()).toMatch(/Order what is in the basket$/);
  await shown.event("click", ".titles-switch");
  expect(current()).toContain("place_order");
});
