/**
 * Replaces malformed values of a document by harmless ones, so that views can show the rest.
 *
 * Only keys that views read are checked.
 */

import type { ApiDocsDocument } from "../document";
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
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function typeOf(value: unknown): string {
  if (value === undefined) return "undefined";
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function report(value: unknown, { problems, place, within }: Context, expected: string): undefined {
  problems.push({ place, actual: typeOf(value), expected, within });
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

/** An object with keys of the format; each required key has a fallback. */
function record(required: Readonly<Record<string, readonly [Check, unknown]>>, optional: Checks = {}): Check {
  return (value, context) => {
    if (!isObject(value)) return report(value, context, "object");
    const own = { ...context, within: [...context.within, value] };
    for (const [key, [check, fallback]] of Object.entries(required)) {
      const at = inside(own, key);
      value[key] = check(value[key], at) ?? (fallback === NAMED ? context.place : structuredClone(fallback));
    }
    for (const [key, check] of Object.entries(optional)) {
      if (Object.hasOwn(value, key)) replace(value, key, check(value[key], inside(own, key)));
    }
    return value;
  };
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
  return Object.hasOwn(KEYWORDS, key) ? KEYWORDS[key] : undefined;
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
  discriminator: record({ propertyName: [text, ""] }, { mapping: map(text) }),
  "x-brand": list(text),
  "x-type": text,
  "x-placeholder": text,
};

const externalDocs = record({ url: [text, ""] }, { description: text });
const permission = record({ text: [text, ""], tree: [record({}, { kind: text }), {}] });
/** An alternative keeps the names of schemes whose scopes are malformed: without them it would need nothing. */
const security = list(map((value, context) => list(text)(value, context) ?? []));
const flow = record({}, { authorizationUrl: text, tokenUrl: text, refreshUrl: text, scopes: map(text) });
const securityScheme = record(
  { type: [text, ""] },
  {
    description: text,
    name: text,
    in: text,
    scheme: text,
    bearerFormat: text,
    openIdConnectUrl: text,
    flows: map(flow),
  },
);
const auth = list(record({ scheme: [text, ""], headerName: [text, ""] }, { description: text }));
const sent = { style: text, contentType: text, headers: list(text) };
const params = list(record({ name: [text, NAMED], schema: [schema, {}] }, { description: text, ...sent, mediaType: text }));
const content = record({ mediaType: [text, ""] }, {
  schema,
  files: map(record({}, { mediaTypes: list(text), maxSize: number })),
  encoding: map(record({}, sent)),
});
const body = record({ contents: [list(content), []] }, { description: text });
const links = list(
  record({ name: [text, NAMED] }, { description: text, method: text, operation: text, parameters: map(anything) }),
);
const response = record({}, { statusCode: number, statusRange: text, description: text, contents: list(content), links });
const source = record({}, { module: text, line: number });
const lifecycle = record({}, { since: text, deprecatedSince: text, sunset: text, replacement: text });
const history = list(record({ kind: [text, ""] }, { version: text, changes: list(number) }));
const server = record(
  { url: [text, ""] },
  { description: text, variables: map(record({ default: [text, ""] }, { enum: list(text), description: text })) },
);
const method = record(
  { name: [text, NAMED], errors: [list(text), []] },
  {
    summary: text,
    description: text,
    deprecationMessage: text,
    lifecycle,
    history,
    permission,
    security,
    externalDocs,
    source,
    auth,
    httpMethods: list(text),
    pathParams: params,
    queryParams: params,
    headerParams: params,
    cookieParams: params,
    requestBody: body,
    successResponse: response,
    moreResponses: list(response),
    responseHeaders: params,
    servers: list(server),
    callbacks: list(text),
    codeSamples: list(record({ language: [text, ""], code: [text, ""] }, { label: text })),
    wsDirection: text,
    wsPattern: text,
    wsInput: body,
    wsFrame: schema,
  },
);
const httpMethod: Check = (value, context) => {
  const usable = method(value, context);
  return usable && record({ httpMethod: [text, "GET"], httpPath: [text, ""] })(usable, context);
};
const contractBase = {
  description: text,
  lifecycle,
  auth,
  headers: params,
  cookies: params,
  permission,
  security,
  externalDocs,
  source,
  errorFormat: text,
  protocol: text,
  pathParams: params,
  queryParams: params,
  errors: list(text),
};
const httpContract = record(
  { name: [text, NAMED], kind: [text, "http"], pathPrefix: [text, ""], methods: [list(httpMethod), []] },
  contractBase,
);
const PAYLOAD = { "x-placeholder": "payload" };
const ERROR = { "x-placeholder": "error" };
const framing = record(
  { name: [text, "?"], request: [schema, PAYLOAD], event: [schema, PAYLOAD], answer: [schema, PAYLOAD], error: [schema, ERROR] },
  {
    description: text,
    eventError: schema,
    refusal: schema,
    eventErrors: list(text),
    refusals: list(text),
    idLocation: text,
    discriminator: text,
    codes: map(list(number)),
  },
);
/** What takes the place of a framing that is missing: payloads without a frame. */
const BARE = { name: "?", request: PAYLOAD, event: PAYLOAD, answer: PAYLOAD, error: ERROR };
const wsContract = record(
  { name: [text, NAMED], path: [text, ""], framing: [framing, BARE], methods: [list(method), []] },
  contractBase,
);
const contract: Check = (value, context) =>
  (isObject(value) && value["kind"] === "ws" ? wsContract : httpContract)(value, context);
const group = record({ name: [text, NAMED], slug: [text, NAMED], contracts: [list(contract), []] }, { description: text });
const references = map(list(text));
const DOCUMENT = record(
  {
    service: [record({ slug: [text, ""], name: [text, ""] }, { version: text, description: text, servers: list(server) }), {}],
    groups: [list(group), []],
    schemas: [schemas, {}],
    errors: [
      map(
        record(
          { statusCode: [number, 500] },
          { statusRange: text, type: text, description: text, deprecationMessage: text, data: schema, lifecycle, history },
        ),
      ),
      {},
    ],
  },
  {
    uses: record(
      {},
      { schemas: references, errors: references, contracts: map(references), methods: map(references) },
    ),
    securitySchemes: map(securityScheme),
    branding: record({}, { logoUrl: text, primaryColor: text }),
    released: list(text),
    changes: list(record({ text: [text, ""] }, { of: text, verdict: text, accepted: text })),
    removed: list(
      record(
        { group: [text, ""], contract: [text, ""], name: [text, ""], title: [text, ""] },
        { version: text, renamedTo: text, deprecationMessage: text, replacement: text },
      ),
    ),
    removedObjects: list(record({ kind: [text, ""], name: [text, ""] }, { version: text, renamedTo: text })),
    markup: text,
  },
);
