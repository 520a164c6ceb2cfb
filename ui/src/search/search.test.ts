import { expect, test } from "vitest";
import type { HttpMethod } from "../document";
import type { JsonSchema } from "../types/json-schema";
import { documentWith, SHOP } from "../testing";
import { buildIndex } from "./entries";
import type { Hit } from "./hit";
import { search } from "./search";

function method(name: string, httpPath: string): HttpMethod {
  return { name, httpMethod: "GET", httpPath, errors: [] };
}

const API = documentWith({
  groups: [
    {
      name: "Users",
      slug: "users",
      contracts: [
        {
          kind: "http",
          name: "UserApi",
          pathPrefix: "/users",
          methods: [
            method("get_user", "/users/{id}"),
            method("get_user_photos", "/users/{id}/photos"),
            method("forget_user", "/users/{id}/forget"),
            { ...method("save_address", "/users/{id}/address"), httpPaths: ["/users/{id}/address", "/people/{id}/home"] },
          ],
        },
      ],
    },
  ],
  schemas: {
    UserProfile: { type: "object", title: "UserProfile", properties: { email: {}, nickname: {} } },
    Page_Order: { type: "object", title: "Page[Order]", properties: { items: {} } },
    UserId: { type: "string", title: "UserId", "x-brand": ["UserId"] },
  },
  errors: { USER_NOT_FOUND: { type: "USER_NOT_FOUND", statusCode: 404 } },
});

const INDEX = buildIndex([API]);

function names(query: string, limit = 20): readonly string[] {
  return search(INDEX, query, limit).map(({ entry }) => entry.label);
}

test.each([
  ["the exact name before longer ones", "get_user", ["get_user", "get_user_photos"]],
  ["a word before the middle of a word", "get", ["get_user", "get_user_photos", "forget_user"]],
  ["starts of words", "gup", ["get_user_photos"]],
  ["starts of words written longer", "getpho", ["get_user_photos"]],
  ["humps of a camel", "uprof", ["UserProfile"]],
  ["letters in between left out", "nckname", ["nickname"]],
  ["two words in whatever order", "photos get", ["get_user_photos"]],
  ["a path", "/users/{id}/address", ["save_address"]],
  ["another path of a method", "/people/7/home", ["save_address"]],
  ["a word of another path", "people", ["save_address"]],
  ["another path without its beginning", "people/{id}/home", ["save_address"]],
  ["verb and path", "GET photos", ["get_user_photos"]],
  ["an error by its status", "404", ["USER_NOT_FOUND"]],
  ["an error in small letters", "user_not", ["USER_NOT_FOUND"]],
  ["a title", "page[order]", ["Page[Order]"]],
  ["a field", "email", ["email"]],
  ["a brand", "userid", ["UserId"]],
  ["a method by its contract", "userapi save", ["save_address"]],
])("finds %s", (_, query, expected) => {
  expect(names(query).slice(0, expected.length)).toEqual(expected);
});

test.each([
  ["/people/7/home", "GET /people/{id}/home"],
  ["people/{id}/home", "GET /people/{id}/home"],
  ["get people/{id}/home", "GET /people/{id}/home"],
  ["home", "GET /people/{id}/home"],
  ["/users/7/address", "GET /users/{id}/address"],
  ["save_address", "GET /users/{id}/address"],
])("%s shows a method once, and first, at %s", (query, path) => {
  const hits = search(buildIndex([SHOP, API]), query, 10).map(({ entry: { label, detail } }) => `${label} ${detail}`);
  expect(hits[0]).toContain(`save_address ${path} ·`);
  expect(hits.filter((hit) => hit.startsWith("save_address"))).toHaveLength(1);
});

test.each(["get a user", "the user get", "get an user"])("articles are no words: %s", (query) => {
  expect(names(query)).toEqual(names("get user"));
});

test("an article alone is a beginning", () => {
  expect(names("a")[0]).toBe("save_address");
});

test.each(["zzz", "", "   ", "get_user_photos_of"])("finds nothing for %j", (query) => {
  expect(names(query)).toEqual([]);
});

/** A name with what is lit up in brackets. */
function lit({ entry, ranges }: Hit): string {
  const signs = [...entry.label];
  for (const [start, end] of ranges) {
    signs[start] = `[${signs[start] ?? ""}`;
    signs[end - 1] = `${signs[end - 1] ?? ""}]`;
  }
  return signs.join("");
}

test.each([
  ["get_user", "[get_user]"],
  ["photos", "get_user_[photos]"],
  ["gup", "[g]et_[u]ser_[p]hotos"],
  ["ncnm", "[n]i[c]k[n]a[m]e"],
])("lights up what matched %s", (query, expected) => {
  const [first] = search(INDEX, query, 1);
  expect(first && lit(first)).toBe(expected);
});

test("finds values of an enumeration by their names and descriptions", () => {
  const state = { type: "integer", enum: [0, 1], "x-enum-varnames": ["OPEN", "SHIPPED"], "x-enumDescriptions": { 1: "On its way." } };
  const index = buildIndex([documentWith({ schemas: { State: state as JsonSchema } })]);
  expect(["shipped", "way"].map((query) => search(index, query, 1)[0]?.entry.label)).toEqual(["State", "State"]);
});

test("limits the hits to the best", () => {
  expect(names("user", 2)).toHaveLength(2);
  expect(names("user", 2)).toEqual(names("user").slice(0, 2));
});

test("leads to the page of what was found", () => {
  const [hit] = search(buildIndex([SHOP]), "say", 1);
  expect(hit?.entry).toMatchObject({
    slug: "shop",
    page: { kind: "method", group: "people", contract: "RoomApi", method: "say" },
  });
});

test("looks through all documents", () => {
  const slugs = search(buildIndex([API, SHOP]), "userid", 5).map(({ entry }) => entry.slug);
  expect(new Set(slugs)).toEqual(new Set(["shop"]));
});

test.each(["İstanbul", "ẞ", "👩‍👩‍👧 family", "שלום", "__proto__", "a".repeat(100_000)])(
  "takes names such as %.20s",
  (name) => {
    const schemas = Object.fromEntries([[name, { title: name, properties: Object.fromEntries([[name, {}]]) }]]);
    const index = buildIndex([documentWith({ schemas })]);
    expect(search(index, name.slice(0, 40), 5).length).toBeGreaterThan(0);
  },
);
