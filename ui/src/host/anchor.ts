/**
 * Ids of the static rendering as addresses of the UI.
 *
 * `gg-<slug>.<group>.<Contract>.<method>`, the same without the group, and `gg-error-<slug>.<TYPE>` for errors, brands
 * and schemas; without a name, for the titles above all of them. Only the document knows whether the first part is a
 * group, so that the page is looked up later.
 */

import type { Model } from "../model/model";
import { decoded, type Page, type Route } from "../route";

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
  const [first = "", second = "", third = ""] = names;
  if (model.group(first)) {
    if (names.length === 1) return { kind: "group", group: first };
    if (names.length === 2) return { kind: "contract", group: first, contract: second };
    if (names.length === 3) return { kind: "method", group: first, contract: second, method: third };
  }
  const owner = model.document.groups.find((group) => group.contracts.some((contract) => contract.name === first));
  if (owner && names.length === 1) return { kind: "contract", group: owner.slug, contract: first };
  if (owner && names.length === 2) return { kind: "method", group: owner.slug, contract: first, method: second };
  return { kind: "unknown", path: names.join("/") };
}
