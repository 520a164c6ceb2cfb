/** The head of a page: breadcrumbs, title, and the link to the page. */

import { h, type ComponentChildren, type JSX } from "preact";
import { Deprecated } from "./badges";
import { Boundary } from "./boundary";
import { Breakable } from "./breakable";
import { useLinks, useShown } from "./context";
import { CopyButton } from "./copy";
import { Heading } from "./heading";
import { Icon } from "./icons";
import { t } from "../i18n";

/** Characters that a phone has on a line. */
const LONG = 20;

interface Props {
  readonly crumbs?: readonly { readonly label: string; readonly href: string }[];
  readonly kind?: string | undefined;
  readonly title: ComponentChildren;
  /** Of a method whose title is what it does. */
  readonly name?: string | undefined;
  readonly deprecated?: boolean | undefined;
  readonly children?: ComponentChildren;
}

export function Title({ crumbs = [], kind, title, name, deprecated, children }: Props): JSX.Element {
  const { route, embedded } = useShown();
  const link = useLinks();
  // the page around has this title already: it stays for the focus
  const isRepeated = embedded && !deprecated && document.querySelector("h1")?.firstChild?.textContent === title;
  return (
    <div class="title">
      <div class="title-way">
        {crumbs.length > 0 && (
          <nav class="crumbs" aria-label={t("Breadcrumbs")}>
            <ol>
              {crumbs.map(({ label, href }) => (
                <li>
                  <a href={href}>{label}</a>
                </li>
              ))}
            </ol>
          </nav>
        )}
        {name && (
          <p class="own-name">
            <code class={deprecated ? "is-deprecated" : ""}>{name}</code> <CopyButton text={() => name} what={t("the name")} />
          </p>
        )}
      </div>
      {kind && <p class="kind">{kind}</p>}
      <div class={`title-line ${isRepeated ? "is-repeated" : ""}`}>
        <Heading level={1} tabIndex={-1} class={deprecated && !name ? "is-deprecated" : ""}>
          <Boundary>{typeof title === "string" && title.length > LONG ? <Breakable text={title} /> : title}</Boundary>
        </Heading>
        {deprecated && <Deprecated />}
        {children}
        {!isRepeated && (
          <a class="self" href={link(route.page)} aria-label={t("Link to this page")}>
            <Icon name="link" />
          </a>
        )}
      </div>
    </div>
  );
}
