/** A section of a page: a heading with a link to itself, and the content. */

import { h, type ComponentChildren, type JSX } from "preact";
import { useId } from "preact/hooks";
import { Place } from "../host/kept";
import { Boundary } from "./boundary";
import { useLinks, useShown } from "./context";
import { Icon } from "./icons";
import { t } from "../i18n";

type Level = 1 | 2 | 3;

interface HeadingProps {
  readonly level: Level;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly id?: string;
  readonly tabIndex?: number;
}

/** A heading; one level lower inside a page that has a title of its own. */
export function Heading({ level, children, ...rest }: HeadingProps): JSX.Element {
  const { embedded } = useShown();
  const Tag = `h${level + Number(embedded)}` as "h1" | "h2" | "h3" | "h4";
  return <Tag data-level={level} {...rest}>{children}</Tag>;
}

interface Props {
  /** Names the section in addresses. */
  readonly at: string;
  readonly title: ComponentChildren;
  /** The title as text, where it is made of elements. */
  readonly label?: string;
  /** Shown at the right of the title. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Section({ at, title, label, aside, children }: Props): JSX.Element {
  const { route } = useShown();
  const link = useLinks();
  const id = useId();
  return (
    <section class="section" aria-labelledby={id} data-at={at}>
      <div class="section-head">
        <Heading level={2} id={id}>{title}</Heading>
        <a class="self" href={link(route.page, { at })} aria-label={t("Link to {0}", label ?? (typeof title === "string" ? title : at))}>
          <Icon name="link" />
        </a>
        <Boundary>{aside}</Boundary>
      </div>
      <Boundary>
        <Place name={at}>{children}</Place>
      </Boundary>
    </section>
  );
}
