import { describe, expect, test } from "vitest";
import { EMPTY, type Fill } from "../host/fill";
import type { ApiDocsDocument, HttpMethod } from "../document";
import type { Contract } from "../model/contracts";
import { documentWith, httpMethod } from "../testing";
import { curl as curlOf, requestOf } from "../samples/http";
import { NO_BODY } from "./body";
import { differences } from "./compare";
import { pasted, readCurl, shellWords } from "./curl";
import { linkedCall, readLink } from "./link";

const STRING = { type: "string" } as const;
const METHOD: HttpMethod = {
  ...httpMethod("save", "/orders/{order}/lines"),
  httpMethod: "PUT",
  pathParams: [{ name: "order", required: true, schema: STRING }],
  queryParams: [
    { name: "limit", required: false, schema: { type: "integer" } },
    { name: "tag", required: false, schema: { type: "array", items: STRING } },
    { name: "access_token", required: false, schema: STRING },
  ],
  headerParams: [{ name: "X-Trace", required: false, schema: STRING }],
  requestBody: {
    required: true,
    contents: [
      { mediaType: "application/json", schema: { type: "object", properties: { note: STRING, count: { type: "integer" }, pin: { type: "string", format: "password" }, api_key: STRING }, required: ["count"] } },
      { mediaType: "application/x-www-form-urlencoded", schema: { type: "object", properties: { count: { type: "integer" }, tags: { type: "array", items: STRING } } } },
    ],
  },
};
const CONTRACT = {
  name: "OrderApi",
  kind: "http",
  methods: [METHOD],
  security: [{ Bearer: [] }, { Key: [] }, { Basic: [] }],
} as unknown as Contract;
const DOCUMENT: ApiDocsDocument = documentWith({
  service: { slug: "shop", name: "Shop", servers: [{ url: "https://api.test/v1" }, { url: "https://{place}.test", variables: { place: { default: "eu", enum: ["eu", "us"] } } }, { url: "https://{host}", variables: { host: { default: "open.test" } } }] },
  groups: [{ name: "Orders", slug: "orders", contracts: [CONTRACT] }],
  securitySchemes: { Bearer: { type: "http", scheme: "bearer" }, Key: { type: "apiKey", in: "header", name: "X-Key" }, Basic: { type: "http", scheme: "basic" } },
} as never);
const SERVERS = (DOCUMENT.service.servers ?? []).map((server, index) => ({ index, server }));
const CONSOLE: Fill = { ...EMPTY, console: true };

function paste(text: string, fill = CONSOLE): ReturnType<typeof pasted> {
  return pasted(readCurl(text)!, DOCUMENT, CONTRACT, METHOD, fill, SERVERS);
}

