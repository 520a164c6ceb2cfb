/** Gives a document the form that lists, look-ups and the search need; other malformed values fail where they are shown. */

import { jsonType } from "../types/json-schema";

/** A malformed value: its place, such as `groups[0].contracts[1].methods`, its JSON type, and the one that it should have. */
export type Problem = Readonly<Record<"place" | "actual" | "expected", string>>;

type Json = Record<string, unknown>;

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

  /** The objects in a list or a mapping, with the beginnings of the places in them; other members are left out. */
  function objects(owner: Json, place: string, key: string, none: object = []): readonly (readonly [member: Json, place: string])[] {
    complete(owner, place, { [key]: none });
    const isList = Array.isArray(none);
    const members = Object.entries(owner[key] as Json).map(([name, value]) => [name, value, `${place}${key}${isList ? `[${name}]` : `.${name}`}`] as const);
    const usable = members.filter(([, value, at]) => isOf("object", value, at));
    owner[key] = isList ? usable.map(([, value]) => value) : Object.fromEntries(usable);
    return usable.map(([, value, at]) => [value as Json, `${at}.`]);
  }

  objects(document, "", "errors", {});
  for (const [schema, place] of objects(document, "", "schemas", {})) {
    for (const key of ["title", "x-type"]) if (key in schema && !isOf("string", schema[key], place + key)) delete schema[key];
  }
  for (const [group, at] of objects(document, "", "groups")) {
    complete(group, at, { name: at, slug: at });
    for (const [contract, place] of objects(group, at, "contracts")) {
      const isSocket = contract["kind"] === "ws";
      complete(contract, place, isSocket ? { name: place, path: "", framing: BARE } : { name: place, kind: "http", pathPrefix: "" });
      if (isSocket) complete(contract["framing"] as Json, `${place}framing.`, BARE);
      for (const [method, within] of objects(contract, place, "methods")) {
        complete(method, within, { name: within, errors: [], ...(!isSocket && { httpMethod: "GET", httpPath: "" }) });
      }
    }
  }
  return problems;
}
