/** Types that are nested deeper than people read: nothing overflows the stack, and nothing takes seconds. */

import { describe, expect, test } from "vitest";
import type { ApiDocsDocument } from "../document";
import { isHttp } from "./contracts";
import type { JsonSchema, SchemaOrBoolean } from "../types/json-schema";
import { exampleOf } from "../example";
import { samplesOf } from "../samples/samples";
import { buildIndex } from "../search/entries";
import { search } from "../search/search";
import { documentWith, httpMethod, refTo } from "../testing";
import { definitionOf, expressionOf, textOf } from "../types/expression";
import { factsOf } from "../types/facts";
import { reaches, saidInside, unfold } from "../types/structure";
import { createModel } from "./model";
import { checkDocument } from "./check";

const MODELS = 400;
const LISTS = 200;

/** Models in one another, each by way of what `around` writes. */
function chained(around: (next: JsonSchema) => JsonSchema): Record<string, JsonSchema> {
  const models = Array.from({ length: MODELS }, (_, at): [string, JsonSchema] => {
    const next = at + 1 < MODELS ? around(refTo(`M${at + 1}`)) : { type: "string" };
    return [`M${at}`, { type: "object", title: `M${at}`, description: `Model ${at}.`, properties: { next }, required: ["next"] }];
  });
  return Object.fromEntries(models);
}

function nested(around: (inner: JsonSchema) => JsonSchema): Record<string, JsonSchema> {
  let schema: JsonSchema = { type: "string" };
  for (let at = 0; at < LISTS; at += 1) schema = around(schema);
  return { M0: { type: "object", title: "M0", properties: { next: schema }, required: ["next"] } };
}

const list = (items: JsonSchema): JsonSchema => ({ type: "array", items });

const CASES: readonly [string, Record<string, JsonSchema>][] = [
  ["models", chained((next) => next)],
  ["models that may be null", chained((next) => ({ anyOf: [next, { type: "null" }] }))],
  ["lists of models", chained(list)],
  ["unions of models", chained((next) => ({ anyOf: [next, { type: "string" }] }))],
  ["names for names", Object.fromEntries(Array.from({ length: MODELS }, (_, at) => [`M${at}`, at + 1 < MODELS ? refTo(`M${at + 1}`) : { type: "string" }]))],
  ["lists", nested(list)],
  ["maps", nested((inner) => ({ type: "object", additionalProperties: inner }))],
  ["tuples", nested((inner) => ({ type: "array", prefixItems: [inner, { type: "integer" }], items: false }))],
  ["unions of lists", nested((inner) => ({ anyOf: [list(inner), { type: "integer" }] }))],
  ["objects without names", nested((inner) => ({ type: "object", properties: { next: inner } }))],
];

function documentOf(schemas: Record<string, JsonSchema>): ApiDocsDocument {
  const body = { contents: [{ mediaType: "application/json", schema: refTo("M0") }] };
  const post = { ...httpMethod("post"), httpMethod: "POST", requestBody: { required: true, ...body }, successResponse: body };
  const names = Object.keys(schemas);
  return documentWith({
    groups: [{ name: "All", slug: "all", contracts: [{ kind: "http", name: "Api", pathPrefix: "", methods: [post] }] }],
    schemas,
    uses: {
      schemas: Object.fromEntries(names.slice(0, -1).map((name, at) => [name, [`M${at + 1}`]])),
      methods: { "all/Api/post": { requestBody: ["M0"], successResponse: ["M0"] } },
    },
  });
}

/** What is shown of a schema and of all that is inside it, level by level as a reader opens them. */
function opened(document: ApiDocsDocument, schema: SchemaOrBoolean): number {
  let levels = 0;
  let level: readonly SchemaOrBoolean[] = [schema];
  while (level.length > 0) {
    levels += 1;
    level = level.flatMap((each) => {
      textOf(expressionOf(each, document));
      factsOf(each, document);
      saidInside(each, document);
      const { structure } = unfold(each, document);
      if (structure.kind === "variants") return structure.variants.map((variant) => variant.schema);
      return "fields" in structure ? structure.fields.map((field) => field.schema) : [];
    });
  }
  return levels;
}

describe.each(CASES)("%s", (_, schemas) => {
  const document = structuredClone(documentOf(schemas));
  const problems = checkDocument(document as never);
  const last = Object.keys(schemas).at(-1) ?? "";

  test("what views ask is answered, in a few milliseconds a level", () => {
    const start = process.cpuUsage(); // of this process, whatever else the machine does
    expect(problems).toEqual([]);
    const model = createModel(document);
    for (const name of Object.keys(schemas)) {
      definitionOf(name, document);
      expect(model.users("type", name)).toHaveLength(1);
    }
    expect(opened(document, refTo("M0"))).toBeGreaterThan(0);
    expect(reaches(refTo("M0"), last, document)).toBe(true);
    expect(JSON.stringify(exampleOf(refTo("M0"), document))).toBeTruthy();
    for (const contract of document.groups[0]?.contracts ?? []) {
      for (const method of contract.methods) {
        expect(isHttp(method) && samplesOf(document, contract, method).length).toBeGreaterThan(0);
      }
    }
    expect(search(buildIndex([document]), last, 5)).not.toEqual([]);
    expect(process.cpuUsage(start).user / 1_000_000, "seconds for all levels").toBeLessThan(10);
  });
});
