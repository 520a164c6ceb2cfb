/** The bar of the full page: logo, title, document, search and colours. */

import { h, type JSX } from "preact";
import { linkOf, type Settings } from "../host/attributes";
import { follow } from "../host/navigation";
import type { Choice } from "../host/scheme";
import { hashOf, ownSlug } from "../model/route";
import { safeImageUrl } from "../parts/external";
import { Icon } from "../parts/icons";
import { Switcher } from "../parts/switcher";
import { t } from "../i18n";

interface Props {
  readonly settings: Settings;
  readonly slug: string;
  /** Unless the title of the page has it. */
  readonly version: string | false | undefined;
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
  readonly menuOpen: boolean;
  readonly onMenu: () => void;
  readonly onSkip: () => void;
  readonly search: JSX.Element | null;
}

/** One click away from the colours of the system are the others. */
function following(choice: Choice): Choice {
  const [same, other] = matchMedia("(prefers-color-scheme: dark)").matches
    ? (["dark", "light"] as const)
    : (["light", "dark"] as const);
  return ({ system: other, [other]: same, [same]: "system" } as Record<Choice, Choice>)[choice];
}

function choiceWords(choice: Choice): string {
  return { system: t("as the system"), light: t("light"), dark: t("dark") }[choice];
}

export function Header(props: Props): JSX.Element {
  const { settings, slug, version, choice, onChoose, search } = props;
  const { documents: links, branding } = settings;
  const title = linkOf(links, slug)?.title;
  const hasLogo = safeImageUrl(branding.logoUrl) !== undefined;
  const next = following(choice);
  return (
    <header class="header">
      <button class="skip" onClick={props.onSkip}>{t("Skip to the content")}</button>
      <MenuButton open={props.menuOpen} onMenu={props.onMenu} />
      {(hasLogo || links.length < 2) && (
        <a class="brand" href={hashOf({ slug, page: { kind: "overview" } })}>
          <Logo settings={settings} />
          <span class={links.length > 1 ? "sr" : "brand-name"}>{title}</span>
        </a>
      )}
      <DocumentSwitcher settings={settings} slug={slug} />
      {version && <span class="tag version">{version}</span>}
      <span class="gap" />
      {search}
      <button
        class="icon-button"
        aria-label={t("Colours: {0}. Change to {1}", choiceWords(choice), choiceWords(next))}
        title={t("Colours: {0}", choiceWords(choice))}
        onClick={() => onChoose(next)}
      >
        <Icon name={choice} />
      </button>
    </header>
  );
}

export function Logo({ settings }: Pick<Props, "settings">): JSX.Element | null {
  const address = safeImageUrl(settings.branding.logoUrl);
  return address === undefined ? null : <img src={address} alt="" class="logo" />;
}

interface MenuProps {
  readonly open: boolean;
  readonly onMenu: () => void;
  /** The label of the button; without it, only the icon is visible. */
  readonly words?: JSX.Element;
}

export function MenuButton({ open, onMenu, words }: MenuProps): JSX.Element {
  return (
    <button
      class={`${words ? "button" : "icon-button"} menu-button`}
      aria-expanded={open}
      aria-label={words ? undefined : t("Contents")}
      onClick={onMenu}
    >
      <Icon name="menu" />
      {words}
    </button>
  );
}

interface SwitcherProps {
  readonly settings: Settings;
  readonly slug: string;
}

/** Chooses the document, when there is a choice. */
export function DocumentSwitcher({ settings: { documents: links }, slug }: SwitcherProps): JSX.Element | null {
  const own = ownSlug(slug);
  if (links.length < 2) return null;
  return (
    <Switcher
      name={t("Document")}
      value={own}
      onSelect={(chosen) => follow(hashOf({ slug: chosen, page: { kind: "overview" } }))}
      options={links.map((link) => [link.slug, link.title])}
    />
  );
}
