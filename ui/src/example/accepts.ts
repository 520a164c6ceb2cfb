/** Whether a value satisfies a schema: what the UI needs of JSON Schema 2020-12 for choosing among examples. */

import {
  refName,
  schemaNamed,
  type ApiDocsDocument,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  type SchemaOrBoolean,
} from "../document";
import { typesOf } from "./resolve";

/** Values are finite, so only references that lead to themselves at once could go on without end. */
const DEEPEST = 200;

export function accepts(schema: SchemaOrBoolean, value: JsonValue, document: ApiDocsDocument, depth = 0): boolean {
  if (typeof schema === "boolean") return schema;
  if (depth > DEEPEST) return true;
  function ok(part: SchemaOrBoolean | undefined, inner: JsonValue = value): boolean {
    return part === undefined || accepts(part, inner, document, depth + 1);
  }
  const { const: only, enum: values, not, oneOf, anyOf, allOf } = schema;
  const name = refName(schema);
  if (name !== undefined && !ok(schemaNamed(document, name))) return false;
  if (schema.type !== undefined && !typesOf(schema.type).some((type) => isOf(type, value))) return false;
  if (only !== undefined && !same(only, value)) return false;
  if (values && !values.some((each) => same(each, value))) return false;
  if (not !== undefined && ok(not)) return false;
  if (allOf?.some((part) => !ok(part))) return false;
  if (anyOf && !anyOf.some((part) => ok(part))) return false;
  if (oneOf && oneOf.filter((part) => ok(part)).length !== 1) return false;
  if (typeof value === "string") return acceptsText(schema, value);
  if (typeof value === "number") return acceptsNumber(schema, value);
  if (isList(value)) return acceptsList(schema, value, ok);
  return isObject(value) ? acceptsObject(schema, value, ok) : true;
}

type Ok = (part: SchemaOrBoolean | undefined, inner: JsonValue) => boolean;

function acceptsText({ minLength = 0, maxLength = Infinity, pattern, format }: JsonSchema, value: string): boolean {
  const length = [...value].length;
  if (length < minLength || length > maxLength) return false;
  const form = format === undefined ? undefined : FORMS.get(format);
  return (!form || form.test(value)) && (pattern === undefined || matches(pattern, value));
}

/** Enough to tell an identifier from a date; the fine points are for validators. */
const FORMS: ReadonlyMap<string, RegExp> = new Map([
  ["uuid", /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ["date-time", /^\d{4}-\d\d-\d\d[t ]\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d:?\d\d)$/i],
  ["date", /^\d{4}-\d\d-\d\d$/],
  ["time", /^\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d:?\d\d)?$/i],
  ["duration", /^P(?=[\dT])[\dYMWDTHS.]+$/],
  ["email", /^[^\s@]+@[^\s@]+$/],
  ["uri", /^[a-z][a-z\d+.-]*:\S+$/i],
  ["ipv4", /^\d{1,3}(?:\.\d{1,3}){3}$/],
  ["ipv6", /^[\da-f:.]*:[\da-f:.]+$/i],
]);

/** A pattern that JavaScript cannot read, or that could take for ever, counts as matched. */
export function matches(pattern: string, value: string): boolean {
  if (value.length > 20 && /[+*}]\)+[+*{]/.test(pattern)) return true; // (a+)+ takes twice as long for each letter
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    return true;
  }
}

function acceptsNumber(schema: JsonSchema, value: number): boolean {
  const { minimum = -Infinity, maximum = Infinity, multipleOf } = schema;
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema;
  if (value < minimum || value > maximum || value <= exclusiveMinimum || value >= exclusiveMaximum) return false;
  return multipleOf === undefined || Number.isInteger(value / multipleOf);
}

function acceptsList(schema: JsonSchema, value: readonly JsonValue[], ok: Ok): boolean {
  const { minItems = 0, maxItems = Infinity, uniqueItems, prefixItems = [], items, contains } = schema;
  if (value.length < minItems || value.length > maxItems) return false;
  if (uniqueItems && new Set(value.map(canonical)).size < value.length) return false;
  if (contains !== undefined && !value.some((item) => ok(contains, item))) return false;
  return value.every((item, at) => ok(at < prefixItems.length ? prefixItems[at] : items, item));
}

function acceptsObject(schema: JsonSchema, value: JsonObject, ok: Ok): boolean {
  const { minProperties = 0, maxProperties = Infinity, required = [], properties = {} } = schema;
  const entries = Object.entries(value);
  if (entries.length < minProperties || entries.length > maxProperties) return false;
  if (required.some((key) => !Object.hasOwn(value, key))) return false;
  return entries.every(([key, inner]) => {
    if (!ok(schema.propertyNames, key)) return false;
    const own = Object.hasOwn(properties, key) ? properties[key] : undefined;
    const byPattern = Object.entries(schema.patternProperties ?? {}).filter(([pattern]) => matches(pattern, key));
    if (own === undefined && byPattern.length === 0) return ok(schema.additionalProperties, inner);
    return ok(own, inner) && byPattern.every(([, part]) => ok(part, inner));
  });
}

function isOf(type: string, value: JsonValue): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    case "array":
      return isList(value);
    case "object":
      return isObject(value);
    default:
      return typeof value === type;
  }
}

export function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !isList(value);
}

function same(a: JsonValue, b: JsonValue): boolean {
  return a === b || canonical(a) === canonical(b);
}

/** One text for equal values, whatever the order of their keys. */
export function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_, inner: JsonValue) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
