/** The rows of one side of the picture: few enough to be seen at once, however many methods there are. */

import type { MethodRef } from "../document";

export type Row =
  | { readonly kind: "method"; readonly method: MethodRef }
  | { readonly kind: "contract"; readonly group: string; readonly contract: string; readonly count: number }
  | { readonly kind: "group"; readonly group: string; readonly count: number }
  /** Methods of contracts that are not shown. */
  | { readonly kind: "more"; readonly count: number };

/** Rows of a side. */
export const MOST_ROWS = 10;

/** The methods; where they are too many their contracts, then their groups, then the first contracts. */
export function rowsOf(methods: readonly MethodRef[]): readonly Row[] {
  if (methods.length <= MOST_ROWS) return methods.map((method) => ({ kind: "method", method }));
  const contracts = counted(methods, ({ group, contract }) => `${group}/${contract}`).map(
    ([{ group, contract }, count]): Row => ({ kind: "contract", group, contract, count }),
  );
  if (contracts.length <= MOST_ROWS) return contracts;
  const groups = counted(methods, ({ group }) => group).map(([{ group }, count]): Row => ({ kind: "group", group, count }));
  return groups.length > 1 ? cut(groups, methods.length) : cut(contracts, methods.length);
}

/** Whether the rows of some methods are the methods themselves. */
export function areAllShown(methods: readonly MethodRef[]): boolean {
  return methods.length <= MOST_ROWS;
}

function cut(rows: readonly Row[], total: number): readonly Row[] {
  if (rows.length <= MOST_ROWS) return rows;
  const first = rows.slice(0, MOST_ROWS - 1);
  const shown = first.reduce((sum, row) => sum + ("count" in row ? row.count : 1), 0);
  return [...first, { kind: "more", count: total - shown }];
}

/** The first method of each key with the number of those that share it, in order. */
function counted(methods: readonly MethodRef[], keyOf: (method: MethodRef) => string): readonly (readonly [MethodRef, number])[] {
  return grouped(methods, keyOf).map((members) => [members[0] as MethodRef, members.length]);
}

/** Methods that share a key, in order. */
export function grouped(methods: readonly MethodRef[], keyOf: (method: MethodRef) => string): readonly (readonly MethodRef[])[] {
  const groups = new Map<string, MethodRef[]>();
  for (const method of methods) {
    const members = groups.get(keyOf(method)) ?? [];
    members.push(method);
    groups.set(keyOf(method), members);
  }
  return [...groups.values()];
}
