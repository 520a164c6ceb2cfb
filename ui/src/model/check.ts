/** Gives a document the form that lists, look-ups and the search need; other malformed values fail where they are shown. */

import { t } from "../i18n";
import { jsonType } from "../types/json-schema";
import { SCHEMAS, SCHEMAS_BY_NAME } from "../types/traversal";

/** A malformed value: its place, such as `groups[0].contracts[1].methods`, its JSON type, and the one that it should have. */
export type Problem = Readonly<Record<"place" | "actual" | "expected", string>>;

type Json = Record<string, unknown>;
type Member = Readonly<{ name: string; value: Json; at: string }>;

/** Deeper types cannot be rendered recursively, and nobody could read them. */
const DEEPEST = 500;
const PAYLOAD = { "x-placeholder": "payload" }; // without a frame
const BARE = { name: "?", request: PAYLOAD, event: PAYLOAD, answer: PAYLOAD, error: { "x-placeholder": "error" } };

/** Changes the document, and returns what was malformed. */
export function checkDocument(document: Json): readonly Problem[] {
  const problems: Problem[] = [];

  function isOf(expected: string, value: unknown, place: string): boolean {
    const actual = jsonType(value);
    return actual === expected || !problems.push({ place, actual, expected });
  }

  /** Gives an object what it has to have: values of the types that the fallbacks have. */
  function complete(owner: Json, place: string, fallbacks: Json): void {
    for (const [key, fallback] of Object.entries(fallbacks)) {
      if (!isOf(jsonType(fallback), owner[key], place + key)) owner[key] = fallback;
    }
  }

  /** The objects in a list; other members are left out. */
  function objects(owner: Json, place: string, key: string): readonly Member[] {
    complete(owner, place, { [key]: [] });
    const usable = membersOf(owner[key], place + key).filter(({ value, at }) => isOf("object", value, at));
    owner[key] = usable.map(({ value }) => value);
    return usable;
  }

  /** Replaces the schemas of a list or a mapping that are none. */
  function checkSchemas(many: unknown, place: string, depth = 0): void {
    for (const { name, value, at } of membersOf(many, place)) (many as Json)[name] = schemaOf(value, at, depth);
  }

  function schemaOf(value: Json, place: string, depth: number): unknown {
    if (typeof value === "boolean") return value;
    const expected = depth > DEEPEST ? `at most ${DEEPEST} levels` : "object";
    if (!isOf(expected, value, place)) return { description: t("Malformed in the document.") };
    for (const { name, value: inner, at } of membersOf(value, place)) {
      if (/^(title|x-type)$/.test(name) && !isOf("string", inner, at)) delete value[name];
      if (SCHEMAS_BY_NAME.has(name) || (SCHEMAS.has(name) && Array.isArray(inner))) checkSchemas(inner, at, depth + 1);
      else if (SCHEMAS.has(name)) value[name] = schemaOf(inner, at, depth + 1);
    }
    return value;
  }

  complete(document, "", { schemas: {}, errors: {} });
  checkSchemas(document["schemas"], "schemas");
  const errors = document["errors"] as Json;
  for (const { name, value, at } of membersOf(errors, "errors")) if (!isOf("object", value, at)) delete errors[name];
  for (const { value: group, at: slug } of objects(document, "", "groups")) {
    complete(group, `${slug}.`, { name: slug, slug });
    for (const { value: contract, at: place } of objects(group, `${slug}.`, "contracts")) {
      const isSocket = contract["kind"] === "ws";
      complete(contract, `${place}.`, isSocket ? { name: place, path: "", framing: BARE } : { name: place, kind: "http", pathPrefix: "" });
      if (isSocket) complete(contract["framing"] as Json, `${place}.framing.`, BARE);
      for (const { value: method, at } of objects(contract, `${place}.`, "methods"))
        complete(method, `${at}.`, { name: at, errors: [], ...(!isSocket && { httpMethod: "GET", httpPath: "" }) });
    }
  }
  return problems;
}

/** The members of a list or a mapping with their places. */
function membersOf(many: unknown, place: string): readonly Member[] {
  return Object.entries(typeof many === "object" ? (many ?? {}) : {}).map(([name, value]) => ({ name, value: value as Json, at: place + (Array.isArray(many) ? `[${name}]` : `.${name}`) }));
}
