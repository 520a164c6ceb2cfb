/** Which parts of a document a filter leaves, and which branches of the contents are open. */

import type { Contract, Group, Method } from "../document";
import type { Page } from "../route";
import { pathOf, type Model } from "./model";

/** A contract and those of its methods that are shown. */
export interface Branch {
  readonly contract: Contract;
  readonly methods: readonly Method[];
}

/** Up to this many methods a document shows all of its branches open. */
export const SMALL = 60;

/** The branches of a group whose methods, contract or group hold every word. */
export function branchesOf(group: Group, words: readonly string[]): readonly Branch[] {
  if (words.length === 0) return group.contracts.map((contract) => ({ contract, methods: contract.methods }));
  return group.contracts.flatMap((contract) => {
    const around = `${group.name} ${contract.name}`.toLowerCase();
    const methods = (contract.methods as readonly Method[]).filter((method) => {
      const text = `${around} ${method.name} ${pathOf(contract, method)} ${method.summary ?? ""}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    return methods.length > 0 ? [{ contract, methods }] : [];
  });
}

/** Whether a branch is open before the reader has touched it. */
export function opensAtFirst(model: Model, page: Page, group: string, contract?: string): boolean {
  if (model.methodCount <= SMALL) return true;
  if (!("group" in page)) return contract === undefined && model.document.groups.length === 1;
  return page.group === group && (contract === undefined || ("contract" in page && page.contract === contract));
}

/** A stretch of a long list around its current member. */
export function windowAround<T>(items: readonly T[], current: number, most: number): readonly [number, readonly T[]] {
  if (items.length <= most) return [0, items];
  const start = Math.max(0, Math.min(current - Math.floor(most / 2), items.length - most));
  return [start, items.slice(start, start + most)];
}
