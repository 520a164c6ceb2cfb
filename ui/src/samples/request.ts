/** What is sent to call a method: addresses, headers and a body made of examples, as plain values. */

import type { ApiDocsDocument, Content, Param } from "../document";
import { isHttp, paramsOf, type Contract, type Method } from "../model/contracts";
import type { Alternative } from "../model/security";
import type { SecurityScheme } from "../types/security-scheme";
import { isList, isObject, refName, schemaNamed, type JsonValue, type SchemaOrBoolean } from "../types/json-schema";
import { exampleOf, requestExample } from "../example";
import { parsed } from "../host/attributes";
import { filled, type Credentials, type Draft, type Fill } from "../host/fill";
import { typeName } from "../model/model";
import { carrierOf, placeholderOf, securityOf } from "../model/security";
import { nonNull } from "../types/structure";
import { credentialKeys, serverOf } from "./servers";

/** A name and its value; repeated names follow each other. */
export type Pair = readonly [name: string, value: string];

export interface FileField {
  readonly name: string;
  readonly file: string;
  readonly mediaType: string;
}

export interface Payload {
  readonly kind: "json" | "form" | "multipart" | "file";
  readonly mediaType: string;
  readonly value: JsonValue;
  /** Of a form; absent otherwise. */
  readonly fields?: readonly Pair[];
  readonly files?: readonly FileField[];
  /** Where the bytes of the body are. */
  readonly file: string;
}

export interface Call {
  /** Server and path, without the query. */
  readonly url: string;
  readonly query: readonly Pair[];
  readonly headers: readonly Pair[];
  readonly cookies: readonly Pair[];
}

export function callOf(document: ApiDocsDocument, contract: Contract, method: Method, fill: Fill): Call {
  const http = isHttp(method) ? method : undefined;
  const ws = contract.kind === "ws" ? contract : undefined;
  const params = paramsOf(contract, method);
  const given = (param: Param): string | undefined => givenFor(param, document, fill);
  const needed = (some: readonly Param[]): readonly Param[] =>
    some.filter((param) => param.required || given(param) !== undefined);
  const valueOf = (param: Param, place = ""): JsonValue => {
    const text = given(param);
    return text === undefined ? exampleOfParam(param, document, fill, place) : fromText(text);
  };
  const pairs = (param: Param): readonly Pair[] => pairsOfParam(param, valueOf(param));
  const path = (http?.httpPath ?? ws?.path ?? "").replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const param = params.path.find((candidate) => candidate.name === name);
    return param ? inPath(param, valueOf(param, "/")) : encoded(name);
  });
  const credentials = credentialsOf(document, contract, method, fill);
  return {
    // what is no path would add to the host
    url: serverOf(document, method, fill) + path.replace(/^(?=[^/])/, "/"),
    // without required parameters, one optional parameter is an example
    query: [...(needed(params.query)[0] || fill.console ? needed(params.query) : params.query.slice(0, 1)).flatMap(pairs), ...credentials("query")],
    headers: [
      ...new Map(credentials("header")),
      ...needed(params.headers).flatMap(pairs),
    ].map((pair): Pair => [oneLine(pair[0]), oneLine(pair[1])]),
    cookies: [
      ...credentials("cookie"),
      ...needed(params.cookies).flatMap(pairs),
    ].map(([name, value]): Pair => [oneLine(name), encoded(value)]),
  };
}

/** An example of a parameter; one of any type is a text. @param place A slash for a part of the path. */
export function exampleOfParam({ name, schema }: Param, document: ApiDocsDocument, fill: Fill, place = ""): JsonValue {
  const value = exampleOf(schema, document, fill, place + name);
  return JSON.stringify(value) === "{}" ? exampleOf({ type: "string" }, document, fill, place + name) : value;
}

/** What the reader has filled in for a parameter; nothing is something, of a required one in a form. */
function givenFor(param: Param, document: ApiDocsDocument, { values, console }: Fill): string | undefined {
  const key = keyOfParam(param, document);
  return filled(values, key) ?? (console && param.required && Object.hasOwn(values, key) ? "" : undefined);
}

