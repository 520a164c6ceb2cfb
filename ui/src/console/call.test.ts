import { describe, expect, test } from "vitest";
import type { HttpContract, HttpMethod } from "../document";
import { EMPTY } from "../host/fill";
import { paramsOf } from "../model/contracts";
import { requestOf } from "../samples/http";
import { documentWith, httpMethod as httpMethodOf } from "../testing";
import { faultsIn, takesSeveral, valueOfParam } from "./call";

const METHOD: HttpMethod = {
  ...httpMethodOf("read", "/nodes/{path}/{page}"),
  pathParams: [{ name: "path", required: true, schema: { type: "string" } }, { name: "page", required: true, schema: {} }],
  queryParams: [
    { name: "box", required: true, schema: { type: "object", properties: { low: { type: "integer" }, high: { type: "integer" } }, required: ["low"] }, style: "deepObject" },
    { name: "q", required: false, schema: { type: "string" } },
  ],
};
const CONTRACT: HttpContract = { kind: "http", name: "NodeApi", pathPrefix: "", methods: [METHOD] };

describe("what a form shows is what the call sends", () => {
  const document = documentWith({});
  const places = paramsOf(CONTRACT, METHOD);
  const shown = (values: Record<string, string>) => Object.values(places).flat().map((param) => valueOfParam(param, places, { ...EMPTY, console: true, values }, document));

  test("of what nobody has filled in", () => {
    const { url, query } = requestOf(document, CONTRACT, METHOD, { ...EMPTY, console: true });
    const [path, page, box, q] = shown({});
    expect(url).toMatch(new RegExp(`/nodes/${String(path)}/${String(page)}$`));
    expect(query).toEqual(Object.entries(box as object).map(([name, value]) => [`box[${name}]`, String(value)]));
    expect(q).toBeUndefined();
  });

  test("of texts of any type", () => {
    expect(shown({ page: "index.html", path: "a/b" }).slice(0, 2)).toEqual(["a/b", "index.html"]);
  });
});

test("a body that is not sent has no faults", () => {
  const schema = { type: "object", properties: { a: { type: "integer" } }, required: ["a"] } as const;
  const found = (httpMethod: HttpMethod["httpMethod"]) => {
    const method: HttpMethod = { ...httpMethodOf("ask"), httpMethod, requestBody: { required: true, contents: [{ mediaType: "application/json", schema }] } };
    return faultsIn(documentWith({}), CONTRACT, method, EMPTY, { payload: { kind: "json", mediaType: "application/json", value: {}, file: "" } }).count;
  };
  expect([found("POST"), found("GET")]).toEqual([1, 0]);
});

test.each([
  [{ type: "string", format: "binary" }, false],
  [{ type: "array", items: { type: "string", format: "binary" } }, true],
  [true, true],
])("a part of the form %j takes several files: %s", (part, expected) => {
  const schema = { type: "object", properties: { file: part }, required: ["file"] };
  expect(takesSeveral(schema as never, "file", { schemas: {} } as never)).toBe(expected);
});
