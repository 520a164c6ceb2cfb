/**
 * An example value for a schema: what the author declared, then defaults, then values of the right form.
 *
 * Declared examples are taken as they are. What is made here satisfies the schema; where nothing can (a type that
 * holds itself without end) there is no example, and an optional part is left out.
 */

import type { ApiDocsDocument, Example } from "../document";
import { refName, schemaNamed, type JsonSchema, type JsonValue, type SchemaOrBoolean } from "../types/json-schema";
import { EMPTY, filled, type Drafts, type View } from "../host/fill";
import { typeName } from "../model/model";
import { nonNull } from "../types/structure";
import { exampleNumber, exampleText } from "./texts";

export function exampleOf(
  schema: SchemaOrBoolean,
  document: ApiDocsDocument,
  fill: Fillings = EMPTY,
  name = "",
  examples?: readonly Example[],
): JsonValue {
  return made(schema, document, fill, false, name, examples);
}

/** An example for a call: what the author declared as a whole, or else only what is required. */
export function requestExample(...[schema, document, fill = EMPTY, name = "", examples]: Parameters<typeof exampleOf>): JsonValue {
  return made(schema, document, fill, true, name, examples);
}

type Fillings = Pick<Drafts, "values"> & Pick<View, "variants" | "examples">;

/** A value within the budget: of a larger one, less deep inside is shown. */
function made(
  schema: SchemaOrBoolean,
  document: ApiDocsDocument,
  fill: Fillings,
  isLean: boolean,
  name: string,
  examples: readonly Example[] | undefined,
): JsonValue {
  let value: JsonValue | undefined;
  for (const deepest of DEEPEST) {
    const maker = new Maker(document, fill, isLean, deepest);
    value = maker.make(schema, [], chosenAmong(examples, fill), name);
    if (!maker.isCut) break;
  }
  return value ?? null;
}

/** The place of the example that the reader has chosen among those with a value. */
export function chosenAmong(examples: readonly Example[] | undefined, { examples: chosen = [] }: Pick<View, "examples">): number {
  const names = withValue(examples).map(({ name }) => name);
  return Math.max(0, names.indexOf(chosen.find((name) => names.includes(name)) ?? ""));
}

/** The examples whose values are in the schema. */
export function withValue(examples: readonly Example[] = []): readonly Example[] {
  return examples.filter(({ externalValue }) => !externalValue);
}

/** Distinct members a list of unique members is given at most. */
const MOST_MEMBERS = 50;

/** Schemas, and lines of what the author has written, that are tried for one value. */
export const MOST_STEPS = 5_000;

/** Characters of a line. */
const LINE = 80;

/** Named types inside one another: of the first value, and of those that are tried where it is too large. */
const DEEPEST: readonly number[] = [40, 6, 4, 3, 2, 1];

/** In the place of what is left out. */
export const CUT = "…";

class Maker {
  /** Whether something is left out, for the value is too large. */
  isCut = false;
  #left = MOST_STEPS;

  constructor(
    private readonly document: ApiDocsDocument,
    private readonly fill: Pick<Drafts, "values"> & Pick<View, "variants">,
    private readonly isLean: boolean,
    private readonly deepest: number,
  ) {}

