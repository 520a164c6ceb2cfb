import { expect, test } from "vitest";
import type { HttpContract, Server } from "../document";
import { EMPTY, type Fill } from "../host/fill";
import { documentWith, httpMethod } from "../testing";
import { callOf } from "./request";
import { samplesOf } from "./samples";
import { credentialKeys, placeOf, rootOf, serversOf } from "./servers";

const METHOD = httpMethod("list", "/orders");
const CONTRACT: HttpContract = { kind: "http", name: "OrderApi", pathPrefix: "/orders", security: [{ key: [] }], methods: [METHOD] };
const EVIL: Server = { url: "{p}:/\\evil.test//good.test/", variables: { p: { default: "http" } } };
const PORT: Server = { url: "https://api.test:{port}/v1", variables: { port: { default: "8443" } } };

function documented(...servers: Server[]) {
  return documentWith({ service: { slug: "shop", name: "Shop", servers }, securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } });
}

function keyAt(server: Server, fill: Partial<Fill> = {}): string {
  return credentialKeys(documented(server), METHOD, { ...EMPTY, ...fill })("key");
}

test("a credential belongs to the host that a browser calls, not to what its address looks like", () => {
  expect(keyAt(EVIL)).toBe("http://evil.test key");
  expect(keyAt({ url: "http://good.test" })).toBe("http://good.test key");
  const call = callOf(documented(EVIL), CONTRACT, METHOD, { ...EMPTY, console: true, credentials: { "http://good.test key": "secret" } });
  expect(call).toMatchObject({ url: "http://evil.test//good.test/orders", headers: [] });
});

test.each<[string, Server, Partial<Fill>, string]>([
  ["another scheme", { url: "http://api.test" }, {}, "http://api.test key"],
  ["another port", PORT, {}, "https://api.test:8443 key"],
  ["the port that is filled in", PORT, { variables: { port: "9000" } }, "https://api.test:9000 key"],
  ["a name in front of the host", { url: "https://good.test@evil.test/" }, {}, "https://evil.test key"],
  ["a backslash", { url: "https:\\\\evil.test\\good.test" }, {}, "https://evil.test key"],
  ["a WebSocket, as of HTTP", { url: "wss://api.test" }, {}, "https://api.test key"],
])("%s is another place", (_, server, fill, expected) => {
  expect(keyAt(server, fill)).toBe(expected);
});

test.each<[string, Server, Partial<Fill>, string | undefined]>([
  ["a port in a variable", PORT, {}, "https://api.test:8443/v1/orders"],
  ["a port of no number", PORT, { variables: { port: "x" } }, "<server>/orders"],
  ["a port that nothing declares", { url: "https://api.test:{port}/v1" }, {}, undefined],
  ["a script", { url: "{p}:alert(1)//", variables: { p: { default: "javascript" } } }, {}, undefined],
  ["a file", { url: "file:///etc/passwd" }, {}, undefined],
  ["a broker", { url: "kafka://broker.test" }, {}, undefined],
  ["braces that nothing declares", { url: "https://api.test/{tenant}/" }, {}, "https://api.test/{tenant}/orders"],
  ["a path", { url: "/v1/" }, {}, "<server>/v1/orders"],
  ["a path that is made of a variable", { url: "{base}", variables: { base: { default: "/v1" } } }, { address: "https://here.test" }, "https://here.test/v1/orders"],
  ["a path of two slashes", { url: "//evil.test/" }, { address: "https://here.test" }, "https://here.test//evil.test/orders"],
])("%s", (_, server, fill, expected) => {
  const all = { ...EMPTY, ...fill };
  expect(serversOf(documented(server), METHOD, all)).toHaveLength(expected === undefined ? 0 : 1);
  expect(callOf(documented(server), CONTRACT, METHOD, all).url).toBe(expected ?? "<server>/orders");
  for (const { code } of samplesOf(documented(server), CONTRACT, METHOD, all)) expect(code).toContain(expected === undefined ? "<server>" : expected.replace("/orders", ""));
});

test("a path without a slash is not a part of the host", () => {
  const method = httpMethod("list", ".evil.test/orders");
  expect(callOf(documented({ url: "https://api.test" }), CONTRACT, method, EMPTY).url).toBe("https://api.test/.evil.test/orders");
});

test.each([
  ["HTTP://API.test:80/v1/", "http://api.test/v1"],
  ["http:/\\evil.test//good.test", "http://evil.test//good.test"],
  ["ftp://api.test", undefined],
  ["api.test", undefined],
])("%s is %s", (text, expected) => {
  expect(rootOf(text)).toBe(expected);
});

test("a WebSocket is at the place of its service", () => {
  expect(placeOf("wss://api.test/live")).toBe(placeOf("https://api.test/v1"));
});
