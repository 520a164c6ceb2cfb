/** Ids of the static rendering, `gg-<slug>.<group>.<Contract>.<method>`, as addresses of the UI. */

import type { Route } from "../route";

export function routeOfAnchor(hash: string): Route | undefined {
  if (!hash.startsWith("#gg-")) return undefined;
  const [slug, group, contract, method, ...rest] = plain(hash.slice("#gg-".length)).split(".");
  if (!slug || !group || rest.length > 0) return undefined;
  if (!contract) return { slug, page: { kind: "group", group } };
  if (!method) return { slug, page: { kind: "contract", group, contract } };
  return { slug, page: { kind: "method", group, contract, method } };
}

/** The id that the static rendering gave to the same thing, if it stands there. */
export function anchorOf(route: Route): string | undefined {
  const { slug, page } = route;
  switch (page.kind) {
    case "contract":
      return `gg-${slug}.${page.group}.${page.contract}`;
    case "method":
      return `gg-${slug}.${page.group}.${page.contract}.${page.method}`;
    default:
      return undefined;
  }
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
