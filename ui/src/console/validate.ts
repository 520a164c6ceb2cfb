/**
 * Holds a value against a JSON Schema, and says where it does not fit, in the words of the page.
 *
 * The keywords are those that contract documents have; of `format` only what is certain is an error, since services
 * differ in what they read.
 */

import type { ApiDocsDocument } from "../document";
import { t } from "../i18n";
import { expressionOf, textOf } from "../types/expression";
import { constraintsOf } from "../types/facts";
import { isList, isObject, jsonType, refName, schemaNamed, type JsonObject, type JsonSchema, type JsonValue, type SchemaOrBoolean } from "../types/json-schema";
import { nonNull } from "../types/structure";

export type Step = string | number;

export interface Fault {
  readonly path: readonly Step[];
  readonly words: string;
}

/** How many values are looked at, and how many faults are collected: more would hold up the page. */
const MOST = 50_000;
const MOST_FAULTS = 1000;

/** What is wrong with a value; nothing if it fits. */
export function faultsOf(value: JsonValue, schema: SchemaOrBoolean, document: ApiDocsDocument): readonly Fault[] {
  return new Check(document).check(value, schema, [], []);
}

/** What is wrong with a value, and whether all of it was looked at. */
export function judged(value: JsonValue, schema: SchemaOrBoolean, document: ApiDocsDocument): { readonly faults: readonly Fault[]; readonly isWhole: boolean } {
  const check = new Check(document);
  const faults = check.check(value, schema, [], []);
  return { faults, isWhole: check.left > 0 };
}

/** Whether a value fits. */
export function fits(value: JsonValue, schema: SchemaOrBoolean, document: ApiDocsDocument): boolean {
  return faultsOf(value, schema, document).length === 0;
}

/** A place in a value as people write it: `items[2].price`. */
export function placeOf(path: readonly Step[]): string {
  return path.map((step, at) => (typeof step === "number" ? `[${step}]` : /^\w+$/.test(step) ? (at > 0 ? `.${step}` : step) : `[${JSON.stringify(step)}]`)).join("");
}

/** Whether two values are the same, whatever the order of members. */
export function same(a: JsonValue, b: JsonValue): boolean {
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, at) => same(item, b[at]!));
  if (!isObject(a)) return a === b;
  if (!isObject(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && same(a[name]!, b[name]!));
}

/** A text that is equal for equal values, whatever the order of members. */
function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_, part: JsonValue) => (part !== null && isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part));
}

/** Keywords that contract documents write and `JsonSchema` has no place for. */
interface Further {
  readonly if?: SchemaOrBoolean;
  readonly then?: SchemaOrBoolean;
  readonly else?: SchemaOrBoolean;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly dependentSchemas?: Readonly<Record<string, SchemaOrBoolean>>;
  readonly minContains?: number;
  readonly maxContains?: number;
}

type Schema = JsonSchema & Further;
type Faults = readonly Fault[];

class Check {
  /** How many values may still be looked at. */
  left = MOST;

  constructor(private readonly document: ApiDocsDocument) {}

  /** @param within The schemas that this value is being held against, to end unions of themselves. */
  check(value: JsonValue, schema: SchemaOrBoolean, path: readonly Step[], within: readonly JsonSchema[]): Faults {
    if (this.left <= 0) return [];
    this.left -= 1;
    if (schema === true) return [];
    if (schema === false) return [{ path, words: t("Not allowed") }];
    if (within.includes(schema)) return [mustBe(path, textOf(expressionOf(schema, this.document)))]; // a union of itself has no further values
    const inner = [...within, schema];
    const type = this.#type(value, schema, path);
    if (type.length > 0) return type;
    return [
      ...this.#referred(value, schema, path, inner),
      ...this.#enumerated(value, schema, path),
      ...this.#combined(value, schema, path, inner),
      ...(typeof value === "string" ? textFaults(value, schema, path) : []),
      ...(typeof value === "number" ? numberFaults(value, schema, path) : []),
      ...(isList(value) ? this.#list(value, schema, path) : []),
      ...(isObject(value) ? this.#object(value, schema, path, inner) : []),
    ];
  }

  #fits(value: JsonValue, schema: SchemaOrBoolean, within: readonly JsonSchema[] = []): boolean {
    return this.check(value, schema, [], within).length === 0;
  }

  #type(value: JsonValue, schema: Schema, path: readonly Step[]): Faults {
    const types = [schema.type ?? []].flat();
    const own = jsonType(value);
    const isOfType = types.some((type) => type === own || (type === "integer" && Number.isInteger(value)));
    return types.length === 0 || isOfType ? [] : [mustBe(path, types.join(" | "))];
  }

