/** The contents of a document: its groups as composed, or its brands, with a filter over either. */

import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useShown } from "./context";
import { Tabs } from "./tabs";
import { BrandTree } from "./brand-tree";
import { GroupTree } from "./group-tree";
import { t } from "../i18n";

export function Sidebar(): JSX.Element {
  const { model, route, visible } = useShown();
  const [tab, setTab] = useState(route.page.kind === "brand" ? "brands" : "groups");
  const [filter, setFilter] = useState("");
  const box = useRef<HTMLElement>(null);
  const filterName = tab === "groups" ? t("Filter methods") : t("Filter brands");
  const tabs = [
    { id: "groups", label: t("Groups") },
    { id: "brands", label: t("Brands") },
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
  }, [route, tab, visible]);

  return (
    <nav class="sidebar" aria-label={t("Contents of the API")} ref={box}>
      <Tabs
        name={t("Order of the contents")}
        class="sidebar-tabs"
        tabs={model.brands.length > 0 ? tabs : tabs.slice(0, 1)}
        selected={tab}
        onSelect={setTab}
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
            {tab === "groups" ? <GroupTree words={words} /> : <BrandTree words={words} />}
          </>
        )}
      </Tabs>
    </nav>
  );
}
