/** The renderer over a document of a few lines: what it makes, moves, keeps and undoes. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { h, type Component } from "./element";
import { createContext, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "./hooks";
import { render } from "./render";

class FakeNode {
  parentNode: FakeElement | null = null;
  get nextSibling(): FakeNode | null {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }
  remove(): void {
    const all = this.parentNode?.childNodes;
    all?.splice(all.indexOf(this), 1);
    this.parentNode = null;
  }
}

class FakeText extends FakeNode {
  constructor(public data: string) {
    super();
  }
  override toString(): string {
    return this.data;
  }
}

class FakeElement extends FakeNode {
  childNodes: FakeNode[] = [];
  attributes = new Map<string, string>();
  listeners = new Map<string, (this: FakeElement, event: unknown) => void>();
  moved = 0;
  constructor(
    readonly localName: string,
    readonly namespaceURI = "html",
  ) {
    super();
  }
  insertBefore(node: FakeNode, next: FakeNode | null): void {
    if (node.parentNode) this.moved += 1;
    node.parentNode?.childNodes.splice(node.parentNode.childNodes.indexOf(node), 1);
    this.childNodes.splice(next ? this.childNodes.indexOf(next) : this.childNodes.length, 0, node);
    node.parentNode = this;
  }
  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }
  addEventListener(type: string, listener: (this: FakeElement, event: unknown) => void): void {
    this.listeners.set(type, listener);
  }
  click(): void {
    this.listeners.get("click")?.call(this, { type: "click" });
  }
  override toString(): string {
    const attributes = [...this.attributes].map(([name, value]) => ` ${name}="${value}"`).join("");
    return `<${this.localName}${attributes}>${this.childNodes.join("")}</${this.localName}>`;
  }
}

let box: FakeElement;

beforeEach(() => {
  box = new FakeElement("box");
  vi.stubGlobal("Element", FakeElement);
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => setTimeout(run));
  vi.stubGlobal("document", {
    createElement: (name: string) => new FakeElement(name),
    createElementNS: (space: string, name: string) => new FakeElement(name, space),
    createTextNode: (text: string) => new FakeText(text),
  });
});
afterEach(() => vi.unstubAllGlobals());

const draw = (what: unknown): string => {
  render(what, box as unknown as Element);
  return box.childNodes.join("");
};
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));
const component = (body: (props: Record<string, never>) => unknown): Component => body as unknown as Component;

describe("what is made", () => {
  test.each([
    [
      "an element with attributes",
      h("a", { href: "#x", hidden: false, title: undefined }, "go"),
      '<a href="#x">go</a>',
    ],
    ["true and false where they are words", h("a", { "aria-expanded": false }), '<a aria-expanded="false"></a>'],
    ["true where it is none", h("a", { hidden: true }), '<a hidden=""></a>'],
    ["lists, numbers and nothing", h("p", null, [1, ["b", null]], false, undefined as never, 0), "<p>1b0</p>"],
    ["markup in a text", h("p", null, "<script>"), "<p><script></p>"],
  ])("%s", (_, what, expected) => {
    expect(draw(what)).toBe(expected);
  });

  test("what is inside an svg belongs to it", () => {
    draw(
      h(
        "svg",
        null,
        h(
          component(() => h("path", { d: "M0 0" }) as never),
          null,
        ),
      ),
    );
    const svg = box.childNodes[0] as FakeElement;
    expect((svg.childNodes[0] as FakeElement).namespaceURI).toBe("http://www.w3.org/2000/svg");
  });
});

describe("what is drawn again", () => {
  const list = (keys: readonly string[]): unknown => h("ul", null, keys.map((key) => h("li", { key }, key)) as never);

  test.each([
    ["one more at the start", "abc", "xabc", 0],
    ["one less", "abc", "ac", 0],
    ["turned round", "abc", "cba", 2],
    ["all new", "abc", "de", 0],
  ])("a list with keys: %s", (_, before, after, moved) => {
    draw(list([...before]));
    const former = new Map((box.childNodes[0] as FakeElement).childNodes.map((node) => [String(node), node]));
    draw(list([...after]));
    const ul = box.childNodes[0] as FakeElement;
    expect(String(ul)).toBe(`<ul>${[...after].map((key) => `<li>${key}</li>`).join("")}</ul>`);
    for (const node of ul.childNodes) expect(node).toBe(former.get(String(node)) ?? node);
    expect(ul.moved).toBe(moved);
  });

  test("what comes before leaves what follows as it is", () => {
    const page = (notice: boolean): unknown => h("div", null, notice && h("p", null, "!"), h("input", null));
    draw(page(false));
    const input = (box.childNodes[0] as FakeElement).childNodes[0];
    expect(draw(page(true))).toBe("<div><p>!</p><input></input></div>");
    expect((box.childNodes[0] as FakeElement).childNodes[1]).toBe(input);
  });

  test("another key is another thing", () => {
    const made: string[] = [];
    const Page = component(({ name }) => (useMemo(() => made.push(String(name)), []), name));
    draw(h(Page, { key: "a", name: "a" }));
    draw(h(Page, { key: "a", name: "b" }));
    draw(h(Page, { key: "b", name: "c" }));
    expect(made).toEqual(["a", "c"]);
  });
});

describe("hooks", () => {
  test("a component draws itself again when its state changes, once for several changes", async () => {
    let drawn = 0;
    const Counter = component(() => {
      drawn += 1;
      const [count, setCount] = useState(() => 0);
      const both = (): void => {
        setCount((known) => known + 1);
        setCount((known) => known + 1);
      };
      return h("button", { onClick: both }, count);
    });
    draw(h("div", null, h(Counter, null) as never, "!"));
    ((box.childNodes[0] as FakeElement).childNodes[0] as FakeElement).click();
    await settled();
    expect(String(box.childNodes[0])).toBe("<div><button>2</button>!</div>");
    expect(drawn).toBe(2);
  });

  test("effects run when their inputs change, layout first, and are undone", async () => {
    const told: string[] = [];
    const Page = component(({ name }) => {
      const ref = useRef<unknown>(null);
      useEffect(() => (told.push(`late ${name}`), () => told.push(`undo late ${name}`)), [name]);
      useLayoutEffect(
        () => (told.push(`early ${name} ${String(ref.current)}`), () => told.push(`undo ${name}`)),
        [name],
      );
      return h("i", { ref });
    });
    draw(h(Page, { name: "a" }));
    await settled();
    draw(h(Page, { name: "a" }));
    draw(h(Page, { name: "b" }));
    await settled();
    draw(null);
    expect(told).toEqual([
      "early a <i></i>",
      "late a",
      "undo a",
      "early b <i></i>",
      "undo late a",
      "late b",
      "undo late b",
      "undo b",
    ]);
    expect(box.childNodes).toEqual([]);
  });

  test("the nearest provider gives the value", () => {
    const Name = createContext("nobody");
    const Show = component(() => useContext(Name));
    const provide = (value: string, child: unknown): unknown =>
      h(Name.Provider as unknown as Component, { value }, child as never);
    expect(draw(h("p", null, provide("a", [h(Show, null), provide("b", h(Show, null))]) as never))).toBe("<p>ab</p>");
    expect(draw(h(Show, null))).toBe("nobody");
  });
});
