/** Sends a call, and reads the answer while it comes. */

import type { Request } from "../samples/http";
import { isJson, queryString, type Pair } from "../samples/request";
import { placeOf } from "../samples/servers";
import type { Draft } from "../host/fill";

export interface Answer {
  readonly status: number;
  readonly headers: readonly Pair[];
  readonly mediaType: string;
  /** Where the answer came from, if the service has sent the browser elsewhere. */
  readonly redirectedTo: string | undefined;
  /** Decodes what has come so far, or the bytes from one place to another; undefined of what is no text. */
  readonly text: ((from?: number, to?: number) => string) | undefined;
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
  readonly size: number;
  readonly isComplete: boolean;
}

export type Progress =
  | { readonly kind: "sending" }
  | { readonly kind: "answer"; readonly answer: Answer; readonly milliseconds: number }
  | { readonly kind: "aborted"; readonly answer: Answer | undefined; readonly milliseconds: number }
  /** A browser says of most failures only that there was one; `blockedBy` is what its policy has refused. */
  | { readonly kind: "failed"; readonly words: string; readonly blockedBy: string | undefined; readonly milliseconds: number; readonly isReached: boolean | undefined };

/** Headers that a browser does not let pages set (Fetch, 2.2.2). */
const FORBIDDEN = /^(?:accept-charset|accept-encoding|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|permissions-policy|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade|via)$/i;

/** A browser sends no body with these verbs (Fetch, 5.4). */
export function isBodiless({ verb }: Pick<Request, "verb">): boolean {
  return verb === "GET" || verb === "HEAD";
}

/** What a browser leaves out of a call. */
export function unsentHeaders({ headers, cookies }: Request): readonly string[] {
  return [...headers.map(([name]) => name).filter((name) => FORBIDDEN.test(name)), ...cookies.map(([name]) => `Cookie: ${name}`)];
}

/** How often what is shown of a stream changes. */
const PACE = 100; // milliseconds

/** The address that is called. */
export function addressOf({ url, query }: Request): string {
  return url + queryString(query);
}

export interface Sending {
  readonly abort: () => void;
}

export function send(request: Request, draft: Draft | undefined, cookies: boolean, onProgress: (progress: Progress) => void): Sending {
  const controller = new AbortController();
  const begun = performance.now();
  let blockedBy: string | undefined;
  const watched = watchPolicy(addressOf(request), (origin) => (blockedBy = origin));
  let answer: Answer | undefined;
  const passed = (): number => performance.now() - begun;
  let due: ReturnType<typeof setTimeout> | undefined;
  const report = (milliseconds: number): void => {
    due = undefined;
    if (answer) onProgress({ kind: "answer", answer, milliseconds });
  };
  onProgress({ kind: "sending" });
  const run = async (): Promise<void> => {
    const response = await fetch(addressOf(request), {
      ...optionsOf(request, draft),
      credentials: cookies ? "include" : "omit",
      cache: "no-store",
      // an address of another host would get what is in headers of our own making
      redirect: carriesOwnHeaders(request) ? "manual" : "follow",
      signal: controller.signal,
    });
    const milliseconds = passed();
    await readAnswer(response, (next) => {
      const isBegin = !answer || answer.size === 0;
      answer = next;
      if (!next.isComplete) {
        due ??= setTimeout(report, isBegin ? 0 : PACE, milliseconds);
        return;
      }
      clearTimeout(due);
      report(passed());
    });
  };
  run()
    .catch(async (error: unknown) => {
      clearTimeout(due);
      if (controller.signal.aborted) return onProgress({ kind: "aborted", answer, milliseconds: passed() });
      const milliseconds = passed();
      await new Promise((resolve) => setTimeout(resolve, 50)); // a violation is reported after the failure
      const isReached = blockedBy === undefined && answer === undefined ? await isThere(request, controller.signal) : undefined;
      return onProgress({ kind: "failed", words: error instanceof Error ? error.message : String(error), blockedBy, milliseconds, isReached });
    })
    .finally(watched.end);
  return { abort: () => controller.abort() };
}

/** Browsers take `Authorization` away when they follow to another host, and nothing else. */
function carriesOwnHeaders({ headers }: Request): boolean {
  return headers.some(([name]) => !/^(?:authorization|content-type|accept|accept-language|content-language)$/i.test(name));
}

/** The parts of a call as `fetch` takes them. */
export function optionsOf(request: Request, draft: Draft = {}): Pick<RequestInit, "method" | "headers"> & { readonly body?: BodyInit } {
  const { verb, payload } = request;
  const isLeftOut = payload && isBodiless(request);
  const headers = request.headers
    .filter(([name]) => !FORBIDDEN.test(name) && !(isLeftOut && /^content-type$/i.test(name)))
    .map(([name, value]): [string, string] => [name, value]);
  const sent = { method: verb, headers };
  if (!payload || isLeftOut) return sent;
  const file = draft.files?.[""]?.[0];
  switch (payload.kind) {
    case "json":
      return { ...sent, body: draft.text ?? JSON.stringify(payload.value) };
    case "form":
      return { method: verb, headers: [...headers, ["Content-Type", payload.mediaType]], body: queryString(payload.fields ?? []).slice(1) };
    case "multipart": {
      const form = new FormData();
      for (const [name, value] of payload.fields ?? []) form.append(name, value);
      for (const { name } of payload.files ?? []) for (const part of draft.files?.[name] ?? []) form.append(name, part);
      return { ...sent, body: form };
    }
    case "file":
      return { ...sent, body: file ?? draft.text ?? (typeof payload.value === "string" ? payload.value : "") };
    default:
      return payload.kind satisfies never;
  }
}

