/** Documents that are not as the format says: each part that is malformed says so, and all others are shown. */

import fc from "fast-check";
import { expect, test, vi } from "vitest";
import platform from "../../../tests/native/golden/platform.json";
import { checked } from "../host/load";
import { showDocument, type Loose } from "../rendered";
import { buildIndex } from "../search/entries";
import { search } from "../search/search";
import { SHOP } from "../testing";

function nested(depth: number): unknown {
  let schema: unknown = { type: "string" };
  for (let at = 0; at < depth; at += 1) schema = { type: "array", items: schema };
  return schema;
}

/** What is malformed, and the message on all pages, or the pages with a section that cannot be shown; none where nothing depends on it. */
const CASES: readonly [string, (document: Loose) => unknown, string | readonly string[]][] = [
  ["nothing", () => undefined, ""],
  ["nothing: a service has a word for its lifecycle", (d) => (d.service.lifecycle = "production"), ""],
  ["an owner is a list", (d) => (d.service.owner = []), ""],
  ["a schema is null", (d) => (d.schemas.Order = null), "schemas.Order is null, not object."],
  ["a schema is a text", (d) => (d.schemas.Order = "Order"), "schemas.Order is string, not object."],
  ["a property is null", (d) => (d.schemas.Order.properties.buyer = null), ["shop/orders/OrderApi/get_order", "shop/~schema/Order"]],
  ["properties are a list", (d) => (d.schemas.Order.properties = []), ""],
  ["required is no list", (d) => (d.schemas.Order.required = "buyer"), ""],
  ["a choice is null", (d) => (d.schemas.Order.anyOf = [null]), ["shop/orders/OrderApi/get_order", "shop/~schema/Order"]],
  ["a reference is a number", (d) => (d.schemas.Order.$ref = 7), ""],
  ["schemas are missing", (d) => delete d.schemas, "schemas is missing."],
  ["errors are missing", (d) => delete d.errors, "errors is missing."],
  ["an error is null", (d) => (d.errors.ORDER_NOT_FOUND = null), "errors.ORDER_NOT_FOUND is null, not object."],
  ["groups are missing", (d) => delete d.groups, "groups is missing."],
  ["a group is null", (d) => (d.groups[0] = null), "groups[0] is null, not object."],
  ["a group has no contracts", (d) => delete d.groups[0].contracts, "groups[0].contracts is missing."],
  ["a contract is null", (d) => (d.groups[0].contracts[0] = null), "groups[0].contracts[0] is null, not object."],
  ["methods are a text", (d) => (d.groups[0].contracts[0].methods = "x"), "groups[0].contracts[0].methods is string, not array."],
  ["a method is null", (d) => (d.groups[0].contracts[0].methods[0] = null), "groups[0].contracts[0].methods[0] is null, not object."],
  ["a method has no errors", (d) => delete method(d).errors, "groups[0].contracts[0].methods[0].errors is missing."],
  ["a method has no name", (d) => delete method(d).name, "groups[0].contracts[0].methods[0].name is missing."],
  ["a method has no path", (d) => delete method(d).httpPath, "groups[0].contracts[0].methods[0].httpPath is missing."],
  ["a parameter is null", (d) => (method(d).pathParams = [null]), ["shop/orders/OrderApi/get_order"]],
  ["a body has no contents", (d) => (method(d).requestBody = {}), ["shop/orders/OrderApi/get_order"]],
  ["a content is null", (d) => (method(d).successResponse.contents = [null]), ["shop/orders/OrderApi/get_order"]],
  ["a contract's source is a list", (d) => (d.groups[0].contracts[0].source = []), ""],
  ["a form of errors is a number", (d) => (d.groups[0].contracts[0].errorFormat = 1), ""],
  ["a permission has no tree", (d) => (method(d).permission = { text: "you" }), ["shop/orders/OrderApi/get_order"]],
  ["a permission's kind is a list", (d) => (method(d).permission = { text: "you", tree: { kind: [] } }), ""],
  ["files are a list", (d) => (method(d).successResponse.contents[0].files = []), ""],
  ["media types of a file are null", (d) => (method(d).successResponse.contents[0].files = { "": { mediaTypes: null } }), ""],
  ["security is a map", (d) => (method(d).security = { Login: [] }), ["shop/orders/OrderApi/get_order"]],
  ["an alternative of security is null", (d) => (method(d).security = [null, { Login: [] }]), ["shop/orders/OrderApi/get_order"]],
  ["scopes are null", (d) => (method(d).security = [{ Login: null }]), ["shop/orders/OrderApi/get_order"]],
  ["a scope is a number", (d) => (d.groups[0].contracts[0].security = [{ Login: [7] }]), ""],
  ["security schemes are a list", (d) => (d.securitySchemes = []), ""],
  ["a security scheme is null", (d) => (withLogin(d), (d.securitySchemes.Login = null)), ["shop", "shop/orders/OrderApi", "shop/orders/OrderApi/get_order"]],
  ["a security scheme has no type", (d) => (withLogin(d), delete d.securitySchemes.Login.type), ""],
  ["a flow is a text", (d) => (withLogin(d), (d.securitySchemes.Login.flows.password = "x")), ""],
  ["the address of a flow is null", (d) => (withLogin(d), (d.securitySchemes.Login.flows.password.tokenUrl = null)), ""],
  ["scopes of a flow are a list", (d) => (withLogin(d), (d.securitySchemes.Login.flows.password.scopes = [])), ""],
  ["a framing is missing", (d) => delete socket(d).framing, "groups[1].contracts[1].framing is missing."],
  ["a framing is a text", (d) => (socket(d).framing = "json-rpc"), "groups[1].contracts[1].framing is string, not object."],
  ["a framing has no name", (d) => delete framing(d).name, "groups[1].contracts[1].framing.name is missing."],
  ["a frame is missing", (d) => delete framing(d).event, "groups[1].contracts[1].framing.event is missing."],
  ["a frame is a list", (d) => (framing(d).request = []), "groups[1].contracts[1].framing.request is array, not object."],
  ["properties of a frame are null", (d) => (framing(d).event = { type: "object", properties: null }), ""],
  ["items of a frame are an object", (d) => (framing(d).event = { type: "array", prefixItems: {} }), ["shop/people/RoomApi/say"]],
  ["a placeholder is a number", (d) => (framing(d).event = { "x-placeholder": 7 }), ""],
  ["a placeholder is unknown", (d) => (framing(d).event = { "x-placeholder": "nothing" }), ""],
  ["the answer and the error are null", (d) => Object.assign(framing(d), { answer: null, error: null }), "groups[1].contracts[1].framing.answer is null, not object."],
  ["the errors of events are a text", (d) => (framing(d).eventErrors = "X"), ""],
  ["a refusal is a text", (d) => (framing(d).refusal = "X"), ""],
  ["codes are a list", (d) => (framing(d).codes = [1]), ""],
  ["a code is a text", (d) => (framing(d).codes = { SERVER_ERROR: ["1"] }), ""],
  ["a discriminator is null", (d) => (framing(d).discriminator = null), ""],
  ["a frame of one's own is null", (d) => (socket(d).methods[0].wsFrame = null), ""],
  ["uses are a list", (d) => (d.uses = []), ""],
  ["the uses of a schema are null", (d) => (d.uses.schemas.Order = null), ""],
  ["the uses of a method are a list", (d) => (d.uses.methods["orders/OrderApi/get_order"] = ["Order"]), ""],
  ["a logo is a number", (d) => (d.branding = { logoUrl: 7 }), ""],
  ["an unknown error", (d) => (method(d).errors = ["NOT_THERE"]), ""],
  ["the name is a number", (d) => (d.service.name = 7), ""],
  ["the link of a type is a text", (d) => (d.schemas.Order.externalDocs = "x"), ["shop/~schema/Order"]],
  ["the link of a type has no address", (d) => (d.schemas.Order.externalDocs = {}), ["shop/~schema/Order"]],
  ["a list of lists without end", (d) => (d.schemas.Order.properties.buyer = nested(10_000)), ["shop/orders/OrderApi/get_order", "shop/~schema/Order"]],
];

