/** The lines of the palette: what was found or is suggested, with the kind of thing and an excerpt. */

import { Fragment, h, type JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { createNames, hashOf, type GroupNames } from "../model/route";
import { parsed } from "../host/attributes";
import { useOwn } from "../host/own";
import { recall, remember } from "../host/storage";
import type { HitsProps } from "../parts/late-parts";
import { MethodBadge } from "../parts/badges";
import { plainText } from "../parts/prose";
import { t } from "../i18n";
import type { Index, Kind } from "../search/entries";
import type { Range } from "../search/match";
import { filtersOf } from "../search/filters";
import type { Hit } from "../search/hit";
import { entriesOf, indexOf, search } from "../search/search";

const MOST_HITS = 50;

/** What was found or is suggested: a list from which the keys of a field choose. */
export function Hits({ documents, slug: own, query, id, onKey, onActive, onFind, open: atOnce, onOpen }: HitsProps): JSX.Element {
  const names = useOwn(createNames);
  const list = useRef<HTMLUListElement>(null);
  const [chosen, choose] = useState({ query, at: 0 });
  const index = useMemo(() => indexOf(documents), [documents]);
  const hits = useMemo(
    () => (query.trim() ? search(index, query, MOST_HITS, own) : suggested(index, own, names)),
    [index, query, own],
  );
  const active = Math.min(chosen.query === query ? chosen.at : 0, hits.length - 1);
  const activeId = hits.length > 0 ? `${id}-${active}` : undefined;

  function open(hit: Hit | undefined, newTab: boolean): void {
    if (!hit) return;
    const { slug, page, type, at } = hit.entry;
    noteRecent(hashOf({ slug, page }, names));
    const hash = hashOf({ slug, page, highlight: type, at }, names);
    if (newTab) window.open(hash, "_blank", "noopener");
    else onOpen(hash);
  }

  onKey.current = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (step === undefined) open(hits[active], event.metaKey || event.ctrlKey);
    else choose({ query, at: (active + step + hits.length) % Math.max(1, hits.length) });
  };
  useLayoutEffect(() => onActive(activeId), [activeId]);
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: "nearest" }), [active, hits]);
  useEffect(() => {
    if (atOnce) open(hits[active], false);
  }, []);

  const titles = new Map(documents.map(({ service }) => [service.slug, service.name]));
  return (
    <>
      {!query && (
        <p class="palette-filters">
          {filtersOf(index, own).map((filter) => <button class="chip" onClick={() => onFind(filter)}>{filter}</button>)}
        </p>
      )}
      <ul class="palette-list" role="listbox" id={id} aria-label={t("Results")} ref={list}>
        {hits.map((hit, place) => (
          <li
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === active}
            onMouseMove={() => place !== active && choose({ query, at: place })}
            onClick={(event) => open(hit, event.metaKey || event.ctrlKey)}
          >
            <span class="palette-sign">
              {hit.entry.method ? <MethodBadge method={hit.entry.method} /> : kindWords(hit.entry.kind)}
            </span>
            <Lit class="palette-label" text={hit.entry.label} ranges={hit.ranges} />
            <Lit
              class="palette-detail"
              text={hit.entry.detail}
              ranges={hit.detailRanges}
              from={hit.entry.method && hit.entry.detail.indexOf(" ") + 1} // the badge shows the verb
            />
            {hit.entry.slug !== own && <span class="tag">{titles.get(hit.entry.slug)}</span>}
            {hit.excerpt ? <Lit class="palette-excerpt" text={hit.excerpt.text} ranges={hit.excerpt.ranges} /> : (
              hit.entry.method?.summary && <span class="palette-excerpt">{plainText(hit.entry.method.summary)}</span>
            )}
          </li>
        ))}
      </ul>
      {hits.length === 0 && <p class="palette-none" role="status">{t("Nothing is called that.")}</p>}
    </>
  );
}

const RECENT = "recent";
const MOST_RECENT = 6;
/** Of each kind in the palette without a query. */
const SUGGESTED: readonly (readonly [kind: Kind, most: number])[] = [["section", 4], ["method", 40]];

/** Before anything is typed: what was opened last, the sections of the first page, methods. */
function suggested(index: Index, slug: string, names: GroupNames): readonly Hit[] {
  const hashes = recentHashes();
  const recent = hashes.flatMap((hash) => {
    const entry = index.entries.find((each) => each.kind !== "field" && hashOf({ slug: each.slug, page: each.page }, names) === hash);
    return entry ? [{ entry, score: 0, ranges: [], detailRanges: [] }] : [];
  });
  const known = new Set<unknown>(recent.map(({ entry }) => entry));
  const others = SUGGESTED.flatMap(([kind, most]) => entriesOf(index, kind, slug, most));
  return [...recent, ...others.filter(({ entry }) => !known.has(entry))];
}

/** Remembers a page that was opened. */
function noteRecent(hash: string): void {
  remember(RECENT, JSON.stringify([hash, ...recentHashes().filter((each) => each !== hash)].slice(0, MOST_RECENT)));
}

function recentHashes(): readonly string[] {
  const kept = parsed(recall(RECENT));
  return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
}

function kindWords(kind: Kind): string {
  return {
    method: t("method"),
    contract: t("contract"),
    group: t("group"),
    schema: t("type"),
    brand: t("brand"),
    error: t("error"),
    field: t("field"),
    server: t("server"),
    section: t("section"),
  }[kind];
}

interface LitProps {
  readonly text: string;
  readonly ranges: readonly Range[];
  readonly class: string;
  /** Where it begins to be shown. */
  readonly from?: number | undefined;
}

/** A text with the matching letters marked. */
function Lit({ text, ranges, class: look, from = 0 }: LitProps): JSX.Element {
  let done = from;
  return (
    <span class={look}>
      {ranges.map(([first, end]) => {
        const start = Math.max(first, done);
        if (end <= start) return null;
        const before = text.slice(done, start);
        done = end;
        return [before, <mark>{text.slice(start, end)}</mark>];
      })}
      {text.slice(done)}
    </span>
  );
}