const TEXTS = /^text\/|[/+](?:json|xml|yaml|javascript|x-ndjson|jsonl|json-seq|x-www-form-urlencoded)\b|^image\/svg/i;

async function readAnswer(response: Response, onAnswer: (answer: Answer) => void): Promise<void> {
  const mediaType = response.headers.get("Content-Type") ?? "";
  const isText = TEXTS.test(mediaType) || isJson(mediaType) || mediaType === "";
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const answer = (isComplete: boolean): Answer => ({
    status: response.status,
    headers: [...response.headers],
    mediaType,
    redirectedTo: response.redirected ? response.url : undefined,
    text: isText ? (from, to) => decoded(parts, from, to) : undefined,
    parts,
    size,
    isComplete,
  });
  if (response.type === "opaqueredirect") throw new Error(REDIRECTED);
  onAnswer(answer(false));
  const reader = response.body?.getReader();
  for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
    parts.push(step.value as Uint8Array<ArrayBuffer>);
    size += step.value.length;
    onAnswer(answer(false));
  }
  onAnswer(answer(true));
}

/** The text of bytes from one place to another, moved to where characters begin. */
export function decoded(parts: readonly Uint8Array[], from = 0, to = Infinity): string {
  const decoder = new TextDecoder();
  let text = "";
  let passed = 0;
  let hasBegun = false;
  for (const part of parts) {
    let start = Math.min(part.length, Math.max(0, from - passed));
    let end = Math.min(part.length, Math.max(0, to - passed));
    const isInside = (at: number): boolean => at < part.length && (part[at]! & 0xc0) === 0x80;
    if (from > 0 && !hasBegun) while (isInside(start)) start += 1;
    hasBegun ||= start < part.length;
    if (passed + part.length > to) while (isInside(end)) end += 1;
    if (end > start) text += decoder.decode(part.subarray(start, end), { stream: true });
    passed += part.length;
    if (end < part.length) break;
  }
  return text + decoder.decode();
}

/** Why a call has failed that the service has answered by an address of another place. */
export const REDIRECTED = "redirected";

/** Reports the origin of an address that the policy of the page refuses meanwhile. */
export function watchPolicy(address: string, onRefused: (origin: string) => void): { readonly end: () => void } {
  const place = placeOf(address);
  const host = place.replace(/^https?:/, "");
  const note = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective === "connect-src" && blockedURI.includes(host)) onRefused(place);
  };
  document.addEventListener("securitypolicyviolation", note);
  return { end: () => document.removeEventListener("securitypolicyviolation", note) };
}

/** Whether the server answers at all: a page learns nothing more of another origin. */
async function isThere(request: Request, signal: AbortSignal): Promise<boolean | undefined> {
  const origin = placeOf(addressOf(request));
  if (origin === location.origin) return undefined;
  try {
    await fetch(origin, { method: "HEAD", mode: "no-cors", credentials: "omit", cache: "no-store", signal });
    return true;
  } catch {
    return false;
  }
}

/** What the service has to send so that pages of this origin may make the call. */
export function corsLines({ verb, headers, payload }: Request, origin: string, withCookies: boolean, exposed: readonly string[]): readonly string[] {
  const isSimple = /^(?:GET|HEAD|POST)$/.test(verb);
  const type = payload?.fields ? "" : (payload?.mediaType ?? "");
  const asked = headers.map(([name]) => name.toLowerCase()).filter((name) => name !== "content-type" && !FORBIDDEN.test(name) && !/^accept(?:-language)?$|^content-language$/.test(name));
  if (type !== "" && !/^text\/plain\b/i.test(type)) asked.push("content-type");
  return [
    `Access-Control-Allow-Origin: ${origin}`,
    ...(isSimple ? [] : [`Access-Control-Allow-Methods: ${verb}`]),
    ...(asked.length > 0 ? [`Access-Control-Allow-Headers: ${[...new Set(asked)].join(", ")}`] : []),
    ...(withCookies ? ["Access-Control-Allow-Credentials: true"] : []),
    ...(exposed.length > 0 ? [`Access-Control-Expose-Headers: ${exposed.join(", ")}`] : []),
  ];
}

/** Whether a server is one to play with, by its own words or its place. */
export function isSandbox({ url = "", description = "" }: { readonly url?: string; readonly description?: string } = {}): boolean {
  return /sandbox|staging|\btest|\bmock|\bplayground|localhost|127\.0\.0\.1/i.test(`${url} ${description}`);
}
