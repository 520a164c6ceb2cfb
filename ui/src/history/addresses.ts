/** Addresses of changes in the changelog of the site. */

/** Where the changelog of the site has a change of something, named by its kind and key; undefined if it has not. */
export function addressOfChange(
  changelog: Readonly<Record<string, string>>,
  version: string | null | undefined,
  place: string | null | undefined,
): string | undefined {
  const key = version ?? "";
  if (place == null || !Object.hasOwn(changelog, key)) return undefined;
  return `${changelog[key]}${place && `-${idOf(place)}`}`;
}

/** An id as docutils makes it of a text. */
function idOf(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^ -~]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/-+$/, "");
}
