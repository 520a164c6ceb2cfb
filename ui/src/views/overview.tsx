/** The first page of a document. */

import { h, type JSX } from "preact";
import { useContext, useMemo } from "preact/hooks";
import type { ApiDocsDocument, Server } from "../document";
import { FillContext } from "../host/fill";
import { entriesOf, isHttp, isSent, paramsOf, refOf, type Entry } from "../model/contracts";
import { carrierOf, placeholderOf, securityOf, type Alternative } from "../model/security";
import { usePrinting } from "../host/printing";
import { serverOf } from "../samples/servers";
import { linkOf, type DocumentFile } from "../host/attributes";
import { SMALL } from "../model/contents";
import { countMethods, methodPage, operationPage, operationsOf, pathsOf, shortName } from "../model/model";
import { WaysIn } from "./access";
import { Boundaries } from "../parts/boundary";
import { Code } from "../parts/code";
import { useLinks, useShown } from "../parts/context";
import { CopyButton } from "../parts/copy";
import { firstWords, plainText, Prose } from "../parts/prose";
import { ExternalLink } from "../parts/external";
import { LateFold } from "../parts/lazy";
import { LongList } from "../parts/long-list";
import { Section } from "../parts/heading";
import { Title } from "../parts/title";
import { interpolate, t } from "../i18n";
import { OperationTable } from "./group";

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