  #referred(value: JsonValue, schema: Schema, path: readonly Step[], within: readonly JsonSchema[]): Faults {
    const name = refName(schema);
    const target = name === undefined ? undefined : schemaNamed(this.document, name);
    return target ? this.check(value, target, path, within) : [];
  }

  #enumerated(value: JsonValue, schema: Schema, path: readonly Step[]): Faults {
    const values = schema.const === undefined ? schema.enum : [schema.const];
    if (!values || values.some((allowed) => same(allowed, value))) return [];
    return [mustBe(path, values.map((allowed) => JSON.stringify(allowed)).join(" | "))];
  }

  #combined(value: JsonValue, schema: Schema, path: readonly Step[], within: readonly JsonSchema[]): Faults {
    const { allOf = [], anyOf, oneOf, not } = schema;
    const branch = schema.if === undefined ? undefined : this.#fits(value, schema.if, within) ? schema.then : schema.else;
    return [
      ...allOf.flatMap((part) => this.check(value, part, path, within)),
      ...(branch === undefined ? [] : this.check(value, branch, path, within)),
      ...(anyOf ? this.#alternatives(value, anyOf, schema, path, within) : []),
      ...(oneOf ? this.#alternatives(value, oneOf, schema, path, within) : []),
      ...(not !== undefined && this.#fits(value, not, within) && this.left > 0 ? [{ path, words: t("Not allowed") }] : []),
    ];
  }

  /** Where no alternative fits, the faults of the one that is meant, if that is known. */
  #alternatives(value: JsonValue, alternatives: readonly SchemaOrBoolean[], schema: Schema, path: readonly Step[], within: readonly JsonSchema[]): Faults {
    const tried = alternatives.map((alternative) => ({ alternative, faults: this.check(value, alternative, path, within) }));
    const fitting = tried.filter(({ faults }) => faults.length === 0).length;
    if (this.left <= 0) return []; // not all of them were tried
    if (fitting === 1 || (fitting > 0 && alternatives === schema.anyOf)) return [];
    if (fitting > 1) return [{ path, words: t("Fits several alternatives") }];
    const tag = schema.discriminator?.propertyName;
    const isOff = (fault: Fault): boolean => fault.path.length === path.length || (fault.path.length === path.length + 1 && fault.path.at(-1) === tag);
    const real = value === null ? tried : tried.filter(({ alternative }) => nonNull([alternative])!.length > 0);
    const meant = real.filter(({ faults }) => tag === undefined ? !faults.some(({ path: place }) => place.length === path.length) : !faults.some(isOff));
    const [only] = real.length === 1 ? real : meant.length === 1 ? meant : [];
    return only?.faults ?? [mustBe(path, textOf(expressionOf(schema, this.document)))];
  }

  #list(value: readonly JsonValue[], schema: Schema, path: readonly Step[]): Faults {
    const { prefixItems = [], items = true, contains, minContains = 1, maxContains = Infinity, uniqueItems } = schema;
    const matching = contains === undefined ? 0 : value.filter((item) => this.#fits(item, contains)).length;
    return [
      ...outOf(path, value.length, schema, "minItems", "maxItems"),
      ...(contains !== undefined && this.left > 0 && (matching < minContains || matching > maxContains) ? [mustBe(path, textOf(expressionOf(schema, this.document)))] : []),
      ...(uniqueItems && new Set(value.map(canonical)).size < value.length ? [mustBe(path, t("unique"))] : []),
      ...this.#items(value, prefixItems, items, path),
    ];
  }

  #items(value: readonly JsonValue[], prefixItems: readonly SchemaOrBoolean[], items: SchemaOrBoolean, path: readonly Step[]): Faults {
    const faults: Fault[] = [];
    for (let at = 0; at < value.length && this.left > 0; at += 1) {
      faults.push(...this.check(value[at]!, prefixItems[at] ?? items, [...path, at], []));
      if (faults.length >= MOST_FAULTS) this.left = 0;
    }
    return faults;
  }

  #object(value: JsonObject, schema: Schema, path: readonly Step[], within: readonly JsonSchema[]): Faults {
    const { properties = {}, patternProperties = {}, additionalProperties = true, required = [], propertyNames } = schema;
    const names = Object.keys(value);
    const needed = Object.entries(schema.dependentRequired ?? {}).flatMap(([name, others]) => (Object.hasOwn(value, name) ? others : []));
    const missing = [...new Set([...required, ...needed])].filter((name) => !Object.hasOwn(value, name));
    return [
      ...missing.map((name) => ({ path: [...path, name], words: t("Required") })),
      ...outOf(path, names.length, schema, "minProperties", "maxProperties"),
      ...Object.entries(schema.dependentSchemas ?? {}).flatMap(([name, part]) => (Object.hasOwn(value, name) ? this.check(value, part, path, within) : [])),
      ...names.flatMap((name): Faults => {
        const place = [...path, name];
        const own = Object.hasOwn(properties, name) ? [properties[name]!] : [];
        const fitting = Object.entries(patternProperties).flatMap(([pattern, part]) => (patternOf(pattern)?.test(name) ? [part] : []));
        const parts = [...own, ...fitting];
        const named = propertyNames === undefined || this.#fits(name, propertyNames) ? [] : [mustBe(place, typeof propertyNames === "object" ? textOf(expressionOf(propertyNames, this.document)) : "")];
        if (parts.length === 0 && additionalProperties === false) return [...named, { path: place, words: t("Not declared") }];
        return [...named, ...(parts.length > 0 ? parts : [additionalProperties]).flatMap((part) => this.check(value[name]!, part, place, []))];
      }),
    ];
  }
}

