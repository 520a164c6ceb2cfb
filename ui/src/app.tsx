/** The application: loads the document of the route and renders header, contents and page. */

import { h, type JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { isListedOutside, pageOfNames } from "./host/static-text";
import { linkOf, type Settings } from "./host/attributes";
import { formerPosition, holdAt, isOfText, useRoute, type Arrival } from "./host/navigation";
import { PrintingContext, useWatchedPrinting } from "./host/printing";
import { useOwn } from "./host/own";
import { useDocument, useScheme, useSearch } from "./host/state";
import type { Model } from "./model/model";
import { createNames, hashOf, isInCatalogue, resolvedGroup, type GroupNames, type Route } from "./model/route";
import { Boundary } from "./parts/boundary";
import { ShownContext } from "./parts/context";
import { FailureView, Loading } from "./parts/failure";
import { DocumentSwitcher, Header, Logo, MenuButton } from "./views/header";
import { Icon } from "./parts/icons";
import { Late, useDetails } from "./parts/lazy";
import { PageView } from "./views/page";
import { keepKeys, Palette, SearchButton, useSearchKeys } from "./views/palette";
import { Sidebar } from "./views/sidebar";
import { t } from "./i18n";

interface Props {
  readonly settings: Settings;
  readonly host: HTMLElement;
  /** Called when the state changes: only a document replaces the static text. */
  readonly onShow: (what: "document" | "failure" | "loading", then: () => void) => void;
  readonly onPlain: () => void;
}

export function App({ settings, host, onShow, onPlain }: Props): JSX.Element {
  const { documents: links, mode } = settings;
  const embedded = mode === "embedded";
  const beside = useMemo(() => embedded && isBeside(settings, host), [settings, host, embedded]);
  const { route: address, arrival } = useRoute(settings, embedded, host);
  const names = useOwn(createNames);
  const { state, retry } = useDocument(settings, address.slug);
  const { scheme, choice, choose } = useScheme(embedded);
  const printing = useWatchedPrinting();
  const [menuOpen, setMenuOpen] = useState(false);
  const [visible, setVisible] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const model = state.kind === "loaded" ? state.model : undefined;
  const route = useMemo(() => resolved(address, model, names), [address, model]);
  const isReleased = route.slug.includes("@");
  const isLate = isInCatalogue(route.page) || !!route.at?.startsWith("workflow");
  const { value: details } = useDetails(isReleased || isLate || route.page.kind === "method");
  // Other pages are there before it: a reader of these is not moved.
  const hasCome = useMemo(() => details !== undefined && (isLate || (route.at !== undefined && isInOneColumn(content.current))), [details, route]);
  const { documents: searched, query = "", find } = useSearch(settings, model);
  useSearchKeys(embedded ? host : undefined, find);
  const shown = useMemo(
    () => model && { model, route, links, settings, embedded, visible },
    [model, route, links, settings, embedded, visible],
  );

  useEffect(() => {
    const what = { loaded: "document", failed: "failure", loading: "loading" } as const;
    onShow(what[state.kind], () => setVisible(true));
  }, [state.kind, onShow]);
  useLayoutEffect(() => setMenuOpen(false), [route]);
  useLayoutEffect(() => {
    if (model && visible) arrive(host, content.current, embedded, arrival, route);
  }, [route, model, visible, hasCome]);
  useEffect(() => {
    if (!model || embedded) return;
    const title = content.current?.querySelector(".title");
    const heading = (title?.querySelector(".own-name code") ?? title?.querySelector("[data-level]"))?.textContent;
    const { name } = model.document.service;
    document.title = heading && heading !== name ? `${heading} · ${name}` : name;
  }, [route, model, embedded, details]);

  const Main = embedded ? "div" : "main";
  return (
    <div class="gg" data-scheme={scheme} data-mode={mode} data-beside={beside || undefined} onKeyDown={keepKeys}>
      {!embedded && (
        <Header
          settings={settings}
          slug={route.slug}
          version={route.page.kind !== "overview" && model?.document.service.version}
          choice={choice}
          onChoose={choose}
          menuOpen={menuOpen}
          onMenu={() => setMenuOpen(!menuOpen)}
          onSkip={() => content.current?.querySelector<HTMLElement>("[data-level='1']")?.focus()}
          search={<SearchButton onOpen={find} embedded={false} />}
        />
      )}
      {embedded && (
        <div class="bar">
          <MenuButton
            open={menuOpen}
            onMenu={() => setMenuOpen(!menuOpen)}
            words={<span class="word">{t("Contents")}</span>}
          />
          <Logo settings={settings} />
          <DocumentSwitcher settings={settings} slug={route.slug} />
          <span class="gap" />
          <SearchButton onOpen={find} embedded />
          <button class="button" onClick={onPlain}>{t("Plain text")}</button>
          {settings.fullPage && (
            <a class="button" href={settings.fullPage + hashOf(route, names)}>
              <span class="word">{t("Open full page")}</span> <Icon name="external" />
            </a>
          )}
        </div>
      )}
      {searched && (
        <Boundary>
          <Palette documents={searched} slug={route.slug} first={query} onClose={() => find(undefined)} />
        </Boundary>
      )}
      <div class="shell">
        {shown ? (
          <ShownContext.Provider value={shown}>
            <Boundary>
              <Sidebar />
            </Boundary>
            {menuOpen && (
              <Late>
                {({ Drawer }) => (
                  <Drawer onClose={() => setMenuOpen(false)}>
                    <Sidebar />
                  </Drawer>
                )}
              </Late>
            )}
          </ShownContext.Provider>
        ) : (
          <div class="sidebar" /> // its place, so that nothing moves when it comes
        )}
        <Main class="content" ref={content}>
          {isReleased && details && <details.VersionNotice links={links} route={route} />}
          {state.kind === "loading" && <Loading title={linkOf(links, route.slug)?.title ?? ""} />}
          {state.kind === "failed" && <FailureView failure={state.failure} onRetry={retry} />}
          {shown && (
            <ShownContext.Provider value={shown}>
              <PrintingContext.Provider value={printing}>
                <PageView key={JSON.stringify(route.page)} />
              </PrintingContext.Provider>
            </ShownContext.Provider>
          )}
        </Main>
      </div>
    </div>
  );
}

/** Whether the contents are next to the text, inside another page. */
function isBeside({ layout }: Settings, host: HTMLElement): boolean {
  return layout === "auto" ? !isListedOutside(host) : layout !== "full";
}

/** Whether the code of a method is above its parameters, which wait for it. */
function isInOneColumn(content: HTMLElement | null): boolean {
  const method = content?.querySelector(".method");
  return method != null && getComputedStyle(method).display !== "grid";
}

/** Resolves the name of a group and an id of the static text, which needs the document. */
function resolved(route: Route, model: Model | undefined, names: GroupNames): Route {
  if (!model) return route;
  return route.page.kind === "anchor" ? { ...route, page: pageOfNames(route.page.names, model) } : resolvedGroup(route, names);
}

/** Scrolls to the target of the route after rendering. */
function arrive(
  host: HTMLElement,
  content: HTMLElement | null,
  embedded: boolean,
  arrival: Arrival,
  { at, highlight, page }: Route,
): void {
  if (!content?.checkVisibility()) return; // the browser itself scrolls the static text
  const former = arrival === "returned" ? formerPosition() : undefined;
  if (former !== undefined && !isOfText(location.hash)) {
    scrollTo(0, former);
    return;
  }
  const target =
    (at !== undefined && content.querySelector(`[data-at="${CSS.escape(at)}"]`)) ||
    (highlight !== undefined && content.querySelector("[data-lit]"));
  if (target) {
    target.scrollIntoView({ block: at === undefined ? "center" : "start" });
    return;
  }
  if (arrival === "opened") return;
  if (arrival === "returned") {
    if (!embedded) scrollTo(0, 0);
    return;
  }
  if (!embedded) {
    if (arrival === "followed") scrollTo(0, 0);
  } else if (isOfText(location.hash)) {
    holdAt(host);
  } else if (page.kind !== "overview") {
    const { top } = host.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) host.scrollIntoView({ block: "start" });
  }
  if (arrival === "followed") content.querySelector<HTMLElement>("[data-level='1']")?.focus({ preventScroll: true });
}
