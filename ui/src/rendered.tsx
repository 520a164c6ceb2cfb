/** Renders what an address shows without a browser, and reads it as a reader does: for tests of words and parts, not of looks. */

import { h, render, type JSX } from "preact";
import { parseHTML } from "linkedom";
import { expect } from "vitest";
import internal from "../../tests/native/golden/internal.json";
import platform from "../../tests/native/golden/platform.json";
import type { ApiDocsDocument, HttpMethod } from "./document";
import { readSettings } from "./host/attributes";
import { checked } from "./host/load";
import { detailsModule } from "./parts/lazy";
import { createModel, type Model } from "./model/model";
import { routeOf } from "./model/route";
import { ShownContext } from "./parts/context";
import { PageView } from "./views/page";
import { Sidebar } from "./views/sidebar";

/** A document that a test may change as it likes. */
export type Loose = any; // eslint-disable-line @typescript-eslint/no-explicit-any

const EXAMPLES: Readonly<Record<string, unknown>> = { platform, internal };
detailsModule.bring = () => import("./details");

const models = new Map<string, Model>();
const { document, Event } = parseHTML("<!doctype html><html><body></body></html>");
const host = document.createElement("div");
document.body.append(host);

const NOTHING = { addEventListener: () => undefined, removeEventListener: () => undefined, matches: false };

/** What browsers have as global names, as far as it is needed; they stay, for tests share what they load. */
function provideGlobals(): void {
  const location = { protocol: "http:", hash: "", href: "http://127.0.0.1/", pathname: "/" };
  Object.assign(globalThis, { document, location, history: { replaceState: () => undefined }, matchMedia: () => NOTHING, ...NOTHING });
}

/** Shows an address of the example, such as `platform/~schema/Order`, after a change of the document. */
export async function show(address: string, change?: (document: Loose) => unknown): Promise<Shown> {
  return showModel(address, modelOf(address.split("/")[0]!, change));
}

/** The same, with the contents next to it. */
export async function showWithContents(address: string, change?: (document: Loose) => unknown): Promise<Shown> {
  return showModel(address, modelOf(address.split("/")[0]!, change), "contents");
}

/** Shows an address of a document. */
export async function showDocument(address: string, document: Loose, part?: "contents"): Promise<Shown> {
  return showModel(address, read(document), part);
}

function modelOf(slug: string, change?: (document: Loose) => unknown): Model {
  const known = models.get(slug);
  if (known && !change) return known;
  const copy = structuredClone(EXAMPLES[slug]) as Loose;
  change?.(copy);
  const model = read(copy);
  if (!change) models.set(slug, model);
  return model;
}

function read(value: Loose): Model {
  const loaded = checked("api-docs.json", value);
  if (loaded.kind === "failed") throw new Error(loaded.failure.kind);
  return createModel(loaded.document, loaded.problems);
}

/** What is there already, as long as nothing has been clicked. */
let there: readonly unknown[] = [];

async function showModel(address: string, model: Model, part?: "contents"): Promise<Shown> {
  const wanted = [address, model, part];
  if (wanted.every((each, at) => each === there[at])) return new Shown(host);
  there = wanted;
  provideGlobals();
  await detailsModule.load();
  render(null, host);
  const route = routeOf(`#/${address}`)!;
  const links = [{ slug: route.slug, title: model.document.service.name, json: "", script: "" }];
  const settings = readSettings({ mode: "full", documents: JSON.stringify(links) });
  const shown = { model, route, links, settings, embedded: false, visible: true };
  render(
    <ShownContext.Provider value={shown}>
      {part === "contents" && <Sidebar />}
      <main>
        <PageView />
      </main>
    </ShownContext.Provider>,
    host,
  );
  await drawn();
  return new Shown(host);
}

/** Shows a part of the UI alone. */
export async function showPart(part: JSX.Element): Promise<Shown> {
  there = [];
  provideGlobals();
  render(part, host);
  await drawn();
  return new Shown(host);
}

/** What a method of a document is, by its name. */
export function methodOf(document: Loose, name: string): HttpMethod & Loose {
  for (const group of (document as ApiDocsDocument).groups)
    for (const contract of group.contracts)
      for (const method of contract.methods) if (method.name === name) return method as Loose;
  throw new Error(`no method ${name}`);
}

/** A part of what is shown. */
export class Shown {
  constructor(readonly element: Element) {}

  /** The text, with single spaces. */
  get text(): string {
    return (this.element.textContent ?? "").replace(/\s+/g, " ").trim();
  }

  all(selector: string, words = ""): readonly Shown[] {
    return [...this.element.querySelectorAll(selector)].map((each) => new Shown(each)).filter(({ text }) => text.includes(words));
  }

  find(selector: string, words = ""): Shown | undefined {
    return this.all(selector, words)[0];
  }

  /** The first element that a selector has, with these words in it. */
  one(selector: string, words = ""): Shown {
    const first = this.find(selector, words);
    if (!first) throw new Error(`no ${selector} with ${JSON.stringify(words)} in: ${this.text.slice(0, 2000)}`);
    return first;
  }

  /** The part of a page that its heading names. */
  region(name: string): Shown {
    const section = this.all("section, aside, [role=region]").find(({ element }) => {
      const heading = document.getElementById(element.getAttribute("aria-labelledby") ?? "");
      const words = element.getAttribute("aria-label") ?? heading?.textContent ?? "";
      return words.replace(/\s+/g, " ").trim().startsWith(name);
    });
    if (!section) throw new Error(`no region ${name} in: ${this.text.slice(0, 2000)}`);
    return section;
  }

  /** The row of a field or parameter. */
  field(name: string): Shown {
    const row = this.all(".field").find((each) => each.find(".field-name")?.text.startsWith(name));
    if (!row) throw new Error(`no field ${name} in: ${this.text.slice(0, 2000)}`);
    return row;
  }

  /** What the links with these words lead to. */
  links(words = ""): readonly (string | null)[] {
    return this.all("a", words).map(({ element }) => element.getAttribute("href"));
  }

  async click(selector: string, words = ""): Promise<void> {
    await this.event("click", selector, words);
  }

  async event(name: string, selector: string, words = ""): Promise<void> {
    there = [];
    const event = new Event(name, { bubbles: true, cancelable: true });
    this.one(selector, words).element.dispatchEvent(Object.assign(event, { button: 0 }));
    await drawn();
  }

  says(...words: readonly string[]): void {
    for (const each of words) expect(this.text).toContain(each);
  }
}

/** Lets what is due be rendered. */
export async function drawn(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((done) => setTimeout(done));
}
