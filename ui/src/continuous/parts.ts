/** The parts of the page that has all methods, in the order of the document, and their words. */

import { schemaNamed, type ApiDocsDocument, type Contract, type Group, type Method } from "../document";
import { isOneThing, isWhole, methodPage, pathsOf } from "../model/model";
import type { Page } from "../route";

export interface Part {
  readonly page: Page;
  readonly title: string;
  /** What is read and searched before the part is rendered. */
  readonly words: () => string;
}

export function partsOf(document: ApiDocsDocument): readonly Part[] {
  const { service, groups } = document;
  return [
    { page: { kind: "overview" }, title: service.name, words: () => service.description ?? "" },
    ...groups.flatMap((group) => [
      ...(isOneThing(group) ? [] : [groupPart(group)]),
      ...group.contracts.flatMap((contract) => [
        contractPart(group, contract, document),
        ...(contract.methods as readonly Method[]).map((method) => methodPart(group, contract, method, document)),
      ]),
    ]),
  ];
}

function groupPart(group: Group): Part {
  return { page: { kind: "group", group: group.slug }, title: group.name, words: () => group.description ?? "" };
}

function contractPart(group: Group, contract: Contract, document: ApiDocsDocument): Part {
  const isGroup = isWhole(group, contract);
  const own = { ...contract, methods: undefined, framing: undefined };
  return {
    page: { kind: "contract", group: group.slug, contract: contract.name },
    title: isGroup ? group.name : contract.name,
    words: () => wordsOf(isGroup ? { group: { description: group.description }, own } : own, document),
  };
}

function methodPart(group: Group, contract: Contract, method: Method, document: ApiDocsDocument): Part {
  return {
    page: methodPage({ group: group.slug, contract: contract.name, method: method.name }),
    title: method.name,
    words: () => `${pathsOf(contract, method)} ${wordsOf(method, document)}`,
  };
}

/** Keys with text for people. */
const TEXTS = new Set(["name", "summary", "description", "deprecationMessage", "title", "mediaType"]);

/** So many references are followed into each other: readers search for what a method shows, not for what this contains. */
const DEEPEST = 2;

/** The words of an object of the document: its texts, names of fields, values of enumerations, errors; each once. */
function wordsOf(value: object, document: ApiDocsDocument): string {
  const words = new Set<string>();
  const seen = new Set<object>();
  const collect = (found: unknown, key: string, depth: number): void => {
    if (typeof found === "string") {
      if (key === "errors") {
        words.add(found);
        collect(document.errors[found], "", depth);
      } else if (key === "$ref") {
        const schema = depth < DEEPEST ? schemaNamed(document, found.slice("#/schemas/".length)) : undefined;
        collect(schema, "", depth + 1);
      } else if (TEXTS.has(key) || key === "enum" || key.startsWith("x-enum")) words.add(found);
    } else if (Array.isArray(found)) {
      for (const item of found) collect(item, key, depth);
    } else if (typeof found === "object" && found !== null && !seen.has(found)) {
      seen.add(found);
      for (const [name, inner] of Object.entries(found)) {
        if (key === "properties") words.add(name);
        collect(inner, key.startsWith("x-enum") ? key : name, depth);
      }
    }
  };
  collect(value, "", 0);
  return [...words].join(" · ").replace(/`|\*\*/g, "");
}
