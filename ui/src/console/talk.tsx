/** The console of a contract over WebSockets. */

import { Fragment, h, type ComponentChildren, type JSX } from "preact";
import { useContext, useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import type { WebSocketContract, WebSocketMethod } from "../document";
import { requestExample } from "../example";
import { linkOf } from "../host/attributes";
import { FillContext } from "../host/fill";
import { useOwn } from "../host/own";
import { inThisLanguage, interpolate, t } from "../i18n";
import { refOf, type Entry } from "../model/contracts";
import { methodPage } from "../model/model";
import { errorAnchor } from "../model/route";
import { securityOf } from "../model/security";
import { callOf, queryString, wayOf } from "../samples/request";
import { samplesOf } from "../samples/samples";
import type { JsonValue } from "../types/json-schema";
import { errorWords } from "../types/status";
import { useLinks, useShown } from "../parts/context";
import { CopyButton } from "../parts/copy";
import { Icon } from "../parts/icons";
import { FaultLine, saveFile } from "./answer";
import { faultsIn, NO_FAULTS, Params, Servers } from "./call";
import { useLook } from "./look";
import { Credentials } from "./credentials";
import { withDraft } from "./drafts";
import { Part, Row, SEND_KEYS } from "./form";
import { hindrance, neededHeaders } from "./reach";
import { watchPolicy } from "./send";
import type { Line } from "./message";
import { exported, Talk } from "./socket";
import { faultsOf } from "./validate";

const createTalks = (): WeakMap<WebSocketContract, Talk> => new WeakMap();

interface Props {
  readonly entry: Entry;
  readonly contract: WebSocketContract;
  readonly method: WebSocketMethod;
  readonly onClose: () => void;
}

export function Socket({ entry, contract, method, onClose }: Props): JSX.Element {
  const { model, route, links } = useShown();
  const { document } = model;
  const { fill } = useContext(FillContext);
  const view = useRef<HTMLElement>(null);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const [protocol, setProtocol] = useState("");
  const [refused, setRefused] = useState<string>();
  const [tried, setTried] = useState(false);
  useLook(view);
  const talks = useOwn(createTalks);
  const talk = useMemo(() => {
    const words = {
      open: inThisLanguage((chosen: string) => (chosen ? t("Connected, with the subprotocol {0}", chosen) : t("Connected"))),
      closed: inThisLanguage(closeWords),
      unanswered: inThisLanguage(() => t("No answer after {0} seconds", 10)),
      broken: inThisLanguage(() => t("The message is not valid JSON.")),
    };
    const known = talks.get(contract) ?? new Talk(document, contract, words);
    talks.set(contract, known);
    return known;
  }, [contract]);
  useEffect(() => {
    talk.onChange = () => draw(undefined);
    return () => {
      talk.onChange = () => undefined;
    };
  }, [talk]);
  useEffect(() => view.current?.querySelector<HTMLElement>("button.go")?.focus({ preventScroll: true }), []);
  const { state, lines } = talk.connection;
  const call = callOf(document, contract, method, fill);
  const address = call.url + queryString(call.query);
  const needed = neededHeaders(contract, wayOf(securityOf(document, contract), fill));
  const unsent = [...new Set([...needed, ...call.headers.map(([name]) => name), ...call.cookies.map(([name]) => `Cookie: ${name}`)])];
  const faults = faultsIn(document, contract, method, fill, { payload: undefined });
  const hindered = hindrance(address, location);
  const copied = samplesOf(document, contract, method, fill).find(({ language }) => language === "websocat");

  const connect = (): void => {
    setTried(true);
    setRefused(undefined);
    const watched = watchPolicy(address.replace(/^ws/, "http"), (origin) => setRefused(origin.replace(/^http/, "ws")));
    setTimeout(watched.end, 5000);
    talk.connect(address, protocol.split(/[\s,]+/).filter(Boolean));
  };
  return (
    <section class="console" aria-label={t("Talk to the service")} ref={view}>
      <div class="console-head">
        <strong>{contract.name}</strong>
        <span class={`tag is-${state}`} role="status">{stateWords(state)}</span>
        <span class="gap" />
        <button class="icon-button" aria-label={t("Close the console")} onClick={onClose}><Icon name="close" /></button>
      </div>
      {state === "closed" && <Servers entry={entry} isDeclared={!!linkOf(links, route.slug)?.console} />}
      <Credentials entry={entry} />
      {state === "closed" && (
        <>
          <Params entry={entry} faults={tried ? faults.params : NO_FAULTS} title={t("Parameters of the connection")} />
          <Row label={() => t("Subprotocol")}>
            {(id) => <input id={id} value={protocol} autoComplete="off" spellcheck={false} onInput={(event) => setProtocol(event.currentTarget.value)} />}
          </Row>
        </>
      )}
      {unsent.length > 0 && state === "closed" && (
        <p class="note">
          {t("A page cannot send headers with a WebSocket: {0}. To send them, use websocat.", unsent.join(", "))}{" "}
          {copied && <CopyButton text={() => copied.code} what="websocat" />}
        </p>
      )}
      {refused !== undefined && <p class="note off">{t("The content security policy of this page does not allow the call. It needs this entry:")} <code>connect-src {refused}</code></p>}
      <div class="console-foot">
        {state === "closed" ? (
          <button class="button go" disabled={!!needed[0] || hindered === "unknown" || hindered === "mixed"} onClick={connect}>{t("Connect")}</button>
        ) : (
          <button class="button go" onClick={() => talk.close()}>{t("Disconnect")}</button>
        )}
        {state === "open" && talk.address !== address && (
          <button class="button" onClick={connect}>{t("Connect again")}</button>
        )}
        <code class="target">{address}</code>
        <label>
          <input type="checkbox" checked={talk.reconnects} onChange={(event) => { talk.reconnects = event.currentTarget.checked; draw(undefined); }} /> {t("Reconnect")}
        </label>
      </div>
      {method.wsDirection === "OUT" && <Message method={method} talk={talk} isOpen={state === "open"} />}
      <Timeline entry={entry} contract={contract} talk={talk} lines={lines} secrets={Object.values(fill.credentials)} isOpen={state === "open"} />
    </section>
  );
}

function stateWords(state: "closed" | "connecting" | "open"): string {
  return { closed: t("not connected"), connecting: t("connecting…"), open: t("connected") }[state];
}

function closeWords(code: number, reason: string): string {
  if (code === 1006) return t("Closed without a reason (1006): refused, or the connection was lost");
  return reason ? t("Closed: {0}, {1}", code, reason) : t("Closed: {0}", code);
}

interface MessageProps {
  readonly method: WebSocketMethod;
  readonly talk: Talk;
  readonly isOpen: boolean;
}

/** The form of a message of the client. */
function Message({ method, talk, isOpen }: MessageProps): JSX.Element {
  const { document } = useShown().model;
  const { fill, change } = useContext(FillContext);
  const [tried, setTried] = useState(false);
  const content = method.wsInput?.contents[0];
  const schema = content?.schema;
  const draft = fill.drafts.get(method) ?? {};
  const value: JsonValue = draft.value ?? (schema === undefined ? null : requestExample(schema, document, fill));
  const faults = schema === undefined ? [] : faultsOf(value, schema, document);
  const isBytes = content !== undefined && schema === undefined;
  const send = (anyway = false): void => {
    setTried(true);
    if (!isOpen || (faults.length > 0 && !anyway)) return;
    const [file] = draft.files?.[""] ?? [];
    if (isBytes) void file?.arrayBuffer().then((bytes) => talk.sayBytes(method, bytes));
    else talk.say(method, value);
  };
  return (
    <div
      role="group"
      class="console-group"
      aria-label={t("Message sent")}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        send();
      }}
    >
      <p class="part-type">{t("Message sent")}</p>
      {schema !== undefined && (
        <Part name="" schema={schema} value={value} required onChange={(next) => change({ drafts: withDraft(fill, method, { value: next ?? null }) })} faults={tried ? faults : []} />
      )}
      {isBytes && (
        <Row label={() => content.mediaType}>
          {(id) => <input id={id} type="file" onChange={(event) => change({ drafts: withDraft(fill, method, { files: { "": [...(event.currentTarget.files ?? [])] } }) })} />}
        </Row>
      )}
      <div class="console-foot">
        <button class="button" disabled={!isOpen} onClick={() => send()}>{t("Send")} <code>{method.name}</code> <kbd>{SEND_KEYS}</kbd></button>
        {tried && faults.length > 0 && (
          <span role="alert">
            {t("{0} value is not as documented.|{0} values are not as documented.", faults.length)}{" "}
            <button class="more" disabled={!isOpen} onClick={() => send(true)}>{t("Send anyway")}</button>
          </span>
        )}
      </div>
    </div>
  );
}

