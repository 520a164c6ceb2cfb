/** The tree of contents: filtering, and which branches are open at first. */

import type { Group } from "../document";
import type { Contract, Method } from "./contracts";
import type { Page } from "./route";
import { isUndescribed, pathsOf, type Model } from "./model";

/** Documents with at size so many methods have all branches open. */
export const SMALL = 60;

/** The contracts of a group with the methods that contain all words, in their own names or in those of contract and group; each at the path that the words name. */
export function branchesOf(group: Group, words: readonly string[]): readonly Contract[] {
  if (words.length === 0) return group.contracts;
  const isIn = (text: string) => (word: string): boolean => text.toLowerCase().includes(word);
  return group.contracts.flatMap((contract) => {
    const isFound = (...texts: readonly unknown[]): boolean => words.every(isIn([group.name, contract.name, ...texts].join(" ")));
    const methods = (contract.methods as readonly Method[]).flatMap((method) => {
      const paths = pathsOf(contract, method);
      const httpPath = paths.find((path) => words.some(isIn(path))) ?? paths[0];
      return isFound(method.name, ...paths, method.summary) ? [{ ...method, httpPath }] : [];
    });
    return methods[0] || (isUndescribed(contract) && isFound(...pathsOf(contract))) ? [{ ...contract, methods } as Contract] : [];
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