function mustBe(path: readonly Step[], words: string): Fault {
  return { path, words: t("Must be {0}", words) };
}

type Limit = "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties";

/** A number of characters, items or members that is too small or too large. */
function outOf(path: readonly Step[], size: number, schema: JsonSchema, low: Limit, high: Limit): Faults {
  const { [low]: least = 0, [high]: most = Infinity } = schema;
  const isOut = size < least || size > most;
  return isOut ? [mustBe(path, constraintsOf({ ...(least > 0 && { [low]: least }), ...(most < Infinity && { [high]: most }) }).join(""))] : [];
}

function numberFaults(value: number, schema: JsonSchema, path: readonly Step[]): Faults {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity, multipleOf } = schema;
  const isOut = value < minimum || value > maximum || value <= exclusiveMinimum || value >= exclusiveMaximum;
  const isUneven = multipleOf !== undefined && Math.abs(value / multipleOf - Math.round(value / multipleOf)) > 1e-9;
  const { minLength: _, maxLength: __, pattern: ___, ...rest } = schema;
  return isOut || isUneven ? [mustBe(path, constraintsOf(rest).join(", "))] : [];
}

function textFaults(value: string, schema: JsonSchema, path: readonly Step[]): Faults {
  const { pattern, format } = schema;
  const isFormatted = FORMATS[format ?? ""]?.test(value) ?? true;
  return [
    ...outOf(path, [...value].length, schema, "minLength", "maxLength"),
    ...(pattern !== undefined && patternOf(pattern)?.test(value) === false ? [mustBe(path, pattern)] : []),
    ...(isFormatted ? [] : [mustBe(path, format ?? "")]),
  ];
}

/** Patterns of Python that a browser cannot read are not checked. */
function patternOf(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

const DATE = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d|:60)?(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)?`;

const FORMATS: Readonly<Record<string, RegExp | undefined>> = {
  date: new RegExp(`^${DATE}$`),
  time: new RegExp(`^${TIME}$`, "i"),
  "date-time": new RegExp(`^${DATE}[t ]${TIME}$`, "i"),
  email: /^[^\s@]+@[^\s@]+$/,
  uuid: /^(?:urn:uuid:)?[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i,
  uri: /^[a-z][a-z\d+.-]*:\S*$/i,
  ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/,
};
