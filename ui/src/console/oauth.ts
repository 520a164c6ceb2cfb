/** Tokens of OAuth 2: by a code with PKCE (RFC 7636) in a window of its own, by a client, or by a password. */

import { parsed } from "../host/attributes";
import type { OAuthFlow, SecurityScheme } from "../types/security-scheme";
import { webAddress } from "../samples/servers";

export type Grant = "authorizationCode" | "clientCredentials" | "password";

const GRANTS: readonly Grant[] = ["authorizationCode", "clientCredentials", "password"];

/** The ways to a token that a page can go. @param base The address of the service. */
export function grantsOf(scheme: SecurityScheme, base: string): readonly Grant[] {
  return GRANTS.filter((grant) => tokenPlace(scheme, grant, base) !== undefined);
}

/** Who gets what is filled in for a token: scheme, host and port; undefined where a page cannot ask. */
export function tokenPlace({ type, flows = {}, openIdConnectUrl }: SecurityScheme, grant: Grant, base: string): string | undefined {
  if (type === "openIdConnect") return grant === "authorizationCode" && openIdConnectUrl ? addressOf(openIdConnectUrl, base)?.origin : undefined;
  const flow = type === "oauth2" && Object.hasOwn(flows, grant) ? flows[grant] : undefined;
  return flow?.tokenUrl ? addressOf(flow.tokenUrl, base)?.origin : undefined;
}

export interface Asked {
  readonly client: string;
  readonly secret: string;
  readonly user: string;
  readonly scopes: readonly string[];
}

/** An address of the web, undefined of any other; relative ones are those of the service. */
function addressOf(url: string | undefined, base: string): URL | undefined {
  const address = webAddress(url ?? "", webAddress(base) && `${base}/`);
  return address?.protocol.startsWith("http") ? address : undefined;
}

/** The same of an address that is asked. */
function askedAddress(url: string | undefined, base: string): URL {
  const address = addressOf(url, base);
  if (!address) throw new Error(url);
  return address;
}

/** The flow of a scheme, which OpenID Connect has at an address. */
async function flowOf(scheme: SecurityScheme, grant: Grant, base: string, signal: AbortSignal): Promise<OAuthFlow> {
  if (scheme.type !== "openIdConnect") return scheme.flows?.[grant] ?? {};
  const found = (await (await fetch(askedAddress(scheme.openIdConnectUrl, base), { signal, credentials: "omit" })).json()) as Readonly<Record<string, string>>;
  return { authorizationUrl: found["authorization_endpoint"] ?? "", tokenUrl: found["token_endpoint"] ?? "" };
}

/** Brings a token; rejected with the reason of the service. */
export async function tokenFor(scheme: SecurityScheme, grant: Grant, asked: Asked, base: string, signal: AbortSignal): Promise<string> {
  // before anything is waited for, since browsers open windows for a click only
  const popup = grant === "authorizationCode" ? window.open("", "_blank", "popup,width=520,height=720") : null;
  if (popup) popup.opener = null; // what is opened may not move this page
  try {
    const flow = await flowOf(scheme, grant, base, signal);
    const scope = asked.scopes.join(" ");
    const common = { client_id: asked.client, ...(scope && { scope }) };
    const token = askedAddress(flow.tokenUrl, base);
    switch (grant) {
      case "authorizationCode": {
        if (!popup) throw new Error("popup");
        const verifier = randomText();
        const code = await codeFrom(popup, askedAddress(flow.authorizationUrl, base), { ...common, response_type: "code" }, await challengeOf(verifier), signal);
        return await grantToken(token, { grant_type: "authorization_code", code, redirect_uri: redirectAddress(), client_id: asked.client, code_verifier: verifier }, signal);
      }
      case "clientCredentials":
        return await grantToken(token, { grant_type: "client_credentials", ...common, client_secret: asked.secret }, signal);
      case "password":
        return await grantToken(token, { grant_type: "password", ...(asked.client && common), ...(scope && { scope }), username: asked.user, password: asked.secret }, signal);
      default:
        return grant satisfies never;
    }
  } finally {
    popup?.close();
  }
}

/** Where the service sends the reader back to: this page, which is registered for the client. */
export function redirectAddress(): string {
  return location.origin + location.pathname;
}

/** Milliseconds between two looks at a window. */
const PACE = 200;

/** Waits until the window is back at an address of this site, with a code. */
async function codeFrom(popup: Window, address: URL, params: Readonly<Record<string, string>>, challenge: string, signal: AbortSignal): Promise<string> {
  const state = randomText();
  const all = { ...params, redirect_uri: redirectAddress(), state, code_challenge: challenge, code_challenge_method: "S256" };
  for (const [name, value] of Object.entries(all)) address.searchParams.set(name, value);
  popup.location.href = address.href;
  while (!popup.closed) {
    signal.throwIfAborted();
    const query = new URLSearchParams(searchOf(popup));
    if (query.get("state") === state) {
      const code = query.get("code");
      if (code !== null) return code;
      throw new Error(query.get("error_description") ?? query.get("error") ?? "");
    }
    await new Promise((resolve) => setTimeout(resolve, PACE));
  }
  throw new Error("closed");
}

/** The query of the address at which the window is, once it is back; another site keeps its address to itself. */
function searchOf(popup: Window): string {
  try {
    const { origin, pathname, search } = popup.location;
    return origin + pathname === redirectAddress() ? search : "";
  } catch {
    return "";
  }
}

async function grantToken(address: URL, form: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, { method: "POST", body: new URLSearchParams(form), headers: { Accept: "application/json" }, credentials: "omit", redirect: "error", signal });
  const text = await response.text();
  const answer = (parsed(text) ?? {}) as Readonly<Record<string, unknown>>;
  const token = answer["access_token"];
  if (response.ok && typeof token === "string") return token;
  throw new Error(`${response.status} ${reasonOf(answer["error_description"] ?? answer["error"] ?? answer["detail"] ?? text)}`);
}

/** Characters of a reason that is no text, or a whole page. */
const LONGEST_REASON = 300;

/** Why a service gives no token (RFC 6749, 5.2); FastAPI lists what is wrong with each field. */
export function reasonOf(reason: unknown): string {
  if (Array.isArray(reason) && reason.every((fault) => fault?.msg)) return reason.map(({ loc = [], msg }) => `${loc.at(-1)}: ${msg}`).join(", ");
  return (typeof reason === "string" ? reason : JSON.stringify(reason)).slice(0, LONGEST_REASON);
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

export async function challengeOf(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
}
