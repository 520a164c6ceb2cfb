/** Attributes and listeners of elements. */

import type { Props } from "./element";

type Handlers = Record<string, ((event: Event) => unknown) | undefined>;

const handlers = new WeakMap<EventTarget, Handlers>();

function call(this: EventTarget, event: Event): void {
  handlers.get(this)?.[event.type]?.(event);
}

/** Brings an element from the props it had to those it shall have. */
export function setProps(element: Element, before: Props, after: Props): void {
  for (const name of Object.keys({ ...before, ...after })) {
    const value = after[name];
    if (name === "children" || name === "ref") continue;
    if (name === "value") {
      const field = element as HTMLInputElement;
      if (field.value !== value) field.value = String(value ?? ""); // the reader has typed since the last drawing
    } else if (before[name] === value) {
      continue;
    } else if (name.startsWith("on")) {
      listen(element, name.slice(2).toLowerCase(), value as Handlers[string]);
    } else if (value === undefined || value === null || (value === false && !name.includes("-"))) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, value === true && !name.includes("-") ? "" : String(value));
    }
  }
}

/** One listener for each kind of event, so that a new function at each drawing costs nothing. */
function listen(element: Element, type: string, handler: Handlers[string]): void {
  const known = handlers.get(element) ?? {};
  handlers.set(element, known);
  if (!(type in known)) element.addEventListener(type, call);
  known[type] = handler;
}
