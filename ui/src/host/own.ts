/** What each element of a page has to itself: the choices of its reader, what was filled in, the last calls. */

import { useContext } from "preact/hooks";
import { HostContext, type Host } from "../i18n";

/** An element, with states by the functions that make them at first. */
interface Owner extends Host {
  states?: Map<unknown, unknown>;
}

/** The state of an element that a function makes at first, the same from then on. */
export function ownOf<T>(host: Owner, create: () => T): T {
  const states = (host.states ??= new Map());
  if (!states.has(create)) states.set(create, create());
  return states.get(create) as T;
}

/** The same of the element that is rendered. */
export function useOwn<T>(create: () => T): T {
  return ownOf(useContext(HostContext), create);
}
