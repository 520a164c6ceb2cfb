/** A line of curl as what a form is filled in with. */

import type { ApiDocsDocument, HttpMethod, Param } from "../document";
import type { Draft, Fill } from "../host/fill";
import { t } from "../i18n";
import { paramsOf, type Contract } from "../model/contracts";
import { carrierOf, securityOf } from "../model/security";
import { decoded } from "../model/route";
import { isJson, keyOfParam, namesOfWay, type Pair } from "../samples/request";
import { credentialKeys, rootOf, serverOf, type IndexedServer } from "../samples/servers";
import type { JsonObject, JsonValue, SchemaOrBoolean } from "../types/json-schema";
import { withDraft } from "./drafts";
import { losslessValue, shapeOf, valueOfText } from "./shape";

const TOKEN = /\$'((?:\\[^]|[^'\\])*)'|'([^']*)'|"((?:\\[^]|[^"\\])*)"|\\([^])|(\s+)|[^\s'"\\$]+|\$/g;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** The words of a line of a shell (POSIX, 2.2), with those of `$'…'`. */
export function shellWords(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (const [token, ansi, single, double, escaped, space] of line.replaceAll("\r\n", "\n").matchAll(TOKEN)) {
    if (space !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (escaped !== "\n") {
      word = (word ?? "") + (single ?? escaped ?? double?.replace(/\\([$`"\\\n])/g, (_, next: string) => next.trim()) ?? (ansi === undefined ? token : fromAnsi(ansi)));
    }
  }
  return word === undefined ? words : [...words, word];
}

function fromAnsi(text: string): string {
  return text.replace(/\\(?:x([\da-f]{1,2})|u([\da-f]{1,4})|([^]))/gi, (_, byte?: string, unit?: string, next = "") =>
    byte ?? unit ? String.fromCharCode(parseInt(byte ?? unit ?? "", 16)) : (ESCAPES[next] ?? next),
  );
}

const SHORT: Readonly<Record<string, string>> = {
  X: "request", H: "header", d: "data", F: "form", u: "user", b: "cookie", G: "get", I: "head",
  A: "user-agent", e: "referer", o: "output", m: "max-time", x: "proxy", w: "write-out", E: "cert", T: "upload-file", c: "cookie-jar", r: "range",
};
/** Options with a value; all others are switches. */
const VALUED =
  /^(?:request|header|data(?:-raw|-binary|-ascii|-urlencode)?|json|form(?:-string)?|user|oauth2-bearer|cookie|user-agent|referer|output|max-time|connect-timeout|proxy|write-out|cert|key|cacert|upload-file|cookie-jar|range|retry|url|resolve)$/;

interface Line {
  readonly verb: string;
  readonly url: string;
  readonly headers: readonly Pair[];
  readonly body: string | undefined;
  /** Of a form with several parts. */
  readonly parts: readonly Pair[];
  /** What nobody but curl can use. */
  readonly others: readonly string[];
}

/** What a line says; undefined of what is none of curl. */
export function readCurl(text: string): Line | undefined {
  const [program, ...words] = shellWords(text.replace(/^\s*\$\s+/, ""));
  if (!/(?:^|[\\/])curl(?:\.exe)?$/.test(program ?? "")) return undefined;
  const found: { url?: string; verb?: string; isGet?: boolean } = {};
  const [headers, parts, data, others]: [Pair[], Pair[], string[], string[]] = [[], [], [], []];
  const take = (option: string, value: string): void => {
    const [name = "", rest = ""] = split(value, "=");
    if (option === "url") found.url ??= value;
    else if (option === "request") found.verb = value.toUpperCase();
    else if (option === "head") found.verb = "HEAD";
    else if (option === "get") found.isGet = true;
    else if (option === "header") headers.push(split(value, ":"));
    else if (option === "user") headers.push(["Authorization", `Basic ${value}`]);
    else if (option === "oauth2-bearer") headers.push(["Authorization", `Bearer ${value}`]);
    else if (/^form/.test(option)) parts.push(option === "form" && /^[@<]/.test(rest) ? [name, "@"] : [name, rest]);
    else if (/^(?:data|json)/.test(option)) {
      if (option !== "data-raw" && value.startsWith("@")) others.push(value);
      else data.push(option === "data-urlencode" ? (value.includes("=") ? `${name}${name && "="}${encodeURIComponent(rest)}` : encodeURIComponent(value)) : value);
      if (option === "json") headers.push(["Content-Type", "application/json"]);
    } else if (/^(?:cookie|user-agent|referer|upload-file|cert|range)$/.test(option)) others.push(`--${option}`);
  };
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const long = /^--(.+)/.exec(word)?.[1];
    if (!/^-./.test(word)) take("url", word);
    else if (long !== undefined) take(long, VALUED.test(long) ? (words.shift() ?? "") : "");
    else {
      for (let at = 1; at < word.length; at += 1) {
        const option = SHORT[word.charAt(at)] ?? "";
        if (!VALUED.test(option)) take(option, "");
        else {
          take(option, word.slice(at + 1) || (words.shift() ?? ""));
          break;
        }
      }
    }
  }
  const joined = data.length > 0 ? data.join("&") : undefined;
  const isSent = joined !== undefined && !found.isGet;
  const url = (found.url ?? "") + (joined !== undefined && found.isGet ? (found.url?.includes("?") ? "&" : "?") + joined : "");
  return { verb: found.verb ?? (isSent || parts.length > 0 ? "POST" : "GET"), url, headers, body: isSent ? joined : undefined, parts, others };
}

/** A text in two at the first separator. */
function split(text: string, separator: string): Pair {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1).trim()];
}

/** One value of a name, or all of them where they are a list. */
function valueOfTexts(texts: readonly string[], schema: SchemaOrBoolean, document: ApiDocsDocument): JsonValue {
  const { shape } = shapeOf(schema, document);
  return shape.kind === "list" ? texts.map((text) => valueOfText(text, shape.items, document)) : valueOfText(texts[0] ?? "", schema, document);
}

function grouped(pairs: Iterable<Pair>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, text] of pairs) groups.set(name, [...(groups.get(name) ?? []), text]);
  return groups;
}

export interface Pasted {
  /** Undefined where the line is of another method. */
  readonly change: Partial<Fill> | undefined;
  /** What does not fit, in words. */
  readonly unfit: readonly string[];
}

/** What a line fills in for a method, at one of the servers that may be called. */
export function pasted(line: Line, document: ApiDocsDocument, contract: Contract, method: HttpMethod, fill: Fill, servers: readonly IndexedServer[]): Pasted {
  const { verb, url, headers, others } = line;
  const unfit = [...others];
  const [address = "", search = ""] = url.replace(/#.*/s, "").split(/\?(.*)/s);
  const params = paramsOf(contract, method);
  const pattern = method.httpPath.split(/(\{[^{}]*\})/).map((part) => (part.startsWith("{") ? "([^/]*)" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  const [, base, ...steps] = new RegExp(`^(.*?)${pattern.join("")}/?$`).exec(address) ?? [];
  if (base === undefined || verb !== method.httpMethod) return { change: undefined, unfit: [t("Another method: {0}", `${verb} ${address}`)] };
  const at = (index: number): Fill => ({ ...fill, server: index });
  const server = servers.find(({ index }) => serverOf(document, method, at(index)) === rootOf(base.includes("//") ? base : `http://${base}`));
  if (!server) unfit.push(t("Another server: {0}", base));
  const called = server ? at(server.index) : fill;
  const keyOf = credentialKeys(document, method, called);
  const values: Record<string, string> = { ...fill.values };
  const credentials: Record<string, string> = { ...fill.credentials };
  let { way } = fill;
  const put = (param: Param, texts: readonly string[]): void => {
    const value = valueOfTexts(texts, param.schema, document);
    values[keyOfParam(param, document)] = typeof value === "object" ? JSON.stringify(value) : texts[0]!;
  };
  const identify = (place: string, name: string, text: string): boolean =>
    (securityOf(document, contract, method) ?? []).some((alternative) =>
      alternative.some(({ name: key, scheme }) => {
        const [where, what = ""] = carrierOf(scheme) ?? [];
        const bare = where === place && what.toLowerCase() === name.toLowerCase() ? credentialOf(scheme.type === "apiKey" ? "" : (scheme.scheme ?? "bearer"), text) : undefined;
        if (bare === undefined || !server) return false; // it is meant for another server
        credentials[keyOf(key)] = bare;
        way = namesOfWay(alternative);
        return true;
      }),
    );
  for (const param of [...params.query, ...params.headers]) if (!param.required) values[keyOfParam(param, document)] = "";
  const names = [...method.httpPath.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  names.forEach((name, place) => {
    const param = params.path.find((each) => each.name === name);
    if (param) put(param, [decoded(steps[place] ?? "")]);
  });
  for (const [name, texts] of grouped(new URLSearchParams(search))) {
    const param = params.query.find((each) => each.name === name);
    if (param) put(param, texts);
    else if (!identify("query", name, texts[0]!)) unfit.push(`?${name}`);
  }
  for (const [name, text] of headers) {
    const param = params.headers.find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (param) put(param, [text]);
    else if (!/^(?:content-type|accept|content-length|host)$/i.test(name) && !identify("header", name, text)) unfit.push(name);
  }
  const drafts = withDraft(fill, method, bodyOf(line, document, method, unfit));
  return { change: { values, credentials, drafts, ...(way !== undefined && { way }), ...(server && { server: server.index }) }, unfit };
}

/** What a field has of a credential; undefined where it is for another scheme. */
function credentialOf(scheme: string, text: string): string | undefined {
  if (scheme === "") return text;
  const [, given = "", rest = ""] = /^(\S+)\s+(.*)$/s.exec(text) ?? [];
  if (given.toLowerCase() !== scheme.toLowerCase()) return undefined;
  if (given.toLowerCase() !== "basic" || rest.includes(":")) return rest;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(rest), (letter) => letter.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** The body, in the declared representation that it has. */
function bodyOf({ headers, body, parts }: Line, document: ApiDocsDocument, method: HttpMethod, unfit: string[]): Draft | undefined {
  if (body === undefined && parts.length === 0) return undefined;
  const contents = method.requestBody?.contents ?? [];
  const [, written = parts.length > 0 ? "multipart/form-data" : ""] = headers.find(([name]) => /^content-type$/i.test(name)) ?? [];
  const type = written.split(";", 1)[0]!.trim().toLowerCase();
  const isOf = (wanted: (mediaType: string) => boolean): number => contents.findIndex(({ mediaType }) => wanted(mediaType.split(";", 1)[0]!.trim().toLowerCase()));
  const exact = isOf((mediaType) => mediaType === type);
  // without a type, the one that reads best
  const isJsonText = body !== undefined && losslessValue(body) !== undefined;
  const place = exact >= 0 || type !== "" ? exact : isOf((mediaType) => (isJsonText ? isJson(mediaType) : mediaType.endsWith("urlencoded")));
  const content = contents[place];
  if (!content) {
    unfit.push(contents.length > 0 && type !== "" ? `Content-Type: ${type}` : t("Request body"));
    return undefined;
  }
  if (isJson(content.mediaType) && body !== undefined) {
    const value = losslessValue(body);
    return { content: place, ...(value === undefined ? { text: body } : { value }) };
  }
  if (parts.length === 0 && !content.mediaType.endsWith("urlencoded")) return { content: place, text: body };
  const { shape } = shapeOf(content.schema ?? true, document);
  const value: JsonObject = Object.fromEntries(
    [...grouped(parts.length > 0 ? parts : new URLSearchParams(body))].flatMap(([name, texts]) => {
      const field = shape.kind === "object" ? shape.fields.find((each) => each.name === name) : undefined;
      const isFile = texts.includes("@");
      if (isFile) unfit.push(t("{0}: choose the file here", name));
      else if (!field) unfit.push(name);
      return field && !isFile ? [[name, valueOfTexts(texts, field.schema, document)] as const] : [];
    }),
  );
  return { content: place, value };
}
