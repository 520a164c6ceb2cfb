/** What is sent to call a method: addresses, headers and a body made of examples, as plain values. */

import {
  isHttp,
  type ApiDocsDocument,
  type Content,
  type Contract,
  type JsonValue,
  type Method,
  type Param,
} from "../document";
import { exampleOf } from "../example";
import { carrierOf, placeholderOf, securityOf } from "../model/security";
import { isList, isObject } from "./literal";

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

export function callOf(document: ApiDocsDocument, contract: Contract, method: Method): Call {
  const http = isHttp(method) ? method : undefined;
  const ws = contract.kind === "ws" ? contract : undefined;
  const inPath = [...(ws?.pathParams ?? []), ...(http?.pathParams ?? [])];
  const asked = [...(ws?.queryParams ?? []), ...(http?.queryParams ?? [])];
  const needed = (params: readonly Param[]): readonly Param[] => params.filter((param) => param.required);
  const pairs = ({ name, schema }: Param): readonly Pair[] => pairsOf(name, exampleOf(schema, document));
  const path = (http?.httpPath ?? ws?.path ?? "").replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const param = inPath.find((candidate) => candidate.name === name);
    return encoded(param ? textOf(exampleOf(param.schema, document)) : name);
  });
  const credentials = credentialsOf(document, contract, method);
  return {
    url: serverOf(document, ws !== undefined) + path,
    // without required parameters, one optional parameter is an example
    query: [...(needed(asked)[0] ? needed(asked) : asked.slice(0, 1)).flatMap(pairs), ...credentials("query")],
    headers: [
      ...new Map(credentials("header")),
      ...needed([...(contract.headers ?? []), ...(http?.headerParams ?? [])]).flatMap(pairs),
    ].map((pair): Pair => [oneLine(pair[0]), oneLine(pair[1])]),
    cookies: [
      ...credentials("cookie"),
      ...needed([...(contract.cookies ?? []), ...(http?.cookieParams ?? [])]).flatMap(pairs),
    ].map(([name, value]): Pair => [oneLine(name), encoded(value)]),
  };
}

const HOST = "https://api.example.org";

/** The parameters of one place that identify the caller, by the first of the alternatives; none where none are needed. */
function credentialsOf(
  document: ApiDocsDocument,
  contract: Contract,
  method: Method,
): (place: string) => readonly Pair[] {
  const alternatives = securityOf(document, contract, method) ?? [];
  const chosen = alternatives.some((way) => way.length === 0) ? [] : (alternatives[0] ?? []);
  return (place) =>
    chosen.flatMap(({ scheme }) => {
      const [where, name = ""] = carrierOf(scheme) ?? [];
      return where === place ? [[name, placeholderOf(scheme)] as const] : [];
    });
}

/** The first server of the right kind, its variables at their defaults; a path is on some host. */
function serverOf({ service: { servers = [] } }: ApiDocsDocument, isSocket: boolean): string {
  const server = servers.find(({ url }) => /^ws/i.test(url) === isSocket) ?? servers[0];
  const address = server?.url ?? "";
  const url = (/^\/|^$/.test(address) ? HOST + address : address).replace(/\{([^{}]*)\}/g, (whole, name: string) =>
    server?.variables && Object.hasOwn(server.variables, name) ? (server.variables[name]?.default ?? whole) : whole,
  );
  return url.replace(/^(?:ws|http)/i, isSocket ? "ws" : "http").replace(/\/$/, "");
}

function pairsOf(name: string, value: JsonValue): readonly Pair[] {
  if (value === null) return [];
  return isList(value) ? value.map((item): Pair => [name, textOf(item)]) : [[name, textOf(value)]];
}

function textOf(value: JsonValue): string {
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
export function payloadOf({ mediaType, schema, files = {} }: Content, document: ApiDocsDocument): Payload {
  const value = schema === undefined ? null : exampleOf(schema, document);
  const body = {
    mediaType: oneLine(mediaType),
    value,
    file: fileName("body", files[""]?.mediaTypes?.[0] ?? mediaType),
  };
  if (schema === undefined || Object.hasOwn(files, "")) return { ...body, kind: "file" };
  if (isJson(mediaType)) return { ...body, kind: "json" };
  const entries = Object.entries(isObject(value) ? value : {});
  const fields = entries.filter(([name]) => !Object.hasOwn(files, name)).flatMap(([name, entry]) => pairsOf(name, entry));
  if (mediaType.endsWith("urlencoded")) return { ...body, kind: "form", fields };
  if (!mediaType.startsWith("multipart/")) return { ...body, kind: "file" };
  const sent = Object.entries(files).map(([name, { mediaTypes = [] }]): FileField => {
    const type = mediaTypes[0] ?? "application/octet-stream";
    return { name, file: fileName(name, type), mediaType: type };
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
