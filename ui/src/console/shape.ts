/** What a form shows for a schema, and how an edit of the form changes the value. */

import type { ApiDocsDocument } from "../document";
import { typeName } from "../model/model";
import { expressionOf, textOf } from "../types/expression";
import { isList, isObject, refName, schemaNamed, type JsonObject, type JsonSchema, type JsonValue, type SchemaOrBoolean } from "../types/json-schema";
import { nonNull, unfold, variantFields, type Field, type Variant } from "../types/structure";
import { faultsOf, fits } from "./validate";

export type Shape =
  | { readonly kind: "choice"; readonly values: readonly JsonValue[] }
  | { readonly kind: "number" | "boolean" | "any" }
  | { readonly kind: "text"; readonly format: string | undefined; readonly isLong: boolean }
  | { readonly kind: "list"; readonly items: SchemaOrBoolean }
  | { readonly kind: "tuple"; readonly items: readonly SchemaOrBoolean[] }
  | { readonly kind: "object"; readonly fields: readonly Field[]; readonly rest: SchemaOrBoolean }
  | { readonly kind: "variants"; readonly variants: readonly Variant[]; readonly property: string | undefined };

export interface Shaped {
  readonly shape: Shape;
  readonly nullable: boolean;
  /** The name of the brand that the value has. */
  readonly brand: string | undefined;
}

/** Texts that may be longer have several lines. */
const LONG = 1000;

/** @param tag The property that says which alternative of a union this is. */
export function shapeOf(schema: SchemaOrBoolean, document: ApiDocsDocument, tag?: string): Shaped {
  let nullable = false;
  let brand: string | undefined;
  let current: SchemaOrBoolean = schema;
  for (let steps = 0; typeof current === "object" && steps < 30; steps += 1) {
    const here: JsonSchema = current;
    nullable ||= here.type === "null" || [here.type ?? []].flat().includes("null");
    const values = here.const === undefined ? here.enum : [here.const];
    if (values) {
      nullable ||= values.includes(null);
      return { shape: { kind: "choice", values: values.filter((value) => value !== null) }, nullable, brand };
    }
    const name = refName(here);
    const target = name === undefined ? undefined : schemaNamed(document, name);
    if (name !== undefined && target?.["x-brand"]) brand ??= typeName(target, name);
    const alternatives = here.oneOf ?? here.anyOf;
    const real = nonNull(alternatives);
    nullable ||= (real?.length ?? 0) < (alternatives?.length ?? 0);
    const [part] = here.allOf ?? [];
    const next: SchemaOrBoolean | undefined =
      name !== undefined ? target : real?.length === 1 ? real[0] : here.allOf?.length === 1 && !here.properties ? part : undefined;
    if (next === undefined) return { shape: shapeHere(here, real, document, tag), nullable, brand };
    current = next;
  }
  return { shape: { kind: "any" }, nullable, brand };
}

function shapeHere(schema: JsonSchema, real: readonly SchemaOrBoolean[] | undefined, document: ApiDocsDocument, tag: string | undefined): Shape {
  if (real && real.length > 1) return unionOf(schema, real, document);
  const type = [schema.type ?? []].flat().find((name) => name !== "null");
  if (schema.properties ?? schema.allOf ?? (type === "object" || schema.additionalProperties)) {
    const { structure } = unfold(schema, document);
    const fields = structure.kind === "fields" && (schema.properties ?? schema.allOf) ? variantFields(structure.fields, tag) : [];
    const [patterned] = Object.values(schema.patternProperties ?? {});
    return { kind: "object", fields, rest: schema.additionalProperties ?? patterned ?? (fields.length === 0) };
  }
  if (schema.prefixItems) return { kind: "tuple", items: schema.prefixItems };
  switch (type) {
    case "array":
      return { kind: "list", items: schema.items ?? true };
    case "integer":
    case "number":
      return { kind: "number" };
    case "boolean":
      return { kind: "boolean" };
    case "string":
      return { kind: "text", format: schema.format, isLong: schema.format === undefined && (schema.maxLength ?? 0) > LONG };
    default:
      return { kind: "any" };
  }
}

