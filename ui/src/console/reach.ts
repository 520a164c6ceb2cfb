/** What may be called from a page, and what a browser will not send. */

import type { ApiDocsDocument, WebSocketContract } from "../document";
import type { Target } from "../host/fill";
import type { Method } from "../model/contracts";
import { carrierOf, type Alternative } from "../model/security";
import { addressOfServer, OWN_SERVICE, placeOf, serversOf, webAddress, type IndexedServer } from "../samples/servers";

/** The servers that may be called from here: those that are declared, if the author wants that, or those of this site. */
export function allowedServers(document: ApiDocsDocument, method: Method, fill: Target, isDeclared: boolean): readonly IndexedServer[] {
  const all = serversOf(document, method, fill);
  const own = all.filter(({ index }) => index === OWN_SERVICE);
  const declared = all.filter(({ index }) => index !== OWN_SERVICE);
  const here = declared.filter(({ server }) => placeOf(addressOfServer(server, fill) ?? "") === location.origin);
  if (isDeclared) return here.length > 0 ? declared : [...declared, ...own];
  return here.length > 0 ? here : own;
}

/** Why the browser will not send a call, before it is tried. */
export function hindrance(address: string, page: Pick<Location, "protocol">): "unknown" | "mixed" | "file" | undefined {
  const url = webAddress(address);
  if (!url) return "unknown";
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|.*\.localhost)$/.test(url.hostname);
  if (page.protocol === "https:" && /^(?:http|ws):$/.test(url.protocol) && !isLocal) return "mixed";
  return page.protocol === "file:" ? "file" : undefined;
}

/** Headers that a browser sends by itself when it connects, or by the field of the subprotocol. */
const BY_BROWSERS = /^(?:sec-websocket-.*|accept-.*|origin|host|user-agent)$/i;

/** Headers without which the service refuses a connection, and which a page cannot send. */
export function neededHeaders({ headers = [] }: WebSocketContract, way: Alternative): readonly string[] {
  const declared = headers.filter(({ required }) => required).map(({ name }) => name);
  const carriers = way.map(({ scheme }) => carrierOf(scheme) ?? []);
  const credentials = carriers.filter(([place]) => place === "header").map(([, name = ""]) => name);
  return [...declared, ...credentials].filter((name) => !BY_BROWSERS.test(name));
}