/** Lists and objects are filled in as JSON; what is none is a text. */
export function fromText(text: string): JsonValue {
  const value = /^\s*[[{]/.test(text) ? (parsed(text) as JsonValue) : null;
  return value ?? text;
}

/** The parameters of one place that identify the caller, by the first of the alternatives; none where none are needed. */
function credentialsOf(document: ApiDocsDocument, contract: Contract, method: Method, fill: Fill): (place: string) => readonly Pair[] {
  const keyOf = credentialKeys(document, method, fill);
  return (place) =>
    wayOf(securityOf(document, contract, method), fill).flatMap(({ name: key, scheme }) => {
      const [where, name = ""] = carrierOf(scheme) ?? [];
      const given = filled(fill.credentials, keyOf(key));
      if (given === undefined && fill.console) return [];
      const value = given === undefined ? placeholderOf(scheme) : credentialValue(scheme, given);
      return where === place ? [[name, value] as const] : [];
    });
}

/** The credentials that are sent: those that the reader has chosen, or the first of the alternatives; none where none are needed. */
export function wayOf(alternatives: readonly Alternative[] = [], { way }: Pick<Credentials, "way">): Alternative {
  const chosen = alternatives.find((alternative) => namesOfWay(alternative) === way);
  return chosen ?? (alternatives.some((alternative) => alternative.length === 0) ? [] : (alternatives[0] ?? []));
}

export function namesOfWay(alternative: Alternative): string {
  return alternative.map(({ name }) => name).join(" + ");
}

/** A credential as it is sent; of a name and a password, `name:password` is enough. */
function credentialValue({ type, scheme = "bearer" }: SecurityScheme, given: string): string {
  if (type === "apiKey" || given.includes(" ")) return given;
  if (type === "http" && /^basic$/i.test(scheme)) {
    const bytes = Array.from(new TextEncoder().encode(given), (byte) => String.fromCharCode(byte)).join("");
    return `Basic ${given.includes(":") ? btoa(bytes) : given}`;
  }
  const prefix = type === "http" && !/^bearer$/i.test(scheme) ? scheme : "Bearer";
  return `${prefix} ${given}`;
}

/** What a parameter is filled in as: its brand, so that one id serves all methods, or else its own name. */
export function keyOfParam({ name, schema }: Param, document: ApiDocsDocument): string {
  return brandOf(schema, document) ?? name;
}

function brandOf(schema: SchemaOrBoolean, document: ApiDocsDocument, depth = 0): string | undefined {
  if (typeof schema !== "object" || depth > 5) return undefined;
  const name = refName(schema);
  if (name !== undefined) {
    const target = schemaNamed(document, name);
    return target?.["x-brand"] ? typeName(target, name) : brandOf(target ?? true, document, depth + 1);
  }
  const [only, ...others] = nonNull(schema.anyOf ?? schema.oneOf) ?? [];
  return only !== undefined && others.length === 0 ? brandOf(only, document, depth + 1) : undefined;
}

function pairsOf(name: string, value: JsonValue): readonly Pair[] {
  if (value === null) return [];
  return isList(value) ? value.map((item): Pair => [name, textOf(item)]) : [[name, textOf(value)]];
}

/** A parameter in the style that the document gives (OpenAPI 3.1, 4.8.12.2). */
function pairsOfParam({ name, style, explode, mediaType }: Param, value: JsonValue): readonly Pair[] {
  if (mediaType) return [[name, JSON.stringify(value)]];
  if ((!style && explode === undefined) || (isList(value) && explode)) return pairsOf(name, value);
  if (isObject(value)) {
    const entries = Object.entries(value);
    if (style === "deepObject") return entries.map(([key, part]) => [`${name}[${key}]`, textOf(part)]);
    if (style === "form" && explode !== false) return entries.map(([key, part]) => [key, textOf(part)]);
  }
  const separator = style === "pipeDelimited" ? "|" : style === "spaceDelimited" ? " " : ",";
  return [[name, itemsOf(value, explode).join(separator)]];
}

/** A parameter as a part of the path, in its style. */
export function inPath({ name, style, explode, slashes }: Param, value: JsonValue): string {
  // steps of dots would lead to another method, and an empty first one to another host
  const steps = (text: string): string => (slashes && !/^\/|\/\/|(?:^|\/)\.\.?(?:\/|$)/.test(text) ? encoded(text).replaceAll("%2F", "/") : encoded(text));
  const items = itemsOf(value, explode).map(steps);
  if (style === "label") return `.${items.join(explode ? "." : ",")}`;
  if (style !== "matrix") return items.join(",");
  return explode ? items.map((item) => `;${name}=${item}`).join("") : `;${name}=${items.join(",")}`;
}

function itemsOf(value: JsonValue, explode?: boolean): readonly string[] {
  if (isList(value)) return value.map(textOf);
  if (!isObject(value)) return [textOf(value)];
  return Object.entries(value).flatMap(([key, part]) => (explode ? [`${key}=${textOf(part)}`] : [key, textOf(part)]));
}

/** A value as the text that is sent: a string without quotes, anything else as JSON. */
export function textOf(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A header ends where its line ends. */
function oneLine(text: string): string {
  return text.replace(/[\0-\x1f\x7f]+/g, " ");
}

/** As part of an address; half a letter of two halves would be an error. */
export function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd"));
}

/** The query of an address, with its question mark. */
export function queryString(query: readonly Pair[]): string {
  return query.map((pair, at) => (at === 0 ? "?" : "&") + pair.map(encoded).join("=")).join("");
}

/** A body by one of its representations. */
export function payloadOf(
  { mediaType, schema, examples, files = {} }: Content,
  document: ApiDocsDocument,
  fill: Fill,
  draft: Draft = {},
): Payload {
  const example = (): JsonValue => (schema === undefined ? null : (fill.console ? requestExample : exampleOf)(schema, document, fill, "", examples));
  const value = draft.value === undefined ? example() : draft.value;
  const body = {
    mediaType: oneLine(mediaType),
    value,
    file: draft.files?.[""]?.[0]?.name ?? fileName("body", files[""]?.mediaTypes?.[0] ?? mediaType),
  };
  if (schema === undefined || Object.hasOwn(files, "")) return { ...body, kind: "file" };
  if (isJson(mediaType)) return { ...body, kind: "json" };
  const entries = Object.entries(isObject(value) ? value : {});
  const fields = entries.filter(([name]) => !Object.hasOwn(files, name)).flatMap(([name, entry]) => pairsOf(name, entry));
  if (mediaType.endsWith("urlencoded")) return { ...body, kind: "form", fields };
  if (!mediaType.startsWith("multipart/")) return { ...body, kind: "file" };
  const sent = Object.entries(files).map(([name, { mediaTypes = [] }]): FileField => {
    const type = mediaTypes[0] ?? "application/octet-stream";
    return { name, file: draft.files?.[name]?.[0]?.name ?? fileName(name, type), mediaType: type };
  });
  return { ...body, kind: "multipart", fields, files: sent };
}

export function isJson(mediaType: string): boolean {
  return /[/+]json\b/i.test(mediaType);
}

/** `photo.jpeg` for a photo of `image/jpeg`. */
export function fileName(name: string, mediaType: string): string {
  return `${name.replace(/[^\w-]+/g, "-").replace(/^-+/, "")}.${/\/(\w{2,5})$/.exec(mediaType)?.[1] ?? "bin"}`;
}
