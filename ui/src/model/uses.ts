/**
 * Who uses a type: computed from the references of the document, whose file does not repeat them.
 *
 * An edge leads from each method to the named schemas that it refers to, and from each schema to those inside it. Bit
 * sets of methods are passed along the edges once, so that the users of all types together take one pass over the graph.
 */

import {
  isHttp,
  schemaNamed,
  type ApiDocsDocument,
  type Body,
  type Contract,
  type Method,
  type MethodRef,
  type Param,
  type SchemaOrBoolean,
  type SuccessResponse,
} from "../document";
import { referencesOf } from "../types/traversal";

export interface Uses {
  /** The methods that mention a type, directly or inside another type, in the order of the document. */
  ofType(name: string): readonly MethodRef[];
  /** The methods that declare an error. */
  ofError(key: string): readonly MethodRef[];
  /** How often a method mentions a type; what is inside a type is counted once for each mention of the method. */
  count(name: string, method: MethodRef): number;
}

interface Place extends MethodRef {
  readonly owner: Contract;
  readonly of: Method;
}

export function createUses(document: ApiDocsDocument): Uses {
  const places = document.groups.flatMap((group) =>
    group.contracts.flatMap((owner) =>
      owner.methods.map((of): Place => ({ group: group.slug, contract: owner.name, method: of.name, owner, of })),
    ),
  );
  const names = Object.keys(document.schemas);
  const edges = new Map(names.map((name) => [name, namesIn(schemaNamed(document, name))]));
  const typeOf = (name: string): string => schemaNamed(document, name)?.["x-type"] ?? name;
  let users: ReadonlyMap<string, Bits> | undefined;
  let errors: ReadonlyMap<string, readonly MethodRef[]> | undefined;
  const counts = new Map<string, number>();

  /** The named schemas in a schema, with repetitions; references that lead nowhere are left out. */
  function namesIn(schema: SchemaOrBoolean | undefined): readonly string[] {
    return referencesOf(schema).filter((name) => schemaNamed(document, name));
  }

  function usersOfTypes(): ReadonlyMap<string, Bits> {
    const direct = new Map<string, Bits>(names.map((name) => [name, new Bits(places.length)]));
    places.forEach((place, at) => {
      for (const schema of schemasOf(document, place.owner, place.of)) {
        for (const name of namesIn(schema)) direct.get(name)?.add(at);
      }
    });
    const found = new Map<string, Bits>();
    for (const [name, bits] of passedOn(edges, direct)) {
      const type = typeOf(name);
      const known = found.get(type);
      if (known) known.addAll(bits);
      else found.set(type, bits.copy());
    }
    return found;
  }

  function usersOfErrors(): ReadonlyMap<string, readonly MethodRef[]> {
    const found = new Map<string, MethodRef[]>();
    for (const place of places) {
      for (const key of new Set(place.of.errors)) {
        const known = found.get(key);
        if (known) known.push(place);
        else found.set(key, [place]);
      }
    }
    return found;
  }

  function mentions(type: string, starts: readonly string[]): number {
    const key = JSON.stringify([type, ...starts]);
    let count = counts.get(key);
    if (count !== undefined) return count;
    count = starts.filter((name) => typeOf(name) === type).length;
    const seen = new Set(starts);
    for (const name of seen) {
      for (const inner of edges.get(name) ?? []) {
        if (typeOf(inner) === type) count += 1;
        seen.add(inner);
      }
    }
    counts.set(key, count);
    return count;
  }

  return {
    ofType: (name) => (users ??= usersOfTypes()).get(name)?.members(places) ?? [],
    ofError: (key) => (errors ??= usersOfErrors()).get(key) ?? [],
    count(name, { group, contract, method }) {
      const place = places.find((each) => each.method === method && each.contract === contract && each.group === group);
      if (!place) return 0;
      return schemasOf(document, place.owner, place.of).reduce((sum, each) => sum + mentions(name, namesIn(each)), 0);
    },
  };
}

/** What a contract requires of every call counts for each of its methods, the data of an error for whoever declares it. */
function schemasOf(document: ApiDocsDocument, owner: Contract, method: Method): readonly (SchemaOrBoolean | undefined)[] {
  const http = isHttp(method) ? method : undefined;
  const params: readonly (readonly Param[] | undefined)[] = [
    owner.headers,
    owner.cookies,
    ...(owner.kind === "ws" ? [owner.pathParams, owner.queryParams] : []),
    http?.pathParams,
    http?.queryParams,
    http?.headerParams,
    http?.cookieParams,
    http?.responseHeaders,
  ];
  const bodies: readonly (Body | SuccessResponse | undefined)[] = [
    isHttp(method) ? method.requestBody : method.wsInput,
    method.successResponse,
    ...(http?.moreResponses ?? []),
  ];
  return [
    ...params.flatMap((each) => each ?? []).map(({ schema }) => schema),
    ...bodies.flatMap((each) => each?.contents ?? []).map(({ schema }) => schema),
    ...method.errors.map((key) => (Object.hasOwn(document.errors, key) ? document.errors[key]?.data : undefined)),
  ];
}

/** A set of methods, by their positions in the document. */
class Bits {
  private readonly words: Uint32Array;

  constructor(size: number | Uint32Array) {
    this.words = typeof size === "number" ? new Uint32Array(Math.ceil(size / 32)) : size;
  }

  add(at: number): void {
    this.words[at >> 5]! |= 1 << (at & 31);
  }

  addAll({ words }: Bits): void {
    words.forEach((word, at) => (this.words[at]! |= word));
  }

  copy(): Bits {
    return new Bits(this.words.slice());
  }

  members<T>(items: readonly T[]): readonly T[] {
    return items.filter((_, at) => (this.words[at >> 5]! >>> (at & 31)) & 1);
  }
}

/**
 * For each node the members of all nodes that it can be reached from, its own included.
 *
 * Nodes that reach each other share one set. Kosaraju's algorithm finds such components with the reaching ones before the
 * reached ones, so that each takes the members of its predecessors when it is found.
 */
function passedOn(
  edges: ReadonlyMap<string, readonly string[]>,
  direct: ReadonlyMap<string, Bits>,
): ReadonlyMap<string, Bits> {
  const backwards = new Map<string, string[]>([...edges.keys()].map((name) => [name, []]));
  for (const [name, targets] of edges) for (const target of targets) backwards.get(target)?.push(name);
  const found = new Map<string, Bits>();
  for (const start of postorder(edges).reverse()) {
    const own = direct.get(start);
    if (found.has(start) || !own) continue;
    const component = new Set([start]);
    const before = new Set<Bits>();
    for (const name of component) {
      for (const each of backwards.get(name) ?? []) {
        const known = found.get(each);
        if (known) before.add(known);
        else component.add(each);
      }
    }
    const shared = own.copy();
    for (const each of before) shared.addAll(each);
    for (const name of component) {
      const bits = direct.get(name);
      if (bits) shared.addAll(bits);
      found.set(name, shared);
    }
  }
  return found;
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
