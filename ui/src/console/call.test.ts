import { describe, expect, test } from "vitest";
import type { HttpContract, HttpMethod } from "../document";
import { EMPTY } from "../host/fill";
import { paramsOf } from "../model/contracts";
import { requestOf } from "../samples/http";
import { documentWith, httpMethod } from "../testing";
import { valueOfParam } from "./call";

const METHOD: HttpMethod = {
  ...httpMethod("read", "/nodes/{path}/{page}"),
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
