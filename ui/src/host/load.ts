/** Brings a contract document into memory, by `fetch` or, on a page opened from a disk, as a script. */

import type { ApiDocsDocument } from "../document";
import { checkDocument, type Problem } from "../model/check";
import { disambiguateTitles } from "../model/model";
import type { DocumentLink } from "./attributes";

export const FORMAT_VERSION: ApiDocsDocument["version"] = "2.1";

/** Why a document is missing; `parts/failure.tsx` has a message and a remedy for each kind. */
export type Failure =
  | { readonly kind: "missing"; readonly url: string; readonly status?: number }
  /** The server responds with an error message in place of the document. */
  | { readonly kind: "message"; readonly url: string; readonly status: number; readonly words: string }
  | { readonly kind: "unreadable"; readonly url: string; readonly detail: string }
  | { readonly kind: "newer"; readonly url: string; readonly version: string };

export type Loaded =
  | { readonly kind: "loaded"; readonly document: ApiDocsDocument; readonly problems: readonly Problem[] }
  | { readonly kind: "failed"; readonly failure: Failure };

const pending = new Map<string, Promise<Loaded>>();

/** Loads each document once for all elements of a page; a failure may be tried again. */
export function loadDocument(link: DocumentLink): Promise<Loaded> {
  const known = pending.get(link.json);
  if (known) return known;
  const loading = read(link).then((loaded) => {
    if (loaded.kind === "failed") pending.delete(link.json);
    else Object.assign(loaded.document.service, { slug: link.slug }); // of a released version, it has the version
    return loaded;
  });
  pending.set(link.json, loading);
  return loading;
}

async function read(link: DocumentLink): Promise<Loaded> {
  return location.protocol === "file:" ? readScript(link) : readJson(link.json);
}

async function readJson(url: string): Promise<Loaded> {
  let response: Response;
  try {
    response = await fetch(url, { credentials: "same-origin" });
  } catch {
    return failed({ kind: "missing", url });
  }
  if (!response.ok) {
    const { status } = response;
    const words = status === 404 ? "" : wordsOf(await response.json().catch(() => undefined));
    return failed(words === "" ? { kind: "missing", url, status } : { kind: "message", url, status, words });
  }
  try {
    return checked(url, await response.json());
  } catch (error) {
    return failed({ kind: "unreadable", url, detail: error instanceof Error ? error.message : String(error) });
  }
}

/** The message of a response such as `{"detail": "...", "hint": "..."}`. */
export function wordsOf(answer: unknown): string {
  const { detail, hint } = (answer ?? {}) as Record<string, unknown>;
  return [detail, hint].filter((part) => typeof part === "string").join("\n");
}

declare global {
  /** An address as the page wants it, see `scripts/bundle.mjs`. */
  var scriptAddress: (url: string) => string;
  var ggdocsDocuments: Record<string, unknown> | undefined;
}

function readScript(link: DocumentLink): Promise<Loaded> {
  return new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = scriptAddress(link.script);
    script.onload = () => {
      const documents = globalThis.ggdocsDocuments;
      const value = documents && Object.hasOwn(documents, link.slug) ? documents[link.slug] : undefined;
      resolve(checked(link.script, value));
    };
    script.onerror = () => resolve(failed({ kind: "missing", url: link.script }));
    document.head.append(script);
    script.remove(); // it has started to load
  });
}

/** Accepts a document of a version that this UI knows. */
export function checked(url: string, value: unknown): Loaded {
  const { version, service } = (value ?? {}) as Partial<ApiDocsDocument>;
  if (typeof version !== "string" || typeof service !== "object" || service === null) {
    return failed({ kind: "unreadable", url, detail: "" });
  }
  if (majorOf(version) > majorOf(FORMAT_VERSION)) return failed({ kind: "newer", url, version });
  const problems = checkDocument(value as Record<string, unknown>);
  const document = value as ApiDocsDocument;
  disambiguateTitles(document.schemas);
  return { kind: "loaded", document, problems };
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10) || 0;
}

function failed(failure: Failure): Loaded {
  return { kind: "failed", failure };
}
