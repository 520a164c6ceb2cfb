/** Everything in documents that has a name, ready to be searched. */

import type { ApiDocsDocument, ErrorDefinition } from "../document";
import { answersOf, isHttp, type Method } from "../model/contracts";
import { schemaNamed, type JsonSchema } from "../types/json-schema";
import { hasName, namesOf, pathsOf, shownName, titleOf } from "../model/model";
import { createUses, keyOfMethod } from "../model/uses";
import type { Page } from "../model/route";
import { errorWords, statusOf, statusWords } from "../types/status";
import { t } from "../i18n";
import { factsOf, lowered, MEANT, scopesOf, scopesOfPermission, wordsOfMethod, wordsOfParams } from "./words";

export type Kind = "method" | "contract" | "group" | "schema" | "brand" | "error" | "field" | "server" | "section";

export interface Entry {
  readonly kind: Kind;
  readonly label: string;
  /** A path or the owner; searched, too, with a lower rank. */
  readonly detail: string;
  /** The document. */
  readonly slug: string;
  readonly page: Page;
  /** Descriptions, parameters, values of enumerations, errors: searched last, and quoted where it matches. */
  readonly text: string;
  /** Words that say what it is or does, where its own texts need not: what is deprecated, what a status means. */
  readonly facts: readonly string[];
  /** Statuses of a method's responses and errors, or of an error. */
  readonly statuses: readonly string[];
  /** Of a field: the type that has it, to be lit up there. */
  readonly type?: string;
  /** A heading of the page to scroll to. */
  readonly at?: string;
  /** Of a field: types before this one have a field of the name. */
  readonly isRepeated?: boolean;
  readonly method?: Method;
  /** Of a method: what a token needs, in lower case. */
  readonly scopes?: readonly string[];
  /** Of a method, which has an entry for each of its paths. */
  readonly path?: string;
}

/** An entry with its texts in lower case, as long as the originals, so that places in one are places in the other. */
export interface Indexed extends Entry {
  readonly low: Readonly<Record<"label" | "detail" | "text", string>>;
  /** Which letters label, detail and text have, a bit for each; for leaving out most entries at once. */
  readonly letters: number;
}

export interface Index {
  readonly entries: readonly Indexed[];
  /** The words of all names, for those who mistype one. */
  words(): ReadonlySet<string>;
  /** The methods that use a type or declare an error, by document. */
  readonly uses: ReadonlyMap<string, UsesOfDocument>;
}

export interface UsesOfDocument {
  /** The methods that use one of the types whose names begin like this, in lower case. */
  ofTypes(prefix: string): ReadonlySet<string>;
}

/** Between the texts of an entry. */
export const SEPARATOR = " · ";

/** Types of one field name beyond this are not entries of their own: `id` is in every second type. */
const MOST_FIELDS_OF_A_NAME = 8;

export function buildIndex(documents: readonly ApiDocsDocument[]): Index {
  const parts = [sectionsOf, structureOf, errorsOf, typesOf, fieldsOf, serversOf];
  const entries = documents.flatMap((document) => entriesOf(parts, (part) => part(document))).map(indexed);
  const uses = new Map(documents.map((document) => [document.service.slug, usesOf(document)]));
  let all: ReadonlySet<string> | undefined; // made when somebody mistypes
  const words = (): ReadonlySet<string> => (all ??= new Set(entries.flatMap(wordsOfName)));
  return { entries, words, uses };
}

function indexed(entry: Entry): Indexed {
  const low = { label: lowered(entry.label), detail: lowered(entry.detail), text: lowered([entry.text, ...entry.facts].join(SEPARATOR)) };
  return { ...entry, low, letters: lettersOf(low.label + low.detail + low.text) };
}

/** The entries of all objects but malformed ones. */
function entriesOf<T>(objects: readonly T[], read: (object: T) => readonly Entry[]): readonly Entry[] {
  return objects.flatMap((object) => {
    try {
      return read(object);
    } catch {
      return [];
    }
  });
}

