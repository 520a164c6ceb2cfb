/** A method as Markdown: its file, and a button that copies the text. */

import { h, type JSX } from "preact";
import { linkOf } from "../host/attributes";
import type { Entry } from "../model/model";
import { useShown } from "../views/context";
import { CopyButton } from "../views/copy";
import { t } from "../i18n";

export function AsMarkdown({ entry }: { readonly entry: Entry }): JSX.Element | null {
  const { links, route } = useShown();
  const folder = linkOf(links, route.slug)?.methods;
  if (folder === undefined) return null;
  const href = folder + markdownFileOf(entry);
  return (
    <p class="quiet small">
      <a href={href}>{t("Markdown")}</a>
      {location.protocol !== "file:" && <CopyButton text={() => textAt(href)} what={t("the method as Markdown")} />}
    </p>
  );
}

/** The name that `method_pages.py` gives to the file. */
export function markdownFileOf({ group, contract, method }: Pick<Entry, "group" | "contract" | "method">): string {
  const name = [group.slug, contract.name, method.name].join(".").toLowerCase();
  return `${name.replace(/[^a-z0-9_.~@+-]+/g, "-").slice(0, 200)}.md`;
}

async function textAt(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(address);
  return response.text();
}
