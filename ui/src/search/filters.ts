/** Prefixes of queries, such as `status:402`, and which of them are suggested. */

import { isHttp } from "../model/contracts";
import type { Entry, Index } from "./entries";
import { keyOfMethod } from "../model/uses";

/** Queries that leave a part of the methods: what is deprecated, each verb, status, scope and error. */
export function filtersOf({ entries }: Index, slug: string): readonly string[] {
  const own = entries.filter((entry) => entry.method && entry.slug === slug);
  const kinds: readonly ((entry: Entry) => readonly (string | false | undefined)[])[] = [
    ({ method }) => [method?.deprecated && "deprecated"],
    (entry) => verbsOf(entry).map((verb) => `verb:${verb}`),
    ({ statuses }) => statuses.map((status) => `status:${status}`),
    ({ scopes = [] }) => scopes.map((scope) => `scope:${scope}`),
    ({ method }) => method?.errors.map((type) => `error:${type}`) ?? [],
  ];
  const queries = kinds.map((of) => [...new Set(own.flatMap(of))].filter((query) => typeof query === "string").sort());
  const rounds = Array.from({ length: MOST_FILTERS }, (_, round) => queries.flatMap((some) => some[round] ?? []));
  return rounds.flat().slice(0, MOST_FILTERS); // of each kind one, before there are two of one
}

/** More nobody reads: what they are like, a few show. */
const MOST_FILTERS = 6;

function verbsOf({ method }: Entry): readonly string[] {
  if (!method) return [];
  const verbs = isHttp(method) ? (method.httpMethods ?? [method.httpMethod]) : [method.wsDirection];
  return verbs.map((verb) => verb.toLowerCase());
}

export type Filter = (entry: Entry) => boolean;

type Make = (value: string, index: Index) => Filter;

const PREFIXES: Readonly<Record<string, Make>> = {
  verb: (value) => (entry) => verbsOf(entry).includes(value),
  scope: (value) => ({ scopes = [] }) => scopes.some((scope) => scope.startsWith(value)),
  status: (value) => {
    const start = value.replace(/x+$/, ""); // `4xx`
    return (entry) => entry.statuses.some((status) => status.toLowerCase().startsWith(start));
  },
  error: (value) => (entry) => entry.method?.errors.some((type) => type.toLowerCase().startsWith(value)) ?? false,
  uses: (value, index) => {
    const users = new Map<string, ReadonlySet<string>>();
    return ({ page, slug }) => {
      if (page.kind !== "method") return false;
      let keys = users.get(slug);
      if (!keys) users.set(slug, (keys = index.uses.get(slug)?.ofTypes(value) ?? new Set()));
      return keys.has(keyOfMethod(page));
    };
  },
  in: (value) => ({ page }) => {
    const names = "group" in page ? [page.group, "contract" in page ? page.contract : ""] : [];
    return names.some((name) => name.toLowerCase().startsWith(value));
  },
};

/** Splits a query into its words and what its prefixes leave. */
export function narrowing(index: Index, words: readonly string[]): { readonly words: readonly string[]; readonly filter: Filter | undefined } {
  const filters: Filter[] = [];
  const others = words.filter((word) => {
    const [, prefix = "", value = ""] = /^([a-z]+):(.+)$/.exec(word) ?? [];
    if (!Object.hasOwn(PREFIXES, prefix)) return true;
    const filter = PREFIXES[prefix]?.(value, index);
    if (filter) filters.push(filter);
    return false;
  });
  return { words: others, filter: filters.length > 0 ? (entry) => filters.every((filter) => filter(entry)) : undefined };
}
