/** The console: a form for the call of a method, and what comes back, in a script of its own. */

import { h, type JSX } from "preact";
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { HttpMethod, Param } from "../document";
import { isInTab, FillContext, keepInTab, type Draft, type Fill } from "../host/fill";
import { linkOf } from "../host/attributes";
import { requestExample } from "../example";
import { t } from "../i18n";
import { paramsOf, refOf, type Contract, type Entry, type Method } from "../model/contracts";
import { methodPage } from "../model/model";
import { curl, requestOf, type Request } from "../samples/http";
import { Input, Variable } from "../samples/fill-in";
import { fromText, isJson, keyOfParam, OWN_SERVICE, serverFor, serversOf, type IndexedServer } from "../samples/request";
import type { JsonValue } from "../types/json-schema";
import { MethodBadge } from "../views/badges";
import { useLinks, useShown } from "../views/context";
import { CopyButton } from "../views/copy";
import { Icon } from "../views/icons";
import { AnswerView } from "./answer";
import { BodyForm } from "./body";
import { Credentials } from "./credentials";
import { FailureWords } from "./failure";
import { Part, Row, SeenContext } from "./form";
import { callsOf, noteCall, noteSeen, seenIn, type Remembered } from "./memory";
import { addressOf, hindrance, send, unsentHeaders, type Progress, type Sending } from "./send";
import css from "./console.css?inline";
import { faultsOf, type Fault } from "./validate";

let look: CSSStyleSheet | undefined;

/** Puts the style sheet of the console into the shadow root of a view. */
function useLook(view: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const root = view.current?.getRootNode();
    if (!look) {
      look = new CSSStyleSheet();
      look.replaceSync(css);
    }
    if (root instanceof ShadowRoot && !root.adoptedStyleSheets.includes(look)) root.adoptedStyleSheets.push(look);
  }, []);
}

/** The servers that may be called from here: those that are declared, if the author wants that, or those of this site. */
export function allowedServers(all: readonly IndexedServer[], isDeclared: boolean): readonly IndexedServer[] {
  const isHere = ({ index, server }: IndexedServer): boolean =>
    index === OWN_SERVICE || new URL(server.url.replace(/[{}]/g, ""), location.href).host === location.host;
  const here = all.filter((each) => isHere(each) && each.index !== OWN_SERVICE);
  const own = here.length > 0 ? [] : all.filter(({ index }) => index === OWN_SERVICE);
  return isDeclared ? [...all.filter(({ index }) => index !== OWN_SERVICE), ...own] : [...here, ...own];
}

/** What is wrong with a call, by parameter and in the body. */
interface CallFaults {
  readonly params: ReadonlyMap<Param, readonly Fault[]>;
  readonly body: readonly Fault[];
  readonly count: number;
}

