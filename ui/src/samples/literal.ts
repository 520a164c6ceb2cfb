/** Values as each language writes them; whatever a text holds, it stays that text. */

import { isList, type JsonValue } from "../types/json-schema";

/** One word of a shell command. */
export function shellWord(text: string): string {
  const safe = text.replaceAll("\0", "");
  return /^[\w./:@%+=,-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", `'\\''`)}'`;
}

/** The escapes of JSON are those of Python and JavaScript too. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Longer lists and objects of samples have a line for each part. */
const LINE = 40;

/** @param longest More than this is written with a line for each part. */
export function pythonValue(value: JsonValue, margin = "", longest = LINE): string {
  const words = (item: JsonValue): string =>
    ({ true: "True", false: "False", null: "None" })[String(item)] ?? String(item);
  return written(value, margin, "    ", quoted, words, longest);
}

export function javascriptValue(value: JsonValue, margin = ""): string {
  return written(value, margin, "  ", propertyName, String, LINE);
}

function propertyName(name: string): string {
  if (name === "__proto__") return '["__proto__"]'; // else it would be the object's prototype
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

function written(
  value: JsonValue,
  margin: string,
  indent: string,
  key: (name: string) => string,
  word: (value: JsonValue) => string,
  longest: number,
): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object" || value === null) return word(value);
  const inner = margin + indent;
  const [open, close] = isList(value) ? "[]" : "{}";
  const parts = Object.entries(value).map(
    ([name, item]) => (isList(value) ? "" : `${key(name)}: `) + written(item, inner, indent, key, word, longest),
  );
  const line = parts.join(", ");
  if (line.length <= longest && !line.includes("\n")) return `${open}${line}${close}`;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${margin}${close}`;
}
