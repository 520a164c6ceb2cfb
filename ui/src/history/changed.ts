/** Which methods have changed since a released version, and how. */

import type { ApiDocsDocument, Group } from "../document";
import type { Contract, Method } from "../model/contracts";
import { branchesOf } from "../model/contents";

export type Mark = "new" | "changed" | "breaking" | "deprecated";

export interface ChangedContract {
  readonly group: Group;
  readonly contract: Contract;
  readonly lines: readonly { readonly method: Method; readonly mark: Mark }[];
}

/** Whether a version, or what is not released, comes after a released one. */
export function isAfter({ released = [] }: ApiDocsDocument, version: string | undefined, since: string): boolean {
  return version === undefined || !released.includes(version) || released.indexOf(version) > released.indexOf(since);
}

/** The contracts with methods that have changed and contain all words. */
export function changedSince(document: ApiDocsDocument, since: string, words: readonly string[]): readonly ChangedContract[] {
  return document.groups.flatMap((group) =>
    branchesOf(group, words).flatMap((contract) => {
      const lines = (contract.methods as readonly Method[]).flatMap((method) => {
        const mark = markOf(document, method, since);
        return mark ? [{ method, mark }] : [];
      });
      return lines.length > 0 ? [{ group, contract, lines }] : [];
    }),
  );
}

/** What matters most of a method's later events. */
function markOf(document: ApiDocsDocument, method: Method, since: string): Mark | undefined {
  const events = (method.history ?? []).filter(({ version }) => isAfter(document, version, since));
  const changes = events.flatMap((event) => event.changes ?? []);
  if (events.length === 0) return undefined;
  if (events.some(({ kind }) => kind === "added")) return "new";
  if (changes.some((at) => document.changes?.[at]?.verdict === "breaking")) return "breaking";
  return events.some(({ kind }) => kind === "deprecated") ? "deprecated" : "changed";
}
