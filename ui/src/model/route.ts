/** Addresses inside the UI: `#/<slug>/<group>/<contract>/<method>`, the group by its name or slug, and the pages of types. */

import type { MethodRef } from "./contracts";

export type Page =
  | { readonly kind: "overview" }
  | { readonly kind: "group"; readonly group: string }
  | { readonly kind: "contract"; readonly group: string; readonly contract: string }
  | { readonly kind: "method"; readonly group: string; readonly contract: string; readonly method: string }
  | CataloguePage
  /** From an id of the static text; the document knows what it means. */
  | { readonly kind: "anchor"; readonly names: readonly string[] }
  | { readonly kind: "unknown"; readonly path: string };

/** The page of a type or an error; without a name, the list of all of them. */
export interface CataloguePage {
  readonly kind: "schema" | "brand" | "error";
  readonly name: string;
}

export interface Route {
  readonly slug: string;
  readonly page: Page;
  /** The name of a type whose mentions are highlighted. */
  readonly highlight?: string | undefined;
  /** A heading of the page to scroll to. */
  readonly at?: string | undefined;
}

const TYPE_PAGES = ["schema", "brand", "error"] as const;

/** By slug of each document that has been loaded: the slugs of its groups by name. */
export type GroupNames = Map<string, ReadonlyMap<string, string>>;

export const createNames = (): GroupNames => new Map();

/** The slug of a document without the version of it. */
export function ownSlug(slug: string): string {
  return slug.split("@")[0]!;
}

/** Notes the names of groups, which addresses have; not those that would be pages of types, and of equal ones the first. */
export function nameGroups(names: GroupNames, document: string, groups: readonly { readonly slug: string; readonly name: string }[]): void {
  const named = groups.filter(({ name }) => !name.startsWith("~")).reverse();
  names.set(document, new Map(named.map(({ name, slug }) => [name, slug])));
}

/** The route with the slug of its group in place of the name, which is known when the document is. */
export function resolvedGroup(route: Route, names: GroupNames): Route {
  const { slug, page } = route;
  const group = "group" in page && names.get(slug)?.get(page.group);
  return group ? { ...route, page: { ...page, group } } : route;
}

/** The hash of a route; groups have their slugs unless names are given. */
export function hashOf(route: Route, names?: GroupNames): string {
  const query = new URLSearchParams();
  if (route.highlight) query.set("highlight", route.highlight);
  if (route.at) query.set("at", route.at);
  const segments = [...segmentsOf(route.page)];
  for (const [name, slug] of names?.get(route.slug) ?? names?.get(ownSlug(route.slug)) ?? []) if ("group" in route.page && slug === route.page.group) segments[0] = name;
  const path = [route.slug, ...segments].filter(Boolean).map(encodeURIComponent).join("/").replaceAll("%40", "@");
  const search = query.toString();
  return `#/${path}${search && `?${search}`}`;
}

/** The parts of an address after the document. */
export function segmentsOf(page: Page): readonly string[] {
  if ("name" in page) return [`~${page.kind}`, page.name];
  if ("names" in page) return page.names;
  if ("path" in page) return page.path.split("/");
  const { group = "", contract = "", method = "" } = page as Partial<MethodRef>;
  return [group, contract, method].filter(Boolean);
}

/** Parses a hash; undefined for other addresses, such as headings of the host page. */
export function routeOf(hash: string): Route | undefined {
  if (!/^#\/./.test(hash)) return undefined;
  const [path = "", search = ""] = hash.slice(2).split("?", 2);
  const [slug = "", ...rest] = path.split("/").map(decoded);
  const query = new URLSearchParams(search);
  return {
    slug,
    page: pageOf(rest.filter((segment) => segment !== "")),
    highlight: query.get("highlight") ?? undefined,
    at: query.get("at") ?? undefined,
  };
}

/** The page of the parts of an address after the document. */
export function pageOf(segments: readonly string[]): Page {
  const [first, second, third] = segments;
  if (first === undefined) return { kind: "overview" };
  const kind = TYPE_PAGES.find((kind) => first === `~${kind}`);
  if (kind !== undefined && segments.length < 3) return { kind, name: second ?? "" };
  if (first.startsWith("~") || segments.length > 3) return { kind: "unknown", path: segments.join("/") };
  if (second === undefined) return { kind: "group", group: first };
  if (third === undefined) return { kind: "contract", group: first, contract: second };
  return { kind: "method", group: first, contract: second, method: third };
}

/** Whether a page is one of a type or an error, or a list of them. */
export function isInCatalogue(page: Page): boolean {
  return "name" in page;
}

/** The name of an error's card in `at`. */
export function errorAnchor(type: string): string {
  return `error-${type}`;
}

/** The name of a workflow in `at`. */
export function workflowAnchor(name: string): string {
  return `workflow-${name}`;
}

/** Text that cannot be decoded is returned unchanged. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
