/** Everything in documents that has a name, ready to be searched. */

import { isHttp, type ApiDocsDocument, type Contract, type Method } from "../document";
import type { Page } from "../route";
import { errorWords } from "../types/status";

export type Kind = "method" | "contract" | "group" | "schema" | "brand" | "error" | "field";

export interface Entry {
  readonly kind: Kind;
  readonly label: string;
  /** A path or the owner; searched, too, with a lower rank. */
  readonly detail: string;
  /** The document. */
  readonly slug: string;
  readonly page: Page;
  /** Of a field: the type that has it, to be lit up there. */
  readonly type?: string;
  readonly method?: Method;
}

export interface Index {
  readonly entries: readonly Entry[];
  /** In lower case, as long as the original, so that places in one are places in the other. */
  readonly labels: readonly string[];
  readonly details: readonly string[];
  /** Which letters label and detail have, a bit for each; for leaving out most entries at once. */
  readonly letters: Uint32Array;
}

/** Types of one field name beyond this are not entries of their own: `id` is in every second type. */
const MOST_FIELDS_OF_A_NAME = 8;

export function buildIndex(documents: readonly ApiDocsDocument[]): Index {
  const entries = documents.flatMap((document) => [
    ...structureOf(document),
    ...errorsOf(document),
    ...typesOf(document),
    ...fieldsOf(document),
  ]);
  const labels = entries.map(({ label }) => lowered(label));
  const details = entries.map(({ detail }) => lowered(detail));
  const letters = Uint32Array.from(entries, (_, at) => lettersOf(labels[at] ?? "") | lettersOf(details[at] ?? ""));
  return { entries, labels, details, letters };
}

/** In lower case, letter by letter: some letters would become two, and places would no longer agree. */
export function lowered(text: string): string {
  const low = text.toLowerCase();
  return low.length === text.length
    ? low
    : Array.from(text, (character) => (character.toLowerCase().length === character.length ? character.toLowerCase() : character)).join("");
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

function structureOf({ service: { slug }, groups }: ApiDocsDocument): readonly Entry[] {
  return groups.flatMap((group) => {
    const groupPage: Page = { kind: "group", group: group.slug };
    return [
      { kind: "group" as const, label: group.name, detail: "", slug, page: groupPage },
      ...group.contracts.flatMap((contract): Entry[] => {
        const place = { group: group.slug, contract: contract.name };
        const path = contract.kind === "http" ? contract.pathPrefix : contract.path;
        const methods: readonly Method[] = contract.methods;
        return [
          { kind: "contract", label: contract.name, detail: path, slug, page: { kind: "contract", ...place } },
          ...methods.map((method): Entry => ({
            kind: "method",
            label: method.name,
            detail: `${wayOf(contract, method)} · ${contract.name}`,
            slug,
            page: { kind: "method", ...place, method: method.name },
            method,
          })),
        ];
      }),
    ];
  });
}

function wayOf(contract: Contract, method: Method): string {
  if (isHttp(method)) return `${method.httpMethod} ${method.httpPath}`;
  return `${method.wsDirection} ${method.wsPattern} ${contract.kind === "ws" ? contract.path : ""}`;
}

function errorsOf({ service: { slug }, errors }: ApiDocsDocument): readonly Entry[] {
  return Object.entries(errors).map(([name, error]) => ({
    kind: "error",
    label: errorWords(name, error),
    detail: String(error.statusCode),
    slug,
    page: { kind: "error", name },
  }));
}

function typesOf({ service: { slug }, schemas }: ApiDocsDocument): readonly Entry[] {
  return Object.entries(schemas).map(([name, schema]): Entry => {
    const kind = schema["x-brand"] ? "brand" : "schema";
    const title = schema.title ?? name;
    return { kind, label: title, detail: title === name ? "" : name, slug, page: { kind, name } };
  });
}

function fieldsOf({ service: { slug }, schemas }: ApiDocsDocument): readonly Entry[] {
  const counts = new Map<string, number>();
  return Object.entries(schemas).flatMap(([name, schema]) =>
    Object.keys(schema.properties ?? {}).flatMap((field): Entry[] => {
      const count = counts.get(field) ?? 0;
      counts.set(field, count + 1);
      if (count >= MOST_FIELDS_OF_A_NAME) return [];
      const title = schema.title ?? name;
      return [{ kind: "field", label: field, detail: title, slug, page: { kind: "schema", name }, type: name }];
    }),
  );
}

const indexes = new WeakMap<readonly ApiDocsDocument[], Index>();

/** Built when it is first needed, kept for the next time. */
export function indexOf(documents: readonly ApiDocsDocument[]): Index {
  const index = indexes.get(documents) ?? buildIndex(documents);
  indexes.set(documents, index);
  return index;
}
