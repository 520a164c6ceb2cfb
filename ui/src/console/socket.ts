/** One connection for each contract: its state, and its messages in the order in which they were sent and came. */

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

export type State = "closed" | "connecting" | "open";

export interface Connection {
  readonly state: State;
  readonly lines: readonly Line[];
  /** Requests without an answer, by id as JSON. */
  readonly waiting: number;
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

/** How many lines are kept. */
const MOST = 1000;
/** Milliseconds after which a request counts as not answered. */
const PATIENCE = 10_000;
/** Milliseconds between two views of a timeline. */
const PACE = 100;
const MOST_TRIES = 5;

interface Pending {
  readonly method: string;
  readonly sent: number;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** A connection; it outlives the page of a method. */
export class Talk {
  #socket: WebSocket | undefined;
  #state: State = "closed";
  #lines: Line[] = [];
  #pending = new Map<string, Pending>();
  #count = 0;
  #ids = 0;
  #begun = 0;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #due: ReturnType<typeof setTimeout> | undefined;
  #isWanted = false;
  /** Called when something has changed. */
  onChange: () => void = () => undefined;
  reconnects = false;
  /** Where it is connected, or was. */
  address = "";

  constructor(
    private readonly document: ApiDocsDocument,
    private readonly contract: WebSocketContract,
    /** In words of the reader. */
    private readonly words: { readonly open: (protocol: string) => string; readonly closed: (code: number, reason: string) => string; readonly unanswered: () => string; readonly broken: () => string },
  ) {}

  get connection(): Connection {
    return { state: this.#state, lines: this.#lines, waiting: this.#pending.size };
  }

  connect(url: string, protocols: readonly string[]): void {
    this.close();
    this.#isWanted = true;
    this.#tries = 0;
    this.address = url;
    this.#open(url, protocols);
  }

  #open(url: string, protocols: readonly string[]): void {
    this.#begun = performance.now();
    this.#state = "connecting";
    let socket: WebSocket;
    try {
      socket = new WebSocket(url, [...protocols]);
    } catch (error) {
      this.#state = "closed";
      this.#note(error instanceof Error ? error.message : this.words.broken());
      return;
    }
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.#state = "open";
      this.#note(this.words.open(socket.protocol));
    };
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => this.#hear(data);
    socket.onclose = ({ code, reason }) => {
      if (this.#socket !== socket) return;
      this.#end(this.words.closed(code, reason));
      if (!this.#isWanted || !this.reconnects || code === 1000 || this.#tries >= MOST_TRIES) return;
      this.#tries += 1;
      this.#state = "connecting";
      this.#retry = setTimeout(() => this.#open(url, protocols), 1000 * 2 ** (this.#tries - 1));
    };
    this.#changed();
  }

  close(): void {
    this.#isWanted = false;
    clearTimeout(this.#retry);
    if (this.#state === "closed") return;
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close(1000);
    this.#end(this.words.closed(1000, ""));
  }

  #end(words: string): void {
    this.#state = "closed";
    for (const { timer } of this.#pending.values()) clearTimeout(timer);
    this.#pending.clear();
    this.#note(words);
  }

  /** Sends a message of the client in its frame. */
  say(method: WebSocketMethod, payload: JsonValue): void {
    this.#ids += 1;
    const id = idOf(this.contract, this.#ids);
    const message = framed(this.document, this.contract, method, id, payload);
    const isRequest = method.wsPattern === "req" && stepsTo(this.contract.framing.request, "id") !== undefined;
    this.#send(JSON.stringify(message), { kind: method.wsPattern === "req" ? "request" : "event", method: method.name });
    if (!isRequest) return;
    const key = JSON.stringify(id);
    const timer = setTimeout(() => this.#pending.has(key) && this.#note(this.words.unanswered(), method.name), PATIENCE);
    this.#pending.set(key, { method: method.name, sent: performance.now(), timer });
  }

  /** Answers a request of the server. */
  reply(method: WebSocketMethod, id: JsonValue, payload: JsonValue): void {
    this.#send(JSON.stringify(framedAnswer(this.document, this.contract, method, id, payload)), { kind: "answer", method: method.name });
  }

  /** Sends a message as it was sent before. */
  again({ text, kind, method }: Line): void {
    this.#send(text, { kind, method });
  }

  sayBytes(method: WebSocketMethod, bytes: ArrayBuffer): void {
    this.#socket?.send(bytes);
    this.#add({ direction: "OUT", kind: "event", text: bytesWords(bytes), method: method.name, faults: [] });
  }

  clear(): void {
    this.#lines = [];
    this.#changed();
  }

  #send(text: string, line: Pick<Line, "kind" | "method">): void {
    this.#socket?.send(text);
    this.#add({ direction: "OUT", text, faults: [], ...line });
  }

  #hear(data: string | ArrayBuffer): void {
    if (typeof data !== "string") return this.#add({ direction: "IN", kind: "unknown", text: bytesWords(data), method: "", faults: [] });
    let value: JsonValue;
    try {
      value = JSON.parse(data) as JsonValue;
    } catch {
      return this.#add({ direction: "IN", kind: "unknown", text: data, method: "", faults: [{ path: [], words: this.words.broken() }] });
    }
    const read = readMessage(this.document, this.contract, value, (id) => this.#pending.get(JSON.stringify(id))?.method);
    const key = JSON.stringify(read.answers ?? null);
    const pending = this.#pending.get(key);
    if (pending) {
      clearTimeout(pending.timer);
      this.#pending.delete(key);
    }
    return this.#add({ direction: "IN", text: data, ...read, latency: pending && performance.now() - pending.sent });
  }

  #note(text: string, method = ""): void {
    this.#add({ direction: "", kind: "note", text, method, faults: [] });
  }

  #add(line: Omit<Line, "id" | "at">): void {
    this.#count += 1;
    this.#lines = [...this.#lines.slice(-MOST + 1), { ...line, id: this.#count, at: performance.now() - this.#begun }];
    this.#changed();
  }

  #changed(): void {
    this.#due ??= setTimeout(() => {
      this.#due = undefined;
      this.onChange();
    }, PACE);
  }
}

function bytesWords(bytes: ArrayBuffer): string {
  return `${bytes.byteLength} B: ${Array.from(new Uint8Array(bytes.slice(0, 32)), (byte) => byte.toString(16).padStart(2, "0")).join(" ")}`;
}

/** The lines as JSON lines, without what identifies the caller. */
export function exported(lines: readonly Line[], secrets: readonly string[]): string {
  const written = lines.map(({ id: _, faults, ...line }) => JSON.stringify({ ...line, at: Math.round(line.at), ...(faults.length > 0 && { faults }) }));
  return `${written.map((line) => redacted(line, secrets)).join("\n")}\n`;
}

/** A text without what identifies the caller. */
export function redacted(text: string, secrets: readonly string[]): string {
  const parts = secrets.flatMap((secret) => [secret, ...secret.split(":").slice(1), btoaSafe(secret)]).filter((part) => part.length > 2);
  return parts.reduce((whole, part) => whole.replaceAll(part, "***").replaceAll(JSON.stringify(part).slice(1, -1), "***").replaceAll(encodeURIComponent(part), "***"), text);
}

function btoaSafe(text: string): string {
  try {
    return btoa(text);
  } catch {
    return "";
  }
}
