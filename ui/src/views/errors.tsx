/** The errors of a method: a card for each, with its description and its data. */

import { Fragment, h, type JSX } from "preact";
import type { ErrorDefinition } from "../document";
import { KeptDetails, Place } from "../host/kept";
import type { Contract } from "../model/contracts";
import { isAny } from "../types/json-schema";
import type { ErrorProps, SentError } from "../parts/late-parts";
import { errorWords, statusOf } from "../types/status";
import { errorAnchor } from "../model/route";
import { Contents, Payload } from "./body";
import { useLinks, useShown } from "../parts/context";
import { Section } from "../parts/heading";
import { Icon } from "../parts/icons";
import { Late } from "../parts/lazy";
import { LongList } from "../parts/long-list";
import { Params } from "./params";
import { Prose } from "../parts/prose";
import { ReuseChip } from "../parts/reuse";
import { MOST_FIELDS } from "./schema";
import { t } from "../i18n";

interface Props {
  readonly types: readonly string[];
  /** Those of them that nobody declares. */
  readonly added?: readonly string[] | undefined;
  readonly format: Contract["errorFormat"];
  /** What the method says of errors of which others say something else. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
  readonly title?: string;
  readonly at?: string;
  readonly sent?: Sent | undefined;
}

type Sent = Omit<SentError, "key">;

export function ErrorCards({ types, added = [], format, texts, title = t("Errors"), at = "errors", sent }: Props): JSX.Element | null {
  const { model, route } = useShown();
  if (types.length === 0) return null;
  const cards: Record<string, string[]> = {}; // by all that there is but status and words, which errors without names share
  for (const type of types) {
    (cards[JSON.stringify({ ...model.error(type), statusCode: 0, statusRange: 0, description: 0, added: added.includes(type) })] ??= []).push(type);
  }
  const all = Object.values(cards);
  return (
    <Section at={at} title={title} aside={<span class="count">{types.length}</span>}>
      {format === "problem" && <p class="quiet">{t("Sent as problem details (RFC 9457).")}</p>}
      <LongList items={all} current={all.findIndex((alike) => alike.some((type) => route.at === errorAnchor(type)))} first={MOST_FIELDS} line="p">
        {(alike) => <ErrorCard key={alike[0]} types={alike} isAdded={added.includes(alike[0] ?? "")} {...{ format, texts, sent }} />}
      </LongList>
    </Section>
  );
}

interface CardProps {
  /** Errors with the same data. */
  readonly types: readonly string[];
  readonly isAdded: boolean;
  readonly format: Contract["errorFormat"];
  readonly texts?: Props["texts"];
  readonly sent?: Sent | undefined;
}

function ErrorCard({ types, isAdded, format, texts, sent }: CardProps): JSX.Element {
  const { model } = useShown();
  const [type = ""] = types;
  const error = model.error(type);
  if (!error) return <p class="quiet">{type}</p>;
  return (
    <article class={`error-card ${isBrief(error) ? "is-brief" : ""}`} aria-label={types.map((each) => errorWords(each, error)).join(", ")}>
      <div class="error-words">
        {types.map((each) => <ErrorWords type={each} error={model.error(each) ?? error} isAdded={isAdded} text={texts?.[each]} />)}
      </div>
      <div class="error-data">
        <Place name={type}>
          <ErrorData error={error} format={format} sent={sent && { ...sent, key: type }} />
        </Place>
      </div>
    </article>
  );
}

interface WordsProps {
  readonly type: string;
  readonly error: ErrorDefinition;
  readonly isAdded: boolean;
  readonly text?: string | undefined;
}

function ErrorWords({ type, error, isAdded, text = error.description }: WordsProps): JSX.Element {
  const { route } = useShown();
  const link = useLinks();
  const at = errorAnchor(type);
  const words = errorWords(type, error);
  return (
    <div class={route.at === at ? "lit" : ""} data-at={at}>
      <p class="error-type">
        <span class="status bad">{statusOf(error)}</span>
        <a href={link({ kind: "error", name: type })}>{error.type === undefined ? words : <code>{type}</code>}</a>
        <ReuseChip kind="error" name={type} />
        {isAdded && <span class="tag" title={t("The method does not declare this error; the runtime adds it.")}>{t("runtime")}</span>}
        <a class="self" href={link(route.page, { at })} aria-label={t("Link to {0}", words)}>
          <Icon name="link" />
        </a>
      </p>
      <Prose text={text} class="small" />
    </div>
  );
}

/** Whether all there is to say of an error fits into a row. */
function isBrief({ data, moreContents, responseHeaders, links }: ErrorDefinition): boolean {
  return !data && !moreContents?.length && !responseHeaders?.length && !links;
}

/** The data of an error; the example is the whole message. */
export function ErrorData({ error, format, sent }: Pick<ErrorProps, "error"> & Partial<ErrorProps>): JSX.Element {
  const { data, mediaType = "application/json", moreContents = [], responseHeaders = [], examples, links } = error;
  const of = error.type ?? statusOf(error);
  const hasMore = moreContents.length > 0;
  const contents = [...(data ? [{ mediaType, schema: data, ...(examples && { examples }) }] : []), ...moreContents];
  const unusual = contents.length === 1 && contents[0]?.mediaType !== "application/json";
  const example = <Late>{({ ErrorExample }) => <ErrorExample {...{ error, format, sent, of }} />}</Late>;
  if (isBrief(error)) {
    if (format === "plain" && !sent) return <p class="quiet">{t("No data.")}</p>;
    return (
      <KeptDetails>
        <summary>{t("Example")}</summary>
        {example}
      </KeptDetails>
    );
  }
  return (
    <>
      {hasMore && <Contents contents={contents} of={of} />}
      {!hasMore && data && <Payload schema={data} of={of} example={format === "plain" && isAny(data) ? undefined : example} />}
      {unusual && <code class="media-type">{contents[0]?.mediaType}</code>}
      {responseHeaders.length > 0 && <Params title={t("Headers")} params={responseHeaders} />}
      {links && <Late>{({ ResponseLinks }) => <ResponseLinks links={links} />}</Late>}
    </>
  );
}
