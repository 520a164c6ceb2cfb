/** The UI's own words in the reader's language: each English text is the key of its translation. */

/** What a page gives in `data-words`; English needs none. */
export interface Words {
  readonly language: string;
  readonly messages: Readonly<Record<string, string>>;
}

let messages: Words["messages"] = {};
let plural = new Intl.PluralRules("en");

/** Speaks the language of the page from now on; what has no translation stays English. */
export function speak(words: Words | undefined): void {
  messages = words?.messages ?? {};
  plural = new Intl.PluralRules(words?.language ?? "en");
}

/**
 * A text around values: `{0}` stands for the first.
 *
 * Where number matters the text has two forms, `{0} field|{0} fields`, and the first value decides.
 */
export function around<T>(text: string, ...values: readonly T[]): readonly (T | string)[] {
  const [one = "", more = one] = (messages[text] ?? text).split("|");
  const form = plural.select(Number(values[0])) === "one" ? one : more;
  return form.split(/\{(\d)\}/).map((piece, at) => (at % 2 > 0 ? (values[Number(piece)] ?? "") : piece));
}

/** A text of the UI. */
export function t(text: string, ...values: readonly (string | number)[]): string {
  return around(text, ...values).join("");
}
