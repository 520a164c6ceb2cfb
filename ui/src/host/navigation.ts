/** The route, kept in the hash of the page, so that back, forward and links work as everywhere. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { routeOf, type Route } from "../model/route";
import { idOf, namedBy, opensAt, routeOfAnchor } from "./static-text";
import { linkOf, type DocumentLink, type Settings } from "./attributes";
import { listen } from "./listen";

/** How the reader came: the page was opened, with an address or without, a link was followed, or they came back. */
export type Arrival = "opened" | "addressed" | "followed" | "returned";

interface Place {
  readonly route: Route;
  readonly arrival: Arrival;
}

/** Where the reader was on each page, for coming back. */
const positions = new Map<string, number>();
/** The element in which the reader followed a link: a page may show a document twice. */
const askers = new Map<string, Element>();
let leaving = false;
/** The hash of which everybody knows. */
let known = "";

const HOST = "gg-docs";

/** In milliseconds: what a click sets off is done by then. */
const SOON = 60;

function leave(): void {
  positions.set(location.hash, scrollY);
  leaving = true;
}

function onClick(event: MouseEvent): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
  if (!link || link.hash === "" || link.hash === location.hash) return;
  leave();
  const asker = event.composedPath().find((target) => target instanceof Element && target.localName === HOST);
  if (asker) askers.set(link.hash, asker as Element);
  else askers.delete(link.hash);
  // a theme that changes pages by itself changes the address without telling
  setTimeout(() => {
    if (location.hash === link.hash && known !== link.hash) dispatchEvent(new HashChangeEvent("hashchange"));
  }, SOON);
}

/** Opens an address as a link does. */
export function follow(hash: string): void {
  leave();
  if (document.activeElement?.localName === HOST) askers.set(hash, document.activeElement);
  location.hash = hash;
}

/** For so many frames without a movement the page is watched. */
const CALM = 10;

/**
 * Brings the element into view while the browser is on its way to the static text that the address names: in themes with
 * smooth scrolling it goes on for a while. Frames are counted, not milliseconds, for a busy machine takes longer.
 */
export function holdAt(host: HTMLElement): void {
  let expected = NaN;
  untilCalm(() => {
    if (Math.abs(host.getBoundingClientRect().top - expected) <= 1) return true;
    host.scrollIntoView({ block: "start", behavior: "instant" });
    expected = host.getBoundingClientRect().top;
    return false;
  });
}

/** Keeps what follows the element where it is in the window, while the element takes another height. */
export function holdBelow(host: HTMLElement): void {
  const expected = host.getBoundingClientRect().bottom;
  untilCalm(() => {
    const moved = host.getBoundingClientRect().bottom - expected;
    if (Math.abs(moved) <= 1) return true;
    const before = scrollY;
    scrollBy({ top: moved, behavior: "instant" });
    return scrollY === before; // at an end of the page there is nothing more to do
  });
}

/** Looks in each frame whether the page is as it should be, until it was so for a while or the reader does something. */
function untilCalm(isCalm: () => boolean): void {
  let hasEnded = false;
  const end = (): void => {
    hasEnded = true;
    stop();
  };
  const stop = listen(window, "wheel touchstart pointerdown keydown hashchange", end, { capture: true, passive: true });
  let calm = 0;
  const watch = (): void => {
    if (hasEnded) return;
    calm = isCalm() ? calm + 1 : 0;
    if (calm < CALM) requestAnimationFrame(watch);
    else end();
  };
  watch();
}

/** The former scroll position of the page to which the reader returns; undefined for one that was not left by a link. */
export function formerPosition(): number | undefined {
  return positions.get(location.hash);
}

/** Changes the address of what is shown. */
export function readdress(hash: string): void {
  positions.set(hash, scrollY);
  location.replace(hash);
}

/** The route of the page, or of this element when the hash speaks of something else. */
export function useRoute({ documents: links, opens }: Settings, embedded: boolean, host: HTMLElement): Place {
  const start = useMemo<Route>(
    () => routeFor(`#${opens}`, links, embedded) ?? { slug: links[0]?.slug ?? "", page: { kind: "overview" } },
    [links, embedded, opens],
  );
  const [place, setPlace] = useState<Place>(() => {
    const route = routeFor(location.hash, links, embedded);
    return route && isMeant(host, route) ? { route, arrival: "addressed" } : { route: start, arrival: "opened" };
  });
  useEffect(() => {
    known = location.hash;
    const read = (): void => {
      known = location.hash;
      // an address that ends with # is that of a link to the top of the page
      const isStart = /^(#\/)?$/.test(known) && !(embedded && location.href.endsWith("#"));
      const route = isStart ? start : routeFor(known, links, embedded);
      const followed = leaving || isOfText(known);
      setTimeout(() => (leaving = false)); // when every element of the page has asked
      if (route && isMeant(host, route)) setPlace({ route, arrival: followed ? "followed" : "returned" });
    };
    const ends = [listen(document, "click", onClick, true), listen(window, "hashchange", read)];
    return () => ends.forEach((end) => end());
  }, [links, embedded, start, host]);
  return place;
}

/** Whether the route is for this element, and not for another one that shows the same document. */
function isMeant(host: HTMLElement, { slug, page }: Route): boolean {
  const { hash } = location;
  const asker = askers.get(hash);
  if (asker) return asker === host;
  const named = namedBy(isOfText(hash) ? hash : `#${idOf(slug, page)}`);
  return !named || host.contains(named);
}

/** Whether a hash is an id, and no address of the UI. */
export function isOfText(hash: string): boolean {
  return /^#[^/]/.test(hash);
}

/** What the UI shows instead of the place in the text that a hash names. */
export function routeInText(hash: string, links: readonly DocumentLink[]): Route | undefined {
  const slugs = links.map((link) => link.slug);
  const opens = `#${opensAt(hash)}`;
  return routeOfAnchor(hash, slugs) ?? routeOf(opens) ?? routeOfAnchor(opens, slugs);
}

function routeFor(hash: string, links: readonly DocumentLink[], embedded: boolean): Route | undefined {
  const route = routeOf(hash) ?? routeInText(hash, links);
  if (!route || (linkOf(links, route.slug) && !(embedded && route.slug.includes("@")))) return route;
  if (embedded) return undefined; // the address of another element of the page, or of its theme
  return { slug: links[0]?.slug ?? "", page: { kind: "unknown", path: hash.slice(2) } };
}
