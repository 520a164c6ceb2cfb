/** The section about authentication and permissions. */

import { Fragment, h, type JSX } from "preact";
import type { ApiDocsDocument } from "../document";
import type { Contract, Method } from "../model/contracts";
import type { SecurityScheme } from "../types/security-scheme";
import type { JsonObject } from "../types/json-schema";
import { operationsOf, type Operation } from "../model/model";
import { carrierOf, isUndeclared, securityOf, type Alternative, type Credential } from "../model/security";
import { useLinks, useShown } from "../parts/context";
import { Section } from "../parts/heading";
import { Late, LateFold } from "../parts/lazy";
import { InlineProse, Prose } from "../parts/prose";
import { interpolate, t } from "../i18n";

export function Access({ contract, method }: { readonly contract: Contract; readonly method?: Method }): JSX.Element | null {
  const { document } = useShown().model;
  const alternatives = securityOf(document, contract, method);
  const permission = method?.permission ?? contract.permission;
  const isLimited = isRestricted(permission);
  if (!isLimited && !alternatives?.some((way) => way.length > 0)) return null; // everybody may call
  const ways = alternatives?.filter((way) => way.length > 0) ?? [];
  const isOptional = alternatives?.some((way) => way.length === 0);
  return (
    <Section at="authentication" title={t("Authentication")}>
      {ways.length > 1 && <p class="small quiet">{t("One of these is enough:")}</p>}
      <ul class="access">
        {ways.map((way) => (
          <li>
            {way.map((credential, index) => (
              <div>
                {index > 0 && <span class="quiet">{t("together with")} </span>}
                <CredentialView credential={credential} />
              </div>
            ))}
          </li>
        ))}
        {isOptional && (
          <li>
            {ways.length > 0 ? t("Calls without credentials are accepted, too.") : t("No credentials are needed.")}
          </li>
        )}
        {permission && isLimited && (isOptional || !isImplied(permission.tree, ways)) && (
          <li>
            <strong>{t("Permission")}</strong> <PermissionWords tree={permission.tree} text={permission.text} />
          </li>
        )}
        {isUndeclared(alternatives, permission?.tree.kind) && (
          <li>{t("How callers identify themselves is not declared.")}</li>
        )}
      </ul>
    </Section>
  );
}

/** In a line: the kinds of credentials, or that the call is restricted; empty of a call that everybody may make. */
export function credentialWords(document: ApiDocsDocument, contract: Contract, method: Method): string {
  const ways = securityOf(document, contract, method)?.filter((way) => way.length > 0) ?? [];
  if (ways.length === 0) return isRestricted(method.permission ?? contract.permission) ? t("Permission") : "";
  const words = ways.map((way) => way.map(({ name, scheme }) => kindOf(scheme) || name).join(" + "));
  return [...new Set(words)].join(", ");
}

function isRestricted(permission: Contract["permission"]): boolean {
  return permission !== undefined && permission.tree["kind"] !== "public";
}

/** Whether the credentials say already what a permission says: that callers are known, or scopes of every way in. */
function isImplied({ kind, name, of }: JsonObject, ways: readonly Alternative[]): boolean | undefined {
  if (!ways[0]) return false;
  if (kind === "all") return (of as readonly JsonObject[] | undefined)?.every((part) => isImplied(part, ways));
  return kind === "authenticated" || (kind === "scope" && ways.every((way) => way.some(({ scopes }) => scopes.includes(name as string))));
}

/** A permission in words; one of an unknown kind in its own text. */
function PermissionWords({ tree, text }: { readonly tree: JsonObject; readonly text: string }): JSX.Element {
  switch (tree["kind"]) {
    case "authenticated":
      return <>{t("for callers who have identified themselves")}</>;
    case "scope":
      return <>{interpolate("needs the scope {0}", <code>{String(tree["name"])}</code>)}</>;
    default:
      return <InlineProse text={text} />;
  }
}

