/** Queries that are a path, with its verb or without. */

import { isHttp } from "../model/contracts";
import type { Entry } from "./entries";
import { lowered } from "./words";
import type { Hit } from "./hit";

/** A typed path: the very path, a path with values in it, whole steps of one, a part of one. */
const AS_TYPED = { path: 250, filled: 200, whole: 155, part: 150 } as const;

interface TypedPath {
  readonly verb: string | undefined;
  readonly path: string;
  /** Whether the path may begin with that of a server. */
  readonly isAddress: boolean;
}

/** `GET /listings`, `/listings` or `v1/listings`, also as an address; a query about something else gives nothing. */
export function typedPath(words: readonly string[]): TypedPath | undefined {
  const [verb, typed = ""] = words.length === 2 && /^[a-z]+$/.test(words[0] ?? "") ? words : [undefined, words[0]];
  const address = /^[a-z]+:\/\/[^/]+(\/.+)$/.exec(typed);
  const path = withoutEnd(address?.[1] ?? typed);
  return words.length <= 2 && path.includes("/") && !path.includes("://") && (verb || words.length === 1) ? { verb, path, isAddress: !!address } : undefined;
}

function withoutEnd(path: string): string {
  return path.replace(/[?#].*$/, "").replace(/(?<=.)\/$/, "");
}

export function pathHit(entry: Entry, { verb, path, isAddress }: TypedPath, slug: string | undefined): Hit | undefined {
  const { method } = entry;
  if (!method || !isHttp(method)) return undefined;
  if (verb !== undefined && method.httpMethod.toLowerCase() !== verb) return undefined;
  const own = lowered(entry.path ?? "");
  const isSame = own === path || own === `/${path}`;
  const isFit = isSame || fits(own, path) || (isAddress && fits(own, endOf(path, own)));
  const at = path.length > 1 && path.startsWith("/") ? own.indexOf(path) : -1;
  const step = path.slice(0, path.indexOf("/", 1) + 1); // with what an end of a path has to begin
  const isEnd = !isAddress && step !== "" && own.includes(step) && endOf(own, path).startsWith(step) && fits(endOf(own, path), path);
  if (!isFit && !isEnd && at < 0) return undefined;
  const isWhole = isEnd || /^(?:\/|$)/.test(own.slice(at + path.length));
  const get = method.httpMethod === "GET" ? 2 : 0; // without a verb, the one that browsers use
  const fixed = own.replace(/\{[^{}]*\}/g, "").length / 1000; // `/{y}.{format}` before `/{y}`
  const typed = isFit ? AS_TYPED.filled : (isWhole ? AS_TYPED.whole : AS_TYPED.part) - own.length / 100;
  const score = (isSame ? AS_TYPED.path : typed) + get + fixed + (entry.slug === slug ? 1 : 0);
  const start = lowered(entry.detail).indexOf(own);
  return { entry, score, ranges: [], detailRanges: [[start, start + own.length]] };
}

/** As many of the last steps of a path as another has. */
function endOf(path: string, other: string): string {
  return `/${path.split("/").slice(1 - other.split("/").length).join("/")}`;
}

/** Whether a path is that of a method, with values in place of its parameters. */
function fits(template: string, path: string): boolean {
  const expected = template.split("/");
  const given = path.split("/");
  return expected.length === given.length && expected.every((part, at) => isFilled(part, given[at]!));
}

/** Whether a part of a path is what a template becomes: `tile.png` of `{name}.{format}`. */
function isFilled(template: string, part: string): boolean {
  if (template === part || !template.includes("{")) return template === part;
  if (/^\{[^{}]*\}$/.test(template)) return part !== "";
  const fixed = template.split(/\{[^{}]*\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${fixed.join("(?!\\{).+")}$`).test(part);
}
