/** What few methods have: links of responses, how parts are sent, messages after a failure; and what is next to all: the methods before and after, the Markdown file. */

import { Fragment, h, type JSX } from "preact";
import type { Content, FilePart, Param, ResponseLink, WebSocketContract } from "../document";
import { ExampleWords } from "./examples";
import { methodPage } from "../model/model";
import { useLinks, useShown } from "../parts/context";
import { Heading } from "../parts/heading";
import { Prose } from "../parts/prose";
import { refOf, type Entry, type Method, type MethodRef } from "../model/contracts";
import { linkOf } from "../host/attributes";
import { CopyButton } from "../parts/copy";
import { ErrorCards } from "../views/errors";
import { textOf } from "../samples/request";
import type { JsonValue } from "../types/json-schema";
import { interpolate, t } from "../i18n";

/** The method that the document names by a key, `group slug/contract/method`. */
export function refOfKey(key: string): MethodRef {
  const [group = "", contract = "", method = ""] = key.split("/");
  return { group, contract, method };
}

/** Calls that values of a response are good for. */
export function ResponseLinks({ links }: { readonly links: readonly ResponseLink[] }): JSX.Element {
  const href = useLinks();
  return (
    <div class="params">
      <Heading level={3}>{t("Links")}</Heading>
      <ul class="fields">
        {links.map(({ name, method, operation, parameters, body, description }) => (
          <li class="field">
            <code class="field-name">{name}</code>{" → "}
            {method ? <a href={href(methodPage(refOfKey(method)))}><code>{refOfKey(method).method}</code></a> : <code>{operation}</code>}
            {Object.entries({ ...parameters, ...(body !== undefined && { [t("Request body")]: body }) }).map(([key, value]) => (
              <p class="small">{key} = <code>{textOf(value as JsonValue)}</code></p>
            ))}
            <Prose text={description} class="small" />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** How a parameter is sent, where that is not as usual, and what its examples are. */
export function SentAs({ of }: { readonly of: Param }): JSX.Element {
  const words = wordsOf(of);
  const values = [...(of.schema.examples ?? [])];
  return (
    <>
      {words && <p class="facts small quiet">{words}</p>}
      {of.examples?.map((example) => (
        <ExampleWords example={example} value={example.externalValue ? null : values.shift()} />
      ))}
    </>
  );
}

function wordsOf({ style, explode, mediaType }: Param): string {
  return [
    mediaType,
    style && t("style {0}", style),
    explode === undefined ? "" : explode ? t("each item on its own") : t("all in one value"),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** What is demanded of the files of a form, and how its other parts are sent. */
export function FormParts({ content: { files = {} } }: { readonly content: Content }): JSX.Element | null {
  const told = Object.entries(files).map(([name, file]) => [name, fileWords(file)]).filter(([, words]) => words);
  return told.length > 0 ? (
    <ul class="files">
      {told.map(([name, words]) => <li>{name && <code class="field-name">{name}</code>} {words}</li>)}
    </ul>
  ) : null;
}

function fileWords({ mediaTypes, maxSize }: FilePart): string {
  const kinds = mediaTypes?.length && t("a file of {0}", mediaTypes.join(", "));
  return [kinds, maxSize && t("at most {0}", bytes(maxSize))].filter(Boolean).join(", ");
}

/** A size for readers: `5 MB`. */
function bytes(size: number): string {
  const units = ["bytes", "kB", "MB", "GB"] as const;
  let at = 0;
  let value = size;
  while (value >= 1000 && at < units.length - 1) [value, at] = [value / 1000, at + 1];
  return `${Number(value.toFixed(1))} ${units[at]}`;
}

interface Props {
  readonly entry: Entry;
}

export function MethodFoot({ entry }: Props): JSX.Element {
  const { contract, method } = entry;
  return (
    <>
      <Neighbours entry={entry} />
      {method.source && (
        <p class="source">
          {interpolate("Defined in {0}", <code>{method.source.module ?? contract.source?.module}</code>)}
          {method.source.line !== undefined && `, ${t("line {0}", method.source.line)}`}
        </p>
      )}
    </>
  );
}

/** The methods before and after this one in its contract. */
function Neighbours({ entry: { group, contract, method } }: Props): JSX.Element | null {
  const link = useLinks();
  const methods: readonly Method[] = contract.methods;
  const at = methods.indexOf(method);
  if (methods.length < 2) return null;
  const draw = (neighbour: Method | undefined, before: string, after: string): JSX.Element =>
    neighbour ? (
      <a href={link(methodPage(refOf({ group, contract, method: neighbour })))}>
        <span aria-hidden="true">{before}</span>
        {neighbour.name}
        <span aria-hidden="true">{after}</span>
      </a>
    ) : <span />;
  return (
    <nav class="neighbours" aria-label={t("Before and after")}>
      {draw(methods[at - 1], "← ", "")}
      {draw(methods[at + 1], "", " →")}
    </nav>
  );
}

export function AsMarkdown({ entry }: { readonly entry: Entry }): JSX.Element | null {
  const { links, route } = useShown();
  const folder = linkOf(links, route.slug)?.methods;
  if (folder === undefined) return null;
  const href = folder + markdownFileOf(entry);
  return (
    <p class="quiet small">
      <a href={href}>{t("Markdown")}</a>
      {location.protocol !== "file:" && <CopyButton text={() => textAt(href)} what={t("the method as Markdown")} />}
    </p>
  );
}

/** The name that `method_pages.py` gives to the file. */
export function markdownFileOf({ group, contract, method }: Pick<Entry, "group" | "contract" | "method">): string {
  const name = [group.slug, contract.name, method.name].join(".").toLowerCase();
  return `${name.replace(/[^a-z0-9_.~@+-]+/g, "-").slice(0, 200)}.md`;
}

async function textAt(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(address);
  return response.text();
}

/** The messages after a failed event, and the responses to invalid messages. */
export function Failures({ contract }: { readonly contract: WebSocketContract }): JSX.Element {
  const { errorFormat: format, framing } = contract;
  const { eventError, eventErrors = [], refusal, refusals = [] } = framing;
  return (
    <>
      <ErrorCards
        types={eventErrors}
        format={format}
        at="event-errors"
        title={t("A failed event is reported with")}
        sent={eventError && { contract, outer: eventError }}
      />
      <ErrorCards
        types={refusals}
        format={format}
        at="refusals"
        title={t("Invalid messages get the reply")}
        sent={refusal && { contract, outer: refusal }}
      />
    </>
  );
}
