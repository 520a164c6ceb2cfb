/** A schema as one line in the notation of TypeScript, but with parameters in brackets: `string & UserId`, `Order[] | null`, `Page[Order]`, `dict[string, Order]`. */

import type { ApiDocsDocument } from "../document";
import { jsonType, refName, schemaNamed, type JsonSchema, type JsonValue, type SchemaOrBoolean } from "./json-schema";

/** A piece of a type expression. */
export interface Token {
  readonly kind: "primitive" | "schema" | "brand" | "literal" | "mark";
  readonly text: string;
  /** The named schema behind a `schema` or a `brand`. */
  readonly name?: string;
}

/** Values of an enumeration that a line shows; of more it has the type alone, for the values are among the facts. */
export const MOST_LITERALS = 5;

export function expressionOf(schema: SchemaOrBoolean, document: ApiDocsDocument): readonly Token[] {
  if (schema === true) return [primitive("any")];
  if (schema === false) return [primitive("never")];
  const name = refName(schema);
  if (name !== undefined) return reference(name, document);
  const brands = schema["x-brand"];
  if (brands) return branded(schema, document);
  return plain(schema, document);
}

/** The expression of what a named schema holds, for the page of that schema. */
export function definitionOf(name: string, document: ApiDocsDocument): readonly Token[] {
  const schema = schemaNamed(document, name) ?? {};
  return schema["x-brand"] ? branded(schema, document) : plain(schema, document);
}

export function textOf(tokens: readonly Token[]): string {
  return tokens.map((token) => token.text).join("");
}

function reference(name: string, document: ApiDocsDocument): readonly Token[] {
  const schema = schemaNamed(document, name);
  if (schema?.["x-brand"]) return branded(schema, document);
  return [{ kind: "schema", text: schema?.title ?? schema?.["x-type"] ?? name, name }];
}

/** The primitive, then every brand of the chain, the innermost first. */
function branded(schema: JsonSchema, document: ApiDocsDocument): readonly Token[] {
  const brands = schema["x-brand"] ?? [];
  const base = grouped(unbranded(schema, document, new Set()));
  const chain = brands.flatMap((name): Token[] => [mark(" & "), { kind: "brand", text: name, name }]);
  return [...base, ...chain];
}

function unbranded(schema: JsonSchema, document: ApiDocsDocument, seen: Set<string>): readonly Token[] {
  const name = refName(schema);
  if (name === undefined) return plain(schema, document);
  if (seen.has(name)) return [{ kind: "brand", text: name, name }];
  const target = schemaNamed(document, name);
  if (!target?.["x-brand"]) return reference(name, document);
  return unbranded(target, document, seen.add(name));
}

function plain(schema: JsonSchema, document: ApiDocsDocument): readonly Token[] {
  if (schema.$ref !== undefined) {
    const name = refName(schema);
    return name === undefined ? [primitive("any")] : reference(name, document);
  }
  if (schema.const !== undefined) return [literal(schema.const)];
  if (schema.enum) return enumeration(schema, document);
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives) return union(alternatives.map((alternative) => expressionOf(alternative, document)));
  if (schema.allOf)
    return joined(schema.allOf.map((alternative) => grouped(expressionOf(alternative, document))), " & ");
  if (Array.isArray(schema.type)) {
    const { type: kinds, ...rest } = schema;
    return union((kinds as readonly string[]).map((type) => plain({ ...rest, type }, document)));
  }
  switch (schema.type) {
    case "array":
      return array(schema, document);
    case "object":
      return object(schema, document);
    case "string":
      if (schema.format === "binary") return [primitive("binary")];
      return [primitive(schema.format === undefined ? "string" : `string(${schema.format})`)];
    case undefined:
      return schema.properties ? object(schema, document) : [primitive(schema.not ? "not …" : "any")];
    default:
      return [primitive(String(schema.type))];
  }
}

function array(schema: JsonSchema, document: ApiDocsDocument): readonly Token[] {
  if (schema.prefixItems) {
    const fixed = schema.prefixItems.map((item) => expressionOf(item, document));
    const rest = schema.items;
    if (rest !== undefined && rest !== false) {
      fixed.push([mark("..."), ...grouped(expressionOf(rest, document)), mark("[]")]);
    }
    return [mark("["), ...joined(fixed, ", "), mark("]")];
  }
  return [...grouped(expressionOf(schema.items ?? true, document)), mark("[]")];
}

function object(schema: JsonSchema, document: ApiDocsDocument): readonly Token[] {
  const others = schema.additionalProperties;
  const value = others || (Object.values(schema.patternProperties ?? {})[0] ?? others);
  if (schema.properties || value === undefined) return [primitive("object")];
  if (!value) return [mark("{}")];
  const names = schema.propertyNames;
  const key = expressionOf(names !== false && { type: "string", ...(names as JsonSchema) }, document); // a key is a string
  return [mark("dict["), ...key, mark(", "), ...expressionOf(value, document), mark("]")];
}

function union(alternatives: readonly (readonly Token[])[]): readonly Token[] {
  const distinct = [...new Map(alternatives.map((alternative) => [textOf(alternative), alternative])).values()];
  const isNull = (alternative: readonly Token[]): boolean => textOf(alternative) === "null";
  const nullLast = [...distinct.filter((alternative) => !isNull(alternative)), ...distinct.filter(isNull)];
  return joined(nullLast, " | ");
}

function enumeration({ enum: values = [], type }: JsonSchema, document: ApiDocsDocument): readonly Token[] {
  if (values.length <= MOST_LITERALS) return joined(values.map((value) => [literal(value)]), " | ");
  return plain({ type: type ?? [...new Set(values.map(jsonType))] } as JsonSchema, document);
}

/** In parentheses, where an operator would otherwise bind to the last alternative only. */
function grouped(tokens: readonly Token[]): readonly Token[] {
  const open = tokens.some((token) => token.kind === "mark" && / [|&] /.test(token.text));
  return open ? [mark("("), ...tokens, mark(")")] : tokens;
}

function joined(parts: readonly (readonly Token[])[], separator: string): readonly Token[] {
  return parts.flatMap((part, at) => (at === 0 ? part : [mark(separator), ...part]));
}

function primitive(text: string): Token {
  return { kind: "primitive", text };
}

function literal(value: JsonValue): Token {
  return { kind: "literal", text: JSON.stringify(value) };
}

function mark(text: string): Token {
  return { kind: "mark", text };
}
