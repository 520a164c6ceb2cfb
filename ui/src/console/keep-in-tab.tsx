/** Whether what is filled in stays in the tab when the page is left. */

import { h, type JSX } from "preact";
import { useState } from "preact/hooks";
import { createFills, isInTab, keepInTab } from "../host/fill";
import { useOwn } from "../host/own";
import { t } from "../i18n";

export function KeepInTab({ slug }: { readonly slug: string }): JSX.Element {
  const fills = useOwn(createFills);
  const [inTab, setInTab] = useState(() => isInTab(slug));
  return (
    <label>
      <input
        type="checkbox"
        checked={inTab}
        onChange={(event) => {
          setInTab(event.currentTarget.checked);
          keepInTab(fills, slug, event.currentTarget.checked);
        }}
      />{" "}
      {t("Keep in this tab")}
    </label>
  );
}
