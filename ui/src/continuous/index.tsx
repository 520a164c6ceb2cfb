/**
 * All methods on one page. Each part is a title and its words at first, which find-in-page reads, and is rendered when
 * the reader comes near; the address follows what is at the top of the window.
 */

import type { JSX } from "preact";
import { Component, Fragment, h } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { listen } from "../host/listen";
import { holdAt } from "../host/navigation";
import { usePrinting } from "../host/printing";
import { hashOf, type Route } from "../route";
import { Boundary } from "../views/boundary";
import { ShownContext, useShown, type Shown } from "../views/context";
import { Heading } from "../views/heading";
import { useDetails } from "../views/lazy";
import { Page } from "../views/page";
import { partsOf, type Part } from "./parts";
import { ADDRESS_AFTER, lookAt, renderedNext } from "./window";

/** @param props.otherwise Shown for an address that no part has. */
export function Continuous({ otherwise }: { readonly otherwise: JSX.Element }): JSX.Element {
  const shown = useShown();
  const { model, route, reading, visible, links, settings, embedded } = shown;
  // without what changes while one scrolls
  const ofParts = useMemo(() => shown, [model, links, settings, embedded, visible, route.slug]);
  const parts = useMemo(() => partsOf(model.document), [model]);
  const addresses = useMemo(() => parts.map(({ page }) => hashOf({ slug: route.slug, page })), [parts, route.slug]);
  const current = addresses.indexOf(hashOf({ slug: route.slug, page: route.page }));
  const { value: details } = useDetails();
  const printing = usePrinting();
  const box = useRef<HTMLDivElement>(null);
  const target = useTarget(route, reading.arrival);
  const [rendered, setRendered] = useState<readonly number[]>([current]);
  const near = useRef<readonly number[]>([]);
  const isFree = useRef(false);
  const seeing = useRef(0);

  useLayoutEffect(() => {
    if (reading.arrival !== "scrolled" && !rendered.includes(current)) setRendered([current, ...rendered]);
  }, [route]);

  // what is above a target may grow until all of it is there, so that it is held where it is
  useLayoutEffect(() => {
    const part = box.current?.children[current] as HTMLElement | undefined;
    if (!visible || !part || reading.arrival === "scrolled") return;
    clearTimeout(seeing.current);
    seeing.current = 0;
    isFree.current = reading.arrival === "opened";
    if (isFree.current) return;
    const { at, highlight } = target;
    const inside =
      (at !== undefined && part.querySelector<HTMLElement>(`[data-at="${CSS.escape(at)}"]`)) ||
      (highlight !== undefined && part.querySelector<HTMLElement>("[data-lit]"));
    holdAt(inside || part, () => (isFree.current = true));
    if (reading.arrival === "followed") part.querySelector<HTMLElement>("[data-level='1']")?.focus({ preventScroll: true });
  }, [target, visible, details, rendered.includes(current)]);

  useEffect(() => {
    if (!embedded && current > 0) document.title = `${parts[current]?.title} · ${model.document.service.name}`;
  }, [parts, current]);

  useEffect(() => {
    const all = box.current;
    if (!visible || !all) return undefined;
    let [frame, read, former, hasScrolled] = [0, -1, 0, false];
    const see = (): void => {
      seeing.current = 0;
      const page = parts[read]?.page;
      if (page && isFree.current) reading.see({ slug: route.slug, page });
    };
    const look = (): void => {
      frame = 0;
      const seen = lookAt(all.children, innerHeight);
      near.current = seen.near;
      const { top } = all.getBoundingClientRect();
      // while the page flies by nobody reads more than words
      if (Math.abs(top - former) > innerHeight) lookSoon();
      else setRendered((already) => renderedNext(already, seen.near));
      former = top;
      if (seen.read !== read && hasScrolled && isFree.current) seeing.current ||= window.setTimeout(see, ADDRESS_AFTER);
      read = seen.read;
    };
    const lookSoon = (): void => void (frame ||= requestAnimationFrame(look));
    const onScroll = (): void => {
      hasScrolled ||= isFree.current;
      lookSoon();
    };
    const resized = new ResizeObserver(lookSoon);
    resized.observe(all);
    const ends = [
      listen(window, "resize", lookSoon),
      listen(window, "scroll", onScroll, { passive: true, capture: true }),
    ];
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(seeing.current);
      resized.disconnect();
      for (const end of ends) end();
    };
  }, [parts, visible, route.slug]);

  useEffect(() => {
    const frame = requestAnimationFrame(() => setRendered((former) => renderedNext(former, near.current)));
    return () => cancelAnimationFrame(frame);
  }, [rendered]);

  if (current < 0) return otherwise;
  const kept = new Set(rendered);
  const targetAt = addresses.indexOf(hashOf({ slug: target.slug, page: target.page }));
  return (
    <div class="continuous" ref={box}>
      {parts.map((part, at) => (
        <PartView
          key={addresses[at]}
          part={part}
          route={at === targetAt ? target : undefined}
          isRendered={printing || kept.has(at)}
          shown={ofParts}
        />
      ))}
    </div>
  );
}

/** The route of the last link, which scrolling does not change: what is lit stays lit. */
function useTarget(route: Route, arrival: string): Route {
  const target = useRef(route);
  if (arrival !== "scrolled") target.current = route;
  return target.current;
}

interface PartProps {
  readonly part: Part;
  /** Of the part to which a link led. */
  readonly route: Route | undefined;
  readonly isRendered: boolean;
  readonly shown: Shown;
}

/**
 * Renders again only when its properties change. A memoized element would do the same, but it keeps the elements around it
 * that it was first rendered with, and these keep what has long been words again.
 */
class PartView extends Component<PartProps> {
  override shouldComponentUpdate(next: PartProps): boolean {
    const { part, route, isRendered, shown } = this.props;
    return next.part !== part || next.route !== route || next.isRendered !== isRendered || next.shown !== shown;
  }

  override render({ part, route, isRendered, shown }: PartProps): JSX.Element {
    const { page } = part;
    const own: Shown = { ...shown, route: route ?? { slug: shown.route.slug, page }, isPart: page.kind !== "overview" };
    return (
      <div class="part">
        <ShownContext.Provider value={own}>
          <Boundary>{isRendered ? <Page /> : <Words part={part} />}</Boundary>
        </ShownContext.Provider>
      </div>
    );
  }
}

function Words({ part: { title, words } }: { readonly part: Part }): JSX.Element {
  return (
    <>
      <div class="title">
        <Heading level={1}>{title}</Heading>
      </div>
      <p>{words()}</p>
    </>
  );
}
