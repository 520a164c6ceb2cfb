/** What the reader chose, kept in the browser where that is allowed: some pages and modes forbid it. */

type Where = () => Storage;

const inBrowser: Where = () => localStorage;
/** Until the tab is closed. */
export const inTab: Where = () => sessionStorage;

export function recall(key: string, where = inBrowser): string | undefined {
  try {
    return where().getItem(`ggdocs-${key}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value, or none; where that is forbidden, the choice lasts as long as the page. */
export function remember(key: string, value: string | undefined, where = inBrowser): void {
  try {
    if (value === undefined) where().removeItem(`ggdocs-${key}`);
    else where().setItem(`ggdocs-${key}`, value);
  } catch {}
}
