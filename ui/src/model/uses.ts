/** The methods that use a type, computed from the direct references in the document: along them backwards, from the type. */

import type { ApiDocsDocument } from "../document";
import { entriesOf, refOf, type MethodRef } from "./contracts";
import { schemaNamed } from "../types/json-schema";

export interface Uses {
  readonly ofType: UsersOf;
  /** The methods that declare an error. */
  readonly ofError: UsersOf;
}

interface Place extends MethodRef {
  readonly errors: readonly string[];
}

/** The methods that mention a type, directly or inside another type, in the order of the document. */
export type UsersOf = (type: string) => readonly MethodRef[];

export function createUses(document: ApiDocsDocument): Uses {
  const places = entriesOf(document).map((entry): Place => ({ ...refOf(entry), errors: entry.method.errors }));
  let typeUsers: UsersOf | undefined;

  /** The data of an error counts for each method that declares it. */
  function mentioned(place: Place): readonly string[] {
    return [...mentionsOf(document, place), ...place.errors.flatMap((key) => listed(document.uses?.errors, key))];
  }

  return {
    ofType: (name) => (typeUsers ??= usersOfTypes(document, places, mentioned))(name),
    ofError: (key) => places.filter(({ errors }) => errors.includes(key)),
  };
}

/** @param mentionedBy The named schemas that a method refers to directly. */
export function usersOfTypes<T extends MethodRef>(
  document: ApiDocsDocument,
  places: readonly T[],
  mentionedBy: (place: T) => readonly string[],
): UsersOf {
  const facets = new Map<string, string[]>();
  const owners = new Map<string, string[]>();
  for (const name of Object.keys(document.schemas)) {
    add(facets, typeOf(document, name), name);
    for (const inner of listed(document.uses?.schemas, name)) add(owners, inner, name);
  }
  const mentions = places.map((place) => [...new Set(mentionedBy(place))]);
  return (type) => {
    const reaching = new Set(facets.get(type));
    for (const name of reaching) for (const owner of owners.get(name) ?? []) reaching.add(owner);
    return places.filter((_, at) => mentions[at]?.some((name) => reaching.has(name)));
  };
}

function add(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function typeOf(document: ApiDocsDocument, name: string): string {
  return schemaNamed(document, name)?.["x-type"] ?? name;
}

/**
 * The named schemas that a method refers to at the places that are wanted, one entry for each reference; what its contract
 * requires of every call counts for it.
 */
export function mentionsOf({ uses }: ApiDocsDocument, { group, contract, method }: MethodRef, isWanted = (_: string): boolean => true): readonly string[] {
  const owner = `${group}/${contract}`;
  return [at(uses?.contracts, owner), at(uses?.methods, `${owner}/${method}`)].flatMap((places = {}) =>
    Object.entries(places).flatMap(([place, names]) => (isWanted(place) ? names : [])),
  );
}

function listed(entries: Readonly<Record<string, readonly string[]>> | undefined, key: string): readonly string[] {
  const names = at(entries, key);
  return Array.isArray(names) ? (names as readonly string[]) : [];
}

function at<T>(entries: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return entries && Object.hasOwn(entries, key) ? (entries[key] ?? undefined) : undefined;
}

/** A method in sets of methods. */
export function keyOfMethod({ group, contract, method }: MethodRef): string {
  return `${group}/${contract}/${method}`;
}
