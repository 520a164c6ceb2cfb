/** What has come back: which answer of the contract it is, where it deviates, and the body. */

import { Fragment, h, type ComponentChildren, type JSX } from "preact";
import { useContext, useEffect, useMemo, useState } from "preact/hooks";
import type { HttpMethod } from "../document";
import { FillContext } from "../host/fill";
import { interpolate, t } from "../i18n";
import type { Entry, MethodRef } from "../model/contracts";
import { exchangeOf } from "../model/exchange";
import { methodPage, titleOf } from "../model/model";
import { errorAnchor } from "../model/route";
import { isJson } from "../samples/request";
import type { JsonValue, SchemaOrBoolean } from "../types/json-schema";
import { errorWords, statusWords } from "../types/status";
import { Code } from "../parts/code";
import { useLinks, useShown } from "../parts/context";
import { CopyButton } from "../parts/copy";
import { withDraft } from "./drafts";
import { brandsIn, verdictOf, type Branded, type Verdict } from "./judge";
import type { Answer } from "./send";
import { losslessValue } from "./shape";
import { Stream } from "./stream";
import { faultsOf, placeOf, type Fault } from "./validate";

/** Longer bodies are not held against the contract; longer ones than the second are not laid out. */
const JUDGED = 5_000_000;
const LAID_OUT = 500_000;
/** Longer texts are shown in parts of this length. */
const WINDOW = 100_000;

/** Rows of a stream are cut there. */
const LONG_ROW = 2000;

