/** A type as TypeScript: interfaces for objects, aliases for all else. */

import { refName, schemaNamed, type ApiDocsDocument, type JsonSchema, type JsonValue, type SchemaOrBoolean } from "../document";
import { Identifiers, lines, reachedFrom, typesOf } from "./names";

/** What a module of types cannot declare, or would hide. */
const RESERVED = ["Record", "Array", "Object", "String", "Number", "Boolean", "Date", "Function", "Symbol", "Promise"];

export function typescript(name: string, document: ApiDocsDocument): string {
  const names = new Identifiers(RESERVED);
  const reached = reachedFrom(name, document);
  reached.forEach((each) => names.of(each));
  return reached.map((each) => declaration(names, each, schemaNamed(document, each) ?? true)).join("\n");
}

function declaration(names: Identifiers, name: string, schema: SchemaOrBoolean): string {
  const type = typeOf(names, schema);
  const isInterface = typeof schema === "object" && schema.properties && !hasParts(schema) && type.startsWith("{");
  const head = isInterface ? `interface ${names.of(name)} ` : `type ${names.of(name)} = `;
  return `${comment(schema, "")}export ${head}${type}${isInterface ? "" : ";"}\n`;
}

function hasParts({ allOf, anyOf, oneOf }: JsonSchema): boolean {
  return [allOf, anyOf, oneOf].some((parts) => parts !== undefined);
}

function comment(schema: SchemaOrBoolean, margin: string): string {
  if (typeof schema !== "object") return "";
  const text = [...lines(schema.description), ...(schema.deprecated ? ["@deprecated"] : [])];
  const safe = text.map((line) => line.replaceAll("*/", "*\\/"));
  if (safe.length === 0) return "";
  if (safe.length === 1) return `${margin}/** ${safe.join("")} */\n`;
  return `${margin}/**\n${safe.map((line) => `${margin} * ${line}`.trimEnd()).join("\n")}\n${margin} */\n`;
}

function typeOf(names: Identifiers, schema: SchemaOrBoolean, margin = ""): string {
  if (typeof schema !== "object") return schema ? "unknown" : "never";
  const name = refName(schema);
  if (name !== undefined) return names.of(name);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return union(schema.enum.map(literal));
  const alternatives = schema.anyOf ?? schema.oneOf;
  const parts = [
    ...(schema.allOf ?? []).map((part) => typeOf(names, part, margin)),
    ...(alternatives ? [union(alternatives.map((part) => typeOf(names, part, margin)))] : []),
    ...(schema.properties ?? !(schema.allOf ?? alternatives) ? [ownType(names, schema, margin)] : []),
  ];
  return parts.length === 1 ? parts.join("") : parts.map(grouped).join(" & ");
}

function ownType(names: Identifiers, schema: JsonSchema, margin: string): string {
  return union(typesOf(schema).map((type) => ofKind(names, type, schema, margin)));
}

function ofKind(names: Identifiers, type: string, schema: JsonSchema, margin: string): string {
  switch (type) {
    case "object":
      return objectType(names, schema, margin);
    case "array":
      return arrayType(names, schema, margin);
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return type;
    default:
      return "unknown";
  }
}

function objectType(names: Identifiers, schema: JsonSchema, margin: string): string {
  const others = schema.additionalProperties ?? Object.values(schema.patternProperties ?? {})[0];
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) {
    if (others === false) return "Record<string, never>";
    return `Record<string, ${typeOf(names, others ?? true, margin)}>`;
  }
  const inner = `${margin}  `;
  const required = new Set(schema.required);
  const written = fields.map(
    ([name, field]) =>
      `${comment(field, inner)}${inner}${propertyName(name)}${required.has(name) ? "" : "?"}: ${typeOf(names, field, inner)};\n`,
  );
  if (others !== undefined && others !== false) written.push(`${inner}[name: string]: unknown;\n`);
  return `{\n${written.join("")}${margin}}`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function arrayType(names: Identifiers, schema: JsonSchema, margin: string): string {
  const { prefixItems, items = true, minItems = 0, maxItems } = schema;
  if (!prefixItems) return `${grouped(typeOf(names, items, margin))}[]`;
  const elements = prefixItems.map((item, at) => `${grouped(typeOf(names, item, margin))}${at < minItems ? "" : "?"}`);
  if (items !== false && maxItems !== prefixItems.length) elements.push(`...${grouped(typeOf(names, items, margin))}[]`);
  return `[${elements.join(", ")}]`;
}

function literal(value: JsonValue): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return "unknown";
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ") || "never";
}

/** A type as a part of another one. */
function grouped(type: string): string {
  return /[|&]/.test(type) && !/^[{[]/.test(type) ? `(${type})` : type;
}
