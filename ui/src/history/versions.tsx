/** In which versions a method or a contract was added, changed and deprecated, when it ends, and what replaces it. */

import type { JSX } from "preact";
import type { Contract, Method, MethodEvent } from "../document";
import { pageOfNames } from "../host/anchor";
import { interpolate, t } from "../i18n";
import { useLinks, useShown } from "../views/context";

interface Props {
  readonly part: Method | Contract;
}

export function Versions({ part }: Props): JSX.Element | null {
  const { sunset, replacement } = part.lifecycle ?? {};
  const sentences = [
    ...eventsOf(part).map(sentenceOf),
    ...(sunset ? [t("To be removed on {0}", sunset)] : []),
    ...(replacement ? [interpolate("Replaced by {0}", <Replacement name={replacement} />)] : []),
  ];
  if (sentences.length === 0) return null;
  return (
    <p class="quiet small versions">
      {sentences.map((sentence, at) => (
        <span key={at}>{sentence}. </span>
      ))}
    </p>
  );
}

/** What the snapshots say, and what the author says where they know nothing. */
export function eventsOf(part: Method | Contract): readonly MethodEvent[] {
  const computed = ("history" in part && part.history) || [];
  const { since, deprecatedSince } = part.lifecycle ?? {};
  const lacks = (kind: MethodEvent["kind"]): boolean => computed.every((event) => event.kind !== kind);
  return [
    ...(since && lacks("added") ? [{ kind: "added", version: since } as const] : []),
    ...computed,
    ...(deprecatedSince && lacks("deprecated") ? [{ kind: "deprecated", version: deprecatedSince } as const] : []),
  ];
}

export function sentenceOf({ kind, version = t("the next version") }: MethodEvent): string {
  switch (kind) {
    case "added":
      return t("New in {0}", version);
    case "changed":
      return t("Changed in {0}", version);
    default:
      return t("Deprecated since {0}", version);
  }
}

/** The name of a method, a contract or a field; a link where the document has it. */
export function Replacement({ name }: { readonly name: string }): JSX.Element {
  const { model } = useShown();
  const link = useLinks();
  const page = pageOfNames(name.split("."), model);
  const isThere =
    (page.kind === "method" && model.method(page)) || (page.kind === "contract" && model.contract(page.group, page.contract));
  const code = <code>{name}</code>;
  return isThere ? <a href={link(page)}>{code}</a> : code;
}
