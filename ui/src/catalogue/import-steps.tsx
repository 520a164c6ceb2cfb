/** How clients with a window read the OpenAPI file: by its address, which a page from the disk does not have. */

import { Fragment, h, type JSX } from "preact";
import { CopyButton } from "../views/copy";
import { interpolate, t } from "../i18n";

export function ImportSteps({ href }: { readonly href: string }): JSX.Element {
  const address = new URL(href, location.href).href;
  const isServed = /^https?:/.test(address);
  return (
    <>
      <ul>
        <li>{interpolate("Bruno: {0}, then the file or its address.", <b>Import Collection</b>)}</li>
        <li>{interpolate("Postman and Insomnia: {0}, then the file or its address.", <b>Import</b>)}</li>
      </ul>
      {isServed && (
        <p class="import-address">
          <code>{address}</code>
          <CopyButton text={() => address} what={t("the address of the OpenAPI file")} />
        </p>
      )}
    </>
  );
}
