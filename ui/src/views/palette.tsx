/** The palette: everything of the documents by its name, driven by the keyboard. */

import { Fragment, h, type JSX } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ApiDocsDocument } from "../document";
import { listen } from "../host/listen";
import { follow } from "../host/navigation";
import { preloadDetails, useDetails } from "../parts/lazy";
import { Dialog } from "../parts/dialog";
import { Icon } from "../parts/icons";
import { t } from "../i18n";

interface Props {
  readonly documents: readonly ApiDocsDocument[];
  /** The document shown. */
  readonly slug: string;
  /** What is searched at first. */
  readonly first: string;
  readonly onClose: () => void;
}

export function Palette({ documents, slug, first, onClose }: Props): JSX.Element {
  const id = useId();
  const [query, setQuery] = useState(first);
  const field = useRef<HTMLInputElement>(null);
  const [active, setActive] = useState<string>();
  const onKey = useRef<(event: KeyboardEvent) => void>(undefined);
  const { value: details, failure } = useDetails();
  const entered = useRef(false); // Enter was pressed before the script was here
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
              aria-expanded={active !== undefined}
              aria-controls={id}
              aria-activedescendant={active}
              aria-autocomplete="list"
              autoComplete="off"
              spellcheck={false}
              placeholder={t("Names, paths, words; verb: status: scope: uses: error: in:")}
              autoFocus
              ref={field}
              value={query}
              onInput={(event) => setQuery(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter") entered.current = true;
                onKey.current?.(event);
                event.stopPropagation(); // the page's own shortcuts are not meant
              }}
            />
            <button class="key" aria-label={t("Esc: close the search")} onClick={close}>Esc</button>
          </div>
          {details && (
            <details.Hits
              {...{ documents, slug, query, id, onKey }}
              onActive={setActive}
              onFind={(next) => {
                setQuery(next);
                field.current?.focus();
              }}
              open={entered.current}
              onOpen={(hash) => {
                close();
                follow(hash);
              }}
            />
          )}
          {failure}
        </>
      )}
    </Dialog>
  );
}

export function SearchButton({ onOpen, embedded }: { readonly onOpen: (query: string) => void; readonly embedded: boolean }): JSX.Element {
  return (
    <button
      class="button search-button"
      onClick={() => onOpen("")}
      onFocus={() => preloadDetails()}
      onMouseEnter={() => preloadDetails()}
    >
      <Icon name="search" />
      <span class="word">{t("Search")}</span>
      {!embedded && <kbd class="key">{/Mac|iPhone|iPad/.test(navigator.platform) ? "⌘K" : "Ctrl K"}</kbd>}
    </button>
  );
}

/** Opens the palette by Ctrl/Cmd-K and `/`; inside another page only while the focus is in the UI. */
export function useSearchKeys(inside: EventTarget | undefined, onOpen: (query: string) => void): void {
  // before a theme has its own listener: some take these keys from everybody
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.altKey || event.defaultPrevented) return;
      if (inside && !event.composedPath().includes(inside)) return;
      if (event.key === "Control" || event.key === "Meta") preloadDetails(); // K may follow
      const withCommand = event.ctrlKey || event.metaKey;
      const asked = withCommand ? event.key.toLowerCase() === "k" : event.key === "/" && !isTyping(event);
      if (!asked) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      onOpen("");
    };
    return listen(window, "keydown", onKey, true);
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
