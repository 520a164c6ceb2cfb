/** How callers identify themselves: the alternatives of a contract or a method, with their schemes. */

import type { ApiDocsDocument } from "../document";
import type { SecurityScheme } from "../types/security-scheme";
import type { Contract, Method } from "./contracts";

export interface Credential {
  readonly name: string;
  readonly scheme: SecurityScheme;
  readonly scopes: readonly string[];
}

/** The credentials that are needed together; empty if no credentials are needed. */
export type Alternative = readonly Credential[];

/** The alternatives that callers choose from; undefined when nothing is declared. */
export function securityOf(document: ApiDocsDocument, contract: Contract, method?: Method): readonly Alternative[] | undefined {
  const schemes = document.securitySchemes ?? {};
  return (method?.security ?? contract.security)?.map((alternative) =>
    Object.entries(alternative).map(([name, scopes]) => ({
      name,
      scheme: Object.hasOwn(schemes, name) ? (schemes[name] as SecurityScheme) : { type: "" },
      scopes,
    })),
  );
}

/** Whether calls are restricted, but no credential is declared. */
export function isUndeclared(alternatives: readonly Alternative[] | undefined, kind: unknown): boolean {
  return kind !== undefined && kind !== "public" && !alternatives?.some((alternative) => alternative.length > 0);
}

/** The parameter with the credential; undefined for a certificate, and for what brokers ask for. */
export function carrierOf({ type, in: location, name }: SecurityScheme): [place: string, name: string] | undefined {
  if (type === "apiKey") return [location ?? "header", name ?? ""];
  return /^(http|oauth2|openIdConnect)$/.test(type) ? ["header", "Authorization"] : undefined;
}

/** A placeholder for the value of a credential. */
export function placeholderOf({ type, scheme = "bearer" }: SecurityScheme): string {
  if (type === "apiKey") return "YOUR_API_KEY";
  if (type !== "http" || /^bearer$/i.test(scheme)) return "Bearer YOUR_TOKEN";
  return `${scheme.charAt(0).toUpperCase()}${scheme.slice(1)} YOUR_CREDENTIALS`;
}
