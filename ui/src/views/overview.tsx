/** The pages of a whole document, of a group and of a contract. */

import { Fragment, h, type JSX } from "preact";
import { useContext, useMemo } from "preact/hooks";
import type { ApiDocsDocument, Group, Server } from "../document";
import { FillContext } from "../host/fill";
import { endpointOf, entriesOf, isHttp, isSent, paramsOf, refOf, type Contract, type Entry, type Method } from "../model/contracts";
import { carrierOf, placeholderOf, securityOf, type Alternative } from "../model/security";
import { usePrinting } from "../host/printing";
import { serverOf } from "../samples/servers";
import { linkOf, type DocumentFile } from "../host/attributes";
import { idOf, namedBy } from "../host/static-text";
import { SMALL } from "../model/contents";
import { countMethods, isOneThing, isUndescribed, isWhole, methodPage, operationPage, operationsOf, pathsOf, shortName, type Operation } from "../model/model";
import { Access, WaysIn } from "./access";
import { Deprecated, directionWords, MethodBadge, PatternBadge } from "../parts/badges";
import { Boundaries } from "../parts/boundary";
import { Breakable, Name } from "../parts/breakable";
import { Code } from "../parts/code";
import { useLinks, useShown } from "../parts/context";
import { CopyButton } from "../parts/copy";
import { Description, InlineProse, plainText, Prose } from "../parts/prose";
import { ExternalLink } from "../parts/external";
import { LateFold, useDetails } from "../parts/lazy";
import { LongList, MAX_SHOWN } from "../parts/long-list";
import { ErrorCards } from "./errors";
import { Section } from "../parts/heading";
import { ParamSections } from "./params";
import { Title } from "../parts/title";
import { interpolate, t } from "../i18n";

/** How many operations of a group the first page of a large document lists at first; of many groups, by their names alone. */
const FEW = 5;
const FEW_NAMES = 3;
const MANY_GROUPS = 20;
/** Characters that a description above the methods may have inside another page; of a longer one, its first paragraph is there. */
const MOST_WORDS = 500;
/** How many groups it lists at first. */
const MOST_GROUPS = 90;

export function Overview(): JSX.Element {
  const { model, links, route, embedded } = useShown();
  const link = useLinks();
  const { service, groups, workflows } = model.document;
  const { servers = [], description = "" } = service;
  const isLong = embedded && description.length > MOST_WORDS;
  const { json, files: offered = [] } = linkOf(links, route.slug)!;
  const first = model.methodCount > SMALL ? FEW : undefined;
  const isBrief = first && groups.length > MANY_GROUPS;
  const contracts = groups.flatMap((group) => group.contracts);
  const files = [...offered, { title: t("Contract document (the reference as JSON)"), href: json }].filter(
    ({ kind }: DocumentFile) => !kind || (kind === "workflow" ? workflows : contracts.some((contract) => contract.kind === kind && contract.methods.length)),
  );
  return (
    <Boundaries Tag="article" class="overview">
      <div class="first">
        <Boundaries Tag="div">
          <Title title={service.name}>{service.version && <span class="tag version">{service.version}</span>}</Title>
          <Prose text={service.summary} class="lead" />
          <Prose text={isLong ? firstWords(description) : description} class={service.summary ? "" : "lead"} />
          {(service.owner ?? service.lifecycle ?? service.contact ?? service.license ?? service.termsOfService) && <LateFold summary={t("About the service")}>{({ imprint }) => imprint(service)}</LateFold>}
          {service.externalDocs && <ExternalLink docs={service.externalDocs} />}
          <Lists />
        </Boundaries>
        <Boundaries Tag="div" class="first-card">
          <Servers servers={servers} />
          <WaysIn contracts={contracts} />
          <FirstCall />
          <details class="menu">
            <summary>{t("Download")}</summary>
            <Downloads files={files} />
          </details>
        </Boundaries>
      </div>
      {groups.length === 0 && <p class="quiet">{t("This document has no methods yet.")}</p>}
      <div class={isBrief ? "brief" : ""}>
        <LongList items={groups} first={MOST_GROUPS} line="p">
          {(group) => (
            <Section
              key={group.slug}
              at={group.slug}
              title={<a href={link({ kind: "group", group: group.slug })}>{group.name}</a>}
              aside={<span class="count">{countMethods(group)}</span>}
            >
              {!isBrief && <Prose text={first ? firstWords(group.description) : group.description} />}
              {isBrief ? (
                <LongList items={operationsOf(group.contracts)} first={FEW_NAMES} line="span">
                  {({ contract, method }) => (
                    <a key={method?.name} href={link(operationPage(group, contract, method))}>
                      {method ? shortName(group, contract, method) : contract.name}
                    </a>
                  )}
                </LongList>
              ) : <OperationTable group={group} operations={operationsOf(group.contracts)} first={first} />}
            </Section>
          )}
        </LongList>
      </div>
      {isLong && (
        <Section at="description" title={t("Description")}>
          <Prose text={description} />
        </Section>
      )}
      {workflows && (
        <LateFold summary={`${t("Workflows")}: ${workflows.map(({ name }) => name).join(", ")}`} isMeant={route.at?.startsWith("workflow")}>
          {(details) => <details.WorkflowList listed={workflows} />}
        </LateFold>
      )}
    </Boundaries>
  );
}

