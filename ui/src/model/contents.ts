/** The tree of contents: filtering, and which branches are open at first. */

import type { Contract, Group, Method } from "../document";
import type { Page } from "../route";
import { isUndescribed, pathsOf, type Model } from "./model";

/** Documents with at size so many methods have all branches open. */
export const SMALL = 60;

/** The contracts of a group with the methods that contain all words, in their own names or in those of contract and group. */
export function branchesOf(group: Group, words: readonly string[]): readonly Contract[] {
  if (words.length === 0) return group.contracts;
  return group.contracts.flatMap((contract) => {
    const owners = `${group.name} ${contract.name}`.toLowerCase();
    const methods = (contract.methods as readonly Method[]).filter((method) => {
      const text = `${owners} ${method.name} ${pathsOf(contract, method).join(" ")} ${method.summary ?? ""}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const text = isUndescribed(contract) ? `${owners} ${pathsOf(contract)[0]}`.toLowerCase() : undefined;
    const isFound = methods.length > 0 || (text !== undefined && words.every((word) => text.includes(word)));
    return isFound ? [{ ...contract, methods } as Contract] : [];
  });
}

/** Whether a branch is open before the reader has touched it. */
export function opensInitially(model: Model, page: Page, group: string, contract?: string): boolean {
  if (model.methodCount <= SMALL) return true;
  if (!("group" in page)) return contract === undefined && model.document.groups.length === 1;
  return page.group === group && (contract === undefined || ("contract" in page && page.contract === contract));
}

/** The start and the items of a part of a long list that contains the current item. */
export function windowOf<T>(items: readonly T[], current: number, size: number): readonly [number, readonly T[]] {
  if (items.length <= size) return [0, items];
  const start = Math.max(0, Math.min(current - Math.floor(size / 2), items.length - size));
  return [start, items.slice(start, start + size)];
}
