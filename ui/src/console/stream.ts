/** The events of a stream, as far as they have come: of `text/event-stream`, and of lines of JSON. */

import type { JsonValue } from "../types/json-schema";
import type { Answer } from "./send";
import type { Fault } from "./validate";

export interface StreamRow {
  /** Of an event. */
  readonly name: string;
  readonly text: string;
  readonly faults: readonly Fault[];
}

/** How many rows are kept; all of them are counted. */
const MOST = 200;
/** How many bytes are read at once: the page stays fluid when they come faster. */
const SLICE = 100_000;
/** What is longer than this without an end is a row. */
const LONGEST = 1_000_000;

/** Reads an answer while it comes, each byte once. */
export class Stream {
  rows: readonly StreamRow[] = [];
  count = 0;
  /** How many rows deviate from the contract. */
  off = 0;
  #taken = 0;
  #rest = "";
  #decoder = new TextDecoder();

  /** @param judge Holds the value of a row against the contract. */
  constructor(
    private readonly mediaType: string,
    private readonly judge: (value: JsonValue) => readonly Fault[],
  ) {}

  /** Reads what has come since the last time, in slices; returns whether that was all. */
  take({ parts, isComplete }: Pick<Answer, "parts" | "isComplete">): boolean {
    for (let size = 0; this.#taken < parts.length && size < SLICE; this.#taken += 1) {
      const part = parts[this.#taken]!;
      this.#rest += this.#decoder.decode(part, { stream: true });
      size += part.length;
    }
    const isAll = this.#taken === parts.length;
    this.#split(isAll && isComplete);
    return isAll;
  }

  #split(isOver: boolean): void {
    const isEvents = /event-stream/.test(this.mediaType);
    const pieces = this.#rest.split(isEvents ? /\r\n\r\n|\n\n|\r\r/ : /\r?\n|\x1e/);
    const isRow = this.#rest.length > LONGEST && pieces.length === 1;
    // events end with an empty line (HTML, 9.2.6): the last is not complete without one
    this.#rest = isRow || (isOver && !isEvents) ? "" : (pieces.pop() ?? "");
    const rows = pieces.flatMap((piece) => (isEvents ? this.#event(piece) : this.#line(piece)));
    this.count += rows.length;
    this.rows = [...this.rows, ...rows].slice(-MOST);
  }

  #event(block: string): readonly StreamRow[] {
    const fields = block.replace(/^\ufeff/, "").split(/\r\n|\n|\r/).map((line) => /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []);
    const data = fields.filter(([, name]) => name === "data").map(([, , value = ""]) => value);
    if (data.length === 0) return [];
    return [this.#row(data.join("\n"), fields.findLast(([, name]) => name === "event")?.[2] ?? "")];
  }

  #line(line: string): readonly StreamRow[] {
    return line.trim() === "" ? [] : [this.#row(line, "")];
  }

  #row(text: string, name: string): StreamRow {
    let value: JsonValue | undefined;
    try {
      value = JSON.parse(text) as JsonValue;
    } catch {
      // shown without changes
    }
    const faults = value === undefined ? [] : this.judge(value);
    if (faults.length > 0) this.off += 1;
    return { name, text, faults };
  }
}
