/** Prefixes that narrow a search: `verb:`, `status:`, `uses:`, `error:` and `in:`. */

import { isHttp } from "../model/contracts";
import { keyOfMethod } from "../model/uses";
import type { Entry, Index } from "./entries";

export type Filter = (entry: Entry) => boolean;

type Make = (value: string, index: Index) => Filter;

const PREFIXES: Readonly<Record<string, Make>> = {
  verb: (value) => (entry) => {
    const { method } = entry;
    if (!method) return false;
    const verbs = isHttp(method) ? (method.httpMethods ?? [method.httpMethod]) : [method.wsDirection];
    return verbs.some((verb) => verb.toLowerCase() === value);
  },
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