/** A call that works without an id: the first that reads something, rather one that everybody may make. */
function FirstCall(): JSX.Element | null {
  const { document } = useShown().model;
  const link = useLinks();
  const { fill } = useContext(FillContext);
  const entry = useMemo(() => firstCall(document), [document]);
  if (!entry) return null;
  const headers = wayOf(document, entry).map(({ scheme }) => ` \\\n  --header '${carrierOf(scheme)?.[1]}: ${placeholderOf(scheme)}'`);
  const code = `curl '${serverOf(document, entry.method, fill)}${pathsOf(entry.contract, entry.method)[0]}'${headers.join("")}`;
  return (
    <Section at="first-call" title={t("First call")}>
      <Code code={code} what={t("the first call")} />
      <a href={link(methodPage(refOf(entry)))}>{entry.method.summary ? plainText(entry.method.summary) : entry.method.name}</a>
    </Section>
  );
}

function firstCall(document: ApiDocsDocument): Entry | undefined {
  let best: Entry | undefined;
  for (const entry of entriesOf(document)) {
    const { contract, method } = entry;
    if (!isHttp(method) || isSent(contract) || method.httpMethod !== "GET" || method.deprecated) continue;
    try {
      const way = wayOf(document, entry);
      if (Object.values(paramsOf(contract, method)).flat().some(({ required }) => required)) continue;
      if (way.length === 0) return entry;
      if (way.every(({ scheme }) => carrierOf(scheme)?.[0] === "header")) best ??= entry;
    } catch {} // its own page says what is wrong with it
  }
  return best;
}

/** The first way to identify the caller. */
function wayOf(document: ApiDocsDocument, { contract, method }: Pick<Entry, "contract" | "method">): Alternative {
  const ways = securityOf(document, contract, method) ?? [];
  return ways.find((way) => way.length === 0) ?? ways[0] ?? [];
}

/** Types, errors, and what is deprecated. */
function Lists(): JSX.Element {
  const { document } = useShown().model;
  const link = useLinks();
  const list = (kind: "schema" | "error", of: object, words: string): JSX.Element | string | undefined =>
    Object.keys(of)[0] && <a href={link({ kind, name: "" })}>{words}</a>;
  return (
    <p class="files lists">
      {list("schema", document.schemas, t("Types"))}
      {list("error", document.errors, t("Errors"))}
    </p>
  );
}

