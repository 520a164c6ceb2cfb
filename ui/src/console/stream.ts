/** The events of a stream, as far as they have come: of `text/event-stream`, and of lines of JSON. */

import type { JsonValue } from "../types/json-schema";
import type { Answer } from "./send";

export interface StreamRow {
  /** Of an event. */
  readonly name: string;
  readonly text: string;
  /** Undefined of what is not JSON. */
  readonly value: JsonValue | undefined;
}

export function rowsOf({ mediaType, text, isComplete }: Pick<Answer, "mediaType" | "text" | "isComplete">): readonly StreamRow[] {
  const whole = text?.() ?? "";
  return /event-stream/.test(mediaType) ? eventsIn(whole) : linesIn(whole, isComplete);
}

/** Events end with an empty line (HTML, 9.2.6); what comes after the last is not complete. */
function eventsIn(text: string): readonly StreamRow[] {
  const blocks = text.replace(/^\ufeff/, "").split(/\r\n\r\n|\n\n|\r\r/).slice(0, -1);
  return blocks.flatMap((block): readonly StreamRow[] => {
    const fields = block.split(/\r\n|\n|\r/).map((line) => /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []);
    const data = fields.filter(([, name]) => name === "data").map(([, , value = ""]) => value);
    if (data.length === 0) return [];
    return [rowOf(data.join("\n"), fields.findLast(([, name]) => name === "event")?.[2] ?? "")];
  });
}

function linesIn(text: string, isComplete: boolean): readonly StreamRow[] {
  const lines = text.split(/\r?\n|\x1e/);
  return (isComplete ? lines : lines.slice(0, -1)).filter((line) => line.trim() !== "").map((line) => rowOf(line, ""));
}

function rowOf(text: string, name: string): StreamRow {
  try {
    return { name, text, value: JSON.parse(text) as JsonValue };
  } catch {
    return { name, text, value: undefined };
  }
}