function method(document: Loose): Loose {
  return document.groups[0].contracts[0].methods[0];
}

function socket(document: Loose): Loose {
  return document.groups[1].contracts[1];
}

function framing(document: Loose): Loose {
  return socket(document).framing;
}

function withLogin(document: Loose): void {
  document.groups[0].contracts[0].security = [{ Login: ["read"] }];
  document.securitySchemes = {
    Login: { type: "oauth2", flows: { password: { tokenUrl: "/token", scopes: { read: "Read." } } } },
  };
}

const RUNS = 100;

const PAGES = [
  "shop",
  "shop/orders",
  "shop/orders/OrderApi",
  "shop/orders/OrderApi/get_order",
  "shop/people/RoomApi",
  "shop/people/RoomApi/say",
  "shop/~schema/",
  "shop/~schema/Order",
  "shop/~error/ORDER_NOT_FOUND",
];

vi.spyOn(console, "error").mockImplementation(() => undefined); // by boundaries

test.each(CASES)("%s: said where it is, and all else is shown", async (_, spoil, expected) => {
  function spoilt(): Loose {
    const document = structuredClone(SHOP) as Loose;
    spoil(document);
    return document;
  }
  const failed: string[] = [];
  for (const address of PAGES) {
    const page = await showDocument(address, spoilt(), "contents");
    page.one("main h1");
    page.one("nav[aria-label='Contents of the API'] [role=tab]");
    if (typeof expected === "string" && expected) page.one("main > .broken").says(expected);
    if (page.find("main article .broken")) failed.push(address);
  }
  expect(failed).toEqual(typeof expected === "string" ? [] : expected);
  const loaded = checked("x", spoilt());
  const index = buildIndex(loaded.kind === "loaded" ? [loaded.document] : []);
  expect(search(index, "user", 5)).not.toEqual([]);
});

