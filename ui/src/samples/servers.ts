/** Addresses of servers: which may be called, what they are once variables are filled in, and whom a credential is for. */

import type { ApiDocsDocument, Server } from "../document";
import { filled, type Target } from "../host/fill";
import { isHttp, type Method } from "../model/contracts";

export interface IndexedServer {
  readonly index: number;
  readonly server: Server;
}

/** The index of the running service that the page is part of, which no document declares. */
export const OWN_SERVICE = -2;

/** In place of a server that is declared nowhere. */
const UNKNOWN_SERVER = "<server>";

/** An address of the web as a browser reads it: `http:/\host//path` is on `host`; undefined of any other text. */
export function webAddress(text: string, base?: string): URL | undefined {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch {
    return undefined;
  }
  return /^(?:https?|wss?):$/.test(url.protocol) ? url : undefined;
}

/** Whom an address belongs to: scheme, host and port, those of a WebSocket as those of HTTP; empty if it is none of the web. */
export function placeOf(address: string): string {
  return webAddress(address)?.origin.replace(/^ws/, "http") ?? "";
}

function withVariables({ url, variables = {} }: Server, given: Target["variables"]): string {
  return url.replace(/\{([^{}]*)\}/g, (text, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return variable ? (filled(given, name) ?? variable.default ?? text) : text;
  });
}

/** The address of a server with its variables, without the last slash; undefined if it is none of the web. */
export function addressOfServer(server: Server, { variables, address }: Pick<Target, "variables" | "address">): string | undefined {
  const text = withVariables(server, variables);
  return rootOf(isPath(text) ? (address || "") + text : text);
}

/** Whether an address is a path on the host of the document, which is not known here. */
function isPath(text: string): boolean {
  return text === "" || text.startsWith("/");
}

/** An address to which paths are added, as a browser reads it; undefined if it is none of the web. */
export function rootOf(text: string, base?: string): string | undefined {
  const url = webAddress(text, base);
  // braces of what is no variable stay readable
  return url && (url.origin + url.pathname).replace(/%7B/gi, "{").replace(/%7D/gi, "}").replace(/\/$/, "");
}

/** Whether a server is a path on a host that the reader may say, or makes an address with some of its values. */
function isUsable(server: Server, fill: Target): boolean {
  return [fill, { variables: {} }].some((given) => {
    const text = withVariables(server, given.variables);
    return isPath(text) || addressOfServer(server, given) !== undefined;
  });
}

/** The servers for HTTP or for WebSockets; all of them if none is of that kind. What is no address of the web is left out. */
export function serversOf({ service }: ApiDocsDocument, method: Method, fill: Target): readonly IndexedServer[] {
  const servers = (isHttp(method) && method.servers) || (service.servers ?? []);
  const all = servers.map((server, index): IndexedServer => ({ index, server })).filter(({ server }) => isUsable(server, fill));
  const own = all.filter(({ server }) => /^ws/i.test(withVariables(server, fill.variables)) !== isHttp(method));
  const running = fill.service === undefined ? [] : [{ index: OWN_SERVICE, server: { url: fill.service } }];
  return [...(own.length > 0 ? own : all), ...running];
}

/** The server that is called: the chosen one, or else the first. */
export function serverFor(document: ApiDocsDocument, method: Method, fill: Target): IndexedServer | undefined {
  const servers = serversOf(document, method, fill);
  return servers.find(({ index }) => index === fill.server) ?? servers[0];
}

/** The address of the chosen server with its variables; one that is not known yet has a placeholder for its host. */
export function serverOf(document: ApiDocsDocument, method: Method, fill: Target): string {
  const server = serverFor(document, method, fill)?.server ?? { url: "" };
  const text = withVariables(server, fill.variables);
  const address = addressOfServer(server, fill) ?? UNKNOWN_SERVER + (text.startsWith("/") ? text.replace(/\/$/, "") : "");
  return address.replace(/^(?:ws|http)/i, isHttp(method) ? "http" : "ws");
}

/** Says by the name of a scheme what its credential is kept under: one that is meant for a place is sent to no other. */
export function credentialKeys(document: ApiDocsDocument, method: Method, fill: Target): (scheme: string) => string {
  const place = placeOf(serverOf(document, method, fill));
  return (scheme) => `${place} ${scheme}`;
}
