/** What stands on the page for a description, and lasts from one drawing to the next. */

import type { Description } from "./element";

/** One use of a hook; which kind it is, the order of calls tells. */
export interface Hook {
  value?: unknown;
  inputs?: readonly unknown[] | undefined;
  /** Of an effect: what is to be done, and what undoes what was done. */
  next?: (() => unknown) | undefined;
  undo?: unknown;
  readonly owner: Instance;
  layout?: boolean;
}

export interface Instance {
  readonly type: Description["type"];
  readonly key: unknown;
  readonly owner: Instance | undefined;
  readonly depth: number;
  props: Description["props"];
  /** Of elements and texts. */
  node: Node | undefined;
  parts: readonly Instance[];
  readonly hooks: Hook[];
  dirty: boolean;
  gone: boolean;
}

export function instanceOf({ type, key }: Pick<Description, "type" | "key">, owner?: Instance): Instance {
  return {
    type,
    key,
    owner,
    depth: owner ? owner.depth + 1 : 0,
    props: {},
    node: undefined,
    parts: [],
    hooks: [],
    dirty: false,
    gone: false,
  };
}
