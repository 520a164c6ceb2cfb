/** Constraints, default, examples and description of a type, as short texts. */

import type { ApiDocsDocument } from "../document";
import { refName, schemaNamed, type JsonSchema, type JsonValue, type SchemaOrBoolean } from "./json-schema";
import { MOST_LITERALS } from "./expression";
import { t } from "../i18n";

export interface Facts {
  /** `1–99`, `≤ 254 characters`, … */
  readonly constraints: readonly string[];
  readonly versions: readonly string[];
  readonly pattern: string | undefined;
  /** Of an enumeration that the type line does not show. */
  readonly values: readonly JsonValue[];
  /** The schema that has the values; extensions of it may have their names. */
  readonly enumeration: JsonSchema | undefined;
  readonly examples: readonly JsonValue[];
  readonly description: string | undefined;
  readonly deprecated: boolean;
  readonly access: "read only" | "write only" | undefined;
  /** Absent when there is none; `null` is a default. */
  readonly fallback: JsonValue | undefined;
}

/**
 * The facts of a schema and of what it refers to.
 *
 * A mention may have keywords next to `$ref`, which then precede those of the type itself. A model
 * keeps its description: it is shown where the model is unfolded.
 */
export function factsOf(schema: SchemaOrBoolean, document: ApiDocsDocument): Facts {
  const layers = layersOf(schema, document);
  const outer = layers[0] ?? {};
  const first = <T>(pick: (layer: JsonSchema) => T | undefined): T | undefined => {
    for (const layer of layers) {
      const value = pick(layer);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const ends = alternativesOf(layers.at(-1)); // of a number or a string: what either demands
  const written = [...layers, ...partsOf(layers.at(-1))];
  const inside = written.flatMap(({ items = true, additionalProperties = true }) => [items, additionalProperties]);
  const enumeration = [...written, ...inside.flatMap((part) => layersOf(part, document))].find((layer) => layer.enum);
  const values = enumeration?.enum ?? [];
  const isNamed = layers.some((layer) => refName(layer) !== undefined) || (enumeration && !written.includes(enumeration));
  const hasWords = Object.keys(enumeration ?? {}).some((key) => key.startsWith("x-enum"));
  const scalars = layers.filter((layer) => !layer.properties);
  return {
    constraints: [...new Set([...layers, ...ends].flatMap(allConstraints))],
    versions: versionsOf(outer),
    pattern: first((layer) => layer.pattern),
    values: isNamed || hasWords || values.length > MOST_LITERALS ? values : [],
    enumeration,
    examples: (
      first((layer) => (layer.properties && layer !== outer ? undefined : layer.examples)) ?? []
    ).filter((example) => example !== null),
    description: outer.description ?? scalars.find((layer) => layer.description)?.description,
    deprecated: layers.some((layer) => layer.deprecated),
    access: first((layer) => (layer.readOnly ? "read only" : layer.writeOnly ? "write only" : undefined)),
    fallback: outer.default === outer.const ? undefined : outer.default, // the type line shows the constant
  };
}

/** The schema, its references, and the only alternative except null, from the outside to the inside. */
function layersOf(schema: SchemaOrBoolean, document: ApiDocsDocument): readonly JsonSchema[] {
  const layers: JsonSchema[] = [];
  let current: SchemaOrBoolean | undefined = schema;
  while (typeof current === "object" && !layers.includes(current)) {
    const here: JsonSchema = current;
    layers.push(here);
    const name = refName(here);
    const alternatives = alternativesOf(here);
    current =
      name !== undefined ? schemaNamed(document, name) : alternatives.length === 1 ? alternatives[0] : undefined;
  }
  return layers;
}

/** What is written inside of a schema: alternatives, items and values of a mapping. */
function partsOf(schema: JsonSchema = {}): readonly JsonSchema[] {
  return [...alternativesOf(schema), schema.items, schema.additionalProperties].flatMap((part) =>
    typeof part === "object" ? [part, ...partsOf(part)] : [],
  );
}

/** The alternatives except null. */
function alternativesOf(schema: JsonSchema | undefined): readonly JsonSchema[] {
  const all = schema?.anyOf ?? schema?.oneOf ?? [];
  return all.filter((alternative): alternative is JsonSchema => typeof alternative === "object" && alternative.type !== "null");
}

function allConstraints(schema: JsonSchema): readonly string[] {
  const { items } = schema;
  const ofItems = constraintsOf(typeof items === "object" ? items : {});
  return [...constraintsOf(schema), ...ofItems.map((words) => t("each {0}", words))];
}

export function constraintsOf(schema: JsonSchema): readonly string[] {
  return [
    range(schema.minLength, schema.maxLength, (count) => t("{0} character|{0} characters", count)),
    schema.prefixItems // the length of a tuple is seen
      ? ""
      : range(schema.minItems, schema.maxItems, (count) => t("{0} item|{0} items", count)),
    range(schema.minProperties, schema.maxProperties, (count) => t("{0} key|{0} keys", count)),
    bounds(schema),
    schema.multipleOf === undefined ? "" : t("multiple of {0}", schema.multipleOf),
    schema.uniqueItems ? t("unique") : "",
    schema.contentMediaType ?? "",
    schema.contentEncoding ?? "",
  ].filter((words) => words !== "");
}

/** Since when and until when there is a field or parameter. */
function versionsOf(schema: JsonSchema): readonly string[] {
  const since = schema["x-since"];
  const ended = schema["x-deprecated-since"];
  const sunset = schema["x-sunset"];
  const replacement = schema["x-replaced-by"];
  return [
    since ? t("new in {0}", since) : "",
    ended ? t("deprecated since {0}", ended) : "",
    sunset ? t("to be removed on {0}", sunset) : "",
    replacement ? t("replaced by {0}", replacement) : "",
  ].filter((words) => words !== "");
}

function range(low: number | undefined, high: number | undefined, counted: (count: number) => string): string {
  if (low !== undefined && low === high) return counted(low);
  if (low && high !== undefined) return `${low}–${counted(high)}`;
  if (high !== undefined) return `≤ ${counted(high)}`;
  return low ? `≥ ${counted(low)}` : "";
}

function bounds(schema: JsonSchema): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (minimum !== undefined && maximum !== undefined) return `${minimum}–${maximum}`;
  const low = exclusiveMinimum !== undefined ? `> ${exclusiveMinimum}` : minimum !== undefined ? `≥ ${minimum}` : "";
  const high = exclusiveMaximum !== undefined ? `< ${exclusiveMaximum}` : maximum !== undefined ? `≤ ${maximum}` : "";
  return [low, high].filter((part) => part !== "").join(", ");
}
