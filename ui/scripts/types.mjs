// Writes src/document.ts, the types of the contract document, from the JSON Schema that is published.
import { readFile, writeFile } from "node:fs/promises";

const SCHEMA = new URL("../../sphinxcontrib_ggdocs/native/api-docs.schema.json", import.meta.url);
const TYPES = new URL("../src/document.ts", import.meta.url);
const HEAD = `/** The contract document, written by scripts/types.mjs; sphinxcontrib_ggdocs/document/parts.py explains every key. */

import type { SecurityScheme } from "./types/security-scheme";
import type { JsonObject, JsonSchema } from "./types/json-schema";`;

/** Names that the browser has for something else. */
const RENAMED = { Error: "ErrorDefinition", Response: "SuccessResponse" };

/** Objects with any keys that have a type of their own, by the first words of their descriptions. */
const DESCRIBED = [
  ["A JSON Schema", "JsonSchema"],
  ["A Security Scheme", "SecurityScheme"],
];

function typeOf(schema) {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.filter(({ type }) => type !== "null").map(typeOf).join(" | ");
  if (schema.$ref) return nameOf(schema.$ref.replace("#/$defs/", ""));
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  switch (schema.type) {
    case "array": {
      const item = typeOf(schema.items);
      return `readonly ${/^[^<]* /.test(item) ? `(${item})` : item}[]`;
    }
    case "object":
      return typeof schema.additionalProperties === "object" ? `Readonly<Record<string, ${typeOf(schema.additionalProperties)}>>` : objectType(schema);
    case "integer":
      return "number";
    default:
      return schema.type ?? "unknown";
  }
}

function objectType({ description = "" }) {
  return DESCRIBED.find(([words]) => description.startsWith(words))?.[1] ?? "JsonObject";
}

function nameOf(name) {
  return RENAMED[name] ?? name;
}

/** An interface; what may be null in Python is absent in the document. */
function interfaceOf([name, { description, properties, required = [] }]) {
  const members = Object.entries(properties).map(([key, schema]) => {
    const isWritten = required.includes(key) || (schema.default ?? null) !== null;
    return `  readonly ${key}${isWritten ? "" : "?"}: ${typeOf(schema)};`;
  });
  return `/** ${description.split("\n\n", 1)[0].replace(/\s+/g, " ")} */\nexport interface ${nameOf(name)} {\n${members.join("\n")}\n}`;
}

const { $defs, ...document } = JSON.parse(await readFile(SCHEMA, "utf8"));
const interfaces = Object.entries({ ...$defs, [document.title]: document }).map(interfaceOf);
await writeFile(TYPES, `${[HEAD, ...interfaces].join("\n\n")}\n`);
