/** State and effects of components, called in the same order at each drawing. */

import type { ComponentChildren, JSX } from "preact";
import type { Component } from "./element";
import type { Hook, Instance } from "./instance";

/** The one that is being called: hooks are used in components only. */
let drawn!: Instance;
let at = 0;
let count = 0;

/** Set by the renderer, which knows how to draw again. */
export const schedule: { ask: (instance: Instance) => void } = { ask: () => undefined };

/** Calls a component; hooks belong to it meanwhile. */
export function callComponent(instance: Instance): unknown {
  drawn = instance;
  at = 0;
  return (instance.type as Component)(instance.props);
}

function hook(): Hook {
  const { hooks } = drawn;
  at += 1;
  return (hooks[at - 1] ??= { owner: drawn });
}

/** Whether the inputs differ from the last ones, which are then forgotten; without inputs always. */
function changed(own: Hook, inputs?: readonly unknown[]): boolean {
  const before = own.inputs;
  own.inputs = inputs;
  return !before || !inputs || inputs.some((each, index) => !Object.is(each, before[index]));
}

type Update<T> = (next: T | ((value: T) => T)) => void;

export function useState<T>(first: T | (() => T)): [T, Update<T>];
export function useState<T>(): [T | undefined, Update<T | undefined>];
export function useState<T>(first?: T | (() => T)): [T, Update<T>] {
  const own = hook();
  const set = useMemo((): Update<T> => {
    own.value = typeof first === "function" ? (first as () => T)() : first;
    return (next) => {
      const value = typeof next === "function" ? (next as (value: T) => T)(own.value as T) : next;
      if (Object.is(value, own.value)) return;
      own.value = value;
      schedule.ask(own.owner);
    };
  }, []);
  return [own.value as T, set];
}

export function useMemo<T>(make: () => T, inputs: readonly unknown[]): T {
  const own = hook();
  if (changed(own, inputs)) own.value = make();
  return own.value as T;
}

export function useCallback<T>(callback: T, inputs: readonly unknown[]): T {
  return useMemo(() => callback, inputs);
}

export interface Ref<T> {
  current: T | null;
}

export function useRef<T>(first: T): { current: T };
export function useRef<T>(first: T | null): Ref<T>;
export function useRef<T>(first: T | null): Ref<T> {
  return useMemo(() => ({ current: first }), []);
}

export function useId(): string {
  return useMemo(() => `u${(count += 1)}`, []);
}

/** Runs when what was drawn is on the page, before anybody sees it. */
export function useLayoutEffect(run: () => unknown, inputs?: readonly unknown[]): void {
  const own = hook();
  own.layout = true;
  if (changed(own, inputs)) own.next = run;
}

/** Runs after the reader has seen what was drawn. */
export function useEffect(run: () => unknown, inputs?: readonly unknown[]): void {
  const own = hook();
  if (changed(own, inputs)) own.next = run;
}

export interface Context<T> {
  readonly Provider: (props: { readonly value: T; readonly children?: ComponentChildren }) => JSX.Element;
  readonly fallback: T;
}

export function createContext<T>(fallback: T): Context<T> {
  return { fallback, Provider: ({ children }) => children as unknown as JSX.Element };
}

/** The value of the nearest provider. Drawing goes all the way down, so that nobody misses a new value. */
export function useContext<T>({ Provider, fallback }: Context<T>): T {
  let above: Instance | undefined = drawn;
  while (above && above.type !== (Provider as unknown)) above = above.owner;
  return above ? (above.props["value"] as T) : fallback;
}
