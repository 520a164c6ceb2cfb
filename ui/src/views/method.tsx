/** The page of one method. */

import { Fragment, h, type ComponentChildren, type JSX } from "preact";
import { useContext } from "preact/hooks";
import type { HttpMethod, Param, SuccessResponse } from "../document";
import { linkOf } from "../host/attributes";
import { FillContext } from "../host/fill";
import { useKept } from "../host/kept";
import { usePrinting } from "../host/printing";
import { answersOf, failureFrame, isBare, isHttp, isSent, paramsOf, type Contract, type Entry, type Method } from "../model/contracts";
import { isOneThing, pathsOf } from "../model/model";
import { errorAnchor } from "../model/route";
import { statusOf, statusWords } from "../types/status";
import { Access, credentialWords } from "./access";
import { MethodBadge, PatternBadge, patternWords } from "../parts/badges";
import { Breakable } from "../parts/breakable";
import { Contents } from "./body";
import { Boundaries } from "../parts/boundary";
import { Presence } from "./schema";
import { useLinks, useShown } from "../parts/context";
import { CopyButton } from "../parts/copy";
import { Description, Prose, Summary, titleParts } from "../parts/prose";
import { ErrorCards } from "./errors";
import { ExternalLink } from "../parts/external";
import { Section } from "../parts/heading";
import { Late, useDetails } from "../parts/lazy";
import { Params, ParamSections } from "./params";
import { Title } from "../parts/title";
import { t } from "../i18n";

export function MethodView({ entry }: { readonly entry: Entry }): JSX.Element {
  const { group, contract, method } = entry;
  const link = useLinks();
  const { value: details } = useDetails();
  const title = isSent(contract) ? t("Example") : t("Code");
  const framed = contract.kind === "ws" && !isBare(contract.framing) ? contract : undefined;
  const failure = framed && failureFrame(framed, method);
  const reply = framed && !isHttp(method) && details && <details.AsSent contract={framed} method={method} reply />;
  const contractPage = { kind: "contract", group: group.slug, contract: contract.name } as const;
  return (
    <Boundaries Tag="article" class="method">
      <Boundaries Tag="div" class="method-head">
        <Title
          crumbs={[
            { label: group.name, href: link({ kind: "group", group: group.slug }) },
            ...(isOneThing(group) ? [] : [{ label: contract.name, href: link(contractPage) }]),
          ]}
          title={method.summary ? <Summary text={method.summary} /> : method.name}
          name={method.summary && method.name}
          deprecated={method.deprecated ?? contract.deprecated}
        />
        <Endpoint entry={entry} />
        {method.deprecated && method.deprecationMessage !== undefined && (
          <div class="notice">
            <Prose text={method.deprecationMessage} />
          </div>
        )}
        <Statuses entry={entry} />
        {isHttp(method) && <Elsewhere entry={entry} method={method} />}
        {details && <details.Versions part={method} />}
        <Prose text={titleParts(method.summary ?? "")[1]} />
        <Description text={method.description} skip={method.summary ? 1 : 0} />
        {method.externalDocs && <ExternalLink docs={method.externalDocs} />}
      </Boundaries>
      <div class="method-side" role="complementary" aria-label={title}>
        <Late>{({ Side }) => <Side entry={entry} title={title} />}</Late>
      </div>
      <Boundaries Tag="div" class="method-main">
        <Folded contract={contract} method={method} />
        <ParamSections
          at="parameters"
          title={contract.kind === "ws" ? t("Parameters of the connection") : t("Parameters")}
          of={() => byNeed(contract, method)[0]!}
        />
        {isHttp(method) ? (
          method.requestBody && (
            <Section at="body" title={t("Request body")} aside={
                <>
                  {!method.requestBody.required && <Presence required={false} />}
                  <MediaType contents={method.requestBody.contents} />
                </>
              }
            >
              <Prose text={method.requestBody.description} />
              <Contents contents={method.requestBody.contents} of={t("the request body")} />
            </Section>
          )
        ) : (
          <Section at="message" title={method.wsDirection === "OUT" ? t("Message sent") : t("Message received")}>
            {method.wsInput ? <Contents contents={method.wsInput.contents} of={t("the message")} /> : (
              <p class="quiet">{t("No data.")}</p>
            )}
            {framed && details && <details.AsSent contract={framed} method={method} />}
          </Section>
        )}
        {answersOf(method).map((response, at) => (
          <Response response={response} headers={at === 0 && isHttp(method) ? method.responseHeaders : undefined}>
            {reply}
          </Response>
        ))}
        {framed && !isHttp(method) && method.wsPattern === "req" && !method.successResponse && (
          <Section at="answer" title={t("Reply")}>
            <p class="quiet">{t("No data.")}</p>
            {reply}
          </Section>
        )}
        <ErrorCards
          types={method.errors}
          added={method.runtimeErrors}
          format={contract.errorFormat}
          texts={(method as HttpMethod).errorDescriptions}
          sent={failure && framed && { contract: framed, outer: failure }}
        />
      </Boundaries>
      {details && <details.MethodFoot entry={entry} />}
    </Boundaries>
  );
}

/** The parameters without headers and cookies that may be left out, and these. */
function byNeed(contract: Contract, method: Method): readonly ReturnType<typeof paramsOf>[] {
  const params = paramsOf(contract, method);
  return [true, false].map((isNeeded) => {
    const part = (some: readonly Param[]): readonly Param[] => some.filter(({ required }) => required === isNeeded);
    return { path: isNeeded ? params.path : [], query: isNeeded ? params.query : [], headers: part(params.headers), cookies: part(params.cookies) };
  });
}

interface FoldedProps {
  readonly contract: Contract;
  readonly method: Method;
}

