/** A schema with its references and `allOf` written into one. */

import { refName, schemaNamed, type ApiDocsDocument, type JsonSchema, type SchemaOrBoolean } from "../document";

export interface Resolved {
  readonly schema: JsonSchema | false;
  /** Names of the schemas that were put in, for recognising recursion. */
  readonly names: readonly string[];
}

type Mutable = { -readonly [Key in keyof JsonSchema]: JsonSchema[Key] };

export function resolve(schema: SchemaOrBoolean, document: ApiDocsDocument): Resolved {
  const names: string[] = [];
  return { schema: flatten(schema, document, names), names };
}

function flatten(schema: SchemaOrBoolean, document: ApiDocsDocument, names: string[]): JsonSchema | false {
  if (typeof schema === "boolean") return schema && {};
  if (schema.$ref === undefined && !schema.allOf) return schema;
  const { $ref: _, allOf = [], ...own } = schema;
  const name = refName(schema);
  const parts: (JsonSchema | false)[] = [own];
  if (name !== undefined && !names.includes(name)) {
    names.push(name);
    parts.unshift(flatten(schemaNamed(document, name) ?? {}, document, names));
  }
  for (const part of allOf) parts.push(flatten(part, document, names));
  return parts.reduce((all, part) => all && part && both(all, part));
}

/** What satisfies two schemas, as far as one schema can say it; the second's words come first. */
function both(a: JsonSchema, b: JsonSchema): JsonSchema {
  const result: Mutable = { ...a, ...b };
  for (const key of ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"] as const) {
    if (a[key] !== undefined && b[key] !== undefined) result[key] = Math.max(a[key], b[key]);
  }
  for (const key of ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"] as const) {
    if (a[key] !== undefined && b[key] !== undefined) result[key] = Math.min(a[key], b[key]);
  }
  if (a.required && b.required) result.required = [...new Set([...a.required, ...b.required])];
  if (a.uniqueItems) result.uniqueItems = true;
  if (a.properties && b.properties) result.properties = bothOf(a.properties, b.properties);
  if (a.type !== undefined && b.type !== undefined) result.type = commonTypes(a.type, b.type);
  if (a.enum && b.enum) {
    const allowed = new Set(b.enum.map((each) => JSON.stringify(each)));
    result.enum = a.enum.filter((each) => allowed.has(JSON.stringify(each)));
  }
  for (const key of ["items", "propertyNames", "additionalProperties"] as const) {
    if (a[key] !== undefined && b[key] !== undefined) result[key] = { allOf: [a[key], b[key]] };
  }
  return result;
}

function bothOf(
  a: Readonly<Record<string, SchemaOrBoolean>>,
  b: Readonly<Record<string, SchemaOrBoolean>>,
): Readonly<Record<string, SchemaOrBoolean>> {
  return Object.fromEntries([
    ...Object.entries(a).map(([key, part]) => [key, Object.hasOwn(b, key) ? { allOf: [part, b[key] ?? true] } : part]),
    ...Object.entries(b).filter(([key]) => !Object.hasOwn(a, key)),
  ]);
}

function commonTypes(a: string | readonly string[], b: string | readonly string[]): readonly string[] {
  const allowed = typesOf(b);
  return typesOf(a).flatMap((type) => {
    if (allowed.includes(type)) return [type];
    const whole = (type === "number" && allowed.includes("integer")) || (type === "integer" && allowed.includes("number"));
    return whole ? ["integer"] : [];
  });
}

export function typesOf(type: string | readonly string[] | undefined): readonly string[] {
  return type === undefined ? [] : typeof type === "string" ? [type] : type;
}
