/** What can be unfolded beneath a schema: fields, variants, elements of a tuple. */

import type { ApiDocsDocument } from "../document";
import { refName, schemaNamed, type JsonSchema, type JsonValue, type SchemaOrBoolean } from "./json-schema";
import { expressionOf, textOf } from "./expression";
import { referencesOf } from "./traversal";

export interface Field {
  readonly name: string;
  readonly schema: SchemaOrBoolean;
  readonly required: boolean;
}

export interface Variant {
  /** The discriminator's values that select the variant; empty in a plain union. */
  readonly tags: readonly JsonValue[];
  readonly label: string;
  readonly schema: JsonSchema;
}

/** The structure of an unfolded schema. */
export type Structure =
  | { readonly kind: "leaf" }
  | { readonly kind: "fields"; readonly fields: readonly Field[] }
  | { readonly kind: "elements"; readonly fields: readonly Field[] }
  | { readonly kind: "variants"; readonly property: string | undefined; readonly variants: readonly Variant[] };

export interface Unfolded {
  readonly structure: Structure;
  /** Names of the schemas passed on the way, for recognising recursion. */
  readonly names: readonly string[];
}

/** The description of the unfolded model. */
export function saidInside(schema: SchemaOrBoolean, document: ApiDocsDocument): string | undefined {
  const { names } = unfold(schema, document);
  return names.map((name) => schemaNamed(document, name)?.description).find(Boolean);
}

const LEAF: Structure = { kind: "leaf" };

/** Unfolds a schema; names in `within` end it, because a type may be a union of itself and others. */
export function unfold(schema: SchemaOrBoolean, document: ApiDocsDocument, within: readonly string[] = []): Unfolded {
  const names: string[] = [];
  let current: SchemaOrBoolean | undefined = schema;
  while (current && typeof current === "object") {
    const here: JsonSchema = current;
    const name = refName(here);
    if (name !== undefined) {
      if (names.includes(name) || within.includes(name)) break;
      names.push(name);
      current = schemaNamed(document, name);
      continue;
    }
    const alternatives = nonNull(here.oneOf ?? here.anyOf);
    if (alternatives) {
      if (alternatives.length === 1) {
        current = alternatives[0];
        continue;
      }
      const structure = variantsOf(here, alternatives, document, [...within, ...names]);
      return { structure, names };
    }
    if (here.prefixItems) {
      const structure = elementsOf(here.prefixItems, here.items, document, [...within, ...names]);
      return { structure, names };
    }
    if (here.properties ?? here.allOf) {
      const fields = fieldsOf(here, document, new Set(names));
      return { structure: fields.length > 0 ? { kind: "fields", fields } : LEAF, names };
    }
    if (here.items !== undefined) {
      current = here.items;
      continue;
    }
    const value: SchemaOrBoolean | undefined =
      here.additionalProperties ?? Object.values(here.patternProperties ?? {})[0];
    if (typeof value !== "object") break;
    current = value;
  }
  return { structure: LEAF, names };
}

/** Alternatives without null. */
export function nonNull(alternatives: readonly SchemaOrBoolean[] | undefined): readonly SchemaOrBoolean[] | undefined {
  return alternatives?.filter((alternative) => typeof alternative !== "object" || alternative.type !== "null");
}

function fieldsOf(schema: JsonSchema, document: ApiDocsDocument, seen: Set<string>): readonly Field[] {
  const required = new Set(schema.required);
  const own = Object.entries(schema.properties ?? {}).map(([name, property]): Field => ({
    name,
    schema: property,
    required: required.has(name),
  }));
  const inherited = (schema.allOf ?? []).flatMap((part) => {
    if (typeof part !== "object") return [];
    const name = refName(part);
    if (name === undefined) return fieldsOf(part, document, seen);
    const target = schemaNamed(document, name);
    if (!target || seen.has(name)) return [];
    seen.add(name);
    return fieldsOf(target, document, seen);
  });
  return [...inherited, ...own];
}

function elementsOf(
  items: readonly SchemaOrBoolean[],
  rest: SchemaOrBoolean | undefined,
  document: ApiDocsDocument,
  within: readonly string[],
): Structure {
  const fields = items.map((item, at): Field => ({ name: String(at), schema: item, required: true }));
  if (rest !== undefined && rest !== false) fields.push({ name: "…", schema: rest, required: false });
  const tells = fields.some(
    ({ schema }) => typeof schema === "object" && (schema.description || hasParts(schema, document, within)),
  );
  return tells ? { kind: "elements", fields } : LEAF;
}

/** The fields of a variant: the property that selects it is always sent, also where the type alone has a default for it. */
export function variantFields(fields: readonly Field[], tag: string | undefined): readonly Field[] {
  return fields.map((field) => (field.name === tag ? { ...field, required: true } : field));
}

function hasParts(schema: SchemaOrBoolean, document: ApiDocsDocument, within: readonly string[]): boolean {
  return unfold(schema, document, within).structure.kind !== "leaf";
}

function variantsOf(union: JsonSchema, alternatives: readonly SchemaOrBoolean[], document: ApiDocsDocument, within: readonly string[]): Structure {
  const property = union.discriminator?.propertyName;
  const tagged = property !== undefined ? tagsByRef(union) : undefined;
  const variants = alternatives
    .filter((alternative) => typeof alternative === "object")
    .map((schema): Variant => {
      const tags =
        tagged?.get(schema.$ref ?? "") ?? (property === undefined ? [] : tagsOf(schema, property, document, within));
      return { tags, label: textOf(expressionOf(schema, document)), schema };
    });
  if (!variants.some(({ schema }) => hasParts(schema, document, within))) return LEAF;
  return { kind: "variants", property, variants };
}

function tagsByRef(union: JsonSchema): ReadonlyMap<string, readonly string[]> {
  const tags = new Map<string, string[]>();
  for (const [tag, ref] of Object.entries(union.discriminator?.mapping ?? {})) {
    tags.set(ref, [...(tags.get(ref) ?? []), tag]);
  }
  return tags;
}

/** The constants that a variant allows for the discriminating property. */
function tagsOf(schema: JsonSchema, property: string, document: ApiDocsDocument, within: readonly string[]): readonly JsonValue[] {
  const { structure, names } = unfold(schema, document, within);
  if (structure.kind === "variants") {
    return structure.variants.flatMap((variant) => tagsOf(variant.schema, property, document, [...within, ...names]));
  }
  if (structure.kind !== "fields") return [];
  const tag = structure.fields.find((field) => field.name === property)?.schema;
  if (typeof tag !== "object") return [];
  return tag.const !== undefined ? [tag.const] : (tag.enum ?? []);
}

/** Whether a type is mentioned anywhere beneath a schema. */
export function reaches(schema: SchemaOrBoolean, wanted: string, document: ApiDocsDocument): boolean {
  const reached = new Set(referencesOf(schema));
  for (const name of reached) {
    const target = schemaNamed(document, name);
    if (isType(name, target, wanted)) return true;
    for (const inner of referencesOf(target)) reached.add(inner);
  }
  return false;
}

/** Whether a named schema is the type of that name: itself, one of its facets, or a brand in its chain. */
export function isType(name: string, schema: JsonSchema | undefined, wanted: string): boolean {
  return name === wanted || schema?.["x-type"] === wanted || (schema?.["x-brand"]?.includes(wanted) ?? false);
}
