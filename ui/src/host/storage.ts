/** What the reader chose, kept in the browser where that is allowed. */

export function recall(key: string): string | undefined {
  try {
    return localStorage.getItem(`ggdocs-${key}`) ?? undefined;
  } catch {
    return undefined; // storage is forbidden on some pages and in some modes
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`ggdocs-${key}`, value);
  } catch {
    // the choice then lasts as long as the page
  }
}
