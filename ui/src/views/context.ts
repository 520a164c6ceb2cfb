/** The context of all views: the current document, the route, and links. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { linkOf, type DocumentLink, type Settings } from "../host/attributes";
import type { Model } from "../model/model";
import { hashOf, type Page, type Route } from "../route";

export interface Shown {
  readonly model: Model;
  readonly route: Route;
  readonly links: readonly DocumentLink[];
  readonly settings: Settings;
  readonly embedded: boolean;
  /** False until the style sheet has loaded: elements have no size before. */
  readonly visible: boolean;
}

export const ShownContext = createContext<Shown | undefined>(undefined);

/** The current document; only for views below a provider. */
export function useShown(): Shown {
  return useContext(ShownContext) as Shown;
}

/** Where the site has the changes of the document, by version. */
export function useChangelog(): Readonly<Record<string, string>> {
  const { links, route } = useShown();
  return linkOf(links, route.slug)?.changelog ?? {};
}

/** Builds addresses of pages of the current document. */
export function useLinks(): (page: Page, more?: Pick<Route, "highlight" | "at">) => string {
  const { route } = useShown();
  return (page, more) => hashOf({ slug: route.slug, page, ...more });
}
