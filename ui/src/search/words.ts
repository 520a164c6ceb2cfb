/** What the parts of a method say of it, in words that readers search. */

import type { Body, Param } from "../document";
import { answersOf, isHttp, type Method } from "../model/contracts";

/** Parameters that ask for a part of a list. */
const PAGING = /^(?:cursor|page|offset|skip|limit|(?:page|per)_?(?:size|page|token)|after|before|starting_after)$/i;

export function factsOf(method: Method): readonly string[] {
  const http = isHttp(method) ? method : undefined;
  const bodies = http?.requestBody?.contents ?? [];
  const answers = answersOf(method).flatMap(({ contents = [] }) => contents);
  const headers = (http?.responseHeaders ?? []).map(({ name }) => lowered(name));
  const pages = http?.queryParams?.some(({ name }) => PAGING.test(name));
  return [
    ...(method.deprecated ? ["deprecated", "obsolete"] : []),
    ...(pages ? ["pagination", "paging", "paginate"] : []),
    ...(bodies.some(({ files, schema }) => files ?? schema === undefined) ? ["upload", "file"] : []),
    ...(answers.some(({ stream }) => stream) ? ["stream", "sse"] : []),
    ...(answers.some(({ schema, stream }) => schema === undefined && !stream) ? ["download", "file"] : []),
    ...headers,
    ...scopesOf(method),
  ];
}

export function scopesOf({ security = [] }: Method): readonly string[] {
  return security.flatMap((way) => Object.values(way).flat()).map(lowered);
}

/** The scopes that the text of a permission names, each after the word. */
export function scopesOfPermission({ permission }: Method): readonly string[] {
  return (permission?.text.match(/(?<=\bscope )\S+/g) ?? []).map(lowered);
}

/** What readers call errors of a status, besides what the status is called. */
export const MEANT: Readonly<Record<string, string>> = {
  401: "unauthenticated login",
  403: "permission access denied",
  404: "missing",
  409: "duplicate",
  422: "invalid validation",
  429: "quota rate limit throttling",
  500: "crash",
};

export function wordsOfMethod(method: Method): readonly (string | undefined)[] {
  const own = [method.summary, method.description, method.deprecationMessage];
  if (!isHttp(method)) return [...own, ...wordsOfBody(method.wsInput), ...method.errors];
  const { pathParams = [], queryParams = [], headerParams = [], cookieParams = [] } = method;
  const params = [...pathParams, ...queryParams, ...headerParams, ...cookieParams];
  return [...own, ...wordsOfParams(params), ...wordsOfBody(method.requestBody), ...method.errors];
}

export function wordsOfParams(params: readonly Param[]): readonly (string | undefined)[] {
  return params.flatMap(({ name, description }) => [name, description]);
}

export function wordsOfBody(body: Body | undefined): readonly (string | undefined)[] {
  return body ? [body.description, ...body.contents.map(({ mediaType }) => mediaType)] : [];
}

/** In lower case, letter by letter: some letters would become two, and places would no longer agree. */
export function lowered(text: string): string {
  const low = text.toLowerCase();
  return low.length === text.length
    ? low
    : Array.from(text, (character) => (character.toLowerCase().length === character.length ? character.toLowerCase() : character)).join("");
}
