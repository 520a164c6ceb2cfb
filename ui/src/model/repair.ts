/**
 * Replaces malformed values of a document by harmless ones, so that views can show the rest.
 *
 * Only keys that views read are checked.
 */

import { jsonType, type ApiDocsDocument } from "../document";
import { SCHEMAS, SCHEMAS_BY_NAME } from "../types/traversal";
import { t } from "../i18n";

export interface Problem {
  /** Such as `groups[0].contracts[1].methods`. */
  readonly place: string;
  /** The JSON type of the value. */
  readonly actual: string;
  readonly expected: string;
  /** The objects of the document that contain the value, the outermost first. */
  readonly within: readonly object[];
}

interface Context {
  readonly place: string;
  readonly within: readonly object[];
  readonly problems: Problem[];
}

/** Returns the usable part of a value, or undefined. */
type Check = (value: unknown, context: Context) => unknown;
type Checks = Readonly<Record<string, Check>>;
type Json = Record<string, unknown>;

/** Deeper types cannot be rendered recursively, and nobody could read them. */
const DEEPEST = 500;

/** The document with malformed values replaced or removed, and a problem for each of them. */
export function repaired(value: Json): { readonly document: ApiDocsDocument; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const document = DOCUMENT(value, { place: "", within: [], problems });
  return { document: document as ApiDocsDocument, problems };
}

function isObject(value: unknown): value is Json {
  return jsonType(value) === "object";
}

function report(value: unknown, { problems, place, within }: Context, expected: string): undefined {
  problems.push({ place, actual: jsonType(value), expected, within });
}

function inside(context: Context, key: string | number): Context {
  const { place } = context;
  if (typeof key === "number") return { ...context, place: `${place}[${key}]` };
  return { ...context, place: place === "" ? key : `${place}.${key}` };
}

function primitive(type: "string" | "number"): Check {
  return (value, context) => (typeof value === type ? value : report(value, context, type));
}

const text = primitive("string");
const number = primitive("number");

function list(item: Check): Check {
  return (value, context) => {
    if (!Array.isArray(value)) return report(value, context, "array");
    return value.map((member, index) => item(member, inside(context, index))).filter((member) => member !== undefined);
  };
}

/** An object whose keys are names that authors choose. */
function map(item: Check): Check {
  return (value, context) => {
    if (!isObject(value)) return report(value, context, "object");
    const own = { ...context, within: [...context.within, value] };
    for (const [key, member] of Object.entries(value)) replace(value, key, item(member, inside(own, key)));
    return value;
  };
}

/** An object with keys of the format; each required key has a fallback. `own` are keys with another meaning here. */
function record(required: Readonly<Record<string, readonly [Check, unknown]>>, own: Checks = {}): Check {
  return (value, context) => {
    if (!isObject(value)) return report(value, context, "object");
    const inner = { ...context, within: [...context.within, value] };
    for (const [key, [check, fallback]] of Object.entries(required)) {
      value[key] = check(value[key], inside(inner, key)) ?? (fallback === NAMED ? context.place : structuredClone(fallback));
    }
    for (const [key, member] of Object.entries(value)) {
      const check = named(own, key) ?? named(MEMBERS, key);
      if (check && !(key in required)) replace(value, key, check(member, inside(inner, key)));
    }
    return value;
  };
}

/** Keys of a document may be names of every object, such as `constructor`. */
function named(checks: Checks, key: string): Check | undefined {
  return Object.hasOwn(checks, key) ? checks[key] : undefined;
}

/** Fallback for a missing name: the place of the object. */
const NAMED = Symbol();

function replace(owner: Json, key: string, value: unknown): void {
  if (value === undefined) delete owner[key];
  else if (owner[key] !== value) owner[key] = value;
}

const schemas = map((value, context) => schema(value, context));

/** A schema; other values become a schema of any value, with a description that says so. */
const schema: Check = (value, context) => {
  if (typeof value === "boolean") return value;
  if (!isObject(value) || context.within.length > DEEPEST) {
    const expected = context.within.length > DEEPEST ? `at most ${DEEPEST} levels` : "schema";
    const substitute = { description: t("Malformed in the document.") };
    report(value, { ...context, within: [...context.within, substitute] }, expected);
    return substitute;
  }
  const own = { ...context, within: [...context.within, value] };
  for (const [key, member] of Object.entries(value)) {
    const check = checkOfKeyword(key, member);
    if (check) replace(value, key, check(member, inside(own, key)));
  }
  return value;
};

function checkOfKeyword(key: string, value: unknown): Check | undefined {
  if (SCHEMAS_BY_NAME.has(key)) return schemas;
  if (SCHEMAS.has(key)) return LISTS.has(key) || (key === "items" && Array.isArray(value)) ? list(schema) : schema;
  if (key === "type") return Array.isArray(value) ? list(text) : text;
  return named(KEYWORDS, key);
}

const LISTS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const anything: Check = (value) => value;
const KEYWORDS: Checks = {
  $ref: text,
  title: text,
  description: text,
  format: text,
  pattern: text,
  required: list(text),
  enum: list(anything),
  examples: list(anything),
  externalDocs: record({ url: [text, ""] }),
  discriminator: record({ propertyName: [text, ""] }, { mapping: map(text) }),
  "x-brand": list(text),
  "x-type": text,
  "x-placeholder": text,
};

