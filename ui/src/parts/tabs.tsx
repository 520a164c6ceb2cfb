/** A row of tabs and the panel of the selected one, after the ARIA pattern; on paper all panels. */

import { h, type ComponentChildren, type JSX } from "preact";
import { useId, useRef } from "preact/hooks";
import { usePrinting } from "../host/printing";

export interface Tab {
  readonly id: string;
  readonly label: ComponentChildren;
}

interface Props {
  readonly name: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  readonly class?: string;
  /** A text before the tabs. */
  readonly before?: ComponentChildren;
  /** Renders the panel of a tab. */
  readonly children: (id: string) => ComponentChildren;
}

export function Tabs(props: Props): JSX.Element {
  const { name, tabs, selected, onSelect } = props;
  const printing = usePrinting();
  const base = useId();
  const list = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent): void {
    const at = tabs.findIndex((tab) => tab.id === selected);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const index = (next + tabs.length) % tabs.length;
    const target = tabs[index];
    if (!target) return;
    onSelect(target.id);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[index]?.focus();
  }

  return (
    <div class={`tabs ${props.class ?? ""}`}>
      <div class="tabs-head">
        {props.before}
        <div class="tablist" role="tablist" aria-label={name} ref={list} onKeyDown={move}>
          {tabs.map((tab) => (
            <button
              role="tab"
              key={tab.id}
              id={`${base}-${tab.id}`}
              aria-selected={tab.id === selected}
              aria-controls={tab.id === selected ? `${base}-panel-${tab.id}` : undefined}
              tabIndex={tab.id === selected ? 0 : -1}
              onClick={() => onSelect(tab.id)}
            >
              {tab.label}
            </button>
          ))}
        </div>
      </div>
      {tabs
        .filter(({ id }) => printing || id === selected)
        .map(({ id, label }) => (
          <div class="panel" role="tabpanel" key={id} id={`${base}-panel-${id}`} aria-labelledby={`${base}-${id}`}>
            {printing && tabs.length > 1 && <p class="panel-title">{label}</p>}
            {props.children(id)}
          </div>
        ))}
    </div>
  );
}
