/** Example strings by what a field or a brand is called, where its schema says no more than that it is a text. */

/** The last words of names, the more special first. Values kept free for documentation where there are some. */
const BY_NAME: readonly (readonly [name: RegExp, text: string])[] = [
  [/e-?mail(-address)?$/, "user@example.org"],
  [/(^|-)(url|uri|link|href|website)$/, "https://example.org/"],
  [/(^|-)(phone|mobile|telephone)(-number)?$/, "+12025550123"],
  [/(^|-)(first|given)-?name$/, "Ada"],
  [/(^|-)(last|family|sur)-?name$/, "Lovelace"],
  [/(^|-)user-?name$/, "ada"],
  [/(^|-)currency(-code)?$/, "EUR"],
  [/(^|-)country(-code)?$/, "DE"],
  [/(^|-)(language|locale)(-code)?$/, "en"],
  [/(^|-)(zip|postcode|postal-code|zip-code)$/, "10115"],
  [/(^|-)city$/, "Berlin"],
  [/(^|-)(date|day)$/, "2026-01-31"],
  [/(^|-)(timestamp|(created|updated|deleted|expires)-at)$/, "2026-01-31T12:00:00Z"],
  [/(^|-)password$/, "correct horse battery staple"],
];

/** `order-1` for `OrderId`; undefined for names that say nothing about the text. A part of a path is called `/order`. */
export function textByName(name: string, isBrand: boolean): string | undefined {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-/, "")
    .toLowerCase();
  const known = BY_NAME.find(([pattern]) => pattern.test(words));
  if (known) return known[1];
  const [, owner] = /^(?:(.+)-)?id$/.exec(words) ?? [];
  if (owner) return `${owner}-1`;
  return (isBrand || name[0] === "/") && words !== "" ? `${words}-1` : undefined;
}
