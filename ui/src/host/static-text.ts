/** The static text of the page: ids in it as addresses of the UI, and descriptions with the cross-references and translations of Sphinx. */

import { decoded, pageOf, segmentsOf, workflowAnchor, type Page, type Route } from "../model/route";
import type { Model } from "../model/model";

/** What a hash names in the text of an element of ours. */
export function namedBy(hash: string): HTMLElement | undefined {
  const named = document.getElementById(decoded(hash.slice(1)));
  return named?.closest("gg-docs") ? named : undefined;
}

/** For singlehtml, which nests the elements of a document's pages: the static text of the named page. */
export function opensAt(hash: string): string | undefined {
  const title = namedBy(hash);
  const parts = [title, title?.nextElementSibling].map((element) => element?.querySelector<HTMLElement>("gg-docs"));
  return parts.find(Boolean)?.dataset["open"];
}

/** What the UI draws itself, and so do lines that begin with a label. */
const OURS = "ul.gg-rows, dl.gg, .gg-uses, .gg-example";

/** The nodes of the description of a contract or a method, its summary included; none when the page has none. */
export function describedBySphinx(slug: string, page: Page): readonly Element[] {
  const id = idOf(slug, page);
  const content = id === undefined ? undefined : document.getElementById(id)?.closest("dt")?.nextElementSibling;
  if (!content || content.tagName !== "DD" || !content.closest("gg-docs")) return [];
  const nodes: Element[] = [];
  for (const child of content.children) {
    if (child.matches(OURS) || child.firstElementChild?.matches(".gg-label")) break;
    if (!child.matches(".gg-deprecated, .gg-definition")) nodes.push(child);
  }
  return nodes.map(copied);
}

/** The id in the static text of what a page of the UI shows. */
export function idOf(slug: string, page: Page): string | undefined {
  if ("name" in page) return `gg-${page.kind}-${slug}${page.name && `.${page.name}`}`;
  if (!("contract" in page)) return undefined;
  const [group = "", ...names] = segmentsOf(page);
  // a slug, or the name of a group of a document that is not there yet
  return `gg-${[slug, group.toLowerCase().replace(/[^a-z0-9]+/g, "-"), ...names].join(".")}`;
}

/** A copy without the ids, which stay with the static text, and without its links to itself. */
function copied(node: Element): Element {
  const copy = node.cloneNode(true) as Element;
  for (const link of copy.querySelectorAll(".headerlink")) link.remove();
  for (const element of [copy, ...copy.querySelectorAll("[id]")]) element.removeAttribute("id");
  return copy;
}

/** Contracts and methods in the static text. */
const DESCRIBED = 'dt[id]:not([id^="gg-error-"], [id^="gg-schema-"], [id^="gg-brand-"])';

/**
 * Whether the page visibly lists at least half of the contracts and methods, in the table of contents of a theme, and
 * of the pages below; or itself, where there is neither, as on a page of types.
 */
export function isListedOutside(host: HTMLElement): boolean {
  const described = host.querySelectorAll(DESCRIBED);
  const links = host.querySelectorAll<HTMLAnchorElement>(".toctree-l1 > a");
  const pages = new Set(Array.from(links, ({ href }) => href));
  if (described.length + pages.size === 0) pages.add(location.href.split(/[?#]/)[0]!);
  const listed = new Set<Element | string>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href]:not(gg-docs *)")) {
    const named = link.pathname === location.pathname ? namedBy(link.hash)?.closest(DESCRIBED) : undefined;
    const [page = ""] = link.href.split("#");
    const target = pages.has(page) ? page : host.contains(named ?? null) && named;
    if (target && link.checkVisibility()) listed.add(target);
  }
  return listed.size > 0 && listed.size >= (described.length + pages.size) / 2;
}

const TYPE_ID = /^(schema|brand|error|workflow)-([^.]+)(?:\.(.+))?$/;

/**
 * The address that an id of the static text means: `gg-<slug>.<group>.<Contract>.<method>`, the same without the group, and
 * `gg-error-<slug>.<TYPE>` for errors, brands, schemas and workflows; without a name, for the titles above all of them. Only the
 * document knows whether the first part is a group, so that the page is looked up later.
 */
export function routeOfAnchor(hash: string, slugs: readonly string[]): Route | undefined {
  if (!hash.startsWith("#gg-")) return undefined;
  const id = decoded(hash.slice("#gg-".length)).replace(/~\d+$/, ""); // the same thing shown twice on a page
  const [slug = "", ...names] = id.split(".");
  if (slugs.includes(slug) && names.length > 0) return { slug, page: { kind: "anchor", names } };
  const [, kind, owner = "", name = ""] = TYPE_ID.exec(id) ?? [];
  if (!slugs.includes(owner)) return undefined;
  if (kind === "workflow") return { slug: owner, page: { kind: "overview" }, at: name ? workflowAnchor(name) : "workflows" };
  return { slug: owner, page: { kind: kind as "schema" | "brand" | "error", name } };
}

/** The page that the names of an anchor mean. */
export function pageOfNames(names: readonly string[], model: Model): Page {
  const [first = ""] = names;
  const owner = model.group(first) ? undefined : model.document.groups.find((group) => model.contract(group.slug, first));
  return pageOf(owner ? [owner.slug, ...names] : names);
}
