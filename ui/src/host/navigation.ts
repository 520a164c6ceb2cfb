/** The route, kept in the hash of the page, so that back, forward and links work as everywhere. */

import { useEffect, useState } from "preact/hooks";
import { routeOf, type Route } from "../route";
import { routeOfAnchor } from "./anchor";
import type { DocumentLink } from "./attributes";

interface Place {
  readonly route: Route;
  /** Whether a link led here, rather than the opening of the page. */
  readonly followed: boolean;
}

/** The route of the page, or of this element when the hash speaks of something else. */
export function useRoute(links: readonly DocumentLink[], embedded: boolean): Place {
  const [place, setPlace] = useState<Place>(() => ({
    route: routeFor(location.hash, links, embedded) ?? { slug: links[0]?.slug ?? "", page: { kind: "overview" } },
    followed: location.hash !== "",
  }));
  useEffect(() => {
    const read = (): void => {
      const route = routeFor(location.hash, links, embedded);
      if (route) setPlace({ route, followed: true });
    };
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, [links, embedded]);
  return place;
}

function routeFor(hash: string, links: readonly DocumentLink[], embedded: boolean): Route | undefined {
  const route = routeOf(hash) ?? routeOfAnchor(hash, links.map((link) => link.slug));
  if (!route) return hash === "" && !embedded ? overviewOf(links) : undefined;
  if (links.some((link) => link.slug === route.slug)) return route;
  if (embedded) return undefined; // the address of another element of the page, or of its theme
  return { slug: links[0]?.slug ?? "", page: { kind: "unknown", path: hash.slice(2) } };
}

function overviewOf(links: readonly DocumentLink[]): Route | undefined {
  return links[0] && { slug: links[0].slug, page: { kind: "overview" } };
}