/** The first paragraph, which may have several lines. */
export function firstWords(text: string | undefined): string {
  return /^(?!>).+(\n(?![-*>#|]).+)*/m.exec(text ?? "")?.[0] ?? ""; // quotes are remarks
}

function Downloads({ files }: { readonly files: readonly DocumentFile[] }): JSX.Element {
  return (
    <ul class="files">
      {files.map(({ title, href }) => (
        <li>
          <a href={href} download={href.split("/").slice(-2).join("-")}>{title}</a>
        </li>
      ))}
    </ul>
  );
}

function Servers({ servers }: { readonly servers: readonly Server[] }): JSX.Element | null {
  const printing = usePrinting();
  if (servers.length === 0) return null;
  return (
    <Section at="servers" title={t("Servers")}>
      <ServerList servers={servers.slice(0, 1)} />
      {servers.length > 1 && (
        <details open={printing}>
          <summary>{t("{0} more", servers.length - 1)}</summary>
          <ServerList servers={servers.slice(1)} />
        </details>
      )}
    </Section>
  );
}

function ServerList({ servers }: { readonly servers: readonly Server[] }): JSX.Element {
  return (
    <ul class="servers">
      {servers.map(({ url, description, variables }) => (
        <li>
          <code>{url}</code> <CopyButton text={() => url} what={t("the address")} />
          {description && <p class="quiet">{description}</p>}
          {Object.entries(variables ?? {}).map(([name, variable]) => (
            <p class="quiet">
              <code>{`{${name}}`}</code> {variable.description}{" "}
              {interpolate("default {0}", <code>{variable.default}</code>)}
              {variable.enum && `, ${t("one of {0}", variable.enum.join(", "))}`}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

export function GroupView({ group }: { readonly group: Group }): JSX.Element {
  const { model } = useShown();
  const link = useLinks();
  const isOne = isOneThing(group);
  const only = group.contracts.find((contract) => isWhole(group, contract));
  const table = isOne && <OperationTable group={group} operations={operationsOf(group.contracts)} />;
  return (
    <Boundaries Tag="article" class="overview">
      <Title
        crumbs={[{ label: model.document.service.name, href: link({ kind: "overview" }) }]}
        title={group.name}
        deprecated={only?.deprecated}
      />
      <Prose text={group.description} class="lead" />
      {only ? <ContractBody group={group} contract={only} methods={table} /> : table}
      <LongList items={isOne ? [] : group.contracts} first={20} line="p">
        {(contract) => (
          <Section
            key={contract.name}
            at={contract.name}
            title={<a href={link({ kind: "contract", group: group.slug, contract: contract.name })}>{contract.name}</a>}
          >
            <OperationTable group={group} operations={operationsOf([contract])} />
          </Section>
        )}
      </LongList>
    </Boundaries>
  );
}

interface ContractProps {
  readonly group: Group;
  readonly contract: Contract;
}

export function ContractView({ group, contract }: ContractProps): JSX.Element {
  const { route } = useShown();
  const link = useLinks();
  const { at = "" } = route;
  const inText = at.startsWith("/") ? methodsInText(route.slug, group, contract) : [];
  const part = inText.length > 0 && ({ ...contract, methods: inText } as Contract);
  const isGroup = part && isWhole(group, contract); // the group has no part of its own
  const { name } = isGroup ? group : contract;
  const shown = part || contract;
  return (
    <Boundaries Tag="article" class="overview">
      <Title
        crumbs={[{ label: group.name, href: link({ kind: "group", group: group.slug }) }]}
        title={part ? `${name}: ${at.slice(1)}` : name}
        deprecated={contract.deprecated}
      />
      {isGroup && <Prose text={group.description} class="lead" />}
      <ContractBody
        group={group}
        contract={contract}
        methods={
          !isUndescribed(contract) && (
            <Section at="methods" title={t("Methods")} aside={<span class="count">{shown.methods.length}</span>}>
              <OperationTable group={group} operations={operationsOf([shown])} />
            </Section>
          )
        }
      />
    </Boundaries>
  );
}

/** The methods that the page has text of: the page of a part of a long contract has some of them. */
function methodsInText(slug: string, group: Group, contract: Contract): readonly Method[] {
  const methods: readonly Method[] = contract.methods;
  return methods.filter((method) => namedBy(`#${idOf(slug, operationPage(group, contract, method))}`));
}

/** What a contract says of itself, around the list of its methods. */
function ContractBody({ group, contract, methods }: ContractProps & { readonly methods: JSX.Element | false }): JSX.Element {
  const ws = contract.kind === "ws" ? contract : undefined;
  const { value: details } = useDetails(!!(contract.lifecycle ?? ws));
  const [protocol, address] = endpointOf(contract);
  return (
    <Boundaries>
      {address !== "/" && (
        <p class="endpoint">
          <span class="badge verb-other">{protocol}</span>
          <code class="path">
            <Breakable text={address} />
          </code>
        </p>
      )}
      {details && <details.Versions part={contract} />}
      <Description text={contract.description === group.description ? undefined : contract.description} />
      {isUndescribed(contract) ? (
        !(ws?.protocol && contract.description) && <p class="quiet">{t("Its messages are not described; in FastAPI, messages() describes them.")}</p>
      ) : (
        ws &&
        !ws.protocol && (
          <p class="quiet">
            {interpolate("Framing: {0}", <code>{ws.framing.name}</code>)}
            {ws.framing.description && <>. {ws.framing.description}</>}
          </p>
        )
      )}
      {contract.externalDocs && <ExternalLink docs={contract.externalDocs} />}
      <Access contract={contract} />
      <ParamSections
        at="headers"
        title={ws ? t("Parameters of the connection") : t("Sent with every call")}
        of={() => ({ path: ws?.pathParams, query: ws?.queryParams, headers: contract.headers, cookies: contract.cookies })}
      />
      {methods}
      {ws && (
        <>
          <ErrorCards
            types={ws.errors ?? []}
            format={contract.errorFormat}
            title={t("The connection may be refused with")}
          />
          {details && <details.Failures contract={ws} />}
        </>
      )}
    </Boundaries>
  );
}

interface OperationTableProps {
  readonly group: Group;
  /** Methods, or contracts. */
  readonly operations: readonly Operation[];
  readonly first?: number | undefined;
}

function OperationTable({ group, operations, first = MAX_SHOWN }: OperationTableProps): JSX.Element {
  return (
    <>
      <ul class="method-table with-paths">
        <LongList items={operations} first={first}>
          {(operation) => (
            <Row key={`${operation.contract.name}.${operation.method?.name}`} group={group} {...operation} />
          )}
        </LongList>
      </ul>
      {operations.some(({ method }) => method && !isHttp(method)) && <p class="quiet">{directionWords()}</p>}
    </>
  );
}

function Row({ group, contract, method }: ContractProps & { readonly method?: Method }): JSX.Element {
  const link = useLinks();
  return (
    <li>
      <a href={link(operationPage(group, contract, method))} class={method?.deprecated ? "is-deprecated" : ""}>
        <MethodBadge method={method} contract={contract} />
        <Name text={method ? shortName(group, contract, method) : contract.name} />
        <span class="row-path">
          {pathsOf(contract, method).map((path) => (
            <code>
              <Breakable text={path} />{" "}
            </code>
          ))}
          {method && <PatternBadge method={method} />}
        </span>
        <span class="summary">
          <InlineProse text={method ? method.summary : firstWords(contract.description)} />{" "}
          {method?.deprecated && <Deprecated />}
        </span>
      </a>
    </li>
  );
}