/** The description of a scheme is on the first page alone, to which each method links. */
function CredentialView({ credential }: { readonly credential: Credential }): JSX.Element {
  const { name, scheme, scopes } = credential;
  const link = useLinks();
  const kind = <Kind name={name} scheme={scheme} />;
  return (
    <>
      {scheme.description ? <a href={link({ kind: "overview" }, { at: "authentication" })}>{kind}</a> : kind}
      {scopes.length > 0 && (
        <>
          {" · "}
          {t("Scopes")}
          {scopes.map((scope) => (
            <>
              {" "}
              <code>{scope}</code>
            </>
          ))}
        </>
      )}
      <HowToGet scheme={scheme} scopes={scopes} />
    </>
  );
}

/** All ways in which callers of a document identify themselves. */
export function WaysIn({ contracts }: { readonly contracts: readonly Contract[] }): JSX.Element | null {
  const { document } = useShown().model;
  const { securitySchemes = {} } = document;
  const schemes = Object.entries(securitySchemes);
  if (schemes.length === 0) return null;
  const operations = operationsOf(contracts);
  const users = (name: string): number => operations.filter((operation) => accepts(document, operation, name)).length;
  return (
    <Section at="authentication" title={t("Authentication")}>
      <ul class="access">
        {schemes.map(([name, scheme]) => (
          <li key={name}>
            <Kind name={name} scheme={scheme} />
            <span class="quiet">{` · ${t("for {0} of {1} methods", users(name), operations.length)}`}</span>
            <Prose text={scheme.description} class="small" />
            <HowToGet scheme={scheme} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function accepts(document: ApiDocsDocument, { contract, method }: Operation, scheme: string): boolean {
  const alternatives = securityOf(document, contract, method) ?? [];
  return alternatives.some((alternative) => alternative.some(({ name }) => name === scheme));
}

interface KindProps {
  /** Of the scheme: all that is known of one that the document does not define. */
  readonly name: string;
  readonly scheme: SecurityScheme;
}

function Kind({ name, scheme }: KindProps): JSX.Element {
  const { securitySchemes = {} } = useShown().model.document;
  const alike = Object.values(securitySchemes).filter((other) => wordsOf(other) === wordsOf(scheme));
  const kind = (
    <strong>
      {kindOf(scheme) || name}
      {alike.length > 1 && ` (${name})`}
      {scheme.deprecated === true && ` (${t("deprecated")})`}
    </strong>
  );
  const [place, carrier] = carrierOf(scheme) ?? [];
  const code = <code>{carrier}</code>;
  switch (place) {
    case "header":
      return <>{interpolate("{0} in the header {1}", kind, code)}</>;
    case "query":
      return <>{interpolate("{0} in the query parameter {1}", kind, code)}</>;
    case "cookie":
      return <>{interpolate("{0} in the cookie {1}", kind, code)}</>;
    default:
      return kind;
  }
}

/** What a scheme is called, and where its credentials are: the same for two kinds of tokens. */
function wordsOf(scheme: SecurityScheme): string {
  return `${kindOf(scheme)} ${carrierOf(scheme)}`;
}

export function kindOf({ type, scheme = "", bearerFormat }: SecurityScheme): string {
  switch (type) {
    case "apiKey":
      return t("API key");
    case "oauth2":
      return "OAuth 2";
    case "openIdConnect":
      return "OpenID Connect";
    case "mutualTLS":
      return t("Client certificate (mutual TLS)");
    case "http":
      if (/^basic$/i.test(scheme)) return t("Name and password (Basic)");
      if (scheme && !/^bearer$/i.test(scheme)) return `HTTP ${scheme}`;
      return bearerFormat ? `${t("Bearer token")} (${bearerFormat})` : t("Bearer token");
    default:
      return type;
  }
}

interface HowToGetProps {
  readonly scheme: SecurityScheme;
  /** The required scopes: only flows that grant them are shown. All flows unless given. */
  readonly scopes?: readonly string[];
}

function HowToGet({ scheme, scopes }: HowToGetProps): JSX.Element | null {
  const hasAddresses = !!(scheme.flows ?? scheme.openIdConnectUrl);
  if (!hasAddresses) return null;
  const Later = scopes ? Late : LateFold; // the first page has no scopes, and does without the details
  return <Later summary={t("Scopes")}>{({ Flows }) => <Flows scheme={scheme} scopes={scopes} />}</Later>;
}
