import { expect, test } from "vitest";
import { challengeOf, grantsOf } from "./oauth";

test("the challenge is that of RFC 7636, appendix B", async () => {
  expect(await challengeOf("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
});

test.each([
  [{ type: "oauth2", flows: { implicit: {}, password: {}, authorizationCode: {} } }, ["authorizationCode", "password"]],
  [{ type: "openIdConnect", openIdConnectUrl: "https://id.test/.well-known/openid-configuration" }, ["authorizationCode"]],
  [{ type: "http", scheme: "bearer" }, []],
])("the ways of %j", (scheme, expected) => {
  expect(grantsOf(scheme)).toEqual(expected);
});
