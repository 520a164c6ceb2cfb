// What the generated types must say and refuse; the compiler is the test.

import type { components, operations, paths } from "./platform.js";

type Schemas = components["schemas"];

declare const listing: Schemas["Listing"];
switch (listing.offer.kind) {
  case "fixed":
    listing.offer.price satisfies Schemas["Money-Output"];
    break;
  case "auction":
    listing.offer.ends satisfies string;
    break;
  case "free":
    // @ts-expect-error what is free has no price
    listing.offer.price;
    break;
  default:
    listing.offer satisfies never;
}

type Pay = operations["PaymentApi_pay"]["responses"];
declare const declined: Pay[402]["content"]["application/json"];
declined.type satisfies "PAYMENT_DECLINED";
// @ts-expect-error not a status of this operation
type Teapot = Pay[418];

({ amount: "24.90", currency: "EUR" }) satisfies Schemas["Money-Input"];
// @ts-expect-error no such currency
({ amount: "24.90", currency: "USD" }) satisfies Schemas["Money-Input"];

type Search = NonNullable<paths["/catalogue/search"]["get"]["parameters"]["query"]>;
({ words: "chair", condition: ["new", "used"] }) satisfies Search;
// @ts-expect-error what to search for is required
({ limit: 3 }) satisfies Search;

type Download = operations["PhotoApi_download"]["responses"][200]["content"];
true satisfies "image/webp" extends keyof Download ? true : false;

type NoContent = operations["ListingApi_remove_listing"]["responses"][204];
undefined satisfies NoContent["content"];
