/** The types that a type is made of, and identifiers for them. */

import { schemaNamed, type ApiDocsDocument, type JsonSchema } from "../document";
import { referencesOf } from "../types/traversal";

/** A named type and all that it mentions, itself first. */
export function reachedFrom(name: string, document: ApiDocsDocument): readonly string[] {
  const reached = new Set([name]);
  for (const each of reached) for (const inner of referencesOf(schemaNamed(document, each))) reached.add(inner);
  return [...reached];
}

/** Identifiers for names, each once: `MoneyInput` for `Money-Input`. */
export class Identifiers {
  readonly #taken: Set<string>;
  readonly #known = new Map<string, string>();

  constructor(reserved: Iterable<string>) {
    this.#taken = new Set(reserved);
  }

  of(name: string): string {
    const known = this.#known.get(name) ?? this.fresh(name);
    this.#known.set(name, known);
    return known;
  }

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  /** An identifier that nothing else has. */
  fresh(name: string): string {
    const words = name.split(/[^A-Za-z0-9_]+/).filter(Boolean);
    const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
    const base = /^[A-Za-z]/.test(joined) ? joined : `Type${joined}`;
    let free = base;
    for (let number = 2; this.#taken.has(free); number += 1) free = `${base}${number}`;
    this.#taken.add(free);
    return free;
  }
}

/** The JSON types of a schema, by its keywords where it does not say. */
export function typesOf({ type, properties, additionalProperties, items, prefixItems }: JsonSchema): readonly string[] {
  if (type) return [type].flat();
  if ((properties ?? additionalProperties) !== undefined) return ["object"];
  return (items ?? prefixItems) === undefined ? ["any"] : ["array"];
}

/** A description as the lines of a comment. */
export function lines(description: string | undefined): readonly string[] {
  return description?.trim() ? description.trim().split(/\r?\n/) : [];
}
