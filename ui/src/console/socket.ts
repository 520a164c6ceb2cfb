/** One connection for each contract: its state, and its messages in the order in which they were sent and came. */

import type { ApiDocsDocument, WebSocketContract, WebSocketMethod } from "../document";
import { stepsTo } from "../model/frame";
import type { JsonValue } from "../types/json-schema";
import { framed, framedAnswer, idOf, readMessage, type Line } from "./message";

export type State = "closed" | "connecting" | "open";

export interface Connection {
  readonly state: State;
  readonly lines: readonly Line[];
  /** Requests without an answer, by id as JSON. */
  readonly waiting: number;
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