function wordsOfName({ label, facts }: Entry): readonly string[] {
  return [...label.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).map(lowered), ...facts];
}

function usesOf(document: ApiDocsDocument): UsesOfDocument {
  let uses: ReturnType<typeof createUses> | undefined; // computed when somebody asks
  return {
    ofTypes(prefix) {
      uses ??= createUses(document);
      const names = namesOf(document);
      const exact = names.filter((name) => name.toLowerCase() === prefix);
      const meant = exact.length > 0 ? exact : names.filter((name) => name.toLowerCase().startsWith(prefix));
      const keys = new Set<string>();
      for (const name of meant) for (const user of uses.ofType(name)) keys.add(keyOfMethod(user));
      return keys;
    },
  };
}

/** A bit for each of the letters and digits that a text has; others share what is left. */
export function lettersOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    bits |= 1 << (code >= 97 && code <= 122 ? code - 97 : 26 + (code % 6));
  }
  return bits >>> 0;
}

function structureOf({ service: { slug }, groups, errors }: ApiDocsDocument): readonly Entry[] {
  return entriesOf(groups, (group) => {
    const groupPage: Page = { kind: "group", group: group.slug };
    const own = group.contracts.find((contract) => hasName(group, contract)); // shown under the name of the group
    const name = own?.name === group.name ? undefined : own?.name;
    return [
      entryOf("group", group.name, name ?? "", slug, groupPage, [group.description, own?.description]),
      ...entriesOf(group.contracts, (contract) => {
        const place = { group: group.slug, contract: contract.name };
        const path = contract.kind === "http" ? contract.pathPrefix : contract.path;
        const methods: readonly Method[] = contract.methods;
        const sent = [...(contract.headers ?? []), ...(contract.cookies ?? [])];
        const protocol = contract.kind === "ws" ? (contract.protocol ?? "WebSocket") : undefined;
        const words = [contract.description, ...wordsOfParams(sent), protocol];
        return [
          ...(contract === own ? [] : [entryOf("contract", contract.name, path, slug, { kind: "contract", ...place }, words)]),
          ...entriesOf(methods, (method) =>
            pathsOf(contract, method).map((path): Entry => ({
              ...entryOf(
                "method",
                method.name,
                `${wayOf(method)} ${path} · ${(contract === own ? group : contract).name}`,
                slug,
                { kind: "method", ...place, method: method.name },
                [...wordsOfMethod(method), protocol, contract.name],
              ),
              statuses: statusesOf(method, errors),
              facts: factsOf(method),
              scopes: [...scopesOf(method), ...scopesOfPermission(method)],
              method,
              path,
            })),
          ),
        ];
      }),
    ];
  });
}

function entryOf(kind: Kind, label: string, detail: string, slug: string, page: Page, words: readonly (string | undefined)[] = []): Entry {
  return { kind, label, detail, slug, page, text: unmarked(words.filter(Boolean).join(SEPARATOR)), statuses: [], facts: [] };
}

