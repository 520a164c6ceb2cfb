/**
 * Which keywords of JSON Schema hold schemas, and which hold data: the one place that knows.
 *
 * A reader that looks into every object takes a field named `default` for the keyword, and the example
 * `{"$ref": "x"}` for a reference. Mirrors `sphinxcontrib_ggdocs/schema/traversal.py`.
 */

import { refName, type JsonSchema, type SchemaOrBoolean } from "./json-schema";

/** Keywords whose value is a schema, or a list of schemas. */
export const SCHEMAS = new Set([
  "additionalProperties",
  "allOf",
  "anyOf",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "oneOf",
  "prefixItems",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
  "x-keys",
]);

/** Keywords whose value maps names that authors choose to schemas. */
export const SCHEMAS_BY_NAME = new Set(["$defs", "dependentSchemas", "patternProperties", "properties"]);

/** The schemas directly inside a schema, without boolean ones. */
export function subschemas(schema: JsonSchema): readonly JsonSchema[] {
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]): readonly JsonSchema[] => {
    if (!isSchema(value)) return [];
    if (SCHEMAS.has(key)) return Array.isArray(value) ? value.filter(isSchema) : [value];
    return SCHEMAS_BY_NAME.has(key) ? Object.values(value).filter(isSchema) : [];
  });
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}

/** The names of the schemas that a schema refers to, with repetitions, those inside the named schemas not counted. */
export function referencesOf(schema: SchemaOrBoolean | undefined): readonly string[] {
  if (!isSchema(schema)) return [];
  const name = refName(schema);
  const inner = subschemas(schema).flatMap(referencesOf);
  return name === undefined ? inner : [name, ...inner];
}