describe("a line of curl", () => {
  test.each([
    [`curl 'a b' "c\\"d" e\\ f`, ["curl", "a b", 'c"d', "e f"]],
    ["curl \\\n  --get \\\r\n x", ["curl", "--get", "x"]],
    ["curl $'it\\'s\\n\\u00e9' $HOME", ["curl", "it's\né", "$HOME"]],
    ["curl ''", ["curl", ""]],
  ])("%j in words", (line, words) => {
    expect(shellWords(line)).toEqual(words);
  });

  test("options as people write them", () => {
    expect(readCurl("curl -sSL -XPUT -H'X-Trace: a:b' -o out https://api.test/v1 -d a=1 --data-urlencode 'b=c d'")).toEqual({
      verb: "PUT", url: "https://api.test/v1", headers: [["X-Trace", "a:b"]], body: "a=1&b=c%20d", parts: [], others: [],
    });
    expect(readCurl("curl -G https://x.test/?z=1 -d a=1")).toMatchObject({ verb: "GET", url: "https://x.test/?z=1&a=1", body: undefined });
    expect(readCurl("curl x -F a=1 -F b=@f.png -b c=d")).toMatchObject({ verb: "POST", parts: [["a", "1"], ["b", "@"]], others: ["--cookie"] });
    expect(readCurl("wget x")).toBeUndefined();
  });

  test("fills in what the method has, and says what it has not", () => {
    const { change, unfit } = paste(`curl -X PUT 'https://api.test/v1/orders/a%2Fb/lines?limit=5&tag=x&tag=y&other=1' -H 'authorization: Bearer s3cret' -H 'X-Trace: t1' -H 'X-Odd: 1' -H 'Content-Type: application/json' -d '{"count": 2}'`);
    expect(change).toMatchObject({ server: 0, way: "Bearer", values: { order: "a/b", limit: "5", tag: '["x","y"]', "X-Trace": "t1" }, credentials: { "https://api.test Bearer": "s3cret" } });
    expect(change!.drafts!.get(METHOD)).toEqual({ content: 0, value: { count: 2 } });
    expect(unfit).toEqual(["?other", "X-Odd"]);
  });

  test("what was copied is pasted", () => {
    const fill: Fill = { ...CONSOLE, values: { order: "it's", limit: "3" }, credentials: { "https://api.test Bearer": "abc" }, drafts: new Map([[METHOD, { value: { count: 1, note: "a\n\"b\"" } }]]) };
    const copied = curlOf(requestOf(DOCUMENT, CONTRACT, METHOD, fill));
    const { change, unfit } = paste(copied);
    expect(unfit).toEqual([]);
    expect(curlOf(requestOf(DOCUMENT, CONTRACT, METHOD, { ...CONSOLE, ...change }))).toBe(copied);
  });

  test("forms, and numbers that JSON cannot hold", () => {
    expect(paste("curl -X PUT https://api.test/v1/orders/1/lines -H 'Content-Type: application/x-www-form-urlencoded' -d 'count=7&tags=a&tags=b'").change!.drafts!.get(METHOD)).toEqual({ content: 1, value: { count: 7, tags: ["a", "b"] } });
    expect(paste("curl -X PUT https://api.test/v1/orders/1/lines --json '{\"count\": 12345678901234567890}'").change!.drafts!.get(METHOD)).toEqual({ content: 0, text: '{"count": 12345678901234567890}' });
  });

  test("names and passwords", () => {
    expect(paste("curl -X PUT -u ada:s3cret https://api.test/v1/orders/1/lines").change).toMatchObject({ way: "Basic", credentials: { "https://api.test Basic": "ada:s3cret" } });
    expect(paste(`curl -X PUT -H 'Authorization: Basic ${btoa("ada:pw")}' https://api.test/v1/orders/1/lines`).change!.credentials).toEqual({ "https://api.test Basic": "ada:pw" });
  });

  test("another method changes nothing; another server gets no credential", () => {
    expect(paste("curl https://api.test/v1/orders/1/lines").change).toBeUndefined();
    expect(paste("curl -X PUT https://api.test/v1/other").change).toBeUndefined();
    const { change, unfit } = paste("curl -X PUT -H 'X-Key: s3cret' https://evil.test/orders/1/lines");
    expect(change).toMatchObject({ values: { order: "1" }, credentials: {} });
    expect(change).not.toHaveProperty("server");
    expect(unfit).toEqual(["Another server: https://evil.test", "X-Key"]);
  });
});