/** The alternatives, each with what it is called; constants alone are a choice. */
function unionOf(schema: JsonSchema, real: readonly SchemaOrBoolean[], document: ApiDocsDocument): Shape {
  const constants = real.flatMap((part) => (typeof part === "object" && part.const !== undefined ? [part.const] : []));
  if (constants.length === real.length) return { kind: "choice", values: constants };
  const kinds = new Set(real.map((part) => shapeOf(part, document).shape.kind));
  if (kinds.size === 2 && kinds.has("text") && kinds.has("number")) return { kind: "text", format: undefined, isLong: false }; // a decimal
  const property = schema.discriminator?.propertyName;
  const { structure } = unfold(schema, document);
  const known = structure.kind === "variants" ? structure.variants : [];
  const variants = real.flatMap((part): readonly Variant[] => {
    if (typeof part !== "object") return [];
    return [known.find((variant) => variant.schema === part) ?? { tags: [], label: textOf(expressionOf(part, document)), schema: part }];
  });
  return { kind: "variants", variants, property };
}

/** The alternative that a value is: by its tag, or the first that it fits, or that it is nearest to. */
export function variantOf(value: JsonValue | undefined, { variants, property }: Extract<Shape, { kind: "variants" }>, document: ApiDocsDocument): number {
  const tag = value !== undefined && isObject(value) && property !== undefined ? value[property] : undefined;
  const tagged = tag === undefined ? -1 : variants.findIndex(({ tags }) => tags.includes(tag));
  if (tagged >= 0 || value === undefined) return Math.max(0, tagged);
  const fitting = variants.findIndex(({ schema }) => fits(value, schema, document));
  return Math.max(0, fitting >= 0 ? fitting : variants.findIndex(({ schema }) => isShownAs(value, shapeOf(schema, document).shape)));
}

/** Whether a form of a shape can show a value without loss; else the value is edited as JSON. */
export function isShownAs(value: JsonValue, shape: Shape): boolean {
  switch (shape.kind) {
    case "object":
      return isObject(value);
    case "list":
    case "tuple":
      return isList(value);
    case "text":
    case "number":
      return typeof value === "number" || typeof value === "string"; // what is being typed, and decimals
    case "boolean":
      return typeof value === "boolean";
    default:
      return shape.kind !== "any";
  }
}

/** An object with a member set, or removed; new ones are in the order of the fields. */
export function withMember(value: JsonObject, name: string, member: JsonValue | undefined, fields: readonly Field[] = []): JsonObject {
  const entries = Object.entries(value).filter(([key]) => key !== name || member !== undefined);
  const known = entries.findIndex(([key]) => key === name);
  if (member === undefined) return Object.fromEntries(entries);
  if (known >= 0) entries[known] = [name, member];
  else {
    const order = fields.map((field) => field.name);
    const after = new Set(order.slice(order.indexOf(name) + 1));
    const at = entries.findIndex(([key]) => after.has(key));
    entries.splice(at < 0 || !order.includes(name) ? entries.length : at, 0, [name, member]);
  }
  return Object.fromEntries(entries); // defined, not assigned: a field may be called `__proto__`
}

/** A text of a form as a number, where it is one without loss. */
export function asNumber(text: string): JsonValue {
  return text.trim() !== "" && isExact(text.trim()) ? Number(text) : text;
}

function isExact(number: string): boolean {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(number)) return false;
  const [digits = ""] = number.split(/[eE]/);
  return digits.replace(/^-|\.|^-?0\.0*/g, "").length <= 15 || String(Number(number)) === number;
}

/** A text of a call as a value of its type. */
export function valueOfText(text: string, schema: SchemaOrBoolean, document: ApiDocsDocument): JsonValue {
  const isScalar = /^(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/.test(text) && faultsOf(text, schema, document).length > 0;
  return isScalar ? (JSON.parse(text.replace(/^(-?)0+(?=\d)/, "$1")) as JsonValue) : text;
}

/** What a JSON text says; undefined if it is none, or if a form would change a number of it or drop a repeated name. */
export function losslessValue(text: string): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    const bare = text.replace(/"(?:\\.|[^"\\])*"/g, '""');
    const numbers = bare.match(/-?\d[\d.eE+-]*/g) ?? [];
    const names = bare.match(/:/g)?.length ?? 0;
    return numbers.every(isExact) && names === membersIn(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function membersIn(value: JsonValue): number {
  if (isList(value)) return value.reduce<number>((sum, item) => sum + membersIn(item), 0);
  if (!isObject(value)) return 0;
  return Object.values(value).reduce<number>((sum, item) => sum + 1 + membersIn(item), 0);
}
