/** A link to a method whose form is filled in: with parameters and the body, never with what identifies the caller. */

import type { ApiDocsDocument, HttpMethod, Server } from "../document";
import { parsed } from "../host/attributes";
import type { Fill } from "../host/fill";
import { paramsOf, type Contract } from "../model/contracts";
import { fromText, inPath, keyOfParam } from "../samples/request";
import { isSecret } from "../samples/secrets";
import { serverFor, type IndexedServer } from "../samples/servers";
import { isList, isObject, type JsonValue, type SchemaOrBoolean } from "../types/json-schema";
import { withDraft } from "./drafts";
import { NO_BODY } from "./body";
import { shapeOf, variantOf } from "./shape";

/** Longer ones are not made, and not read. */
const MOST = 4000;
/** Where a link has its call. */
const PLACE = /[?&]call=([^&]*)/;

/** What a link says, by parameter, index of the server, its variables, index of the representation, and body. */
type Carried = Readonly<Record<"p" | "s" | "v" | "c" | "b", JsonValue>>;

/** A value without the parts that are secret, or have a credential in them; undefined where nothing is left. */
function publicPart(value: JsonValue, schema: SchemaOrBoolean, document: ApiDocsDocument, name: string, secrets: readonly string[]): JsonValue | undefined {
  const { shape } = shapeOf(schema, document);
  if (isSecret(name, shape.kind === "text" ? shape.format : undefined)) return undefined;
  const inside = (part: JsonValue, rules: SchemaOrBoolean | undefined, key: string): JsonValue | undefined => publicPart(part, rules ?? true, document, key, secrets);
  if (shape.kind === "variants") return inside(value, shape.variants[variantOf(value, shape, document)]?.schema, name);
  if (isList(value)) return value.flatMap((item, at) => inside(item, shape.kind === "tuple" ? shape.items[at] : shape.kind === "list" ? shape.items : true, "") ?? []);
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, member]) => {
        const rules = shape.kind === "object" ? (shape.fields.find((field) => field.name === key)?.schema ?? shape.rest) : true;
        const kept = inside(member, rules, key);
        return kept === undefined ? [] : [[key, kept] as const];
      }),
    );
  }
  return secrets.some((secret) => secret.length > 2 && String(value).includes(secret)) ? undefined : value;
}

type Carrier = readonly [name: string, key: string, schema: SchemaOrBoolean, leadsAway: (text: string) => boolean];

/** Parameters that may be in a link, each with the name under which its value is kept. */
function carriers(document: ApiDocsDocument, contract: Contract, method: HttpMethod): readonly Carrier[] {
  const { path, query, headers } = paramsOf(contract, method);
  return [...path, ...query, ...headers].map((param) => {
    // steps of dots, and an empty step, would lead to another method
    const leadsAway = (text: string): boolean => path.includes(param) && /^$|(?:^|\/)\.+(?:$|\/)/.test(inPath(param, fromText(text)));
    return [param.name, keyOfParam(param, document), param.schema, leadsAway];
  });
}

function declaredVariables(server: Server | undefined, given: Readonly<Record<string, JsonValue>>): Record<string, string> {
  const known = Object.entries(server?.variables ?? {}).filter(([name, { enum: values }]) => Object.hasOwn(given, name) && values?.includes(given[name] as string));
  return Object.fromEntries(known.map(([name]) => [name, given[name] as string]));
}

/** The end of an address that fills in the form; undefined if it would be too long. */
export function linkedCall(document: ApiDocsDocument, contract: Contract, method: HttpMethod, fill: Fill): string | undefined {
  const secrets = Object.values(fill.credentials);
  const params = carriers(document, contract, method).flatMap(([name, key, schema]) => {
    const text = Object.hasOwn(fill.values, key) ? fill.values[key]! : "";
    return text !== "" && publicPart(fromText(text), schema, document, name, secrets) !== undefined ? [[name, text]] : [];
  });
  const chosen = serverFor(document, method, fill);
  const { content, value } = fill.drafts.get(method) ?? {};
  const schema = method.requestBody?.contents[content ?? 0]?.schema;
  const carried: Partial<Carried> = {
    p: Object.fromEntries(params) as Record<string, string>,
    ...(chosen && { s: chosen.index, v: declaredVariables(chosen.server, fill.variables) }),
    ...(content !== undefined && { c: content }),
  };
  const body = value === undefined ? undefined : publicPart(value, schema ?? true, document, "", secrets);
  const text = encodeURIComponent(JSON.stringify({ ...carried, b: body }));
  return text.length > MOST ? undefined : `?call=${text}`;
}

/** What a link fills in: of declared parameters and servers only. */
export function readLink(hash: string, document: ApiDocsDocument, contract: Contract, method: HttpMethod, fill: Fill, servers: readonly IndexedServer[]): Partial<Fill> | undefined {
  const text = PLACE.exec(hash)?.[1] ?? "";
  const carried = text.length > MOST ? null : parsed(decodedOf(text));
  if (!isRecord(carried)) return undefined;
  const { p, s, v, c, b } = carried as Partial<Carried>;
  const given = carriers(document, contract, method).flatMap(([name, key, schema, leadsAway]) => {
    const value = isRecord(p) && Object.hasOwn(p, name) ? p[name] : undefined;
    const isUsable = typeof value === "string" && value !== "" && !leadsAway(value) && publicPart(fromText(value), schema, document, name, []) !== undefined;
    return isUsable ? [[key, value] as const] : [];
  });
  const server = servers.find(({ index }) => index === s);
  const content = method.requestBody?.contents[typeof c === "number" ? c : 0];
  const body = b === undefined || !content ? undefined : publicPart(b, content.schema ?? true, document, "", []);
  const isLeftOut = c === NO_BODY && method.requestBody?.required === false;
  const isGiven = body !== undefined || isLeftOut || (content && typeof c === "number");
  const draft = { ...(typeof c === "number" && { content: c }), ...(body !== undefined && { value: body }) };
  const drafts = withDraft(fill, method, isGiven ? draft : undefined);
  return {
    values: { ...fill.values, ...Object.fromEntries(given) },
    drafts,
    ...(server && { server: server.index, variables: { ...fill.variables, ...declaredVariables(server.server, isRecord(v) ? v : {}) } }),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, JsonValue>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function decodedOf(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
