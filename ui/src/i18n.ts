/**
 * Translation of the UI's texts: each English text is the key of its translation.
 *
 * Each element of a page has a language of its own. Rendering is synchronous, so that before a component renders, and before an event is
 * handled, the language of its element becomes the one that is spoken.
 */

import { createContext, options, type VNode } from "preact";

/** The catalogue in `data-words` of a page; English needs none. */
export interface Catalogue {
  readonly language: string;
  readonly messages: Readonly<Record<string, string>>;
}

/** The words of a language, and how it counts. */
export interface Language {
  readonly messages: Catalogue["messages"];
  readonly plural: Intl.PluralRules;
}

export function languageOf(catalogue: Catalogue | undefined): Language {
  return { messages: catalogue?.messages ?? {}, plural: new Intl.PluralRules(catalogue?.language ?? "en") };
}

const ENGLISH = languageOf(undefined);
let spoken = ENGLISH;

/** An element of the page. */
export interface Host {
  readonly language: Language;
}

/** The element in which everything below is rendered. */
export const HostContext = createContext<Host>({ language: ENGLISH });

/** Runs a function that says something in a language, outside of components and events. */
export function speaking<T>(language: Language, run: () => T): T {
  const before = spoken;
  spoken = language;
  const result = run();
  spoken = before;
  return result;
}

/** A function that is called later, in the language that is spoken now. */
export function inThisLanguage<A extends readonly unknown[], T>(run: (...args: A) => T): (...args: A) => T {
  const language = spoken;
  return (...args) => speaking(language, () => run(...args));
}

/** Preact's hook before a component renders, under the short name that its other extensions (`@preact/signals`) use, too. */
interface Hooks {
  __r?: (vnode: VNode) => void;
}
type Rendered = VNode & { readonly __c: { readonly context: Readonly<Record<string, { readonly props: { readonly value: Host } } | undefined>> } };

const hooks = options as typeof options & Hooks;
const { __r: further } = hooks;
const { __c: id } = HostContext as unknown as { readonly __c: string };

hooks.__r = (vnode) => {
  spoken = (vnode as Rendered).__c.context[id]?.props.value.language ?? ENGLISH;
  further?.(vnode);
};

options.event = (event) => {
  const { host } = (event.currentTarget as Node).getRootNode() as unknown as { readonly host?: Host };
  spoken = host?.language ?? spoken;
  return event;
};

/**
 * Translates a text and inserts values: `{0}` is the first one.
 *
 * A text with a plural has two forms, `{0} field|{0} fields`; the first value decides.
 */
export function interpolate<T>(text: string, ...values: readonly T[]): readonly (T | string)[] {
  const [one = "", more = one] = (spoken.messages[text] ?? text).split("|");
  const form = spoken.plural.select(Number(values[0])) === "one" ? one : more;
  return form.split(/\{(\d)\}/).map((piece, index) => (index % 2 > 0 ? (values[Number(piece)] ?? "") : piece));
}

/** Translates a text of the UI. */
export function t(text: string, ...values: readonly (string | number)[]): string {
  return interpolate(text, ...values).join("");
}
