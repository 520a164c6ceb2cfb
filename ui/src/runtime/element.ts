/** What JSX becomes: plain descriptions of elements, texts and components. */

import type { ComponentChild, ComponentChildren, JSX } from "preact";

export type Props = Readonly<Record<string, unknown>>;
export type Component = (props: Props) => ComponentChildren;

/** The type of a text; a child that shows nothing keeps its place as `HOLE`. */
export const TEXT = "";
export const HOLE = 0;

export interface Description {
  readonly type: string | Component | typeof HOLE;
  readonly props: Props;
  readonly key: unknown;
}

/** Called by the compiled JSX. */
export function h(type: Description["type"], given: Props | null, ...children: readonly ComponentChild[]): Description {
  const { key, ...props } = given ?? {};
  if (children.length === 0) return { type, props, key };
  return { type, props: { ...props, children: children.length === 1 ? children[0] : children }, key };
}

export function Fragment({ children }: { readonly children?: ComponentChildren }): JSX.Element {
  return children as unknown as JSX.Element;
}

/** A child as a description; a list is one child, so that what comes and goes in it moves nothing beside it. */
export function describe(child: unknown): Description {
  if (child === null || child === undefined || typeof child === "boolean") {
    return { type: HOLE, props: {}, key: undefined };
  }
  if (Array.isArray(child)) return { type: Fragment as Component, props: { children: child }, key: undefined };
  return typeof child === "object"
    ? (child as Description)
    : { type: TEXT, props: { text: String(child) }, key: undefined };
}

/** The children of an element or of a fragment. */
export function childrenOf({ children }: Props): readonly Description[] {
  return (Array.isArray(children) ? children : [children]).map(describe);
}
