/** Names and descriptions of the values of an enumeration, which JSON Schema has no keyword for: extensions of generators. */

import type { JsonSchema } from "./json-schema";

/** In the static text, `native/view/enumerations.py` reads the same. */
const EXTENSIONS = [["x-enum-varnames", "x-enumNames", "x-enum-names"], ["x-enum-descriptions", "x-enumDescriptions"]];

/** What each value means, as Markdown; empty for a value without name and description. */
export function wordsOfValues(schema: JsonSchema): readonly string[] {
  const [names = {}, descriptions = {}] = EXTENSIONS.map((keys): object => {
    const key = keys.find((each) => Object.hasOwn(schema, each)) ?? "";
    return Object((schema as Record<string, unknown>)[key] ?? {}) as object;
  });
  return (schema.enum ?? []).map((value, at) => {
    const literal = typeof value === "string" ? value : JSON.stringify(value);
    const [name, description] = [names, descriptions].map((texts) => {
      const key = Array.isArray(texts) ? String(at) : literal; // a list in the order of the values, or a mapping
      const text: unknown = Object.hasOwn(texts, key) ? texts[key as keyof typeof texts] : undefined;
      return typeof text === "string" && text !== literal ? text.trim() : "";
    });
    return [name && `\`${name}\``, description].filter(Boolean).join(" ");
  });
}
