/** Who is behind a service: who owns it, whom to ask, its license, its terms; a quiet line each. */

import { Fragment, h, type ComponentChildren, type JSX } from "preact";
import type { License, Service } from "../document";
import { SafeLink } from "../views/external";
import { t } from "../i18n";

export function imprint({ owner, lifecycle, contact, license, termsOfService: terms }: Service): JSX.Element {
  return (
    <div class="files">
      {owner && fact(t("Owner"), owner)}
      {lifecycle && fact(t("Lifecycle"), lifecycle)}
      {contact && fact(t("Contact"), linked(contact.name ?? contact.url, contact.url), linked(contact.email, `mailto:${contact.email}`))}
      {license && fact(t("License"), licenseLink(license))}
      {terms && fact(t("Terms of service"), linked(terms, terms))}
    </div>
  );
}

function fact(label: string, ...parts: readonly ComponentChildren[]): JSX.Element {
  return (
    <div>
      {label}{" "}
      {parts.filter(Boolean).map((part, at) => (
        <Fragment key={at}>
          {at > 0 && ", "}
          {part}
        </Fragment>
      ))}
    </div>
  );
}

/** An SPDX identifier leads to the page of its license; `LicenseRef` begins those that SPDX does not have. */
function licenseLink({ name, identifier = "", url }: License): ComponentChildren {
  const page = /^(?!licenseref)[\w.+-]+$/i.test(identifier) ? `https://spdx.org/licenses/${identifier}` : undefined;
  return linked(["", name].includes(identifier) ? name : `${name} (${identifier})`, url ?? page);
}

/** Words, with a link where the address is one of the web or of mail: `www.example.org` would lead into this site. */
function linked(words: string | undefined, url = ""): ComponentChildren {
  return words && /^(https?:|mailto:)/i.test(url) ? <SafeLink href={url}>{words}</SafeLink> : words;
}