export function Console({ entry, method, onClose }: { readonly entry: Entry; readonly method: HttpMethod; readonly onClose: () => void }): JSX.Element {
  const { contract } = entry;
  const { model, route, links } = useShown();
  const { document } = model;
  const { fill } = useContext(FillContext);
  const view = useRef<HTMLElement>(null);
  const sending = useRef<Sending>(undefined);
  const [progress, setProgress] = useState<Progress>();
  const [tried, setTried] = useState(false);
  const [asks, setAsks] = useState<"faults" | "delete">();
  useLook(view);
  const slug = route.slug;
  const request = useMemo(() => requestOf(document, contract, method, fill), [document, method, fill]);
  const faults = useMemo(() => faultsIn(document, contract, method, fill, request), [request]);
  const draft = fill.drafts.get(method);
  const isRunning = progress?.kind === "sending" || (progress?.kind === "answer" && !progress.answer.isComplete);
  const link = linkOf(links, slug);
  useEffect(() => () => sending.current?.abort(), []);
  useEffect(() => view.current?.querySelector<HTMLElement>("input, select, textarea, button.go")?.focus({ preventScroll: true }), []);

  const start = (fromForm = true): void => {
    setTried(true);
    if (fromForm && faults.count > 0) {
      setAsks("faults");
      return;
    }
    if (method.httpMethod === "DELETE" && asks !== "delete" && !isSandbox(serverFor(document, method, fill))) {
      setAsks("delete");
      return;
    }
    setAsks(undefined);
    sending.current?.abort();
    sending.current = send(request, draft, !!fill.cookies, (next) => {
      setProgress(next);
      const isOver = next.kind !== "sending" && (next.kind !== "answer" || next.answer.isComplete);
      if (isOver) noteCall({ slug, ref: refOf(entry), sent: { values: fill.values, server: fill.server ?? 0, variables: fill.variables }, draft, ...outcomeOf(next), milliseconds: next.milliseconds });
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) start(asks !== "faults");
    else if (event.key === "Escape" && isRunning) sending.current?.abort();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const hindered = hindrance(addressOf(request), location);
  const unsent = unsentHeaders(request);
  return (
    <SeenContext.Provider value={seenIn(slug)}>
      <section class="console" aria-label={t("Send a call")} ref={view} onKeyDown={onKeyDown}>
        <div class="console-head">
          <strong>{t("Send a call")}</strong>
          <span class="gap" />
          <button class="icon-button" aria-label={t("Close the console")} onClick={onClose}><Icon name="close" /></button>
        </div>
        <Servers entry={entry} isDeclared={!!link?.console} />
        <Credentials entry={entry} />
        <Params entry={entry} faults={tried ? faults.params : NO_FAULTS} />
        {method.requestBody && <BodyForm method={method} body={method.requestBody} payload={request.payload} faults={tried ? faults.body : []} />}
        <Options slug={slug} hasCookies={request.cookies.length > 0 || serverFor(document, method, fill)?.index === OWN_SERVICE} />
        {hindered && <p class="note off">{hindranceWords(hindered)}</p>}
        {unsent.length > 0 && !hindered && <p class="note">{t("A browser does not send from a page: {0}", unsent.join(", "))}</p>}
        <div class="console-foot">
          {isRunning ? (
            <button class="button go" onClick={() => sending.current?.abort()}>{t("Stop")} <kbd>Esc</kbd></button>
          ) : (
            <button class="button go" disabled={hindered === "unknown" || hindered === "mixed"} onClick={() => start()}>{t("Send")} <kbd>Ctrl ↵</kbd></button>
          )}
          <code class="target">{request.verb} {addressOf(request)}</code>
          <CopyButton text={() => curl(request)} what="curl" />
        </div>
        {asks === "faults" && (
          <p class="ask" role="alert">
            {t("{0} value does not fit the contract.|{0} values do not fit the contract.", faults.count)}{" "}
            <button class="more" onClick={() => start(false)}>{t("Send anyway")}</button>
          </p>
        )}
        {asks === "delete" && (
          <p class="ask" role="alert">
            {t("This call deletes something.")} <button class="more" onClick={() => start(false)}>{t("Send")}</button>
          </p>
        )}
        <div class="console-result" aria-busy={isRunning}>
          {progress?.kind === "sending" && <p class="quiet" role="status">{t("Waiting for the answer…")}</p>}
          {(progress?.kind === "answer" || (progress?.kind === "aborted" && progress.answer)) && progress.answer && (
            <AnswerView
              {...{ entry, method }}
              answer={progress.answer}
              milliseconds={progress.milliseconds}
              onBrands={(brands) => brands.forEach(({ brand, value }) => noteSeen(slug, brand, value))}
            />
          )}
          {progress?.kind === "aborted" && <p class="note" role="status">{t("Stopped after {0} ms.", Math.round(progress.milliseconds))}</p>}
          {progress?.kind === "failed" && <FailureWords failure={progress} request={request} cookies={!!fill.cookies} exposed={(method.responseHeaders ?? []).map(({ name }) => name)} />}
        </div>
        <History slug={slug} />
      </section>
    </SeenContext.Provider>
  );
}

const NO_FAULTS: CallFaults["params"] = new Map();

function outcomeOf(progress: Progress): Pick<Remembered, "status" | "isGood"> {
  if (progress.kind === "answer") return { status: String(progress.answer.status), isGood: progress.answer.status < 400 };
  return { status: progress.kind === "aborted" ? t("stopped") : t("failed"), isGood: false };
}

/** Whether a server is one to play with, by its own words or its place. */
function isSandbox(chosen: IndexedServer | undefined): boolean {
  return /sandbox|staging|\btest|\bmock|play|localhost|127\.0\.0\.1/i.test(`${chosen?.server.url} ${chosen?.server.description ?? ""}`);
}

function hindranceWords(reason: NonNullable<ReturnType<typeof hindrance>>): string {
  switch (reason) {
    case "unknown":
      return t("Fill in the address of the service.");
    case "mixed":
      return t("A page with TLS may not call an address without: use https, or copy the call.");
    case "file":
      return t("From a file, a browser calls services only that allow every origin: open the page by a server, or copy the call.");
    default:
      return reason satisfies never;
  }
}

/** The value of a parameter as the form has it; undefined where it is not sent. */
function valueOfParam(param: Param, fill: Fill, document: Parameters<typeof keyOfParam>[1]): JsonValue | undefined {
  const key = keyOfParam(param, document);
  const text = Object.hasOwn(fill.values, key) ? fill.values[key] : undefined;
  if (text === undefined) return param.required ? requestExample(param.schema, document, fill, param.name) : undefined;
  if (text === "") return undefined;
  const value = fromText(text);
  if (typeof value !== "string") return value;
  const scalar = /^(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/.test(text) && faultsOf(text, param.schema, document).length > 0;
  return scalar ? (JSON.parse(text.replace(/^(-?)0+(?=\d)/, "$1")) as JsonValue) : text;
}

export function faultsIn(document: Parameters<typeof keyOfParam>[1], contract: Contract, method: Method, fill: Fill, request: Pick<Request, "payload">): CallFaults {
  const params = new Map<Param, readonly Fault[]>();
  for (const param of Object.values(paramsOf(contract, method)).flat()) {
    const value = valueOfParam(param, fill, document);
    const found = value === undefined ? (param.required ? [{ path: [], words: t("Required") }] : []) : faultsOf(value, param.schema, document);
    if (found.length > 0) params.set(param, found);
  }
  const body = bodyFaults(document, method as HttpMethod, fill.drafts.get(method), request);
  return { params, body, count: params.size + body.length };
}

function bodyFaults(document: Parameters<typeof keyOfParam>[1], method: HttpMethod, draft: Draft | undefined, { payload }: Pick<Request, "payload">): readonly Fault[] {
  const content = method.requestBody?.contents[draft?.content ?? 0];
  if (!payload || !content) return [];
  if (draft?.text !== undefined && isJson(payload.mediaType)) {
    try {
      return content.schema === undefined ? [] : faultsOf(JSON.parse(draft.text) as JsonValue, content.schema, document);
    } catch (error) {
      return [{ path: [], words: `JSON: ${error instanceof Error ? error.message : ""}` }];
    }
  }
  if (payload.kind === "file") {
    const isGiven = draft?.files?.[""]?.[0] ?? draft?.text;
    return isGiven === undefined && method.requestBody?.required ? [{ path: [], words: t("Required") }] : [];
  }
  const parts = content.files ?? {};
  const found = content.schema === undefined ? [] : faultsOf(payload.value, content.schema, document).filter(({ path }) => !Object.hasOwn(parts, String(path[0])));
  const needed = Object.keys(parts).filter((name) => isRequired(content.schema, name, document) && !draft?.files?.[name]?.[0]);
  return [...found, ...needed.map((name) => ({ path: [name], words: t("Required") }))];
}

function isRequired(schema: Parameters<typeof faultsOf>[1] | undefined, name: string, document: Parameters<typeof keyOfParam>[1]): boolean {
  return schema !== undefined && faultsOf({}, schema, document).some(({ path }) => path.length === 1 && path[0] === name);
}

/** The server that is called, and its variables. */
export function Servers({ entry: { method }, isDeclared }: { readonly entry: Entry; readonly isDeclared: boolean }): JSX.Element | null {
  const { document } = useShown().model;
  const { fill, change } = useContext(FillContext);
  const servers = allowedServers(serversOf(document, method, fill), isDeclared);
  const chosen = serverFor(document, method, fill);
  const [first] = servers;
  const isAllowed = servers.some(({ index }) => index === chosen?.index);
  useLayoutEffect(() => {
    if (first && !isAllowed) change({ server: first.index });
  }, [first?.index, isAllowed]);
  if (!chosen) return <Input label={t("Address of the service")} value={fill.address ?? ""} onInput={(address) => change({ address })} />;
  return (
    <div class="console-group">
      {servers.length > 1 && (
        <Row label={() => t("Server")}>
          {(id) => (
            <select id={id} value={String(chosen.index)} onChange={(event) => change({ server: Number(event.currentTarget.value) })}>
              {servers.map(({ index, server }) => <option value={String(index)}>{index === OWN_SERVICE ? t("This site") : server.url}</option>)}
            </select>
          )}
        </Row>
      )}
      {Object.entries(chosen.server.variables ?? {}).map(([name, variable]) => (
        <Variable
          name={name}
          variable={variable}
          value={fill.variables[name] ?? ""}
          onInput={(value) => change({ variables: { ...fill.variables, [name]: value } })}
        />
      ))}
    </div>
  );
}

/** The parameters in the order of their places. */
export function Params({ entry: { contract, method }, faults }: { readonly entry: Entry; readonly faults: CallFaults["params"] }): JSX.Element | null {
  const { document } = useShown().model;
  const { fill, change } = useContext(FillContext);
  const places = paramsOf(contract, method);
  const params = [...places.path, ...places.query, ...places.headers, ...places.cookies];
  if (params.length === 0) return null;
  return (
    <div role="group" aria-label={t("Parameters")} class="console-group">
      {params.map((param) => {
        const key = keyOfParam(param, document);
        const set = (value: JsonValue | undefined): void =>
          change({ values: { ...fill.values, [key]: value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value) } });
        const value = valueOfParam(param, fill, document);
        return (
          <Part
            key={param.name}
            name={param.name}
            schema={param.schema}
            required={param.required}
            value={value}
            onChange={set}
            faults={faults.get(param) ?? []}
          />
        );
      })}
    </div>
  );
}

function Options({ slug, hasCookies }: { readonly slug: string; readonly hasCookies: boolean }): JSX.Element {
  const { fill, change } = useContext(FillContext);
  const [inTab, setInTab] = useState(() => isInTab(slug));
  return (
    <div class="console-options">
      <label>
        <input
          type="checkbox"
          checked={inTab}
          onChange={(event) => {
            setInTab(event.currentTarget.checked);
            keepInTab(slug, event.currentTarget.checked);
          }}
        />{" "}
        {t("Keep in this tab")}
      </label>
      {hasCookies && (
        <label title={t("Browsers send them to other sites only where these and the service allow it.")}>
          <input type="checkbox" checked={!!fill.cookies} onChange={(event) => change({ cookies: event.currentTarget.checked })} />{" "}
          {t("Send the browser's cookies")}
        </label>
      )}
    </div>
  );
}

/** The last calls, to be sent again: on the page of their method. */
function History({ slug }: { readonly slug: string }): JSX.Element | null {
  const { model } = useShown();
  const link = useLinks();
  const { fill, change } = useContext(FillContext);
  const calls = callsOf(slug);
  if (calls.length === 0) return null;
  const restore = ({ ref, sent, draft }: Remembered): void => {
    const method = model.method(ref)?.method;
    const drafts = new Map(fill.drafts);
    if (method && draft) drafts.set(method, draft);
    else if (method) drafts.delete(method);
    change({ ...sent, drafts });
  };
  return (
    <details class="history">
      <summary>{t("Last calls")}</summary>
      <ul>
        {calls.map((call) => {
          const method = model.method(call.ref)?.method;
          return (
            <li key={call.id}>
              {method && <MethodBadge method={method} />}
              <a href={link(methodPage(call.ref))} onClick={() => restore(call)}>{call.ref.method}</a>
              <span class={`status ${call.isGood ? "ok" : "bad"}`}>{call.status}</span>
              <span class="count">{Math.round(call.milliseconds)} ms</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