  /**
   * Makes a value; undefined if the schema has none.
   *
   * @param within The named schemas that contain this one, to end recursion.
   * @param nth Asks for another value than with a smaller number, where members must differ.
   * @param called The name of the field or the brand.
   */
  make(schema: SchemaOrBoolean, within: readonly string[], nth: number, called = ""): JsonValue | undefined {
    if (schema === false) return undefined;
    if (!this.#take(1)) return CUT;
    if (schema === true) return nth === 0 ? {} : nth;
    const name = refName(schema);
    const target = name === undefined ? undefined : schemaNamed(this.document, name);
    const brand = target?.["x-brand"] && typeName(target, name ?? "");
    const given = nth === 0 && brand !== undefined ? filled(this.fill.values, brand) : undefined;
    if (given !== undefined) return this.#asTyped(given, schema);
    const alternatives = schema.oneOf ?? schema.anyOf;
    const chosen = nth === 0 ? alternatives?.find((part) => typeof part === "object" && this.fill.variants.has(part)) : undefined;
    const value = chosen === undefined ? undefined : this.make(chosen, within, nth, called);
    if (value !== undefined) return value;
    const declared = declaredIn(schema, nth);
    if (declared !== undefined) return within.length === 0 || this.#take(lines(declared)) ? declared : CUT;
    if (schema.const !== undefined) return undefined; // a constant has no other value
    if (name !== undefined) {
      if (target === undefined || within.includes(name)) return undefined;
      if (within.length >= this.deepest) {
        this.isCut = true;
        return CUT;
      }
      const own = schema["x-brand"] && called; // a brand of a brand has its own name
      return this.make(target, [...within, name], nth, own || (brand ?? called));
    }
    if (schema.allOf) return this.#merged(schema, within, nth);
    if (alternatives) return this.#firstOf(alternatives, within, nth, called);
    return this.#ofType(typeOf(schema), schema, within, nth, called);
  }

  #take(steps: number): boolean {
    this.#left -= steps;
    this.isCut ||= this.#left < 0;
    return this.#left >= 0;
  }

  /** A text of the reader as a value of the type that a brand is made of. */
  #asTyped(text: string, schema: JsonSchema): JsonValue {
    let type: JsonSchema | undefined = schema;
    for (let steps = 0; type && refName(type) !== undefined && steps < 20; steps += 1) {
      type = schemaNamed(this.document, refName(type) ?? "");
    }
    const isNumber = type !== undefined && /^(?:integer|number)$/.test(typeOf(type));
    return isNumber && Number.isFinite(Number(text)) ? Number(text) : text;
  }

  #ofType(type: string, schema: JsonSchema, within: readonly string[], nth: number, called: string): JsonValue | undefined {
    switch (type) {
      case "object":
        return this.#object(schema, within, nth);
      case "array":
        return this.#array(schema, within, nth);
      case "string":
        return exampleText(schema, nth, called);
      case "integer":
      case "number":
        return exampleNumber({ ...schema, type }, nth);
      case "boolean":
        return nth < 2 ? nth === 0 : undefined;
      case "null":
        return nth === 0 ? null : undefined;
      default:
        return nth === 0 ? {} : nth;
    }
  }

  /** Value after value of the alternatives, of all the first, then of all the second; null is the last resort. */
  #firstOf(alternatives: readonly SchemaOrBoolean[], within: readonly string[], nth: number, called: string): JsonValue | undefined {
    const parts = nonNull(alternatives) ?? [];
    let left = nth;
    for (let index = 0; index <= nth; index += 1) {
      const values = parts.map((alternative) => this.make(alternative, within, index, called)).filter((value) => value !== undefined);
      if (left < values.length) return values[left];
      left -= values.length;
      if (values.length === 0) break;
    }
    return left === 0 && parts.length < alternatives.length ? null : undefined;
  }

  #merged({ allOf = [], ...own }: JsonSchema, within: readonly string[], nth: number): JsonValue | undefined {
    const names = [...within];
    let whole: JsonSchema = own;
    for (const part of allOf) {
      if (typeof part !== "object") continue;
      const name = refName(part);
      if (name !== undefined) {
        if (names.includes(name)) return undefined;
        names.push(name);
      }
      const { properties, required, ...rest } = (name === undefined ? part : schemaNamed(this.document, name)) ?? {};
      whole = {
        ...rest,
        ...whole,
        ...narrowed(rest, whole),
        ...((properties ?? whole.properties) && { properties: { ...properties, ...whole.properties } }),
        required: [...(required ?? []), ...(whole.required ?? [])],
      };
    }
    return this.make(whole, names, nth);
  }

  #object(schema: JsonSchema, within: readonly string[], nth: number): JsonValue | undefined {
    const made: [string, JsonValue][] = [];
    let asked = nth; // the first property that can differ does
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const isLeft = this.isLean && !schema.required?.includes(name) && !(typeof property === "object" && property.const !== undefined);
      if (isLeft) continue; // a constant says which type it is
      let value = this.make(property, within, 0, name);
      const other = asked > 0 ? this.make(property, within, asked, name) : undefined;
      if (other !== undefined && JSON.stringify(other) !== JSON.stringify(value)) [value, asked] = [other, 0];
      if (value !== undefined) made.push([name, value]);
      else if (schema.required?.includes(name)) return undefined;
    }
    const [pattern] = Object.keys(schema.patternProperties ?? {});
    const values = schema.patternProperties?.[pattern ?? ""] ?? schema.additionalProperties ?? true;
    const names = schema.propertyNames ?? (pattern === undefined ? true : { pattern });
    const known = made.length > 0 || Object.keys(schema.properties ?? {}).length > 0;
    const least = schema.minProperties ?? (known || values === true || values === false ? 0 : 1);
    const most = schema.maxProperties ?? Infinity;
    for (let index = nth; made.length < Math.min(least, most) && index < nth + MOST_MEMBERS; index += 1) {
      const key = this.#key(names, within, index);
      const value = this.make(values, within, 0);
      if (value === undefined || key === undefined) break;
      if (!made.some(([name]) => name === key)) made.push([key, value]);
    }
    // defined, not assigned: a field may be called `__proto__`
    return made.length < (schema.minProperties ?? 0) ? undefined : Object.fromEntries(made);
  }

  #key(names: SchemaOrBoolean, within: readonly string[], nth: number): string | undefined {
    if (names === true) return nth === 0 ? "key" : `key${nth + 1}`;
    const key = this.make(typeof names === "object" && !names.$ref ? { type: "string", ...names } : names, within, nth);
    return key === undefined || typeof key === "object" ? undefined : String(key);
  }

  #array(schema: JsonSchema, within: readonly string[], nth: number): JsonValue | undefined {
    const made: JsonValue[] = [];
    for (const item of schema.prefixItems ?? []) {
      const value = this.make(item, within, nth);
      if (value === undefined) break;
      made.push(value);
    }
    const { items = true, minItems = 0, maxItems = Infinity, uniqueItems = false } = schema;
    const least = Math.min(minItems, MOST_MEMBERS);
    const wanted = Math.max(least, schema.prefixItems ? made.length : Math.min(1, maxItems));
    for (let index = nth; made.length < wanted && index < nth + MOST_MEMBERS + wanted; index += 1) {
      const value = this.make(items, within, uniqueItems ? index : nth);
      if (value === undefined) break;
      if (!uniqueItems || !made.some((known) => JSON.stringify(known) === JSON.stringify(value))) made.push(value);
    }
    return made.length < least ? undefined : made.slice(0, maxItems);
  }
}

