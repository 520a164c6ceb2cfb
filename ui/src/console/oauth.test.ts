import { expect, test } from "vitest";
import { challengeOf, grantsOf, tokenPlace } from "./oauth";

test("the challenge is that of RFC 7636, appendix B", async () => {
  expect(await challengeOf("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
});

const TOKENS = { tokenUrl: "/token" };

test.each([
  [{ type: "oauth2", flows: { implicit: {}, password: TOKENS, authorizationCode: TOKENS } }, ["authorizationCode", "password"]],
  [{ type: "oauth2", flows: { password: { tokenUrl: "javascript:alert(1)" }, clientCredentials: {} } }, []],
  [{ type: "openIdConnect", openIdConnectUrl: "https://id.test/.well-known/openid-configuration" }, ["authorizationCode"]],
  [{ type: "http", scheme: "bearer" }, []],
])("the ways of %j", (scheme, expected) => {
  expect(grantsOf(scheme, "https://api.test/v1")).toEqual(expected);
});

test.each([
  ["token", "https://api.test"],
  ["https://id.test/token", "https://id.test"],
  ["//evil.test/token", "https://evil.test"],
  ["/\\evil.test/token", "https://evil.test"],
])("a password for the token address %s goes to %s", (tokenUrl, expected) => {
  expect(tokenPlace({ type: "oauth2", flows: { password: { tokenUrl } } }, "password", "https://api.test/v1")).toBe(expected);
});

test("without an address of the service, relative addresses are not asked", () => {
  expect(grantsOf({ type: "oauth2", flows: { password: TOKENS } }, "<server>")).toEqual([]);
});
