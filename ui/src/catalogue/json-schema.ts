/** A type as a self-contained JSON Schema: what it mentions is in `$defs`. */

import type { ApiDocsDocument } from "../document";
import { refName, schemaNamed, type JsonSchema, type SchemaOrBoolean } from "../types/json-schema";
import { referencesOf, SCHEMAS, SCHEMAS_BY_NAME } from "../types/traversal";

export function jsonSchema(name: string, document: ApiDocsDocument): string {
  const mentioned = new Set([name]);
  for (const each of mentioned) for (const inner of referencesOf(schemaNamed(document, each))) mentioned.add(inner);
  const $defs = Object.fromEntries([...mentioned].map((each) => [each, alone(schemaNamed(document, each) ?? true)]));
  const whole = { $schema: "https://json-schema.org/draft/2020-12/schema", $ref: refTo(name), $defs };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

function refTo(name: string): string {
  return `#/$defs/${encodeURIComponent(name)}`;
}

/** Without what only this documentation reads; references lead into `$defs`. */
function alone(schema: SchemaOrBoolean): SchemaOrBoolean {
  if (typeof schema !== "object") return schema;
  const parts = Object.entries(schema as Readonly<Record<string, unknown>>).flatMap(([key, value]): [string, unknown][] => {
    if (key.startsWith("x-") || key === "discriminator") return [];
    if (key === "$ref") return [[key, refTo(refName(schema)!)]];
    return [[key, inner(key, value)]];
  });
  return Object.fromEntries(parts) as JsonSchema;
}

function inner(key: string, value: unknown): unknown {
  if (SCHEMAS_BY_NAME.has(key)) {
    const named = Object.entries(value as Readonly<Record<string, SchemaOrBoolean>>);
    return Object.fromEntries(named.map(([name, part]) => [name, alone(part)]));
  }
  if (!SCHEMAS.has(key)) return value;
  return Array.isArray(value) ? (value as SchemaOrBoolean[]).map(alone) : alone(value as SchemaOrBoolean);
}
