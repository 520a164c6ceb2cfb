/** JSON Schema 2020-12 as contract documents have it, and JSON values. */

import type { ApiDocsDocument, ExternalDocs } from "../document";

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** A JSON Schema 2020-12 object; references read `#/schemas/<name>`. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  /** When the document is loaded, titles that several types share are replaced by the types' names. */
  title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly default?: JsonValue;
  readonly examples?: readonly JsonValue[];
  readonly deprecated?: boolean;
  readonly "x-since"?: string;
  readonly "x-deprecated-since"?: string;
  readonly "x-sunset"?: string;
  readonly "x-replaced-by"?: string;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly externalDocs?: ExternalDocs;

  readonly const?: JsonValue;
  readonly enum?: readonly JsonValue[];

  readonly properties?: Readonly<Record<string, SchemaOrBoolean>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: SchemaOrBoolean;
  readonly propertyNames?: SchemaOrBoolean;
  readonly patternProperties?: Readonly<Record<string, SchemaOrBoolean>>;
  readonly minProperties?: number;
  readonly maxProperties?: number;

  readonly items?: SchemaOrBoolean;
  readonly prefixItems?: readonly SchemaOrBoolean[];
  readonly contains?: SchemaOrBoolean;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;

  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly contentMediaType?: string;
  readonly contentEncoding?: string;

  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;

  readonly oneOf?: readonly SchemaOrBoolean[];
  readonly anyOf?: readonly SchemaOrBoolean[];
  readonly allOf?: readonly SchemaOrBoolean[];
  readonly not?: SchemaOrBoolean;
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: Readonly<Record<string, string>> };

  /** The chain of brands, the innermost first. */
  readonly "x-brand"?: readonly string[];
  /** In a framing: what each message has of its own here. */
  readonly "x-placeholder"?: "id" | "method" | "payload" | "error" | "type" | "code" | "message";
  /** The name of the type of which this is one facet. */
  readonly "x-type"?: string;
}

export type SchemaOrBoolean = JsonSchema | boolean;

const PREFIX = "#/schemas/";

/** Whether a schema lets any value be, and shows none: there is nothing to give an example of. */
export function isAny(schema: SchemaOrBoolean): boolean {
  return typeof schema === "object" ? Object.keys(schema).every((key) => /^(title|description)$/.test(key)) : schema;
}

/** The name behind a `$ref`, if the schema is a reference to a named schema. */
export function refName(schema: JsonSchema): string | undefined {
  const { $ref } = schema;
  return typeof $ref === "string" && $ref.startsWith(PREFIX) ? $ref.slice(PREFIX.length) : undefined;
}

/** A schema of the document by name; names such as `__proto__` find nothing unless declared. */
export function schemaNamed(document: ApiDocsDocument, name: string): JsonSchema | undefined {
  return Object.hasOwn(document.schemas, name) ? document.schemas[name] : undefined;
}

/** The JSON type of a value, integers being numbers; `undefined` of what is absent. */
export function jsonType(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function isObject(value: JsonValue): value is JsonObject {
  return jsonType(value) === "object";
}
