/** The context of all views: the current document, the route, and links. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { linkOf, type DocumentLink, type Settings } from "../host/attributes";
import { useOwn } from "../host/own";
import type { Model } from "../model/model";
import { createNames, hashOf, type Page, type Route } from "../model/route";

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
  const names = useOwn(createNames);
  return (page, more) => hashOf({ slug: route.slug, page, ...more }, names);
}

/** Where the changelog of the site has a change of something, named by its kind and key; undefined if it has not. */
export function addressOfChange(
  changelog: Readonly<Record<string, string>>,
  version: string | null | undefined,
  place: string | null | undefined,
): string | undefined {
  const key = version ?? "";
  if (place == null || !Object.hasOwn(changelog, key)) return undefined;
  return `${changelog[key]}${place && `-${idOf(place)}`}`;
}

/** An id as docutils makes it of a text. */
function idOf(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^ -~]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/-+$/, "");
}
