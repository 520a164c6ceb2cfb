/**
 * An example for a schema: what its author declared, else a default, else values that satisfy the schema.
 *
 * What is optional is shown too, for readers look for what they may send; except where a type comes back to itself,
 * what is deprecated, and what is left when an example has grown too large to read.
 */

import type { ApiDocsDocument, JsonSchema, JsonValue, SchemaOrBoolean } from "../document";
import { accepts, canonical, isList, isObject } from "./accepts";
import { resolve, typesOf } from "./resolve";
import { numbers, texts } from "./scalars";

/** From then on only what is required. */
const READABLE = 1500;
/** From then on nothing: a schema can ask for more than there is memory. */
const MOST = 20_000;
const DEEPEST = 60;

/** An example; `null` where there is no value that satisfies the schema, or none within reach. */
export function exampleOf(schema: SchemaOrBoolean, document: ApiDocsDocument): JsonValue {
  return new Writer(document).write(schema, [], 0) ?? null;
}

class Writer {
  readonly #document: ApiDocsDocument;
  #values = 0;

  constructor(document: ApiDocsDocument) {
    this.#document = document;
  }

  /** The nth value that satisfies a schema, if there is one; `around` are the types it stands in. */
  write(wanted: SchemaOrBoolean, around: readonly string[], nth: number): JsonValue | undefined {
    this.#values += 1;
    if (this.#values > MOST || around.length > DEEPEST) return undefined;
    const { schema, names } = resolve(wanted, this.#document);
    if (schema === false) return undefined;
    const declared = this.#declared(schema, wanted, nth);
    if (declared !== undefined) return declared;
    if (schema.const !== undefined || schema.enum || names.some((name) => around.includes(name))) return undefined;
    const inside = [...around, ...names];
    const branches = schema.oneOf ?? schema.anyOf;
    if (branches) return this.#branch(schema, branches, inside, nth);
    for (const type of orderedTypes(schema)) {
      const value = this.#ofType(type, schema, inside, nth);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** What the author says: examples, the only values, the default. */
  #declared(schema: JsonSchema, wanted: SchemaOrBoolean, nth: number): JsonValue | undefined {
    const only = schema.const !== undefined ? [schema.const] : turned(schema.enum ?? [], nth);
    // that it may be left out says nothing of what it looks like
    const fallback = nth === 0 && schema.default !== undefined && !isEmpty(schema.default) ? [schema.default] : [];
    return [...turned(schema.examples ?? [], nth), ...fallback, ...only].find((value) => accepts(wanted, value, this.#document));
  }

  /** From the first variant whose value satisfies the whole; null only when nothing else does. */
  #branch(schema: JsonSchema, branches: readonly SchemaOrBoolean[], around: readonly string[], nth: number): JsonValue | undefined {
    const { oneOf: _, anyOf: __, discriminator, ...common } = schema;
    const others = branches.filter((each) => !isNull(each));
    const round = Math.floor(nth / Math.max(1, others.length));
    for (const branch of [...turned(others, nth), ...branches.filter(isNull)]) {
      for (const at of new Set([round, nth])) {
        const value = this.write({ allOf: [common, branch] }, around, at);
        if (value === undefined) continue;
        const tagged = discriminator && withTag(value, branch, discriminator);
        const good = [value, ...(tagged ? [tagged] : [])].find((each) => accepts(schema, each, this.#document));
        if (good !== undefined) return good;
      }
    }
    return undefined;
  }

  #ofType(type: string, schema: JsonSchema, around: readonly string[], nth: number): JsonValue | undefined {
    switch (type) {
      case "null":
        return this.#first([null], schema);
      case "boolean":
        return this.#first(turned([true, false], nth), schema);
      case "integer":
      case "number":
        return this.#first(numbers(schema, type === "integer", nth), schema);
      case "string":
        return this.#first(texts(schema, nth), schema);
      case "array":
        return this.#list(schema, around, nth);
      case "object":
        return this.#object(schema, around, nth);
      default:
        return undefined;
    }
  }

  #first(values: readonly JsonValue[], schema: JsonSchema): JsonValue | undefined {
    return values.find((value) => accepts(schema, value, this.#document));
  }

  #list(schema: JsonSchema, around: readonly string[], nth: number): JsonValue | undefined {
    const { prefixItems = [], items = true, minItems = 0, maxItems = Infinity, uniqueItems, contains } = schema;
    const telling = Math.max(prefixItems.length, contains === undefined && isAnything(items) ? 0 : 1);
    const wanted = Math.max(minItems, Math.min(maxItems, telling));
    const result: JsonValue[] = [];
    const seen = new Set<string>();
    for (let turn = nth; result.length < wanted && turn < nth + wanted + TRIES; turn += 1) {
      const at = result.length;
      const part = prefixItems[at] ?? (at === prefixItems.length ? (contains ?? items) : items);
      const value = this.write(part, around, turn);
      if (value === undefined) break;
      const key = uniqueItems ? canonical(value) : String(at);
      if (!seen.has(key)) result.push(value);
      seen.add(key);
    }
    return result.length >= minItems && (result.length > 0 || contains === undefined) ? result : undefined;
  }

  #object(schema: JsonSchema, around: readonly string[], nth: number): JsonValue | undefined {
    const { properties = {}, required = [], minProperties = 0, maxProperties = Infinity } = schema;
    const names = Object.keys(properties);
    const needed = new Set(required);
    const result = new Map<string, JsonValue>();
    let room = maxProperties - needed.size;
    for (const name of new Set([...names, ...required])) {
      const must = needed.has(name);
      const part = Object.hasOwn(properties, name) ? (properties[name] ?? true) : otherSchema(schema, name, this.#document);
      if (!must && (room <= 0 || this.#values > READABLE || (isDeprecated(part) && minProperties === 0))) continue;
      const value = this.write(part, around, nth);
      if (value === undefined && must) return undefined;
      if (value === undefined) continue;
      result.set(name, value);
      if (!must) room -= 1;
    }
    const wanted = Math.max(minProperties, names.length > 0 || maxProperties < 1 ? 0 : 1);
    for (let turn = nth; result.size < wanted && turn < nth + wanted + TRIES; turn += 1) {
      this.#addEntry(schema, result, around, turn);
    }
    return result.size >= minProperties ? Object.fromEntries(result) : undefined;
  }

  /** One more entry of a record, if it may have more. */
  #addEntry(schema: JsonSchema, result: Map<string, JsonValue>, around: readonly string[], nth: number): void {
    const { patternProperties = {}, additionalProperties = true, propertyNames = true, minProperties = 0 } = schema;
    const [pattern] = Object.keys(patternProperties);
    if (pattern === undefined && isAnything(additionalProperties) && result.size >= minProperties) return;
    const form: JsonSchema = { type: "string", ...(pattern === undefined ? { examples: ["key"] } : { pattern }) };
    const plain = nth === 0 ? form : { ...form, examples: [`key${nth + 1}`] };
    const name = this.write({ allOf: [pattern === undefined ? plain : form, propertyNames] }, around, nth);
    if (typeof name !== "string" || result.has(name) || Object.hasOwn(schema.properties ?? {}, name)) return;
    const value = this.write(otherSchema(schema, name, this.#document), around, nth);
    if (value !== undefined) result.set(name, value);
  }
}

/** How often an equal value is passed over before there are held to be no others. */
const TRIES = 40;

/** What a property must satisfy that is not declared by its name. */
function otherSchema(schema: JsonSchema, name: string, document: ApiDocsDocument): SchemaOrBoolean {
  const parts = Object.entries(schema.patternProperties ?? {}).filter(([pattern]) => accepts({ pattern }, name, document));
  return parts.length > 0 ? { allOf: parts.map(([, part]) => part) } : (schema.additionalProperties ?? true);
}

/** The value with the tag by which its union knows the variant. */
function withTag(
  value: JsonValue,
  branch: SchemaOrBoolean,
  { propertyName, mapping = {} }: NonNullable<JsonSchema["discriminator"]>,
): JsonValue | undefined {
  const ref = typeof branch === "object" ? branch.$ref : undefined;
  const tag = Object.keys(mapping).find((each) => mapping[each] === ref);
  return tag !== undefined && isObject(value) ? { ...value, [propertyName]: tag } : undefined;
}

/** The list beginning with the nth. */
function turned<T>(values: readonly T[], nth: number): readonly T[] {
  const at = values.length > 0 ? nth % values.length : 0;
  return [...values.slice(at), ...values.slice(0, at)];
}

/** What a schema is about, seen from its other words where it does not say; null last. */
function orderedTypes(schema: JsonSchema): readonly string[] {
  if (schema.type !== undefined) return [...typesOf(schema.type)].sort((a, b) => Number(a === "null") - Number(b === "null"));
  if (HINTS.object.some((key) => key in schema)) return ["object"];
  if (HINTS.array.some((key) => key in schema)) return ["array"];
  if (HINTS.number.some((key) => key in schema)) return ["number"];
  return ["string", "integer", "boolean", "null", "object", "array"];
}

const HINTS = {
  object: ["properties", "required", "patternProperties", "additionalProperties", "propertyNames", "minProperties"],
  array: ["items", "prefixItems", "minItems", "uniqueItems", "contains"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
} as const;

function isNull(schema: SchemaOrBoolean): boolean {
  return typeof schema === "object" && schema.type === "null";
}

function isDeprecated(schema: SchemaOrBoolean): boolean {
  return typeof schema === "object" && schema.deprecated === true;
}

function isAnything(schema: SchemaOrBoolean | undefined): boolean {
  return schema === undefined || schema === true || (typeof schema === "object" && Object.keys(schema).length === 0);
}

function isEmpty(value: JsonValue): boolean {
  return value === null || value === "" || (isList(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0);
}
