/** The console: a form for the call of a method, and what comes back, in a script of its own. */

import { h, type JSX } from "preact";
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { HttpMethod } from "../document";
import { FillContext } from "../host/fill";
import { useOwn } from "../host/own";
import { linkOf } from "../host/attributes";
import { inThisLanguage, t } from "../i18n";
import { refOf, type Entry } from "../model/contracts";
import { methodPage } from "../model/model";
import { curl, requestOf } from "../samples/http";
import { masked } from "../samples/secrets";
import { OWN_SERVICE, serverFor } from "../samples/servers";
import { useLinks, useShown } from "../parts/context";
import { CopyButton } from "../parts/copy";
import { Icon } from "../parts/icons";
import { AnswerView } from "./answer";
import { BodyForm } from "./body";
import { faultsIn, NO_FAULTS, Params, Servers } from "./call";
import { KeepInTab } from "./keep-in-tab";
import { useLook } from "./look";
import { Credentials } from "./credentials";
import { History } from "./history";
import { linkedCall, readLink } from "./link";
import { Paste } from "./paste";
import { allowedServers, hindrance } from "./reach";
import { FailureWords } from "./failure";
import { SeenContext } from "./control";
import { SEND_KEYS } from "./form";
import { createMemory, type Remembered } from "./memory";
import { addressOf, isBodiless, isSandbox, send, unsentHeaders, type Progress, type Sending } from "./send";

export { FillIn } from "./fill-in";
export { Socket } from "./talk";

export function Console({ entry, method, onClose }: { readonly entry: Entry; readonly method: HttpMethod; readonly onClose: () => void }): JSX.Element {
  const { contract } = entry;
  const { model, route, links } = useShown();
  const { document } = model;
  const { fill, change } = useContext(FillContext);
  const view = useRef<HTMLElement>(null);
  const sending = useRef<Sending>(undefined);
  const [progress, setProgress] = useState<Progress>();
  const [tried, setTried] = useState(false);
  const [asks, setAsks] = useState<"faults" | "delete">();
  useLook(view);
  const slug = route.slug;
  const memory = useOwn(createMemory);
  const request = useMemo(() => requestOf(document, contract, method, fill), [document, method, fill]);
  const faults = useMemo(() => faultsIn(document, contract, method, fill, request), [request]);
  const draft = fill.drafts.get(method);
  const isRunning = progress?.kind === "sending" || (progress?.kind === "answer" && !progress.answer.isComplete);
  const isDeclared = !!linkOf(links, slug)?.console;
  const servers = allowedServers(document, method, fill, isDeclared);
  const [isLinked, setLinked] = useState(false);
  const [pastes, setPastes] = useState(0);
  const link = useLinks()(methodPage(refOf(entry)));
  const linked = useMemo(() => linkedCall(document, contract, method, fill), [fill]);
  useLayoutEffect(() => {
    const given = readLink(location.hash, document, contract, method, fill, servers);
    if (given) change(given);
    setLinked(!!given);
  }, []);
  useEffect(() => () => sending.current?.abort(), []);
  useEffect(() => view.current?.querySelector(".console-result > *")?.scrollIntoView({ block: "nearest" }), [progress?.kind]);
  useEffect(() => firstField(view.current)?.focus({ preventScroll: true }), []);

  const start = (fromForm = true): void => {
    setTried(true);
    if (fromForm && faults.count > 0) {
      setAsks("faults");
      setProgress(undefined); // what came back was the answer to another call
      return;
    }
    if (method.httpMethod === "DELETE" && asks !== "delete" && !isSandbox(serverFor(document, method, fill)?.server)) {
      setAsks("delete");
      return;
    }
    setAsks(undefined);
    sending.current?.abort();
    sending.current = send(request, draft, !!fill.cookies, inThisLanguage((next: Progress) => {
      setProgress(next);
      const isOver = next.kind !== "sending" && (next.kind !== "answer" || next.answer.isComplete);
      if (isOver) memory.noteCall({ slug, ref: refOf(entry), sent: { values: fill.values, server: fill.server ?? 0, variables: fill.variables }, draft, ...outcomeOf(next), milliseconds: next.milliseconds, called: calledWords(addressOf(requestOf(document, contract, method, masked(document, contract, method, fill)))), at: new Date() });
    }));
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
    <SeenContext.Provider value={memory.seenIn(slug)}>
      <section class="console" aria-label={t("Send a call")} ref={view} onKeyDown={onKeyDown}>
        <div class="console-head">
          <strong>{t("Send a call")}</strong>
          <span class="gap" />
          <button class="icon-button" aria-label={t("Close the console")} onClick={onClose}><Icon name="close" /></button>
        </div>
        {isLinked && <p class="note" role="status">{t("A link has filled in this form: look at it before you send.")}</p>}
        <Servers entry={entry} isDeclared={isDeclared} />
        <Credentials entry={entry} />
        <Params entry={entry} faults={tried ? faults.params : NO_FAULTS} />
        {method.requestBody && <BodyForm key={pastes} method={method} body={method.requestBody} payload={request.payload} faults={tried ? faults.body : []} />}
        <Paste {...{ entry, method, servers }} onFilled={() => setPastes(pastes + 1)} />
        <Options slug={slug} hasCookies={request.cookies.length > 0 || serverFor(document, method, fill)?.index === OWN_SERVICE} />
        {hindered && <p class="note off">{hindranceWords(hindered)}</p>}
        {request.payload && isBodiless(request) && <p class="note">{t("A browser sends no body with {0}: copy the call to send it.", request.verb)}</p>}
        {unsent.length > 0 && !hindered && <p class="note">{t("A browser does not send from a page: {0}", unsent.join(", "))}</p>}
        <div class="console-foot">
          {isRunning ? (
            <button class="button go" onClick={() => sending.current?.abort()}>{t("Stop")} <kbd>Esc</kbd></button>
          ) : (
            <button class="button go" disabled={hindered === "unknown" || hindered === "mixed"} onClick={() => start()}>{t("Send")} <kbd>{SEND_KEYS}</kbd></button>
          )}
          <CopyButton text={() => curl(request)} what="curl">curl</CopyButton>
          {linked === undefined ? <span class="quiet">{t("This is too long for a link.")}</span> : (
            <CopyButton text={() => new URL(link + linked, location.href).href} what={t("the link")}>{t("Link")}</CopyButton>
          )}
          <code class="target">{request.verb} {addressOf(request)}</code>
        </div>
        {asks === "faults" && (
          <p class="ask" role="alert">
            {t("{0} value is not as documented.|{0} values are not as documented.", faults.count)}{" "}
            {!faults.isBroken && <button class="more" onClick={() => start(false)}>{t("Send anyway")}</button>}
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
              isStopped={progress.kind === "aborted"}
              onBrands={(brands) => brands.forEach(({ brand, value }) => memory.noteSeen(slug, brand, value))}
            />
          )}
          {progress?.kind === "answer" && progress.answer.status === 401 && <Identify view={view} />}
          {progress?.kind === "aborted" && <p class="note" role="status">{t("Stopped after {0} ms.", Math.round(progress.milliseconds))}</p>}
          {progress?.kind === "failed" && <FailureWords failure={progress} request={request} cookies={!!fill.cookies} exposed={(method.responseHeaders ?? []).map(({ name }) => name)} />}
        </div>
        <History slug={slug} />
      </section>
    </SeenContext.Provider>
  );
}