/** How many lines are shown. */
const SHOWN = 200;

interface TimelineProps {
  readonly entry: Entry;
  readonly contract: WebSocketContract;
  readonly talk: Talk;
  readonly lines: readonly Line[];
  readonly secrets: readonly string[];
  readonly isOpen: boolean;
}

function Timeline({ entry, contract, talk, lines, secrets, isOpen }: TimelineProps): JSX.Element | null {
  const [words, setWords] = useState("");
  const [paused, setPaused] = useState<readonly Line[]>();
  const list = useRef<HTMLOListElement>(null);
  const all = paused ?? lines;
  const shown = all.filter(({ text, method }) => `${method} ${text}`.toLowerCase().includes(words.toLowerCase())).slice(-SHOWN);
  const last = shown.at(-1)?.id;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [last]);
  if (lines.length === 0) return null;
  return (
    <div class="console-result">
      <div class="console-foot timeline-head">
        <input aria-label={t("Filter messages")} placeholder={t("Filter messages")} value={words} onInput={(event) => setWords(event.currentTarget.value)} />
        <button class="more" aria-pressed={paused !== undefined} onClick={() => setPaused(paused ? undefined : lines)}>{paused ? t("Go on") : t("Pause")}</button>
        <button class="more" onClick={() => { setPaused(undefined); talk.clear(); }}>{t("Clear")}</button>
        <button class="more" onClick={() => saveFile(new Blob([exported(lines, secrets)], { type: "application/jsonl" }), `${contract.name}.jsonl`)}>{t("Export")}</button>
      </div>
      <ol class="rows timeline" ref={list} tabIndex={0} aria-label={t("Messages")}>
        {shown.map((line) => <TimelineLine key={line.id} {...{ entry, contract, talk, line, isOpen }} />)}
      </ol>
    </div>
  );
}

