/** What few first pages have: who is behind the service, what is malformed. */

import { Fragment, h, type ComponentChildren, type JSX } from "preact";
import type { License, Service } from "../document";
import { SafeLink } from "../parts/external";
import type { Problem } from "../model/check";
import { interpolate, t } from "../i18n";

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
        <>
          {at > 0 && ", "}
          {part}
        </>
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

/** As many problems are listed. */
const MAX_PROBLEMS = 10;

export function ProblemList({ problems }: { readonly problems: readonly Problem[] }): JSX.Element {
  return (
    <div class="broken" role="note">
      <p>{t("Something is malformed in the document. What is not affected is shown.")}</p>
      <ul>
        {problems.slice(0, MAX_PROBLEMS).map(({ place, actual, expected }) => (
          <li>
            {actual === "undefined"
              ? interpolate("{0} is missing.", <code>{place}</code>)
              : interpolate<JSX.Element | string>("{0} is {1}, not {2}.", <code>{place}</code>, actual, expected)}
          </li>
        ))}
      </ul>
      {problems.length > MAX_PROBLEMS && <p>{t("{0} more", problems.length - MAX_PROBLEMS)}</p>}
    </div>
  );
}
