/** Who is behind a service: whom to ask, its license, its terms; a quiet line each. */

import { h, type ComponentChildren, type JSX } from "preact";
import type { Service } from "../document";
import { SafeLink } from "../views/external";
import { t } from "../i18n";

export function imprint({ contact, license, termsOfService: terms }: Service): JSX.Element {
  return (
    <div class="files">
      {contact && fact(t("Contact"), linked(contact.name ?? contact.url, contact.url), linked(contact.email, `mailto:${contact.email}`))}
      {license && fact(t("License"), linked(license.name, license.url), license.identifier !== license.name && license.identifier)}
      {terms && fact(t("Terms of service"), linked(terms, terms))}
    </div>
  );
}

function fact(label: string, first: ComponentChildren, second?: ComponentChildren): JSX.Element {
  return (
    <div>
      {label} {first} {second}
    </div>
  );
}

/** Words, with a link where the address is one of the web or of mail: `www.example.org` would lead into this site. */
function linked(words: string | undefined, url = ""): ComponentChildren {
  return words && /^(https?:|mailto:)/i.test(url) ? <SafeLink href={url}>{words}</SafeLink> : words;
}
