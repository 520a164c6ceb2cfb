import { expect, test } from "vitest";
import { exampleOf } from "../example";
import { textByName } from "../example/texts";
import { EMPTY, type Fill } from "../host/fill";
import type { ApiDocsDocument, HttpContract } from "../document";
import { documentWith, refTo } from "../testing";
import { samplesOf } from "./samples";
import { OWN_SERVICE } from "./servers";

const CONTRACT: HttpContract = {
  kind: "http",
  name: "OrderApi",
  pathPrefix: "/orders",
  security: [{ token: [] }],
  methods: [
    {
      name: "pay",
      httpMethod: "POST",
      httpPath: "/orders/{order}",
      errors: [],
      pathParams: [{ name: "order", required: true, schema: refTo("OrderId") }],
      queryParams: [{ name: "note", required: false, schema: { type: "string" } }],
      requestBody: { required: true, contents: [{ mediaType: "application/json", schema: refTo("Payment") }] },
    },
  ],
};

function documented(servers?: NonNullable<ApiDocsDocument["service"]["servers"]>): ApiDocsDocument {
  return documentWith({
    service: { slug: "shop", name: "Shop", ...(servers && { servers }) },
    schemas: {
      OrderId: { type: "string", title: "OrderId", "x-brand": ["OrderId"] },
      Count: { type: "integer", title: "Count", "x-brand": ["Count"] },
      Payment: { type: "object", properties: { order: refTo("OrderId"), count: refTo("Count") } },
    },
    securitySchemes: { token: { type: "http", scheme: "bearer" } },
  });
}

function curl(document: ApiDocsDocument, fill: Partial<Fill>): string {
  return samplesOf(document, CONTRACT, CONTRACT.methods[0]!, { ...EMPTY, ...fill })[0]?.code ?? "";
}

const SERVERS = [
  { url: "https://api.test" },
  { url: "https://{name}.test", variables: { name: { default: "sandbox" } } },
];

test.each<[string, Partial<Fill>, string]>([
  ["the chosen server", { server: 1 }, "https://sandbox.test/orders/order-1"],
  ["its variable", { server: 1, variables: { name: "nightly" } }, "https://nightly.test/orders/order-1"],
  ["an id in the path", { values: { OrderId: "o7" } }, "https://api.test/orders/o7"],
  ["the same id in the body", { values: { OrderId: "o7" } }, '"order": "o7"'],
  ["a number stays one", { values: { Count: "3" } }, '"count": 3'],
  ["an optional parameter that is filled in", { values: { note: "hello" } }, "?note=hello"],
  ["a credential", { credentials: { "https://api.test token": "abc" } }, "Authorization: Bearer abc"],
  ["a credential for another server", { server: 1, credentials: { "https://api.test token": "abc" } }, "Authorization: Bearer YOUR_TOKEN"],
  ["the service that the page is part of", { server: OWN_SERVICE, service: "http://here.test/v1" }, "http://here.test/v1/orders/order-1"],
  ["what the console sends: a form that is empty", { console: true }, "--data-raw '{}'"],
  ["and what was edited there", { console: true, drafts: new Map([[CONTRACT.methods[0]!, { value: { count: 7 } }]]) }, '"count": 7'],
])("%s", (_, fill, expected) => {
  expect(curl(documented(SERVERS), fill)).toContain(expected);
});

test("what the console may leave out is left out", () => {
  const sent = curl(documented(SERVERS), { console: true });
  for (const left of ["note", "Authorization"]) expect(sent).not.toContain(left);
  expect(curl(documented(SERVERS), { console: true, values: { OrderId: "" } })).toContain("https://api.test/orders/ ");
});

test("no server is invented", () => {
  expect(curl(documented(), {})).toContain("<server>/orders/order-1");
  expect(curl(documented(), { address: "https://here.test" })).toContain("https://here.test/orders/order-1");
});

test("a chosen variant is the example", () => {
  const card = { type: "object", properties: { method: { const: "card" } } } as const;
  const swish = { type: "object", properties: { method: { const: "swish" } } } as const;
  const schema = { oneOf: [card, swish] };
  expect(exampleOf(schema, documentWith())).toEqual({ method: "card" });
  expect(exampleOf(schema, documentWith(), { ...EMPTY, variants: new Set([swish]) })).toEqual({ method: "swish" });
});

test.each([
  ["email", false, "user@example.org"],
  ["contactEmail", false, "user@example.org"],
  ["OrderId", true, "order-1"],
  ["order_id", false, "order-1"],
  ["TrackingCode", true, "tracking-code-1"],
  ["title", false, undefined],
  ["id", false, undefined],
  ["/owner", false, "owner-1"],
  ["/pipeline_id", false, "pipeline-1"],
])("a text by its name: %s", (name, isBrand, expected) => {
  expect(textByName(name, isBrand)).toBe(expected);
});
