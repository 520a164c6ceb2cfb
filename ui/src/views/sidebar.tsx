/** The contents of a document: its groups as composed, or its brands, with a filter over either. */

import { Fragment, h, type JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Page } from "../model/route";
import { Boundary } from "../parts/boundary";
import { useShown } from "../parts/context";
import { Tabs } from "../parts/tabs";
import { useDetails } from "../parts/lazy";
import { GroupTree } from "./group-tree";
import { t } from "../i18n";

type TabId = "groups" | "brands" | "types";

function tabOf(kind: Page["kind"]): TabId {
  if (kind === "brand") return "brands";
  return kind === "schema" || kind === "error" ? "types" : "groups";
}

export function Sidebar(): JSX.Element {
  const { model, route, visible } = useShown();
  const [tab, setTab] = useState(() => tabOf(route.page.kind));
  const hasHistory = model.document.released;
  const { value: details, failure } = useDetails(tab !== "groups" || !!hasHistory);
  const [filter, setFilter] = useState("");
  const box = useRef<HTMLElement>(null);
  const filterName = { groups: t("Filter methods"), brands: t("Filter brands"), types: t("Filter types and errors") }[tab];
  const tabs = [
    { id: "groups", label: t("Groups") },
    ...(model.brands.length > 0 ? [{ id: "brands", label: t("Brands") }] : []),
    { id: "types", label: t("Types") },
  ];
  const words = useMemo(() => filter.trim().toLowerCase().split(/\s+/).filter(Boolean), [filter]);

  useEffect(() => {
    const current = box.current?.querySelector<HTMLElement>("[aria-current=page]");
    const scroller = box.current;
    if (!current || !scroller) return;
    const near = current.getBoundingClientRect();
    const own = scroller.getBoundingClientRect();
    if (near.top < own.top + 120 || near.bottom > own.bottom - 24) {
      scroller.scrollTop += near.top - own.top - own.height / 3;
    }
  }, [route, tab, visible, details]);

  return (
    <nav class="sidebar" aria-label={t("Contents of the API")} ref={box}>
      {hasHistory && details && (
        <Boundary>
          <details.VersionSelect />
        </Boundary>
      )}
      <Tabs
        name={t("Order of the contents")}
        class="sidebar-tabs"
        tabs={tabs}
        selected={tab}
        onSelect={(id) => setTab(id as TabId)}
      >
        {() => (
          <>
            <input
              type="search"
              class="filter"
              placeholder={filterName}
              aria-label={filterName}
              value={filter}
              onInput={(event) => setFilter(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== "Escape" || filter === "") return;
                event.preventDefault(); // a drawer around it stays open
                event.stopPropagation();
                setFilter("");
              }}
            />
            {tab === "groups" && (hasHistory && details ? <details.Contents words={words} /> : <GroupTree words={words} />)}
            {tab !== "groups" && details && <details.TypeTree words={words} brands={tab === "brands"} />}
            {failure}
          </>
        )}
      </Tabs>
    </nav>
  );
}