/** The first field that is empty and has to be filled in, or else the first one of the call, or the button. */
function firstField(view: HTMLElement | null): HTMLElement | undefined {
  const fields = [...(view?.querySelectorAll<HTMLInputElement>(".credentials input, .is-required :is(input, textarea)") ?? [])];
  return fields.find(({ value }) => value === "") ?? fields[0] ?? view?.querySelector<HTMLElement>("button.go") ?? undefined;
}

/** What to do about a 401: leads to the field of the credential that is empty, or else the first one. */
function Identify({ view }: { readonly view: { readonly current: HTMLElement | null } }): JSX.Element | null {
  const fields = [...(view.current?.querySelectorAll<HTMLInputElement>(".credentials input") ?? [])];
  const field = fields.find(({ value }) => value === "") ?? fields[0];
  if (!field) return null;
  return <p class="note"><button class="more" onClick={() => field.focus()}>{t("Fill in what identifies you")}</button></p>;
}

function calledWords(address: string): string {
  return address.replace(/^[a-z]+:\/\/[^/]*/, "");
}

/** Longer answers are not kept. */
const KEPT = 500_000;

function outcomeOf(progress: Progress): Pick<Remembered, "status" | "isGood" | "answer"> {
  if (progress.kind === "answer") {
    const { status, size, text } = progress.answer;
    return { status: String(status), isGood: status < 400, answer: size <= KEPT ? text?.() : undefined };
  }
  return { status: progress.kind === "aborted" ? t("stopped") : t("failed"), isGood: false, answer: undefined };
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

function Options({ slug, hasCookies }: { readonly slug: string; readonly hasCookies: boolean }): JSX.Element {
  const { fill, change } = useContext(FillContext);
  return (
    <div class="console-options">
      <KeepInTab slug={slug} />
      {hasCookies && (
        <label title={t("Browsers send them to other sites only where these and the service allow it.")}>
          <input type="checkbox" checked={!!fill.cookies} onChange={(event) => change({ cookies: event.currentTarget.checked })} />{" "}
          {t("Send the browser's cookies")}
        </label>
      )}
    </div>
  );
}