interface LineProps extends Omit<TimelineProps, "lines" | "secrets"> {
  readonly line: Line;
}

function TimelineLine({ entry, contract, talk, line, isOpen }: LineProps): JSX.Element {
  const { model, route } = useShown();
  const link = useLinks();
  const method = contract.methods.find(({ name }) => name === line.method);
  const definition = line.error === undefined ? undefined : model.error(line.error);
  const time = <span class="count">{(line.at / 1000).toFixed(2)}</span>;
  if (line.direction === "") return <li class="quiet">{time} {line.method && <code>{line.method}</code>} {line.text}</li>;
  const error = definition && line.error !== undefined && <a class="off" href={link(route.page, { at: errorAnchor(line.error) })}>{errorWords(line.error, definition)}</a>;
  return (
    <li class={`direction-${line.direction.toLowerCase()}`}>
      <div class="timeline-line">
        {time} <span class="badge">{line.direction}</span>{" "}
        {method ? <a href={link(methodPage(refOf({ ...entry, method })))}>{method.name}</a> : <span class="off">{line.kind === "error" ? t("error") : t("unknown")}</span>}{" "}
        <span class="part-type">{kindWords(line.kind)}</span> {error}{" "}
        {line.latency !== undefined && <span class="count">{Math.round(line.latency)} ms</span>}
        {line.direction === "OUT" && <button class="more" disabled={!isOpen} onClick={() => talk.again(line)}>{t("Send again")}</button>}
      </div>
      <code class="message">{line.text.length > 2000 ? `${line.text.slice(0, 2000)}…` : line.text}</code>
      {line.faults.map((fault) => <p class="fault"><FaultLine fault={fault} /></p>)}
      {line.asks !== undefined && method && <Reply method={method} id={line.asks} talk={talk} isOpen={isOpen} />}
    </li>
  );
}

function kindWords(kind: Line["kind"]): string {
  return { request: t("request"), event: t("event"), answer: t("answer"), error: t("error"), unknown: t("unknown"), note: "" }[kind];
}

/** Answers a request of the server. */
function Reply({ method, id, talk, isOpen }: MessageProps & { readonly id: JsonValue }): JSX.Element {
  const { document } = useShown().model;
  const schema = method.successResponse?.contents?.[0]?.schema;
  const [value, setValue] = useState<JsonValue>(() => (schema === undefined ? null : requestExample(schema, document)));
  return (
    <details class="use">
      <summary>{interpolate<ComponentChildren>("Answer {0}", <code>{method.name}</code>)}</summary>
      {schema !== undefined && <Part name="" schema={schema} value={value} required onChange={(next) => setValue(next ?? null)} faults={faultsOf(value, schema, document)} />}
      <button class="button" disabled={!isOpen} onClick={() => talk.reply(method, id, value)}>{t("Send")}</button>
    </details>
  );
}
