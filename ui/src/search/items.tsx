/** The lines of the palette: what was found or is suggested, with the kind of thing and an excerpt. */

import type { JSX } from "preact";
import { hashOf } from "../route";
import { recall, remember } from "../host/storage";
import { MethodBadge } from "../views/badges";
import { t } from "../i18n";
import type { Index, Kind } from "./entries";
import type { Range } from "./match";
import { entriesOf, type Hit } from "./search";

interface Props {
  readonly hits: readonly Hit[];
  readonly active: number;
  readonly id: string;
  /** The document shown. */
  readonly own: string;
  readonly titles: ReadonlyMap<string, string>;
  readonly onHover: (place: number) => void;
  readonly onOpen: (hit: Hit, newTab: boolean) => void;
}

export function hitItems({ hits, active, id, own, titles, onHover, onOpen }: Props): readonly JSX.Element[] {
  return hits.map((hit, place) => (
    <li
      key={place}
      id={`${id}-${place}`}
      role="option"
      aria-selected={place === active}
      onMouseMove={() => place !== active && onHover(place)}
      onClick={(event) => onOpen(hit, event.metaKey || event.ctrlKey)}
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
      {hit.excerpt && <Lit class="palette-excerpt" text={hit.excerpt.text} ranges={hit.excerpt.ranges} />}
    </li>
  ));
}

const RECENT = "recent";
const MOST_RECENT = 6;
/** Of each kind in the palette without a query. */
const SUGGESTED: readonly (readonly [kind: Kind, most: number])[] = [
  ["group", 12],
  ["brand", 12],
  ["error", 12],
];

/** Before anything is typed: what was opened last, groups, brands, errors. */
export function suggested(index: Index, slug: string): readonly Hit[] {
  const hashes = recentHashes();
  const recent = hashes.flatMap((hash) => {
    const entry = index.entries.find((each) => each.kind !== "field" && hashOf({ slug: each.slug, page: each.page }) === hash);
    return entry ? [{ entry, score: 0, ranges: [], detailRanges: [] }] : [];
  });
  const known = new Set(recent.map(({ entry }) => entry));
  const others = SUGGESTED.flatMap(([kind, most]) => entriesOf(index, kind, slug, most));
  return [...recent, ...others.filter(({ entry }) => !known.has(entry))];
}

/** Remembers a page that was opened. */
export function noteRecent(hash: string): void {
  remember(RECENT, JSON.stringify([hash, ...recentHashes().filter((each) => each !== hash)].slice(0, MOST_RECENT)));
}

function recentHashes(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(recall(RECENT) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

function kindWords(kind: Kind): string {
  return {
    method: t("method"),
    contract: t("contract"),
    group: t("group"),
    schema: t("schema"),
    brand: t("brand"),
    error: t("error"),
    field: t("field"),
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
        return [before, <mark key={start}>{text.slice(start, end)}</mark>];
      })}
      {text.slice(done)}
    </span>
  );
}
