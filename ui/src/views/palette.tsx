/** The palette: everything of the documents by its name, driven by the keyboard. */

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { follow } from "../host/navigation";
import { hashOf, type Route } from "../route";
import { Icon } from "./icons";

/** One thing found. */
export interface Found {
  readonly key: string;
  readonly route: Route;
  readonly sign: ComponentChildren;
  readonly label: ComponentChildren;
  readonly detail: string;
}

interface Props {
  readonly find: (query: string) => readonly Found[];
  readonly onClose: () => void;
}

export function Palette({ find, onClose }: Props): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const found = useMemo(() => find(query.trim()), [find, query]);
  const active = Math.min(at, found.length - 1);

  useLayoutEffect(() => dialog.current?.showModal(), []);
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: "nearest" }), [active, found]);

  function open(one: Found | undefined, newTab: boolean): void {
    if (!one) return;
    if (newTab) {
      window.open(hashOf(one.route), "_blank", "noopener");
      return;
    }
    dialog.current?.close();
    follow(one.route);
  }

  function onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const last = found.length - 1;
      const next = active + step;
      setAt(Math.abs(step) === 1 ? (next < 0 ? last : next > last ? 0 : next) : Math.max(0, Math.min(last, next)));
    } else if (event.key === "Enter") {
      event.preventDefault();
      open(found[active], event.metaKey || event.ctrlKey);
    }
    event.stopPropagation(); // the page's own shortcuts are not meant
  }

  return (
    <dialog
      class="palette"
      aria-label="Search the API"
      ref={dialog}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
    >
      <div class="palette-box">
        <div class="palette-head">
          <Icon name="search" />
          <input
            type="text"
            role="combobox"
            aria-label="Search the API"
            aria-expanded={found.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            spellcheck={false}
            placeholder="Methods, paths, types, errors, fields"
            autoFocus
            value={query}
            onInput={(event) => {
              setQuery(event.currentTarget.value);
              setAt(0);
            }}
            onKeyDown={onKey}
          />
          <button type="button" class="key" aria-label="Close the search" onClick={() => dialog.current?.close()}>
            Esc
          </button>
        </div>
        <ul class="palette-list" role="listbox" id={`${id}-list`} aria-label="What was found" ref={list}>
          {found.map((one, index) => (
            <li
              key={one.key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              onMouseMove={() => index !== active && setAt(index)}
              onClick={(event) => open(one, event.metaKey || event.ctrlKey)}
            >
              <span class="palette-sign">{one.sign}</span>
              <span class="palette-label">{one.label}</span>
              <span class="palette-detail">{one.detail}</span>
            </li>
          ))}
        </ul>
        {found.length === 0 && (
          <p class="palette-none" role="status">
            {query === "" ? "Type a few letters of what you look for." : "Nothing is called that."}
          </p>
        )}
      </div>
    </dialog>
  );
}

interface SearchButtonProps {
  readonly onOpen: () => void;
  readonly embedded: boolean;
}

export function SearchButton({ onOpen, embedded }: SearchButtonProps): JSX.Element {
  return (
    <button type="button" class="button search-button" onClick={onOpen}>
      <Icon name="search" />
      Search
      {!embedded && <kbd class="key">{/Mac|iPhone|iPad/.test(navigator.platform) ? "⌘K" : "Ctrl K"}</kbd>}
    </button>
  );
}

/** Opens the palette by Ctrl/Cmd-K and `/`; inside another page only while the focus is in the UI. */
export function useSearchKeys(target: EventTarget, onOpen: () => void): void {
  useEffect(() => {
    const listen = (event: Event): void => {
      if (!(event instanceof KeyboardEvent) || event.altKey || event.defaultPrevented) return;
      const withCommand = event.ctrlKey || event.metaKey;
      const asked = withCommand ? event.key.toLowerCase() === "k" : event.key === "/" && !isTyping(event);
      if (!asked) return;
      event.preventDefault();
      event.stopPropagation();
      onOpen();
    };
    target.addEventListener("keydown", listen);
    return () => target.removeEventListener("keydown", listen);
  }, [target, onOpen]);
}

function isTyping(event: Event): boolean {
  const [source] = event.composedPath();
  return source instanceof HTMLElement && (source.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(source.tagName));
}
