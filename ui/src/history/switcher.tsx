/** The released versions of a document: the choice above the contents, and the notice in those that are not the current one. */

import { h, type JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ApiDocsDocument } from "../document";
import { entriesOf } from "../model/contracts";
import { linkOf, type DocumentLink } from "../host/attributes";
import { loadDocument } from "../host/load";
import { useOwn } from "../host/own";
import { follow } from "../host/navigation";
import { t } from "../i18n";
import { createNames, hashOf, nameGroups, ownSlug, type Route } from "../model/route";
import { useShown } from "../parts/context";

export function VersionSelect(): JSX.Element | null {
  const { route, links, embedded, settings } = useShown();
  const names = useOwn(createNames);
  const { fullPage } = settings;
  const current = useCurrent(links, route.slug);
  const own = ownSlug(route.slug);
  const { released = [] } = current ?? {};
  if (!current || linkOf(links, own)?.versions === undefined) return null;
  const name = nameOf(current);
  const others = released.filter((version) => version !== name).reverse();
  const [, version = ""] = route.slug.split("@");
  if (others.length === 0 || (embedded && !fullPage)) return null;

  function choose(version: string): void {
    const next = { ...route, slug: version ? `${own}@${version}` : own };
    const hash = hashOf(next, names);
    if (embedded) location.assign(fullPage + hash);
    else follow(hash);
  }

  return (
    <select
      class="since released"
      aria-label={embedded ? t("Version, on the full page") : t("Version")}
      value={version === name ? "" : version}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="">{name === undefined ? t("Unreleased") : t("{0} (current)", name)}</option>
      {others.map((version) => <option value={version}>{version}</option>)}
    </select>
  );
}

/** Says that the version of the address is not the current one, and leads there. */
export function VersionNotice({ links, route }: { readonly links: readonly DocumentLink[]; readonly route: Route }): JSX.Element | null {
  const names = useOwn(createNames);
  const current = useCurrent(links, route.slug);
  const [own = "", version = ""] = route.slug.split("@");
  if (current && nameOf(current) === version) return null;
  const isUnknown = current && !current.released?.includes(version);
  return (
    <p class="released-notice" role="note">
      {isUnknown ? t("There is no version {0}.", version) : t("Version {0} is not the current one.", version)}{" "}
      <a href={hashOf({ ...route, slug: own }, names)}>{t("Show the current version")}</a>
    </p>
  );
}

/** The current document, whichever version is shown. */
export function useCurrent(links: readonly DocumentLink[], slug: string): ApiDocsDocument | undefined {
  const [current, setCurrent] = useState<ApiDocsDocument>();
  const names = useOwn(createNames);
  const own = ownSlug(slug);
  useEffect(() => {
    const link = linkOf(links, own);
    if (!link) return;
    void loadDocument(link).then((loaded) => {
      if (loaded.kind !== "loaded") return;
      nameGroups(names, own, loaded.document.groups);
      setCurrent(loaded.document);
    });
  }, [links, own]);
  return current?.service.slug === own ? current : undefined;
}

/** The version that a current document is; undefined if it has changed since it was released. */
function nameOf(document: ApiDocsDocument): string | undefined {
  const { service, released = [], removed = [] } = document;
  const last = released.at(-1);
  const { version = last } = service;
  if (!released.includes(version ?? "")) return version;
  const changes = entriesOf(document).flatMap(({ method: { history = [] } }) => history);
  const events = [...changes, ...removed];
  return version === last && events.every((event) => event.version) ? version : undefined;
}