/** What most readers know already, in one line: credentials, and headers and cookies that may be left out. */
function Folded({ contract, method }: FoldedProps): JSX.Element | null {
  const { model, route } = useShown();
  const printing = usePrinting();
  const optional = byNeed(contract, method)[1]!;
  const names = [...optional.headers, ...optional.cookies].map(({ name }) => name);
  const credentials = credentialWords(model.document, contract, method);
  const isMeant = route.at === "authentication" || route.highlight !== undefined; // which may be inside
  const [open, setOpen] = useKept("folded", () => isMeant);
  if (!credentials && names.length === 0) return null;
  return (
    <details class="folded" open={open || isMeant || printing} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {credentials && <span class="folded-part"><strong>{t("Authentication")}</strong> {credentials}</span>}
        {names[0] && <span class="folded-part"><strong>{t("Optional")}</strong> {names.join(", ")}</span>}
      </summary>
      <Access contract={contract} method={method} />
      {names[0] && (
        <ParamSections at="optional" title={t("Optional headers and cookies")} of={() => optional} />
      )}
    </details>
  );
}

function Endpoint({ entry }: { readonly entry: Entry }): JSX.Element {
  const { contract, method } = entry;
  const [path = "", ...others] = pathsOf(contract, method);
  return (
    <>
      <div class="endpoint">
        <MethodBadge method={method} long />
        <PatternBadge method={method} />
        <code class="path">
          {path.split(/(\{[^}]*\})/).map((part) =>
            part.startsWith("{") ? <span class="placeholder">{part}</span> : (
              <Breakable text={part} />
            ),
          )}
        </code>
        <CopyButton text={() => path} what={t("the path")} />
        <TryIt entry={entry} />
      </div>
      {others.map((path) => <p class="quiet">{t("Also at")} <code>{path}</code></p>)}
      {(!isHttp(method) || isSent(contract)) && (
        <p class="direction-words">
          {isHttp(method) || method.wsDirection === "IN" ? t("Server → client") : t("Client → server")}
          {!isHttp(method) && ` · ${patternWords(method)}`}
        </p>
      )}
    </>
  );
}

/** Opens the console, where the page has one. */
function TryIt({ entry: { contract } }: { readonly entry: Entry }): JSX.Element | null {
  const { links, route } = useShown();
  const { fill, change } = useContext(FillContext);
  const link = linkOf(links, route.slug);
  if (isSent(contract) || !(link?.console ?? link?.service)) return null;
  const open = (): void => change({ console: true, address: fill.address || location.origin });
  return <button class="button go" aria-expanded={!!fill.console} onClick={() => (fill.console ? change({ console: false }) : open())}>{t("Try it")}</button>;
}

/** What a call may answer, by status: each leads to where it is described, of several errors to the first. */
function Statuses({ entry: { method } }: { readonly entry: Entry }): JSX.Element | null {
  const { model, route } = useShown();
  const link = useLinks();
  const answers = answersOf(method).map((response) => [statusOf(response), `response-${statusOf(response)}`] as const);
  const errors = method.errors.map((type) => [statusOf(model.error(type) ?? {}), errorAnchor(type)] as const);
  const places = [...answers, ...errors].filter(
    ([status], at, all) => /^\d/.test(status) && all.findIndex(([other]) => other === status) === at,
  );
  if (places.length === 0) return null;
  return (
    <div role="group" class="statuses" aria-label={t("Responses and errors")}>
      <span aria-hidden="true">{t("Responses")}</span>
      {places.map(([status, at]) => (
        <a class={`status ${at.startsWith("error") ? "bad" : "ok"}`} href={link(route.page, { at })}>{status}</a>
      ))}
    </div>
  );
}

/** Servers of a method alone, and what it calls. */
function Elsewhere({ entry: { group }, method: { servers = [], callbacks = [] } }: { readonly entry: Entry; readonly method: HttpMethod }): JSX.Element {
  const link = useLinks();
  return (
    <>
      {servers.map(({ url, description }) => <p class="quiet">{t("Server")} <code>{url}</code> {description}</p>)}
      {callbacks.length > 0 && (
        <p class="quiet">
          {t("Callbacks")}
          {callbacks.map((contract) => (
            <a href={link({ kind: "contract", group: group.slug, contract })}>{` ${contract}`}</a>
          ))}
        </p>
      )}
    </>
  );
}

function MediaType({ contents }: { readonly contents: readonly { readonly mediaType: string }[] }): JSX.Element | null {
  const [only] = contents;
  return contents.length === 1 && only ? <code class="media-type">{only.mediaType}</code> : null;
}

interface ResponseProps {
  readonly response: SuccessResponse;
  readonly headers: HttpMethod["responseHeaders"];
  /** The response as it is sent. */
  readonly children: ComponentChildren;
}

function Response({ response, headers = [], children }: ResponseProps): JSX.Element {
  const { description, contents, links } = response;
  const status = statusOf(response);
  const title =
    status === "" ? (t("Reply")) : (
      <>
        {t("Response")} <span class="status ok">{status}</span>{" "}
        <span class="status-words">{statusWords(response)}</span>
      </>
    );
  return (
    <Section
      at={status === "" ? "answer" : `response-${status}`}
      title={title}
      label={status === "" ? t("Reply") : `${t("Response")} ${status}`}
      aside={<MediaType contents={contents ?? []} />}
    >
      <Prose text={description} />
      {contents ? (
        <Contents contents={contents} of={status === "" ? t("the reply") : t("the response {0}", status)} />
      ) : (
        <p class="quiet">{t("No content.")}</p>
      )}
      {children}
      {headers.length > 0 && <Params title={t("Headers")} params={headers} />}
      {links && <Late>{({ ResponseLinks }) => <ResponseLinks links={links} />}</Late>}
    </Section>
  );
}
