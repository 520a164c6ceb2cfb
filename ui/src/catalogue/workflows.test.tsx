/** Workflows on the first page. */

import { expect, test } from "vitest";
import { show } from "../rendered";

test("steps link to their methods, with what flows from one to the next", async () => {
  const shown = await show("platform/?at=workflows"); // else they are behind a line
  const steps = shown.all("[data-at=workflows] ol > li").map(({ text }) => text);
  expect(steps).toHaveLength(8);
  expect(steps[2]).toBe("PaymentApi.payorder ← step 2 idbody ← paymentAuthorization ← step 1 token");
  expect(steps[6]).toContain('condition ← "used"');
  expect(shown.region("Workflows").links("sign_in")).toContain("#/platform/people/SessionApi/sign_in");
});

test("a document without workflows has no such section", async () => {
  const shown = await show("internal");
  expect(shown.all("[data-at=workflows]")).toHaveLength(0);
});