/** A text without the marks of Markdown. */
function unmarked(text: string): string {
  return text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/\*\*|`+|^#+ /gm, "");
}

/** What readers call the parts of the first page. */
function sectionsOf({ service: { slug, servers }, securitySchemes = {}, schemas, errors }: ApiDocsDocument): readonly Entry[] {
  const schemes = Object.entries(securitySchemes).flatMap(([name, { type, scheme = "", flows }]) => [name, type, scheme, ...Object.keys(flows ?? {})]);
  const section = (label: string, page: Page, words: string, more: readonly string[] = []): Entry => ({
    ...entryOf("section", label, "", slug, page),
    facts: lowered([words, ...more].join(" ")).split(" "),
  });
  const first: Page = { kind: "overview" };
  const parts = [
    schemes.length > 0 && { ...section(t("Authentication"), first, "authenticate authorization authorize login log in sign signin credentials token api key password access", schemes), at: "authentication" },
    servers?.length && { ...section(t("Servers"), first, "base url host address environment endpoint"), at: "servers" },
    Object.keys(schemas).length > 0 && section(t("Types"), { kind: "schema", name: "" }, "schemas models"),
    Object.keys(errors).length > 0 && section(t("Errors"), { kind: "error", name: "" }, "codes failures problems"),
  ];
  return parts.filter((part) => !!part);
}

function statusesOf(method: Method, errors: Readonly<Record<string, ErrorDefinition>>): readonly string[] {
  const failures = method.errors.map((key) => (Object.hasOwn(errors, key) ? errors[key] : undefined));
  return [...answersOf(method), ...failures].map((answered) => statusOf(answered ?? {})).filter(Boolean);
}

function wayOf(method: Method): string {
  return isHttp(method) ? method.httpMethod : `${method.wsDirection} ${method.wsPattern}`;
}

function errorsOf({ service: { slug }, errors }: ApiDocsDocument): readonly Entry[] {
  return entriesOf(Object.entries(errors), ([name, error]) => {
    const status = statusOf(error);
    const headers = (error.responseHeaders ?? []).map((header) => lowered(header.name));
    const facts = [...lowered(statusWords(error)).split(" "), ...(MEANT[status] ?? "").split(" "), ...headers];
    const page: Page = { kind: "error", name };
    return [{ ...entryOf("error", errorWords(name, error), status, slug, page, [error.description]), statuses: [status], facts }];
  });
}

/** Types by their names; the two facets of a type are one entry. */
function typesOf(document: ApiDocsDocument): readonly Entry[] {
  const { slug } = document.service;
  return entriesOf(namesOf(document), (type) => {
    const name = shownName(document, type);
    const schema = schemaNamed(document, name) ?? {};
    const kind = schema["x-brand"] ? "brand" : "schema";
    const title = titleOf(document, type);
    return [entryOf(kind, title, title === type ? "" : type, slug, { kind, name }, [schema.description, ...valuesOf(schema)])];
  });
}

/** Values of enumerations, their names and descriptions in extensions, and examples. */
function valuesOf(schema: JsonSchema): readonly string[] {
  const { enum: values = [], examples = [] } = schema;
  const extensions = Object.entries(schema).filter(([key]) => key.startsWith("x-enum"));
  const texts = extensions.flatMap(([, given]) => Object.values((given ?? {}) as object) as readonly unknown[]);
  return [...values, ...texts, ...examples].filter((value) => typeof value === "string");
}

function fieldsOf(document: ApiDocsDocument): readonly Entry[] {
  const { slug } = document.service;
  const counts = new Map<string, number>();
  return entriesOf(namesOf(document), (type) => {
    const name = shownName(document, type);
    const schema = schemaNamed(document, name) ?? {};
    return Object.entries(schema.properties ?? {}).flatMap(([field, property]): Entry[] => {
      const count = counts.get(field) ?? 0;
      counts.set(field, count + 1);
      if (count >= MOST_FIELDS_OF_A_NAME) return [];
      const words = typeof property === "object" ? [property.description, ...valuesOf(property)] : [];
      const entry = entryOf("field", field, titleOf(document, type), slug, { kind: "schema", name }, words);
      return [{ ...entry, type: name, isRepeated: count > 0 }];
    });
  });
}

function serversOf({ service: { slug, servers = [] } }: ApiDocsDocument): readonly Entry[] {
  return entriesOf(servers, ({ url, description = "", variables = {} }) => {
    const words = Object.entries(variables).flatMap(([name, variable]) => [name, variable.description, ...(variable.enum ?? [])]);
    return [{ ...entryOf("server", url, description, slug, { kind: "overview" }, words), at: "servers" }];
  });
}

const indexes = new WeakMap<readonly ApiDocsDocument[], Index>();

/** Built when it is first needed, kept for the next time. */
export function indexOf(documents: readonly ApiDocsDocument[]): Index {
  const index = indexes.get(documents) ?? buildIndex(documents);
  indexes.set(documents, index);
  return index;
}
