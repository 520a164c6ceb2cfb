/** What the browser's tab says. */

import type { Model } from "../model/model";
import type { Route } from "../route";

export function titleOf({ page }: Route, model: Model): string {
  const { name } = model.document.service;
  switch (page.kind) {
    case "overview":
    case "anchor":
    case "unknown":
      return name;
    case "group":
      return `${model.group(page.group)?.name ?? page.group} · ${name}`;
    case "contract":
      return `${page.contract} · ${name}`;
    case "method":
      return `${page.method} · ${page.contract} · ${name}`;
    case "schema":
    case "brand":
    case "error":
      return `${page.name} · ${name}`;
    default:
      return page satisfies never;
  }
}