/** The steps to every value of a document. */
function stepsIn(value: unknown, steps: readonly string[] = []): readonly (readonly string[])[] {
  const inner = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [steps, ...inner.flatMap(([key, part]) => stepsIn(part, [...steps, key]))];
}

/** The page of the object that a step leads into. */
function pageOf([part, name = "", , at = "", key, method = ""]: readonly string[], { groups }: Loose): string {
  if (part === "schemas" || part === "errors") return `platform/~${part.slice(0, -1)}/${name}`;
  const group = part === "groups" ? groups[name] : undefined;
  const contract = group?.contracts[at];
  return ["platform", group?.slug, contract?.name, key === "methods" && contract.methods[method]?.name].filter(Boolean).join("/");
}

const VALUES = [null, 7, "x", true, [], {}, [null], { x: null }];
/** Each kind of place once: of what authors name, and of lists, one. */
const PLACES = new Map(
  stepsIn(platform)
    .filter(([first]) => first !== "version" && first !== undefined)
    .map((steps) => [steps.join(".").replace(/\.\d+(?=\.|$)/g, ".0").replace(/^(schemas|errors|uses\.\w+)\.[^.]+/, "$1.x").replace(/(properties)\.[^.]+/g, "$1.x"), steps]),
);

test("whatever is malformed, each page has a title and contents", async () => {
  const drawn = fc.tuple(fc.constantFrom(...PLACES.values()), fc.constantFrom<unknown>(...VALUES));
  for (const [steps, value] of fc.sample(drawn, { numRuns: RUNS, seed: 7 })) {
    const document = structuredClone(platform) as Loose;
    const owner = steps.slice(0, -1).reduce<Loose>((part, step) => part[step], document);
    owner[steps.at(-1)!] = structuredClone(value);
    if (steps.join() === "service") continue; // it is no document then
    const page = await showDocument(pageOf(steps, platform), document, "contents");
    const missing = ["main h1", "nav [role=tab]", "nav .tree, nav .quiet"].filter((selector) => !page.find(selector));
    expect(missing, `${steps.join(".")} = ${JSON.stringify(value)}: ${page.text.slice(-300)}`).toEqual([]);
  }
});
