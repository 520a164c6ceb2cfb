/** The palette: everything of the documents by its name, driven by the keyboard. */

import type { JSX } from "preact";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ApiDocsDocument } from "../document";
import { follow } from "../host/navigation";
import { hashOf } from "../route";
import { searchModule } from "../lazy-modules";
import type { Hit } from "../search/search";
import { Dialog } from "./dialog";
import { Icon } from "./icons";
import { useLazyModule } from "./lazy";
import { t } from "../i18n";

interface Props {
  readonly documents: readonly ApiDocsDocument[];
  /** The document shown. */
  readonly slug: string;
  readonly onClose: () => void;
}

const MOST_HITS = 50;

export function Palette({ documents, slug: own, onClose }: Props): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const { value: engine, failure } = useLazyModule(searchModule);
  const index = useMemo(() => engine?.indexOf(documents), [engine, documents]);
  const titles = useMemo(() => new Map(documents.map(({ service }) => [service.slug, service.name])), [documents]);
  const hits = useMemo(
    () => {
      if (!engine || !index) return [];
      return query.trim() ? engine.search(index, query, MOST_HITS, own) : engine.suggested(index, own);
    },
    [engine, index, query, own],
  );
  const active = Math.min(at, hits.length - 1);

  const entered = useRef(false); // Enter was pressed before the script was here
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: "nearest" }), [active, hits]);

  function open(hit: Hit | undefined, newTab: boolean, close: () => void): void {
    if (!hit) return;
    const { slug, page, type } = hit.entry;
    const route = { slug, page, highlight: type };
    engine?.noteRecent(hashOf({ slug, page }));
    if (newTab) {
      window.open(hashOf(route), "_blank", "noopener");
      return;
    }
    close();
    follow(route);
  }

  useEffect(() => {
    if (engine && entered.current) open(hits[active], false, onClose);
    entered.current = false;
  }, [engine]);

  function onKey(event: KeyboardEvent, close: () => void): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((active + step + hits.length) % Math.max(1, hits.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (engine) open(hits[active], event.metaKey || event.ctrlKey, close);
      else entered.current = true;
    }
    event.stopPropagation(); // the page's own shortcuts are not meant
  }

  return (
    <Dialog class="palette" name={t("Search the API")} onClose={onClose}>
      {(close) => (
        <>
          <div class="palette-head">
            <Icon name="search" />
            <input
              type="text"
              role="combobox"
              aria-label={t("Search the API")}
              aria-expanded={hits.length > 0}
              aria-controls={`${id}-list`}
              aria-activedescendant={hits.length > 0 ? `${id}-${active}` : undefined}
              aria-autocomplete="list"
              autoComplete="off"
              spellcheck={false}
              placeholder={t("Names, paths, words; verb: status: uses: error: in:")}
              autoFocus
              value={query}
              onInput={(event) => {
                setQuery(event.currentTarget.value);
                setAt(0);
              }}
              onKeyDown={(event) => onKey(event, close)}
            />
            <button
              class="key"
              aria-label={t("Esc: close the search")}
              onClick={close}
            >
              Esc
            </button>
          </div>
          <ul class="palette-list" role="listbox" id={`${id}-list`} aria-label={t("Results")} ref={list}>
            {engine?.hitItems({ hits, active, id, own, titles, onHover: setAt, onOpen: (hit, newTab) => open(hit, newTab, close) })}
          </ul>
          {failure}
          {engine && hits.length === 0 && (
            <p class="palette-none" role="status">
              {t("Nothing is called that.")}
            </p>
          )}
        </>
      )}
    </Dialog>
  );
}

interface SearchButtonProps {
  readonly onOpen: () => void;
  readonly embedded: boolean;
}

export function SearchButton({ onOpen, embedded }: SearchButtonProps): JSX.Element {
  return (
    <button
      class="button search-button"
      onClick={onOpen}
      onFocus={() => searchModule.preload()}
      onMouseEnter={() => searchModule.preload()}
    >
      <Icon name="search" />
      {t("Search")}
      {!embedded && <kbd class="key">{/Mac|iPhone|iPad/.test(navigator.platform) ? "⌘K" : "Ctrl K"}</kbd>}
    </button>
  );
}

/** Opens the palette by Ctrl/Cmd-K and `/`; inside another page only while the focus is in the UI. */
export function useSearchKeys(inside: EventTarget | undefined, onOpen: () => void): void {
  // before a theme has its own listener: some take these keys from everybody
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.altKey || event.defaultPrevented) return;
      if (inside && !event.composedPath().includes(inside)) return;
      if (event.key === "Control" || event.key === "Meta") searchModule.preload(); // K may follow
      const withCommand = event.ctrlKey || event.metaKey;
      const asked = withCommand ? event.key.toLowerCase() === "k" : event.key === "/" && !isTyping(event);
      if (!asked) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      onOpen();
    };
    addEventListener("keydown", listen, true);
    return () => removeEventListener("keydown", listen, true);
  }, [inside, onOpen]);
}

function isTyping(event: Event): boolean {
  const [source] = event.composedPath();
  return (
    source instanceof HTMLElement && (source.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(source.tagName))
  );
}

/** Keeps keys from the host page that are typed into a field, were handled, or scroll code. */
export function keepKeys(event: KeyboardEvent): void {
  const isScrolling = event.key.startsWith("Arrow") && (event.target as Element).tagName === "PRE";
  if (event.defaultPrevented || isScrolling || isTyping(event)) event.stopPropagation();
}