export function sizeWords(size: number): string {
  return size < 1000 ? t("{0} byte|{0} bytes", size) : size < 1_000_000 ? `${(size / 1000).toFixed(1)} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}

interface Props {
  readonly entry: Entry;
  readonly method: HttpMethod;
  readonly answer: Answer;
  readonly milliseconds: number;
  /** Whether the reader has stopped what was coming. */
  readonly isStopped: boolean;
  readonly onBrands: (brands: readonly Branded[]) => void;
}

export function AnswerView({ entry, method, answer, milliseconds, isStopped, onBrands }: Props): JSX.Element {
  const { document } = useShown().model;
  const isStream = /event-stream|ndjson|jsonl|json-seq/.test(answer.mediaType);
  const text = useMemo(() => (answer.isComplete && answer.size <= JUDGED && !isStream ? answer.text?.() : undefined), [answer]);
  const value = useMemo(() => (text !== undefined && isJson(answer.mediaType) ? parsedText(text) : undefined), [text]);
  const verdict = useMemo(() => verdictOf(document, entry.contract, method, answer, value), [answer, value]);
  const brands = useMemo(() => (value === undefined || verdict.schema === undefined ? [] : brandsIn(value, verdict.schema, document)), [value, verdict]);
  useEffect(() => onBrands(brands), [brands]);
  return (
    <div class="answer">
      <VerdictLine {...{ verdict, answer, milliseconds, isStopped }} />
      <Deviations verdict={verdict} isJsonBroken={isJson(answer.mediaType) && text !== undefined && text !== "" && value === undefined} />
      {answer.size > JUDGED && isJson(answer.mediaType) && verdict.schema !== undefined && !isStream && <p class="note">{t("The body is too long to be checked.")}</p>}
      {verdict.extent === "beginning" && <p class="note">{t("Only the beginning of the body was checked.")}</p>}
      {answer.redirectedTo !== undefined && <p class="note">{t("The service has sent the browser to {0}.", answer.redirectedTo)}</p>}
      {isStream && answer.text ? <Rows answer={answer} schema={verdict.content?.schema} /> : <Body answer={answer} text={text} value={value} />}
      <Uses brands={brands} />
      <Headers answer={answer} />
    </div>
  );
}

function parsedText(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

type VerdictProps = Pick<Props, "answer" | "milliseconds" | "isStopped"> & { readonly verdict: Verdict };

function VerdictLine({ verdict, answer, milliseconds, isStopped }: VerdictProps): JSX.Element {
  const { route, model } = useShown();
  const link = useLinks();
  const { kind, error } = verdict;
  const isGood = kind === "success" || (kind === "undeclared" && answer.status < 400);
  const words = statusWords({ statusCode: answer.status });
  const [, wait] = answer.headers.find(([name]) => name.toLowerCase() === "retry-after") ?? [];
  const definition = error === undefined ? undefined : model.error(error);
  return (
    <p class="verdict" role="status">
      <span class={`status ${isGood ? "ok" : "bad"}`}>{answer.status}</span>{" "}
      {definition && error !== undefined ? <a href={link(route.page, { at: errorAnchor(error) })}><code>{errorWords(error, definition)}</code></a> : <span>{words}</span>}
      {kind === "undeclared" && <span class="tag off">{t("not declared")}</span>}{" "}
      <span class="count">{`${Math.round(milliseconds)} ms · ${sizeWords(answer.size)}`}</span>
      {!answer.isComplete && !isStopped && <span class="tag">{t("receiving…")}</span>}
      {kind !== "undeclared" && verdict.extent !== "nothing" && verdict.faults.length === 0 && <span class="tag">{t("as documented")}</span>}
      {wait !== undefined && <span class="tag">{t("Try again after: {0}", /^\d+$/.test(wait) ? t("{0} second|{0} seconds", Number(wait)) : wait)}</span>}
    </p>
  );
}

/** How many deviations are listed. */
const MOST = 20;

function Deviations({ verdict, isJsonBroken }: { readonly verdict: Verdict; readonly isJsonBroken: boolean }): JSX.Element | null {
  const { faults, missingHeaders, headerFaults, isOtherType, response } = verdict;
  const declared = response && "contents" in response ? (response.contents ?? []).map(({ mediaType }) => mediaType) : [];
  const lines: readonly ComponentChildren[] = [
    ...(isJsonBroken ? [t("The body is not valid JSON.")] : []),
    ...(isOtherType ? [interpolate<ComponentChildren>("The documented media type is {0}.", <code>{declared.join(" | ")}</code>)] : []),
    ...headerFaults.map(([name, words]) => <><code>{name}</code> {words}</>),
    ...missingHeaders.map((name) => interpolate<ComponentChildren>("The header {0} is missing, or the service does not expose it.", <code>{name}</code>)),
    ...faults.slice(0, MOST).map((fault) => (fault.path.length > 0 ? <FaultLine fault={fault} /> : t("The body: {0}", fault.words))),
    ...(faults.length > MOST ? [t("{0} more", faults.length - MOST)] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <div class="deviations" role="group" aria-label={t("Not as documented")}>
      <p class="off">{t("Not as documented in {0} place|Not as documented in {0} places", faults.length + missingHeaders.length + headerFaults.length + Number(isOtherType) + Number(isJsonBroken))}</p>
      <ul>{lines.map((line) => <li>{line}</li>)}</ul>
    </div>
  );
}

export function FaultLine({ fault: { path, words } }: { readonly fault: Fault }): JSX.Element {
  return <>{path.length > 0 && <code>{placeOf(path)}</code>} {words}</>;
}

function Body({ answer, text, value }: { readonly answer: Answer; readonly text: string | undefined; readonly value: JsonValue | undefined }): JSX.Element | null {
  const shown = useMemo(() => (text !== undefined && value !== undefined && text.length <= LAID_OUT && losslessValue(text) !== undefined ? JSON.stringify(value, null, 2) : text), [text, value]);
  if (answer.size === 0) return answer.isComplete ? <p class="quiet">{t("No content.")}</p> : null;
  const download = <Download answer={answer} />;
  const type = <span class="media-type">{answer.mediaType.split(";", 1)[0]}</span>;
  if (shown !== undefined && shown.length <= WINDOW) return <Code code={shown} what={t("the answer")}>{type}<span class="gap" />{download}</Code>;
  if (/^image\/(?!svg)/.test(answer.mediaType) && answer.isComplete && answer.size <= JUDGED) return <Picture answer={answer} />;
  if (!answer.text || !answer.isComplete) return <p class="note">{type} {sizeWords(answer.size)} {download}</p>;
  if (shown === undefined) return <Window words={(...numbers) => t("bytes {0} to {1} of {2}", ...numbers)} length={answer.size} partOf={answer.text}>{type}{download}</Window>;
  return (
    <Window words={(...numbers) => t("characters {0} to {1} of {2}", ...numbers)} length={shown.length} partOf={(from, to) => shown.slice(from, to)}>
      {type}{download}<CopyButton text={() => shown} what={t("the answer")} />
    </Window>
  );
}

function blobOf({ parts, mediaType }: Answer): Blob {
  return new Blob([...parts], { type: mediaType });
}

/** A picture as an address of data, which strict policies allow. */
function Picture({ answer }: { readonly answer: Answer }): JSX.Element {
  const [address, setAddress] = useState("");
  useEffect(() => {
    const reader = new FileReader();
    reader.onload = () => setAddress(String(reader.result));
    reader.readAsDataURL(blobOf(answer));
    return () => reader.abort();
  }, [answer]);
  return <>{address && <img class="picture" src={address} alt={t("the answer")} />}<Download answer={answer} /></>;
}

function Download({ answer }: { readonly answer: Answer }): JSX.Element {
  const save = (): void => saveFile(blobOf(answer), `answer.${/[/+](\w{2,5})\b/.exec(answer.mediaType)?.[1] ?? "bin"}`);
  return <button class="more" onClick={save}>{t("Download")}</button>;
}

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

interface WindowProps {
  readonly words: (from: number, to: number, length: number) => string;
  readonly length: number;
  readonly partOf: (from: number, to: number) => string;
  readonly children: ComponentChildren;
}

/** A part of a text that is too long for one view. */
function Window({ words, length, partOf, children }: WindowProps): JSX.Element {
  const [from, setFrom] = useState(0);
  const end = Math.min(length, from + WINDOW);
  const shown = useMemo(() => partOf(from, end), [from]);
  return (
    <div class="code window">
      <div class="code-head window-head">
        <span class="count">{words(from + 1, end, length)}</span>
        <span class="gap" />
        <button class="more" disabled={from === 0} onClick={() => setFrom(Math.max(0, from - WINDOW))}>{t("Back")}</button>
        <button class="more" disabled={end === length} onClick={() => setFrom(end)}>{t("Next")}</button>
        {children}
      </div>
      <pre tabIndex={0} role="group" aria-label={t("the answer")}><code>{shown}</code></pre>
    </div>
  );
}

function Rows({ answer, schema }: { readonly answer: Answer; readonly schema: SchemaOrBoolean | undefined }): JSX.Element {
  const { document } = useShown().model;
  const stream = useMemo(() => new Stream(answer.mediaType, (value) => (schema === undefined ? [] : faultsOf(value, schema, document))), [answer.parts]);
  const [{ rows, count, off }, show] = useState<Pick<Stream, "rows" | "count" | "off">>(stream);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const take = (): void => {
      const isAll = stream.take(answer);
      show({ rows: stream.rows, count: stream.count, off: stream.off });
      if (!isAll) timer = setTimeout(take); // the page stays fluid
    };
    take();
    return () => clearTimeout(timer);
  }, [answer]);
  return (
    <>
      <p role="status">
        <span class="count">{t("{0} event|{0} events", count)}</span>{" "}
        {off > 0 && <span class="tag off">{t("{0} is not as documented|{0} are not as documented", off)}</span>}
        {off === 0 && count > 0 && schema !== undefined && <span class="tag">{t("as documented")}</span>}
      </p>
      <ol class="rows" start={count - rows.length + 1} tabIndex={0} aria-label={t("Events")}>
        {rows.map(({ name, text, faults }, at) => (
          <li key={count - rows.length + at}>
            {name && <span class="tag">{name}</span>} <code>{text.length > LONG_ROW ? `${text.slice(0, LONG_ROW)}…` : text}</code>
            {faults.slice(0, MOST).map((fault) => <p class="fault"><FaultLine fault={fault} /></p>)}
          </li>
        ))}
      </ol>
      {answer.isComplete && <Download answer={answer} />}
    </>
  );
}

/** The methods that take a value of the answer. */
function Uses({ brands }: { readonly brands: readonly Branded[] }): JSX.Element | null {
  const { model } = useShown();
  const link = useLinks();
  const { fill, change } = useContext(FillContext);
  const accepted = useMemo(() => {
    const { acceptedBy } = exchangeOf(model.document);
    return brands.map((branded) => ({ ...branded, takers: acceptedBy(branded.brand) })).filter(({ takers }) => takers.length > 0);
  }, [brands]);
  if (accepted.length === 0) return null;
  const use = (brand: string, value: string, taker: MethodRef): void => {
    const drafts = withDraft(fill, model.method(taker)?.method, undefined); // its body is made anew, with the value
    change({ values: { ...fill.values, [brand]: value }, drafts });
  };
  return (
    <details class="use">
      <summary>{t("Use a value in…")}</summary>
      {accepted.slice(0, MOST).map(({ brand, value, takers }) => (
        <div key={`${brand} ${value}`}>
          {titleOf(model.document, brand)} <code>{value}</code>
          <ul>
            {takers.map((taker) => (
              <li>
                <a href={link(methodPage(taker))} onClick={() => use(brand, value, taker)}>{taker.method}</a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </details>
  );
}

function Headers({ answer }: { readonly answer: Answer }): JSX.Element | null {
  if (answer.headers.length === 0) return null;
  return (
    <details class="headers">
      <summary>{t("{0} header|{0} headers", answer.headers.length)}</summary>
      <dl>{answer.headers.map(([name, value]) => <div><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
    </details>
  );
}
