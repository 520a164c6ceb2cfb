/** Messages of WebSockets: their frames, and what they are in the contract. */

import type { ApiDocsDocument, WebSocketContract, WebSocketMethod } from "../document";
import { requestExample } from "../example";
import { isBare } from "../model/contracts";
import { answerSchema, messageSchema, stepsTo } from "../model/frame";
import { isList, isObject, type JsonObject, type JsonValue, type SchemaOrBoolean } from "../types/json-schema";
import { faultsOf, fits, type Fault, type Step } from "./validate";

export type Kind = "request" | "event" | "answer" | "error" | "unknown" | "note";

/** A line of the timeline. */
export interface Line {
  readonly id: number;
  /** Milliseconds since the connection was asked for. */
  readonly at: number;
  readonly direction: "OUT" | "IN" | "";
  readonly kind: Kind;
  /** The message as it was sent, or what has happened. */
  readonly text: string;
  /** The name of the method that the message belongs to. */
  readonly method: string;
  /** The key of the error. */
  readonly error?: string | undefined;
  readonly faults: readonly Fault[];
  /** Between a request and its answer, in milliseconds. */
  readonly latency?: number | undefined;
  /** The id of a request of the server. */
  readonly asks?: JsonValue | undefined;
}

/** What has been found out about a message of the server. */
export type Read = Pick<Line, "kind" | "method" | "error" | "faults" | "asks"> & { readonly answers?: JsonValue | undefined };

export function valueAt(value: JsonValue, steps: readonly Step[] | undefined): JsonValue | undefined {
  if (!steps) return undefined;
  let current: JsonValue | undefined = value;
  for (const step of steps) {
    if (current === undefined) return undefined;
    if (isList(current) && typeof step === "number") current = current[step];
    else current = isObject(current) && Object.hasOwn(current, step) ? (current as JsonObject)[step] : undefined;
  }
  return current;
}

/** Holds a message of the server against the contract. @param asked The name of the method of a request, by its id. */
export function readMessage(document: ApiDocsDocument, contract: WebSocketContract, value: JsonValue, asked: (id: JsonValue) => string | undefined): Read {
  const { framing } = contract;
  const { request, event, answer, error } = framing;
  const methods = contract.methods.filter(({ wsDirection }) => wsDirection === "IN");
  const errorId = valueAt(value, stepsTo(error, "id"));
  const marks = ["error", "type", "code", "message"] as const;
  const named = [event, request].map((frame) => valueAt(value, stepsTo(frame, "method"))).find((each) => methods.some(({ name }) => name === each));
  const isOther = [request, event, answer].some((frame) => frame !== undefined && fits(value, frame as SchemaOrBoolean, document));
  const isError = !isBare(framing) && !isOther && marks.some((mark) => valueAt(value, stepsTo(error, mark)) !== undefined && (mark !== "type" || !stepsTo(answer, "payload")));
  if (isError && named === undefined) {
    const owner = errorId === undefined ? undefined : asked(errorId);
    return { kind: "error", method: owner ?? "", error: errorKey(document, contract, value), faults: [], answers: errorId };
  }
  const answerId = valueAt(value, stepsTo(answer, "id"));
  const owner = answerId === undefined ? undefined : asked(answerId);
  if (owner !== undefined && named === undefined) {
    const method = contract.methods.find(({ name }) => name === owner);
    const schema = method && answerSchema(contract, method, answerId);
    return { kind: "answer", method: owner, faults: schema === undefined ? [] : faultsOf(value, schema, document), answers: answerId };
  }
  const schemaOf = (method: WebSocketMethod): SchemaOrBoolean => {
    const id = valueAt(value, stepsTo(request, "id"));
    return messageSchema(contract, method, id) ?? true;
  };
  const hasNames = stepsTo(event, "method") !== undefined || stepsTo(request, "method") !== undefined;
  const known = hasNames ? methods.find(({ name }) => name === named) : methods.find((method) => fits(value, schemaOf(method), document));
  if (!known) return { kind: "unknown", method: "", faults: [] };
  const isRequest = known.wsPattern === "req";
  return {
    kind: isRequest ? "request" : "event",
    method: known.name,
    faults: faultsOf(value, schemaOf(known), document),
    asks: isRequest ? valueAt(value, stepsTo(request, "id")) : undefined,
  };
}

/** The declared error in a frame: by its name, or by the code of its framing. */
function errorKey(document: ApiDocsDocument, contract: WebSocketContract, value: JsonValue): string | undefined {
  const { error, codes = {} } = contract.framing;
  const body = valueAt(value, stepsTo(error, "error"));
  const type = valueAt(value, stepsTo(error, "type")) ?? (body !== undefined && isObject(body) ? body["type"] : undefined);
  const code = valueAt(value, stepsTo(error, "code"));
  const keys = Object.keys(document.errors);
  const named = keys.find((key) => (document.errors[key]?.type ?? key) === type);
  return named ?? keys.find((key) => typeof code === "number" && Object.hasOwn(codes, key) && codes[key]?.includes(code));
}

/** An id for a request, in the type that the framing has. */
export function idOf({ framing }: WebSocketContract, count: number): JsonValue {
  const steps = stepsTo(framing.request, "id");
  let schema: SchemaOrBoolean | undefined = framing.request;
  for (const step of steps ?? []) {
    if (typeof schema === "object") schema = typeof step === "number" ? schema.prefixItems?.[step] : schema.properties?.[step];
  }
  const types = typeof schema === "object" ? [schema.type ?? []].flat() : [];
  return types.length > 0 && !types.includes("integer") && !types.includes("number") ? String(count) : count;
}

/** A message of the client in its frame. */
export function framed(document: ApiDocsDocument, contract: WebSocketContract, method: WebSocketMethod, id: JsonValue, payload: JsonValue): JsonValue {
  return requestExample(messageSchema(contract, method, id, payload) ?? { const: payload }, document);
}

/** The answer to a request of the server. */
export function framedAnswer(document: ApiDocsDocument, contract: WebSocketContract, method: WebSocketMethod, id: JsonValue, payload: JsonValue): JsonValue {
  return requestExample(answerSchema(contract, method, id, payload) ?? { const: payload }, document);
}
