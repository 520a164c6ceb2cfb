/** What every view can reach: the document shown, the route, and how to make links. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { DocumentLink } from "../host/attributes";
import type { Model } from "../model/model";
import { hashOf, type Page, type Route } from "../route";

export interface Shown {
  readonly model: Model;
  readonly route: Route;
  readonly links: readonly DocumentLink[];
  readonly embedded: boolean;
  /** False until the style sheet is there: nothing has a size before. */
  readonly visible: boolean;
}

export const ShownContext = createContext<Shown | undefined>(undefined);

/** The document on display; views stand below a provider only. */
export function useShown(): Shown {
  return useContext(ShownContext) as Shown;
}

/** Makes the addresses of pages of the document on display. */
export function useLinks(): (page: Page, more?: Pick<Route, "highlight" | "at">) => string {
  const { route } = useShown();
  return (page, more) => hashOf({ slug: route.slug, page, ...more });
}
