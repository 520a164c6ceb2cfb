/** In which versions a method, a contract or an error was added, changed and deprecated, what has changed, when it ends, and what replaces it. */

import { Fragment, h, type JSX } from "preact";
import type { ApiDocsDocument, ErrorDefinition, MethodChange, MethodEvent } from "../document";
import { entriesOf, refOf, type Contract, type Method } from "../model/contracts";
import { KeptDetails } from "../host/kept";
import { keyOfMethod } from "../model/uses";
import { addressOfChange, useChangelog, useLinks, useShown } from "../parts/context";
import { pageOfNames } from "../host/static-text";
import { interpolate, t } from "../i18n";

type Versioned = Method | Contract | ErrorDefinition;

export function Versions({ part }: { readonly part: Versioned }): JSX.Element | null {
  const { model } = useShown();
  const { sunset, replacement } = part.lifecycle ?? {};
  const changelog = useChangelog();
  const sentences = [
    ...eventsOf(part).map((event) => {
      const address = addressOf(model.document, part, event, changelog);
      return address === undefined ? sentenceOf(event) : <a href={address}>{sentenceOf(event)}</a>;
    }),
    ...(sunset ? [t("To be removed on {0}", sunset)] : []),
    ...(replacement ? [interpolate("Replaced by {0}", <Replacement name={replacement} />)] : []),
  ];
  if (sentences.length === 0) return null;
  return (
    <>
      <p class="quiet small versions">
        {sentences.map((sentence) => <span>{sentence}. </span>)}
      </p>
      <Changes events={eventsOf(part)} />
    </>
  );
}

/** What has changed of a method in each version, the newest first. */
function Changes({ events }: { readonly events: readonly MethodEvent[] }): JSX.Element | null {
  const { document } = useShown().model;
  const changed = events.filter((event) => changesOf(document, event).length > 0).reverse();
  if (changed.length === 0) return null;
  return (
    <KeptDetails class="history">
      <summary>{t("What has changed")}</summary>
      {changed.map((event) => (
        <div>
          {changed.length > 1 && <strong>{sentenceOf(event)}</strong>}
          <ul>
            {changesOf(document, event).map(({ of: user, text, verdict, accepted }) => (
              <li>
                {user?.replace(/^\w+ (.*)/, "$1: ")}
                {text}
                {verdict === "breaking" && <span class="mark breaking"> ({t("breaking")})</span>}
                {accepted && ` (${t("accepted: {0}", accepted)})`}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </KeptDetails>
  );
}

function changesOf({ changes = [] }: ApiDocsDocument, event: MethodEvent): readonly MethodChange[] {
  return (event.changes ?? []).flatMap((at) => changes[at] ?? []);
}

/** Where the changelog of the site has an event; undefined if it has not. */
export function addressOf(
  document: ApiDocsDocument,
  part: Versioned,
  event: MethodEvent,
  changelog: Readonly<Record<string, string>>,
): string | undefined {
  const isComputed = "history" in part && part.history?.includes(event);
  return addressOfChange(changelog, event.version, isComputed ? placeOf(document, part, event) : "");
}

/** Kind and key of what has changed: the method itself, else the first of what it uses. */
function placeOf(document: ApiDocsDocument, part: Versioned, event: MethodEvent): string {
  const changes = changesOf(document, event);
  const used = changes.every((change) => change.of !== undefined) ? changes[0]?.of : undefined;
  if (used !== undefined) return used;
  const entry = entriesOf(document).find(({ method }) => method === part);
  return entry ? `method ${keyOfMethod(refOf(entry))}` : "";
}

/** What the snapshots say, and what the author says where they know nothing. */
export function eventsOf(part: Versioned): readonly MethodEvent[] {
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