/** The lines of a value as JSON. */
function lines(value: JsonValue): number {
  return typeof value === "object" || typeof value === "string" ? Math.ceil(JSON.stringify(value).length / LINE) : 1;
}

/** Values of the author: examples, a constant, enum values, a default other than null. */
function declaredIn(schema: JsonSchema, nth: number): JsonValue | undefined {
  const example = schema.examples?.[nth];
  if (example !== undefined) return example;
  if (schema.const !== undefined) return nth === 0 ? schema.const : undefined;
  if (schema.enum) return schema.enum[nth % Math.max(1, schema.enum.length)];
  return nth === 0 && schema.default !== null ? schema.default : undefined;
}

/** Of two bounds the one that holds for both. */
function narrowed(a: JsonSchema, b: JsonSchema): JsonSchema {
  const bounds = Object.entries(a).flatMap(([name, value]) => {
    const other = (b as Readonly<Record<string, unknown>>)[name];
    const choose = /^max|Max/.test(name) ? Math.min : /^min|Min/.test(name) ? Math.max : undefined;
    return choose && typeof value === "number" && typeof other === "number" ? [[name, choose(value, other)]] : [];
  });
  return Object.fromEntries(bounds) as JsonSchema;
}

function typeOf(schema: JsonSchema): string {
  const { type } = schema;
  if (typeof type === "string") return type;
  if (type) return type.find((name) => name !== "null") ?? "null";
  if (schema.properties ?? schema.additionalProperties) return "object";
  if (schema.items ?? schema.prefixItems) return "array";
  return (schema.pattern ?? schema.format) ? "string" : "any";
}
