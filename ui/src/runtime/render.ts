/**
 * Draws descriptions, and draws again what changed.
 *
 * The part of React that this UI needs, in a fraction of its size: function components, hooks, keys, contexts.
 *
 * 1. A component is called, and what it returns is compared with what stands there: at the same place, or under the
 *    same key, something of the same type is changed, everything else is made anew.
 * 2. When the children of an element are ready, they are put into their order; what stands right is not touched, so
 *    that focus, scrolling and open dialogs last.
 * 3. Layout effects run when all is on the page, the others after the next frame.
 */

import { setProps } from "./attributes";
import { childrenOf, describe, HOLE, TEXT, type Description, type Props } from "./element";
import { callComponent, schedule, type Ref } from "./hooks";
import { instanceOf, type Hook, type Instance } from "./instance";

const SVG = "http://www.w3.org/2000/svg";

const roots = new WeakMap<Node, Instance>();
const waiting = new Set<Instance>();
let early: Hook[] = [];
let late: Hook[] = [];

/** Draws into a container; `null` ends what was drawn there. */
export function render(what: unknown, container: Element): void {
  const root = roots.get(container) ?? instanceOf({ type: container.localName, key: undefined });
  root.node = container;
  roots.set(container, root);
  patch(root, [describe(what)]);
  place(root);
  commit();
}

schedule.ask = (instance) => {
  if (instance.gone) return;
  instance.dirty = true;
  if (waiting.size === 0) queueMicrotask(flush);
  waiting.add(instance);
};

function flush(): void {
  runLate();
  const ready = [...waiting].sort((a, b) => a.depth - b.depth);
  waiting.clear();
  for (const instance of ready) {
    if (!instance.dirty || instance.gone) continue; // drawn with what stands around it
    draw(instance);
    place(hostOf(instance));
  }
  commit();
}

function commit(): void {
  const ready = early;
  early = [];
  ready.forEach(runEffect);
  if (late.length > 0) requestAnimationFrame(() => setTimeout(runLate));
}

function runLate(): void {
  const ready = late;
  late = [];
  ready.forEach(runEffect);
}

function runEffect(hook: Hook): void {
  const { next, owner } = hook;
  if (!next || owner.gone) return;
  hook.next = undefined;
  undo(hook);
  hook.undo = next();
}

function undo(hook: Hook): void {
  if (typeof hook.undo === "function") hook.undo();
  hook.undo = undefined;
}

function draw(instance: Instance): void {
  instance.dirty = false;
  patch(instance, childrenOf({ children: callComponent(instance) }));
  for (const hook of instance.hooks) if (hook.next) (hook.layout ? early : late).push(hook);
}

/** Makes the parts of an instance those described. */
function patch(owner: Instance, wanted: readonly Description[]): void {
  const former = owner.parts;
  const byKey = new Map(former.map((part) => [part.key, part]));
  const kept = new Set<Instance>();
  owner.parts = wanted.map((description, at) => {
    const { type, key } = description;
    const known = key === undefined ? former[at] : byKey.get(key);
    const usable = known && known.type === type && known.key === key && !kept.has(known);
    const part = usable ? known : instanceOf(description, owner);
    kept.add(part);
    update(part, description.props);
    return part;
  });
  for (const part of former) if (!kept.has(part)) remove(part, true);
}

function update(instance: Instance, props: Props): void {
  const before = instance.props;
  instance.props = props;
  const { type } = instance;
  if (type === HOLE) return;
  if (typeof type === "function") {
    draw(instance);
  } else if (type === TEXT) {
    const text = (instance.node ??= document.createTextNode("")) as Text;
    if (text.data !== props["text"]) text.data = String(props["text"]);
  } else {
    const element = (instance.node ??= create(type, instance)) as Element;
    patch(instance, childrenOf(props));
    place(instance);
    setProps(element, before, props); // last: a `select` takes a value only when it has the option
    if (props["ref"]) (props["ref"] as Ref<Element>).current = element;
  }
}

function create(type: string, instance: Instance): Element {
  const inside = instance.owner && hostOf(instance.owner).node;
  return type === "svg" || (inside as Element).namespaceURI === SVG
    ? document.createElementNS(SVG, type)
    : document.createElement(type);
}

/** The instance itself or the nearest above that is an element. */
function hostOf(instance: Instance): Instance {
  let host = instance;
  while (!(host.node instanceof Element) && host.owner) host = host.owner;
  return host;
}

/** Puts the nodes of an element into their order. */
function place(host: Instance): void {
  let next: Node | null = null;
  const visit = ({ parts }: Instance): void => {
    for (let at = parts.length - 1; at >= 0; at -= 1) {
      const part = parts[at] as Instance;
      if (part.node) {
        if (part.node.parentNode !== host.node || part.node.nextSibling !== next) {
          host.node?.insertBefore(part.node, next);
        }
        next = part.node;
      } else {
        visit(part);
      }
    }
  };
  visit(host);
}

function remove(instance: Instance, attached: boolean): void {
  const { node, props, hooks, parts } = instance;
  instance.gone = true;
  hooks.forEach(undo);
  const ref = props["ref"] as Ref<unknown> | undefined;
  if (ref && ref.current === node) ref.current = null;
  for (const part of parts) remove(part, attached && !node);
  if (attached) (node as ChildNode | undefined)?.remove();
}
