import { afterEach, expect, test, vi } from "vitest";
import { challengeOf, grantsOf, reasonOf, tokenFor, tokenPlace } from "./oauth";

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

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["the words of RFC 6749", '{"error": "invalid_grant", "error_description": "wrong password"}', "400 wrong password"],
  ["its code", '{"error": "invalid_grant"}', "400 invalid_grant"],
  ["what FastAPI raises", '{"detail": "Incorrect username or password"}', "400 Incorrect username or password"],
  ["what FastAPI validates", '{"detail": [{"loc": ["body", "username"], "msg": "Field required"}, {"loc": ["body", "password"], "msg": "Field required"}]}', "400 username: Field required, password: Field required"],
  ["an object", '{"error": {"code": 7}}', '400 {"code":7}'],
  ["a text", "no such client", "400 no such client"],
])("the reason of a service that gives no token: %s", async (_, body, expected) => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status: 400 })));
  const asked = { client: "", secret: "x", user: "ada", scopes: [] };
  const scheme = { type: "oauth2", flows: { password: TOKENS } };
  await expect(tokenFor(scheme, "password", asked, "https://api.test", new AbortController().signal)).rejects.toThrow(new Error(expected));
});

test("a page instead of a reason is cut off", () => {
  expect(reasonOf("<".repeat(5000))).toHaveLength(300);
});
