/** The pages of a group and of a contract, and the table of methods. */

import { Fragment, h, type JSX } from "preact";
import type { Group } from "../document";
import { endpointOf, isHttp, type Contract, type Method } from "../model/contracts";
import { idOf, namedBy } from "../host/static-text";
import { isOneThing, isUndescribed, isWhole, operationPage, operationsOf, pathsOf, shortName, type Operation } from "../model/model";
import { Access } from "./access";
import { Deprecated, directionWords, MethodBadge, PatternBadge } from "../parts/badges";
import { Boundaries } from "../parts/boundary";
import { Breakable, Name } from "../parts/breakable";
import { useLinks, useShown } from "../parts/context";
import { Description, firstWords, InlineProse, Prose } from "../parts/prose";
import { ExternalLink } from "../parts/external";
import { useDetails } from "../parts/lazy";
import { LongList, MAX_SHOWN } from "../parts/long-list";
import { ErrorCards } from "./errors";
import { Section } from "../parts/heading";
import { ParamSections } from "./params";
import { Title } from "../parts/title";
import { interpolate, t } from "../i18n";

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

export function OperationTable({ group, operations, first = MAX_SHOWN }: OperationTableProps): JSX.Element {
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
