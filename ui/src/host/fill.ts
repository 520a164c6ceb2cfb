/** What the reader has filled in once, for all samples: server, credentials, ids. Kept in memory, or in the tab. */

import { createContext } from "preact";
import type { JsonValue } from "../types/json-schema";
import { parsed } from "./attributes";
import { inTab, recall, remember } from "./storage";

/** What is sent as a body in place of an example. */
export interface Draft {
  /** The place of the representation among those of the body. */
  readonly content?: number;
  readonly value?: JsonValue;
  /** The body as it was written, where it is not what a form makes of it. */
  readonly text?: string | undefined;
  /** By name of the part of a form; the empty name is the whole body. */
  readonly files?: Readonly<Record<string, readonly File[]>>;
}

/** The server that is called. */
export interface Target {
  /** The index of the server among those of the document. */
  readonly server?: number;
  /** The address, where the document declares no server. */
  readonly address?: string;
  /** By name of a variable of servers. */
  readonly variables: Readonly<Record<string, string>>;
  /** The address of the running service that the page is part of. */
  readonly service?: string;
}

/** What identifies the caller. */
export interface Credentials {
  /** By the key of a security scheme at a server. */
  readonly credentials: Readonly<Record<string, string>>;
  /** The names of the schemes that the reader has chosen among the alternatives. */
  readonly way?: string;
  /** Whether the browser sends its own. */
  readonly cookies?: boolean;
}

/** What calls say, besides who calls. */
export interface Drafts {
  /** By name of a brand, or of a parameter without one. */
  readonly values: Readonly<Record<string, string>>;
  /** Bodies, by method. */
  readonly drafts: ReadonlyMap<object, Draft>;
}

/** What the page shows of a method. */
export interface View {
  /** The names of chosen examples, the last one first. */
  readonly examples?: readonly string[];
  /** The chosen variants of unions: their schemas in the document. */
  readonly variants: ReadonlySet<object>;
  /** Whether the console is open: then samples are what it sends, without examples of what may be left out. */
  readonly console?: boolean;
}

export interface Fill extends Target, Credentials, Drafts, View {}

export const EMPTY: Fill = { variables: {}, credentials: {}, values: {}, variants: new Set(), drafts: new Map() };

/** An entry of a record, whatever it is called. */
export function filled(entries: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(entries, name) && entries[name] !== "" ? entries[name] : undefined;
}

export interface FillStore {
  readonly fill: Fill;
  readonly change: (change: Partial<Fill>) => void;
}

/** Around the page of a method: schema, examples and code show one choice. */
export const FillContext = createContext<FillStore>({ fill: EMPTY, change: () => undefined });

/** What was filled in, by document. */
export type Fills = Map<string, Fill>;

export const createFills = (): Fills => new Map();

/** What was filled in for a document before; also in a former page of this tab, if the reader wanted that. */
export function recallFill(kept: Fills, slug: string): Fill {
  const known = kept.get(slug);
  if (known) return known;
  const parts = parsed(recall(`fill-${slug}`, inTab));
  return typeof parts === "object" && parts !== null ? { ...EMPTY, ...parts, variants: new Set(), drafts: new Map() } : EMPTY;
}

export function rememberFill(kept: Fills, slug: string, fill: Fill): void {
  kept.set(slug, fill);
  if (isInTab(slug)) keepInTab(kept, slug, true);
}

export function isInTab(slug: string): boolean {
  return recall(`fill-${slug}`, inTab) !== undefined;
}

/** Writes what is filled in into the tab's own storage, or removes it from there. */
export function keepInTab(kept: Fills, slug: string, keep: boolean): void {
  const { variants: _, drafts: __, ...parts } = recallFill(kept, slug);
  remember(`fill-${slug}`, keep ? JSON.stringify(parts) : undefined, inTab);
}
