/** Translation of the UI's texts: each English text is the key of its translation. */

/** The catalogue in `data-words` of a page; English needs none. */
export interface Catalogue {
  readonly language: string;
  readonly messages: Readonly<Record<string, string>>;
}

let messages: Catalogue["messages"] = {};
let plural = new Intl.PluralRules("en");

/** Sets the language of all further texts; texts without a translation stay English. */
export function setLanguage(catalogue: Catalogue | undefined): void {
  messages = catalogue?.messages ?? {};
  plural = new Intl.PluralRules(catalogue?.language ?? "en");
}

/**
 * Translates a text and inserts values: `{0}` is the first one.
 *
 * A text with a plural has two forms, `{0} field|{0} fields`; the first value decides.
 */
export function interpolate<T>(text: string, ...values: readonly T[]): readonly (T | string)[] {
  const [one = "", more = one] = (messages[text] ?? text).split("|");
  const form = plural.select(Number(values[0])) === "one" ? one : more;
  return form.split(/\{(\d)\}/).map((piece, index) => (index % 2 > 0 ? (values[Number(piece)] ?? "") : piece));
}

/** Translates a text of the UI. */
export function t(text: string, ...values: readonly (string | number)[]): string {
  return interpolate(text, ...values).join("");
}