/** An alternative keeps the names of schemes whose scopes are malformed: without them it would need nothing. */
const security = list(map((value, context) => list(text)(value, context) ?? []));
const texts = list(text);
const params = list(record({ name: [text, NAMED], schema: [schema, {}] }));
const contents = list(record({ mediaType: [text, ""] }));
const body = record({ contents: [contents, []] });
/** One that needs no key. */
const OBJECT = record({});
const method = record({ name: [text, NAMED], errors: [texts, []] });
const httpMethod: Check = (value, context) => {
  const usable = method(value, context);
  return usable && record({ httpMethod: [text, "GET"], httpPath: [text, ""] })(usable, context);
};
const httpContract = record({
  name: [text, NAMED],
  kind: [text, "http"],
  pathPrefix: [text, ""],
  methods: [list(httpMethod), []],
});
const PAYLOAD = { "x-placeholder": "payload" };
const ERROR = { "x-placeholder": "error" };
const framing = record({
  name: [text, "?"],
  request: [schema, PAYLOAD],
  event: [schema, PAYLOAD],
  answer: [schema, PAYLOAD],
  error: [schema, ERROR],
});
/** What takes the place of a framing that is missing: payloads without a frame. */
const BARE = { name: "?", request: PAYLOAD, event: PAYLOAD, answer: PAYLOAD, error: ERROR };
const wsContract = record({
  name: [text, NAMED],
  path: [text, ""],
  framing: [framing, BARE],
  methods: [list(method), []],
});
const contract: Check = (value, context) =>
  (isObject(value) && value["kind"] === "ws" ? wsContract : httpContract)(value, context);
const group = record({ name: [text, NAMED], slug: [text, NAMED], contracts: [list(contract), []] });
const references = map(texts);
const DOCUMENT = record(
  {
    service: [record({ slug: [text, ""], name: [text, ""] }, { owner: text, lifecycle: text }), {}],
    groups: [list(group), []],
    schemas: [schemas, {}],
    errors: [map(record({ statusCode: [number, 500] })), {}],
  },
  {
    uses: record(
      {},
      { schemas: references, errors: references, contracts: map(references), methods: map(references) },
    ),
    changes: list(record({ text: [text, ""] })),
    removed: list(record({ group: [text, ""], contract: [text, ""], name: [text, ""], title: [text, ""] })),
  },
);

/** What an object of the format has under a key, whatever object it is. */
const MEMBERS: Checks = {
  accepted: text,
  authorizationUrl: text,
  bearerFormat: text,
  code: text,
  contentType: text,
  deprecatedSince: text,
  deprecationMessage: text,
  email: text,
  description: text,
  discriminator: text,
  errorFormat: text,
  externalValue: text,
  headerName: text,
  idLocation: text,
  identifier: text,
  in: text,
  kind: text,
  label: text,
  language: text,
  logoUrl: text,
  markup: text,
  mediaType: text,
  method: text,
  module: text,
  name: text,
  of: text,
  openIdConnectUrl: text,
  operation: text,
  primaryColor: text,
  protocol: text,
  refreshUrl: text,
  renamedTo: text,
  replacement: text,
  scheme: text,
  since: text,
  statusRange: text,
  style: text,
  summary: text,
  termsOfService: text,
  sunset: text,
  title: text,
  tokenUrl: text,
  type: text,
  url: text,
  verdict: text,
  version: text,
  wsDirection: text,
  wsPattern: text,
  line: number,
  maxSize: number,
  statusCode: number,
  errors: texts,
  callbacks: texts,
  httpMethods: texts,
  httpPaths: texts,
  mediaTypes: texts,
  enum: texts,
  released: texts,
  eventErrors: texts,
  refusals: texts,
  schema: schema,
  data: schema,
  wsFrame: schema,
  eventError: schema,
  refusal: schema,
  headers: params,
  cookies: params,
  pathParams: params,
  queryParams: params,
  headerParams: params,
  cookieParams: params,
  responseHeaders: params,
  auth: list(record({ scheme: [text, ""], headerName: [text, ""] })),
  branding: OBJECT,
  lifecycle: OBJECT,
  source: OBJECT,
  codeSamples: list(record({ language: [text, ""], code: [text, ""] })),
  codes: map(list(number)),
  contents: contents,
  encoding: map(record({}, { headers: texts })),
  examples: list(record({ name: [text, NAMED] })),
  externalDocs: record({ url: [text, ""] }),
  files: map(OBJECT),
  flows: map(record({}, { scopes: map(text) })),
  history: list(record({ kind: [text, ""] }, { changes: list(number) })),
  links: list(record({ name: [text, NAMED] })),
  moreContents: contents,
  moreResponses: list(OBJECT),
  parameters: map(anything),
  permission: record({ text: [text, ""], tree: [record({}, { of: anything }), {}] }),
  removedObjects: list(record({ kind: [text, ""], name: [text, ""] })),
  requestBody: body,
  security: security,
  securitySchemes: map(record({ type: [text, ""] })),
  servers: list(record({ url: [text, ""] })),
  successResponse: OBJECT,
  variables: map(record({ default: [text, ""] })),
  wsInput: body,
};
