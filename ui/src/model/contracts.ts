/** What both kinds of contracts and methods have in common. */

import type { ApiDocsDocument, Framing, Group, HttpContract, HttpMethod, Param, SuccessResponse, WebSocketContract, WebSocketMethod } from "../document";
import type { JsonSchema } from "../types/json-schema";

export type Contract = HttpContract | WebSocketContract;

export type Method = HttpMethod | WebSocketMethod;

export interface MethodRef {
  readonly group: string;
  readonly contract: string;
  readonly method: string;
}

/** A method with its contract and group. */
export interface Entry {
  readonly group: Group;
  readonly contract: Contract;
  readonly method: Method;
}

/** All methods in the order of the document. */
export function entriesOf({ groups }: ApiDocsDocument): readonly Entry[] {
  return groups.flatMap((group) =>
    group.contracts.flatMap((contract) => contract.methods.map((method) => ({ group, contract, method }))),
  );
}

export function refOf({ group, contract, method }: Entry): MethodRef {
  return { group: group.slug, contract: contract.name, method: method.name };
}

/** The protocol and the address that all methods of a contract have in common. */
export function endpointOf(contract: Contract): readonly [protocol: string, address: string] {
  return contract.kind === "ws" ? [contract.protocol ?? "WebSocket", contract.path] : ["HTTP", contract.pathPrefix || "/"];
}

/** Whether a message of a WebSocket is its payload, without a frame. */
export function isBare({ request }: Framing): boolean {
  return request["x-placeholder"] !== undefined;
}

/** What surrounds the errors of a method on the wire; undefined where the failure of an event is not sent. */
export function failureFrame({ framing }: WebSocketContract, method: Method): JsonSchema | undefined {
  return !isHttp(method) && method.wsPattern === "event" ? framing.eventError : framing.error;
}

/** Whether an example of what is sent is shown instead of code: of requests of the service, and of messages of a broker. */
export function isSent(contract: Contract): boolean {
  return !!(contract.kind === "ws" ? contract.protocol : contract.outgoing);
}

/** The parameters of a call by their place, those of the contract and of the connection first. */
export function paramsOf(contract: Contract, method: Method): Readonly<Record<"path" | "query" | "headers" | "cookies", readonly Param[]>> {
  const own = method as HttpMethod; // of a message, headers alone
  const ws: Partial<WebSocketContract> = contract.kind === "ws" ? contract : {};
  return {
    path: [...(ws.pathParams ?? []), ...(own.pathParams ?? [])],
    query: [...(ws.queryParams ?? []), ...(own.queryParams ?? [])],
    headers: [...(contract.headers ?? []), ...(own.headerParams ?? [])],
    cookies: [...(contract.cookies ?? []), ...(own.cookieParams ?? [])],
  };
}

/** What a method answers, the usual response first. */
export function answersOf(method: Method): readonly SuccessResponse[] {
  const more = isHttp(method) ? (method.moreResponses ?? []) : [];
  return method.successResponse ? [method.successResponse, ...more] : more;
}

export function isHttp(method: Method): method is HttpMethod {
  return "httpMethod" in method;
}

