/** A heading with a link to itself, and with the part of the page that it heads. */

import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import { useLinks, useShown } from "./context";
import { Icon } from "./icons";

interface Props {
  /** Names the section in addresses. */
  readonly at: string;
  readonly title: ComponentChildren;
  /** Stands at the right of the title. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Section({ at, title, aside, children }: Props): JSX.Element {
  const { route } = useShown();
  const link = useLinks();
  const id = useId();
  return (
    <section class="section" aria-labelledby={id} data-at={at}>
      <div class="section-head">
        <h3 id={id}>{title}</h3>
        <a class="self" href={link(route.page, { at })} aria-label={`Link to ${at}`}>
          <Icon name="link" />
        </a>
        {aside}
      </div>
      {children}
    </section>
  );
}
