/**
 * Ids of the static rendering as addresses of the UI.
 *
 * `gg-<slug>.<group>.<Contract>.<method>`, the same without the group, and `gg-error-<slug>.<TYPE>` for errors, brands
 * and schemas; without a name, for the titles above all of them. Only the document knows whether the first part is a
 * group, so that the page is looked up later.
 */

import type { Model } from "../model/model";
import { decoded, pageOf, type Page, type Route } from "../route";

const TYPE_ID = /^(schema|brand|error)-([^.]+)(?:\.(.+))?$/;

export function routeOfAnchor(hash: string, slugs: readonly string[]): Route | undefined {
  if (!hash.startsWith("#gg-")) return undefined;
  const id = decoded(hash.slice("#gg-".length)).replace(/~\d+$/, ""); // the same thing shown twice on a page
  const [slug = "", ...names] = id.split(".");
  if (slugs.includes(slug) && names.length > 0) return { slug, page: { kind: "anchor", names } };
  const [, kind, owner = "", name = ""] = TYPE_ID.exec(id) ?? [];
  if (!slugs.includes(owner)) return undefined;
  return { slug: owner, page: { kind: kind as "schema" | "brand" | "error", name } };
}

/** The page that the names of an anchor mean. */
export function pageOfNames(names: readonly string[], model: Model): Page {
  const [first = ""] = names;
  const owner = model.group(first) ? undefined : model.document.groups.find((group) => model.contract(group.slug, first));
  return pageOf(owner ? [owner.slug, ...names] : names);
}