describe("a link", () => {
  const FILL: Fill = {
    ...CONSOLE,
    server: 1,
    variables: { place: "us", host: "evil.test" },
    values: { order: "ord_1", limit: "5", access_token: "t0ken", "X-Trace": "has s3cret inside" },
    credentials: { "https://us.test Bearer": "s3cret" },
    drafts: new Map([[METHOD, { value: { count: 1, note: "hi", pin: "1234", api_key: "k3y" } }]]),
  };
  const read = (hash: string, fill = CONSOLE): Partial<Fill> | undefined => readLink(hash, DOCUMENT, CONTRACT, METHOD, fill, SERVERS);
  const made = (call: unknown): string => `#/shop/orders/OrderApi/save?call=${encodeURIComponent(JSON.stringify(call))}`;

  test("carries what is filled in, without secrets", () => {
    const link = linkedCall(DOCUMENT, CONTRACT, METHOD, FILL)!;
    expect(decodeURIComponent(link)).not.toMatch(/s3cret|t0ken|1234|k3y|evil/);
    const given = read(`#/shop/orders/OrderApi/save${link}`)!;
    expect(given).toMatchObject({ server: 1, variables: { place: "us" }, values: { order: "ord_1", limit: "5" } });
    expect(given.drafts!.get(METHOD)).toEqual({ value: { count: 1, note: "hi" } });
  });

  test("leaves the body out where it may be", () => {
    const optional: HttpMethod = { ...METHOD, requestBody: { ...METHOD.requestBody!, required: false } };
    const none = (method: HttpMethod): Fill => ({ ...CONSOLE, drafts: new Map([[method, { content: NO_BODY }]]) });
    expect(requestOf(DOCUMENT, CONTRACT, optional, none(optional))).toMatchObject({ payload: undefined, headers: [] });
    for (const [method, draft] of [[optional, { content: NO_BODY }], [METHOD, undefined]] as const) {
      const link = linkedCall(DOCUMENT, CONTRACT, method, none(method))!;
      const given = readLink(`#/shop/orders/OrderApi/save${link}`, DOCUMENT, CONTRACT, method, CONSOLE, SERVERS)!;
      expect(given.drafts!.get(method)).toEqual(draft);
    }
  });

  test("of strangers sets neither credential nor address, and no undeclared name", () => {
    const given = read(made({ p: { order: "..", limit: 5, access_token: "x", Authorization: "x", __proto__: "x" }, s: 9, v: { host: "evil.test" }, b: { count: 1, api_key: "x" }, credentials: { a: "b" }, address: "https://evil.test", cookies: true }))!;
    expect(given).toEqual({ values: {}, drafts: new Map([[METHOD, { value: { count: 1 } }]]) });
    expect(read(made({ s: 2, v: { host: "evil.test" } }))).toMatchObject({ server: 2, variables: {} });
  });

  test.each(["..", ".", '[".."]', '["."]', "[]", '[""]'])("of %s in a path leads to no other method", (order) => {
    expect(read(made({ p: { order } }))!.values).toEqual({});
  });

  test.each(["#/shop?call=", "#/shop?call=%7B", "#/shop?call=%E0%A4%A", "#/shop?call=[1]", "#/shop", made({ p: { order: "x".repeat(5000) } })])("%s is none", (hash) => {
    expect(read(hash)).toBeUndefined();
  });

  test("is not made where it would be too long", () => {
    expect(linkedCall(DOCUMENT, CONTRACT, METHOD, { ...CONSOLE, values: { order: "x".repeat(5000) } })).toBeUndefined();
  });
});

describe("differences", () => {
  const shown = (before: string, after: string): string => differences(before, after).map(({ mark, text }) => mark + text).join("|");

  test.each([
    ["a|b|c", "a|b|c", ""],
    ["a|b|c", "a|x|c", " a|-b|+x| c"],
    ["b|c", "a|b|c", "+a| b| c"],
    ["1|2|3|4|5|6|7|8|9|a", "1|2|3|4|5|6|7|8|9|b", " …| 7| 8| 9|-a|+b"],
    ["a|1|2|3|4|5|6|7|8|b", "x|1|2|3|4|5|6|7|8|y", "-a|+x| 1| 2| 3| …| 6| 7| 8|-b|+y"],
  ])("%s and %s", (before, after, expected) => {
    expect(shown(before.replaceAll("|", "\n"), after.replaceAll("|", "\n"))).toBe(expected);
  });

  test("long texts in bounded time", () => {
    const lines = (word: string): string => Array.from({ length: 50_000 }, (_, at) => word + at).join("\n");
    expect(differences(lines("a"), lines("b"))).toHaveLength(100_000);
  });
});
