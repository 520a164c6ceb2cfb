/**
 * Computes the methods that use a type from the direct references in the document.
 *
 * An edge leads from each method to the named schemas that it refers to, and from each schema to those inside it. Bit
 * sets of methods are passed along the edges once, so that the users of all types together take one pass over the graph.
 */

import { schemaNamed, type ApiDocsDocument, type MethodRef } from "../document";

export interface Uses {
  /** The methods that mention a type, directly or inside another type, in the order of the document. */
  ofType(name: string): readonly MethodRef[];
  /** The methods that declare an error. */
  ofError(key: string): readonly MethodRef[];
  /** How often a method mentions a type; what is inside a type is counted once for each mention of the method. */
  count(name: string, method: MethodRef): number;
}

interface Place extends MethodRef {
  readonly errors: readonly string[];
}

/** The methods that mention a type, directly or inside another type, in the order of the document. */
export type UsersOf = (type: string) => readonly MethodRef[];

export function createUses(document: ApiDocsDocument): Uses {
  const places = document.groups.flatMap((group) =>
    group.contracts.flatMap((owner) =>
      owner.methods.map(({ name, errors }): Place => ({ group: group.slug, contract: owner.name, method: name, errors })),
    ),
  );
  const edges = edgesOf(document);
  const typeOf = typesOf(document);
  let typeUsers: UsersOf | undefined;
  let errorUsers: ReadonlyMap<string, readonly MethodRef[]> | undefined;
  let placesByKey: ReadonlyMap<string, Place> | undefined;
  let counted = { type: "", counts: new Map<string, number>() }; // a list of users asks for one type

  function usersOfErrors(): ReadonlyMap<string, readonly MethodRef[]> {
    const users = new Map<string, MethodRef[]>();
    for (const place of places) {
      for (const key of new Set(place.errors)) {
        const known = users.get(key);
        if (known) known.push(place);
        else users.set(key, [place]);
      }
    }
    return users;
  }

  /** How often a schema contains a type; each schema inside it is counted once. */
  function countIn(type: string, start: string): number {
    let count = typeOf(start) === type ? 1 : 0;
    const seen = new Set([start]);
    for (const name of seen) {
      for (const inner of edges.get(name) ?? []) {
        if (typeOf(inner) === type) count += 1;
        seen.add(inner);
      }
    }
    return count;
  }

  return {
    ofType: (name) => (typeUsers ??= usersOfTypes(document, places, (place) => mentioned(document, place)))(name),
    ofError: (key) => (errorUsers ??= usersOfErrors()).get(key) ?? [],
    count(type, { group, contract, method }) {
      placesByKey ??= new Map(places.map((place) => [keyOfMethod(place), place]));
      const place = placesByKey.get(keyOfMethod({ group, contract, method }));
      if (!place) return 0;
      if (counted.type !== type) counted = { type, counts: new Map() };
      const { counts } = counted;
      let total = 0;
      for (const name of mentioned(document, place)) {
        const count = counts.get(name) ?? countIn(type, name);
        counts.set(name, count);
        total += count;
      }
      return total;
    },
  };
}

/** @param mentionedBy The named schemas that a method refers to directly. */
export function usersOfTypes<T extends MethodRef>(
  document: ApiDocsDocument,
  places: readonly T[],
  mentionedBy: (place: T) => readonly string[],
): UsersOf {
  const edges = edgesOf(document);
  const typeOf = typesOf(document);
  const direct = new Map<string, Bits>();
  places.forEach((place, at) => {
    const bit = 1n << BigInt(at);
    for (const name of mentionedBy(place)) direct.set(name, (direct.get(name) ?? NOBODY) | bit);
  });
  const users = new Map<string, Bits>();
  for (const [name, bits] of propagated(edges, direct)) {
    const type = typeOf(name);
    users.set(type, (users.get(type) ?? NOBODY) | bits);
  }
  return (type) => {
    const digits = [...(users.get(type) ?? NOBODY).toString(2)].reverse();
    return places.filter((_, at) => digits[at] === "1");
  };
}

function edgesOf({ schemas, uses }: ApiDocsDocument): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.keys(schemas).map((name) => [name, listed(uses?.schemas, name)]));
}

function typesOf(document: ApiDocsDocument): (name: string) => string {
  return (name) => schemaNamed(document, name)?.["x-type"] ?? name;
}

/**
 * The named schemas that a method refers to, one entry for each reference. What a contract requires of every call counts
 * for each of its methods, the data of an error for each method that declares it.
 */
function mentioned({ uses }: ApiDocsDocument, { group, contract, method, errors }: Place): readonly string[] {
  const owner = `${group}/${contract}`;
  return [
    ...Object.values(at(uses?.contracts, owner) ?? {}).flat(),
    ...Object.values(at(uses?.methods, `${owner}/${method}`) ?? {}).flat(),
    ...errors.flatMap((key) => listed(uses?.errors, key)),
  ];
}

function listed(entries: Readonly<Record<string, readonly string[]>> | undefined, key: string): readonly string[] {
  return at(entries, key) ?? [];
}

function at<T>(entries: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return entries && Object.hasOwn(entries, key) ? entries[key] : undefined;
}

/** A method in sets of methods. */
export function keyOfMethod({ group, contract, method }: MethodRef): string {
  return `${group}/${contract}/${method}`;
}

/** A set of methods: a bit for each, by its position in the document. */
type Bits = bigint;

const NOBODY: Bits = 0n;

/**
 * For each node the members of all nodes that it can be reached from, its own included.
 *
 * A node comes before those that it leads to, so that one pass brings members along all edges except those that lead
 * back, inside recursive types; passes are repeated until nothing changes.
 */
function propagated(
  edges: ReadonlyMap<string, readonly string[]>,
  direct: ReadonlyMap<string, Bits>,
): ReadonlyMap<string, Bits> {
  const reached = new Map(direct);
  const order = postorder(edges).reverse();
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const name of order) {
      const bits = reached.get(name) ?? NOBODY;
      for (const target of edges.get(name) ?? []) {
        const known = reached.get(target) ?? NOBODY;
        if ((known | bits) === known) continue;
        reached.set(target, known | bits);
        isChanged = true;
      }
    }
  }
  return reached;
}

/** All nodes, each after those that it leads to; without recursion, since types can be chained deeply. */
function postorder(edges: ReadonlyMap<string, readonly string[]>): string[] {
  const order: string[] = [];
  const seen = new Set<string>();
  for (const start of edges.keys()) {
    if (seen.has(start)) continue;
    seen.add(start);
    const path: { readonly name: string; at: number }[] = [{ name: start, at: 0 }];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const target = edges.get(top.name)?.[top.at++];
      if (target === undefined) {
        order.push(top.name);
        path.pop();
      } else if (!seen.has(target)) {
        seen.add(target);
        path.push({ name: target, at: 0 });
      }
    }
  }
  return order;
}
