/** A document with the look-ups that views need, each computed on first use. */

import type { ApiDocsDocument, ErrorDefinition, Group } from "../document";
import { endpointOf, isHttp, type Contract, type Entry, type Method, type MethodRef } from "./contracts";
import { schemaNamed, type JsonSchema } from "../types/json-schema";
import type { Page } from "./route";
import type { Problem } from "./check";
import { createUses } from "./uses";

export interface Model {
  readonly document: ApiDocsDocument;
  readonly problems: readonly Problem[];
  readonly methodCount: number;
  readonly brands: readonly string[];
  group(slug: string): Group | undefined;
  contract(group: string, name: string): Contract | undefined;
  method(ref: MethodRef): Entry | undefined;
  error(type: string): ErrorDefinition | undefined;
  schema(name: string): JsonSchema | undefined;
  /** The methods that use a type or an error, each once, in the order of the document. */
  users(kind: "type" | "error", name: string): readonly MethodRef[];
}

/** The name of the type of which a named schema is a facet, or else its own. */
export function typeName(schema: JsonSchema | undefined, name: string): string {
  return schema?.["x-type"] ?? name;
}

/** Replaces titles that several types share by the types' names: both `Order.Line` and `Invoice.Line` have `Line`. */
export function disambiguateTitles(schemas: ApiDocsDocument["schemas"]): void {
  const types = Object.entries(schemas).map(([name, schema]) => ({ schema, type: typeName(schema, name) }));
  const titleOf = ({ schema: { title }, type }: (typeof types)[number]): string => title ?? type;
  const owners = new Map(types.map((entry) => [titleOf(entry), entry.type]));
  const shared = new Set(types.filter((entry) => owners.get(titleOf(entry)) !== entry.type).map(titleOf));
  for (const entry of types) if (shared.has(titleOf(entry))) entry.schema.title = entry.type;
}

export function createModel(document: ApiDocsDocument, problems: readonly Problem[] = []): Model {
  const groups = new Map(document.groups.map((group) => [group.slug, group]));
  const users = new Map<string, readonly MethodRef[]>();
  const uses = createUses(document);

  function group(slug: string): Group | undefined {
    return groups.get(slug);
  }

  function contract(groupSlug: string, name: string): Contract | undefined {
    return group(groupSlug)?.contracts.find((owned) => owned.name === name);
  }

  function method(ref: MethodRef): Entry | undefined {
    const parent = group(ref.group);
    const owner = contract(ref.group, ref.contract);
    const methods: readonly Method[] = owner?.methods ?? [];
    const named = methods.find(({ name }) => name === ref.method);
    return parent && owner && named && { group: parent, contract: owner, method: named };
  }

  function error(type: string): ErrorDefinition | undefined {
    return Object.hasOwn(document.errors, type) ? document.errors[type] : undefined;
  }

  return {
    document,
    problems,
    methodCount: document.groups.reduce((sum, member) => sum + countMethods(member), 0),
    brands: namesOf(document).filter((name) => schemaNamed(document, shownName(document, name))?.["x-brand"]),
    group,
    contract,
    method,
    error,
    schema: (name) => schemaNamed(document, name),
    users(kind, name) {
      const key = `${kind} ${name}`;
      let known = users.get(key);
      if (!known) {
        known = kind === "error" ? uses.ofError(name) : uses.ofType(name);
        users.set(key, known);
      }
      return known;
    },
  };
}

/** The names of types, sorted by what is shown; the input and output facets of a type are one. */
export function namesOf(document: ApiDocsDocument): readonly string[] {
  const names = Object.entries(document.schemas).map(([name, schema]) => typeName(schema, name));
  const titles = new Map(names.map((name) => [name, titleOf(document, name)]));
  return [...titles.keys()].sort((a, b) => titles.get(a)!.localeCompare(titles.get(b)!));
}

/** What is shown for a type. */
export function titleOf(document: ApiDocsDocument, name: string): string {
  return document.schemas[shownName(document, name)]?.title || name;
}

/** The name of the schema that is shown for a type: its output facet if it has two. */
export function shownName({ schemas }: ApiDocsDocument, name: string): string {
  return Object.hasOwn(schemas, name) ? name : `${name}-Output`;
}

/** How many operations a group lists. */
export function countMethods(group: Group): number {
  return operationsOf(group.contracts).length;
}

/** A line of a list: a method, or a WebSocket of whose messages nothing is known. */
export interface Operation {
  readonly contract: Contract;
  readonly method?: Method;
}

export function operationsOf(contracts: readonly Contract[]): readonly Operation[] {
  return contracts.flatMap((contract): readonly Operation[] =>
    isUndescribed(contract) ? [{ contract }] : contract.methods.map((method) => ({ contract, method })),
  );
}

export function isUndescribed(contract: Contract): boolean {
  return contract.kind === "ws" && contract.methods.length === 0;
}

/**
 * Whether a group is one thing with its contract, which has its name or says nothing of its own; the group may also have
 * WebSockets without messages.
 */
export function isOneThing(group: Group): boolean {
  const [first, ...others] = group.contracts.filter((contract) => !isUndescribed(contract));
  return first === undefined || (others.length === 0 && (hasName(group, first) || isBare(first)));
}

/** Whether a contract has the name of its group, as those of applications have. */
export function hasName(group: Group, contract: Contract): boolean {
  return lettersOf(contract.name) === lettersOf(group.name);
}

/** Whether a contract is the one thing that its group is, so that a list of both has it alone, by the name of the group. */
export function isWhole(group: Group, contract: Contract): boolean {
  return isOneThing(group) && !isUndescribed(contract);
}

/** Whether a contract only lists its methods, as those of applications do. */
function isBare(contract: Contract): boolean {
  return !["path", "outgoing", "description", "headers", "cookies", "security", "permission"].some((key) => key in contract);
}

/** A name by its letters and digits alone, in lower case. */
export function lettersOf(name = ""): string {
  return name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

/** Whether two references name one method. */
export function sameMethod(a: MethodRef, b: MethodRef): boolean {
  return a.method === b.method && a.contract === b.contract && a.group === b.group;
}

/** The page of a method. */
export function methodPage({ group, contract, method }: MethodRef): Page {
  return { kind: "method", group, contract, method };
}

/** The page of a method, or of a WebSocket of whose messages nothing is known. */
export function operationPage({ slug }: Group, contract: Contract, method: Method | undefined): Page {
  const place = { group: slug, contract: contract.name };
  return method ? methodPage({ ...place, method: method.name }) : { kind: "contract", ...place };
}

/** All paths of a method, the usual one first; of a WebSocket interaction, that of its connection; without a method, that of the contract. */
export function pathsOf(contract: Contract, method?: Method): readonly string[] {
  if (method && isHttp(method)) return method.httpPaths ?? [method.httpPath];
  return [endpointOf(contract)[1]];
}

/** The path without the prefix of the contract, for narrow lists below that prefix. */
export function shortPath(contract: Contract, method: Method): string {
  if (!isHttp(method) || contract.kind !== "http") return "";
  const { httpPath } = method;
  return (httpPath.startsWith(contract.pathPrefix) ? httpPath.slice(contract.pathPrefix.length) : httpPath) || "/";
}

/** A name for lists below a group and a contract, whose names are not repeated: `orders_list` in Orders is `list`. */
export function shortName(group: Group, contract: Contract, { name }: { readonly name: string }): string {
  const owners = [contract.name, group.name].map((owner) => [...lettersOf(owner)].join("[\\W_]*"));
  return name.replace(new RegExp(`^(?:${owners.join("|")})[\\W_]+(?=.)`, "iu"), "");
}
