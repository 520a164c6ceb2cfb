/**
 * All methods on one page. Each part is a title and its words at first, which find-in-page reads, and is rendered when
 * the reader comes near; the address follows what is at the top of the window.
 */

import type { JSX } from "preact";
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { chunkStyle } from "../lazy-modules";
import { holdAt } from "../host/navigation";
import { usePrinting } from "../host/printing";
import { detailsModule } from "../lazy-modules";
import { hashOf, type Page, type Route } from "../route";
import { Boundary, Problems } from "../views/boundary";
import { ShownContext, useShown, type Shown } from "../views/context";
import { Heading } from "../views/heading";
import { useLazyModule } from "../views/lazy";
import { MethodView } from "../views/method";
import { ContractView, Overview } from "../views/overview";
import { Prose } from "../views/prose";
import { Title } from "../views/title";
import { partsOf, type Part } from "./parts";
import css from "./continuous.css?inline";

const addStyle = chunkStyle(css);

/** Parts are rendered when they are so near to the window. */
const NEAR = "1000px 0px";

/** Parts at this line of the window are what is read. */
const LINE = "-15% 0px -85% 0px";

/** Parts that stay rendered; those that were near first become words again. */
const MOST_RENDERED = 40;

/** @param props.otherwise Shown for an address that no part has. */
export function Continuous({ otherwise }: { readonly otherwise: JSX.Element }): JSX.Element {
  const shown = useShown();
  const { model, route, reading, visible } = shown;
  const parts = useMemo(() => partsOf(model.document), [model]);
  const addresses = useMemo(() => parts.map(({ page }) => hashOf({ slug: route.slug, page })), [parts, route.slug]);
  const current = addresses.indexOf(hashOf({ slug: route.slug, page: route.page }));
  const { value: details } = useLazyModule(detailsModule);
  const printing = usePrinting();
  const box = useRef<HTMLDivElement>(null);
  const target = useTarget(route, reading.arrival);
  const [rendered, setRendered] = useState<readonly number[]>([current]);
  const isFree = useRef(false);

  useLayoutEffect(() => {
    addStyle(box.current);
  }, []);

  useLayoutEffect(() => {
    if (reading.arrival !== "scrolled" && !rendered.includes(current)) setRendered([current, ...rendered]);
  }, [route]);

  // what is above a target may grow until all of it is there, so that it is held where it is
  useLayoutEffect(() => {
    const part = box.current?.children[current] as HTMLElement | undefined;
    if (!visible || !part || reading.arrival === "scrolled") return;
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
    if (!shown.embedded && current > 0) document.title = `${parts[current]?.title} · ${model.document.service.name}`;
  }, [parts, current]);

  useEffect(() => {
    if (!visible || !box.current) return undefined;
    const elements = [...box.current.children];
    const places = new Map(elements.map((element, at) => [element, at]));
    const near = new Set<number>();
    let hasScrolled = false;
    const onScroll = (): void => void (hasScrolled ||= isFree.current);
    const watchNear = new IntersectionObserver(
      (entries) => {
        for (const { target: element, isIntersecting } of entries) {
          const at = places.get(element) ?? -1;
          if (isIntersecting) near.add(at);
          else near.delete(at);
        }
        setRendered((former) => [...new Set([...near, ...former])].slice(0, Math.max(MOST_RENDERED, near.size)));
      },
      { rootMargin: NEAR },
    );
    const watchLine = new IntersectionObserver(
      (entries) => {
        const at = entries.findLast(({ isIntersecting }) => isIntersecting)?.target;
        const page = at && parts[places.get(at) ?? -1]?.page;
        if (page && hasScrolled && isFree.current) reading.see({ slug: route.slug, page });
      },
      { rootMargin: LINE },
    );
    for (const element of elements) {
      watchNear.observe(element);
      watchLine.observe(element);
    }
    addEventListener("scroll", onScroll, { passive: true, capture: true });
    return () => {
      watchNear.disconnect();
      watchLine.disconnect();
      removeEventListener("scroll", onScroll, { capture: true });
    };
  }, [parts, visible, route.slug]);

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
}

function PartView({ part, route, isRendered }: PartProps): JSX.Element {
  const shown = useContext(ShownContext) as Shown;
  const { model, links, languages, embedded, visible, route: { slug } } = shown;
  const { page } = part;
  return useMemo(() => {
    const own: Shown = { ...shown, route: route ?? { slug, page }, isPart: page.kind !== "overview" };
    return (
      <div class="part">
        <ShownContext.Provider value={own}>
          <Boundary>{isRendered ? <Whole page={page} /> : <Words part={part} />}</Boundary>
        </ShownContext.Provider>
      </div>
    );
  }, [part, route, isRendered, model, links, languages, embedded, visible, slug]);
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

function Whole({ page }: { readonly page: Page }): JSX.Element | null {
  const { model } = useShown();
  if (page.kind === "overview") return <Overview />;
  const group = "group" in page ? model.group(page.group) : undefined;
  if (!group) return null;
  if (page.kind === "group") {
    return (
      <article>
        <Title title={group.name} />
        <Problems part={group} />
        <Prose text={group.description} class="lead" />
      </article>
    );
  }
  if (page.kind === "contract") {
    const contract = model.contract(page.group, page.contract);
    return contract ? <ContractView group={group} contract={contract} /> : null;
  }
  const entry = page.kind === "method" ? model.method(page) : undefined;
  return entry ? <MethodView entry={entry} /> : null;
}
