/** What is malformed is named and replaced; all else stays. */

import { describe, expect, test } from "vitest";
import { checked } from "../host/load";
import { indexOf, search } from "../search/search";
import { samplesOf } from "../samples/samples";
import { SHOP } from "../testing";
import { isHttp } from "../document";
import { definitionOf } from "../types/expression";
import { answerSchema, errorFrame, messageSchema } from "../types/frame";
import { createModel } from "./model";
import { repaired } from "./repair";
import { carrierOf, placeholderOf, securityOf } from "./security";

type Loose = any; // eslint-disable-line @typescript-eslint/no-explicit-any

function nested(depth: number): unknown {
  let schema: unknown = { type: "string" };
  for (let at = 0; at < depth; at += 1) schema = { type: "array", items: schema };
  return schema;
}

const METHOD = "groups[0].contracts[0].methods[0]";
const SOCKET = "groups[1].contracts[1]";

const CASES: readonly [string, (document: Loose) => unknown, readonly string[]][] = [
  ["nothing", () => undefined, []],
  ["nothing: a service has a word for its lifecycle", (d) => (d.service.lifecycle = "production"), []],
  ["an owner is a list", (d) => (d.service.owner = []), ["service.owner array string"]],
  ["a schema is null", (d) => (d.schemas.Order = null), ["schemas.Order null schema"]],
  ["a schema is a text", (d) => (d.schemas.Order = "Order"), ["schemas.Order string schema"]],
  ["a property is null", (d) => (d.schemas.Order.properties.buyer = null), ["schemas.Order.properties.buyer null schema"]],
  ["properties are a list", (d) => (d.schemas.Order.properties = []), ["schemas.Order.properties array object"]],
  ["required is no list", (d) => (d.schemas.Order.required = "buyer"), ["schemas.Order.required string array"]],
  ["a choice is null", (d) => (d.schemas.Order.anyOf = [null]), ["schemas.Order.anyOf[0] null schema"]],
  ["a reference is a number", (d) => (d.schemas.Order.$ref = 7), ["schemas.Order.$ref number string"]],
  ["schemas are missing", (d) => delete d.schemas, ["schemas undefined object"]],
  ["errors are missing", (d) => delete d.errors, ["errors undefined object"]],
  ["an error is null", (d) => (d.errors.ORDER_NOT_FOUND = null), ["errors.ORDER_NOT_FOUND null object"]],
  ["groups are missing", (d) => delete d.groups, ["groups undefined array"]],
  ["a group is null", (d) => (d.groups[0] = null), ["groups[0] null object"]],
  ["a group has no contracts", (d) => delete d.groups[0].contracts, ["groups[0].contracts undefined array"]],
  ["a contract is null", (d) => (d.groups[0].contracts[0] = null), ["groups[0].contracts[0] null object"]],
  ["methods are a text", (d) => (d.groups[0].contracts[0].methods = "x"), ["groups[0].contracts[0].methods string array"]],
  ["a method is null", (d) => (d.groups[0].contracts[0].methods[0] = null), [`${METHOD} null object`]],
  ["a method has no errors", (d) => delete method(d).errors, [`${METHOD}.errors undefined array`]],
  ["a method has no name", (d) => delete method(d).name, [`${METHOD}.name undefined string`]],
  ["a method has no path", (d) => delete method(d).httpPath, [`${METHOD}.httpPath undefined string`]],
  ["a parameter is null", (d) => (method(d).pathParams = [null]), [`${METHOD}.pathParams[0] null object`]],
  ["a body has no contents", (d) => (method(d).requestBody = {}), [`${METHOD}.requestBody.contents undefined array`]],
  ["a content is null", (d) => (method(d).successResponse.contents = [null]), [`${METHOD}.successResponse.contents[0] null object`]],
  ["a contract's source is a list", (d) => (d.groups[0].contracts[0].source = []), ["contracts[0].source array object"]],
  ["a form of errors is a number", (d) => (d.groups[0].contracts[0].errorFormat = 1), ["contracts[0].errorFormat number string"]],
  ["a permission has no tree", (d) => (method(d).permission = { text: "you" }), [`${METHOD}.permission.tree undefined object`]],
  ["a permission's kind is a list", (d) => (method(d).permission = { text: "you", tree: { kind: [] } }), [`${METHOD}.permission.tree.kind array string`]],
  ["files are a list", (d) => (method(d).successResponse.contents[0].files = []), [`${METHOD}.successResponse.contents[0].files array object`]],
  ["media types of a file are null", (d) => (method(d).successResponse.contents[0].files = { "": { mediaTypes: null } }), [`files..mediaTypes null array`]],
  ["security is a map", (d) => (method(d).security = { Login: [] }), [`${METHOD}.security object array`]],
  ["an alternative of security is null", (d) => (method(d).security = [null, { Login: [] }]), [`${METHOD}.security[0] null object`]],
  ["scopes are null", (d) => (method(d).security = [{ Login: null }]), [`${METHOD}.security[0].Login null array`]],
  ["a scope is a number", (d) => (d.groups[0].contracts[0].security = [{ Login: [7] }]), ["groups[0].contracts[0].security[0].Login[0] number string"]],
  ["security schemes are a list", (d) => (d.securitySchemes = []), ["securitySchemes array object"]],
  ["a security scheme is null", (d) => (withLogin(d), (d.securitySchemes.Login = null)), ["securitySchemes.Login null object"]],
  ["a security scheme has no type", (d) => (withLogin(d), delete d.securitySchemes.Login.type), ["securitySchemes.Login.type undefined string"]],
  ["a flow is a text", (d) => (withLogin(d), (d.securitySchemes.Login.flows.password = "x")), ["securitySchemes.Login.flows.password string object"]],
  ["the address of a flow is null", (d) => (withLogin(d), (d.securitySchemes.Login.flows.password.tokenUrl = null)), ["flows.password.tokenUrl null string"]],
  ["scopes of a flow are a list", (d) => (withLogin(d), (d.securitySchemes.Login.flows.password.scopes = [])), ["flows.password.scopes array object"]],
  ["a framing is missing", (d) => delete socket(d).framing, [`${SOCKET}.framing undefined object`]],
  ["a framing is a text", (d) => (socket(d).framing = "json-rpc"), [`${SOCKET}.framing string object`]],
  ["a framing has no name", (d) => delete framing(d).name, [`${SOCKET}.framing.name undefined string`]],
  ["a frame is missing", (d) => delete framing(d).event, [`${SOCKET}.framing.event undefined schema`]],
  ["a frame is a list", (d) => (framing(d).request = []), [`${SOCKET}.framing.request array schema`]],
  ["properties of a frame are null", (d) => (framing(d).event = { type: "object", properties: null }), [`${SOCKET}.framing.event.properties null object`]],
  ["items of a frame are an object", (d) => (framing(d).event = { type: "array", prefixItems: {} }), [`${SOCKET}.framing.event.prefixItems object array`]],
  ["a placeholder is a number", (d) => (framing(d).event = { "x-placeholder": 7 }), [`${SOCKET}.framing.event.x-placeholder number string`]],
  ["a placeholder is unknown", (d) => (framing(d).event = { "x-placeholder": "nothing" }), []],
  ["the answer and the error are null", (d) => Object.assign(framing(d), { answer: null, error: null }), [`${SOCKET}.framing.answer null schema`, `${SOCKET}.framing.error null schema`]],
  ["the errors of events are a text", (d) => (framing(d).eventErrors = "X"), [`${SOCKET}.framing.eventErrors string array`]],
  ["a refusal is a text", (d) => (framing(d).refusal = "X"), [`${SOCKET}.framing.refusal string schema`]],
  ["codes are a list", (d) => (framing(d).codes = [1]), [`${SOCKET}.framing.codes array object`]],
  ["a code is a text", (d) => (framing(d).codes = { SERVER_ERROR: ["1"] }), [`${SOCKET}.framing.codes.SERVER_ERROR[0] string number`]],
  ["a discriminator is null", (d) => (framing(d).discriminator = null), [`${SOCKET}.framing.discriminator null string`]],
  ["a frame of one's own is null", (d) => (socket(d).methods[0].wsFrame = null), [`${SOCKET}.methods[0].wsFrame null schema`]],
  ["uses are a list", (d) => (d.uses = []), ["uses array object"]],
  ["the uses of a schema are null", (d) => (d.uses.schemas.Order = null), ["uses.schemas.Order null array"]],
  ["the uses of a method are a list", (d) => (d.uses.methods["orders/OrderApi/get_order"] = ["Order"]), ["uses.methods.orders/OrderApi/get_order array object"]],
  ["a logo is a number", (d) => (d.branding = { logoUrl: 7 }), ["branding.logoUrl number string"]],
  ["an unknown error", (d) => (method(d).errors = ["NOT_THERE"]), []],
  ["the name is a number", (d) => (d.service.name = 7), ["service.name number string"]],
  ["the link of a type is a text", (d) => (d.schemas.Order.externalDocs = "x"), ["schemas.Order.externalDocs string object"]],
  ["the link of a type has no address", (d) => (d.schemas.Order.externalDocs = {}), ["schemas.Order.externalDocs.url undefined string"]],
  ["a list of lists without end", (d) => (d.schemas.Order.properties.buyer = nested(10_000)), [`at most 500 levels`]],
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

describe.each(CASES)("%s", (_, spoil, expected) => {
  const spoilt = structuredClone(SHOP) as Loose;
  spoil(spoilt);
  const { document, problems } = repaired(spoilt);

  test("is told with its place", () => {
    const words = problems.map(({ place, actual, expected: wanted }) => `${place} ${actual} ${wanted}`);
    expect(words).toEqual(expected.map((each) => expect.stringContaining(each) as unknown));
  });

  test("leaves the rest to be read", () => {
    const model = createModel(document, problems);
    expect(search(indexOf([document]), "user", 5, "shop")).not.toEqual([]);
    for (const name of Object.keys(document.schemas)) {
      expect(definitionOf(name, document).length).toBeGreaterThan(0);
      model.users("type", name);
    }
    for (const group of document.groups) {
      for (const contract of group.contracts) {
        securityOf(document, contract);
        for (const each of contract.methods) {
          securityOf(document, contract, each)?.flat().forEach(({ scheme }) => [carrierOf(scheme), placeholderOf(scheme)]);
          expect(samplesOf(document, contract, each)).not.toEqual([]);
          if (contract.kind !== "ws" || isHttp(each)) continue;
          messageSchema(contract, each);
          answerSchema(contract, each);
          const { error, eventError = error, refusal = error } = contract.framing;
          for (const outer of [error, eventError, refusal]) {
            errorFrame(contract, outer, "SERVER_ERROR", { type: "SERVER_ERROR", statusCode: 500 }, {});
          }
        }
      }
    }
  });
});

/** The documents of the example service: whatever the format has comes through unchanged. */
const GOLDEN = import.meta.glob<string>("../../../tests/native/golden/{internal,platform}.json", { query: "?raw", import: "default", eager: true });

test.each(Object.values(GOLDEN))("nothing is wrong with what the generator writes", (text) => {
  const { document, problems } = repaired(JSON.parse(text) as Record<string, unknown>);
  expect(problems.map(({ place, actual, expected }) => `${place} ${actual} ${expected}`)).toEqual([]);
  expect(document).toEqual(JSON.parse(text));
});

test("an alternative whose scopes are malformed still needs its scheme", () => {
  const spoilt = structuredClone(SHOP) as Loose;
  method(spoilt).security = [{ Login: null }, null];
  const contract = repaired(spoilt).document.groups[0]?.contracts[0];
  expect(contract?.methods[0]?.security).toEqual([{ Login: [] }]);
});

test("problems belong to the objects that they are in", () => {
  const spoilt = structuredClone(SHOP) as Loose;
  delete method(spoilt).errors;
  spoilt.schemas.Order.properties.buyer = null;
  const { document, problems } = repaired(spoilt);
  const model = createModel(document, problems);
  const contract = document.groups[0]?.contracts[0];
  expect(model.problems()).toHaveLength(2);
  expect(model.problems(contract)).toHaveLength(1);
  expect(model.problems(contract?.methods[0])).toHaveLength(1);
  expect(model.problems(contract?.methods[1])).toHaveLength(0);
  expect(model.problems(document.schemas["Order"])).toHaveLength(1);
});

test.each([null, [], {}, { version: "1.0" }, { version: "1.0", service: null }, { service: {} }])(
  "%j is no document at all",
  (value) => expect(checked("x", value)).toMatchObject({ kind: "failed", failure: { kind: "unreadable" } }),
);
