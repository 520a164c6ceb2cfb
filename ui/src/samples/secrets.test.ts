import { expect, test } from "vitest";
import { EMPTY, type Fill } from "../host/fill";
import type { HttpContract, HttpMethod } from "../document";
import { documentWith, httpMethod, refTo } from "../testing";
import { samplesOf } from "./samples";
import { masked } from "./secrets";

const METHOD: HttpMethod = {
  ...httpMethod("sign_in", "/sessions"),
  httpMethod: "POST",
  queryParams: [{ name: "api_key", required: false, schema: { type: "string" } }],
  requestBody: { required: true, contents: [{ mediaType: "application/json", schema: refTo("SignIn") }] },
};
const CONTRACT: HttpContract = { kind: "http", name: "SessionApi", pathPrefix: "/", security: [{ token: [] }], methods: [METHOD] };
const DOCUMENT = documentWith({
  service: { slug: "shop", name: "Shop", servers: [{ url: "https://api.test" }] },
  schemas: {
    SignIn: { type: "object", properties: { email: { type: "string" }, pin: { type: "string", format: "password" }, inner: { type: "array", items: { type: "object" } } } },
  },
  securitySchemes: { token: { type: "http", scheme: "bearer" } },
});
const FILL: Fill = {
  ...EMPTY,
  console: true,
  credentials: { "https://api.test token": "t0ken" },
  values: { api_key: "k3y" },
  drafts: new Map([[METHOD, { value: { email: "ada@example.org", pin: "1234", inner: [{ password: "s3cret", count: 1 }] } }]]),
};

test("code is shown without what the reader has typed as a secret", () => {
  for (const { code } of samplesOf(DOCUMENT, CONTRACT, METHOD, masked(DOCUMENT, CONTRACT, METHOD, FILL))) {
    expect(code).not.toMatch(/t0ken|k3y|1234|s3cret/);
    expect(code).toMatch(/\*{5}/);
    expect(code).toContain("ada@example.org");
  }
});

test("what is copied has it", () => {
  const [curl] = samplesOf(DOCUMENT, CONTRACT, METHOD, FILL);
  for (const secret of ["t0ken", "k3y", "1234", "s3cret"]) expect(curl?.code).toContain(secret);
});

test("nothing is masked that is not filled in", () => {
  const [curl] = samplesOf(DOCUMENT, CONTRACT, METHOD, masked(DOCUMENT, CONTRACT, METHOD, EMPTY));
  expect(curl?.code).toContain("YOUR_TOKEN");
  expect(curl?.code).not.toContain("*****");
});
