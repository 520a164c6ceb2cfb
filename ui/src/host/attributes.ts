/** The settings of the UI: attributes of `<gg-docs>`. */

import type { Branding } from "../document";
import type { Catalogue } from "../i18n";

export interface DocumentFile {
  readonly title: string;
  readonly href: string;
  /** Of the contracts without which there is no such file; absent where there is one in any case. */
  readonly kind?: "http" | "ws" | "workflow";
}

export interface DocumentLink {
  readonly slug: string;
  readonly title: string;
  /** Fetched over http. */
  readonly json: string;
  /** Read as a script when the page is opened from a disk. */
  readonly script: string;
  /** The folder with a Markdown file for each method, with a slash. */
  readonly methods?: string;
  /** The folder of the documents of released versions, with a slash. */
  readonly versions?: string;
  /** By version, or empty for what is not released, where it is in the changelog of the site; ids of changes begin with that id. */
  readonly changelog?: Readonly<Record<string, string>>;
  /** Whether readers may send calls to the declared servers. */
  readonly console?: boolean;
  /** The root of the running service that the page is part of, which they may call in any case. */
  readonly service?: string;
  /** The same contracts in other formats: OpenAPI, AsyncAPI. */
  readonly files?: readonly DocumentFile[];
}

/** The document with a slug, or a released version of it, whose slug is `shop@1.2.0`. */
export function linkOf(links: readonly DocumentLink[], slug: string): DocumentLink | undefined {
  const [own, version] = slug.split("@");
  const link = links.find((each) => each.slug === own);
  if (!link || !version) return link;
  const { title, changelog = {}, versions } = link;
  const file = versions + encodeURIComponent(version);
  return versions === undefined ? undefined : { slug, title, changelog, json: `${file}.json`, script: `${file}.js` };
}

/** The languages of samples in their order, each with its name, or empty for the usual one; all of them if there is none. */
export type Languages = Readonly<Record<string, string>>;

const LAYOUTS = ["auto", "sidebar", "plain", "full"] as const;

/**
 * What is seen first inside another page: the contents next to the text, the static text, or the contents behind a
 * button (`full`), which is also `auto` where the page itself lists the methods.
 */
export type Layout = (typeof LAYOUTS)[number];

export interface Settings {
  readonly mode: "full" | "embedded";
  readonly stylesheet: string;
  readonly documents: readonly DocumentLink[];
  readonly branding: Branding;
  /** The address of the page that has only the UI. */
  readonly fullPage: string | undefined;
  /** The id of what is shown when the page has no address of ours: on a page of one contract, that contract. */
  readonly opens: string | undefined;
  readonly languages: Languages;
  readonly layout: Layout;
  /** The catalogue for the language of the page; absent for English. */
  readonly words: Catalogue | undefined;
}

/** Reads the attributes; invalid JSON counts as absent, so that the page is never blank. */
export function readSettings(data: Readonly<Record<string, string | undefined>>): Settings {
  const documents = parsed(data["documents"]);
  return {
    mode: data["mode"] === "full" ? "full" : "embedded",
    stylesheet: data["stylesheet"] ?? "",
    documents: Array.isArray(documents) ? documents : [],
    branding: (parsed(data["branding"]) ?? {}) as Branding,
    fullPage: data["fullPage"],
    opens: data["open"],
    languages: (parsed(data["languages"]) ?? {}) as Languages,
    layout: LAYOUTS.find((layout) => layout === data["layout"]) ?? "auto",
    words: (parsed(data["words"]) ?? undefined) as Catalogue | undefined,
  };
}

/** A JSON value; null of what is no JSON. */
export function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
