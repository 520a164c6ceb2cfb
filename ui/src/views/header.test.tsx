/** The choice of documents in the bar. */

import { h } from "preact";
import { expect, test } from "vitest";
import { readSettings } from "../host/attributes";
import { showPart, type Shown } from "../rendered";
import { DocumentSwitcher } from "./header";

const LINKS = ["a", "b", "c"].map((slug) => ({ slug, title: slug.toUpperCase(), json: "", script: "" }));

function switcher(count: number, slug: string, data: Record<string, string> = {}): Promise<Shown> {
  const settings = readSettings({ ...data, documents: JSON.stringify(LINKS.slice(0, count)) });
  return showPart(<DocumentSwitcher settings={settings} slug={slug} />);
}

test.each<[number, string, readonly string[]]>([
  [1, "a", []],
  [2, "b", ["A", "B"]],
  [3, "a@1.0", ["A", "B", "C"]],
])("of %i documents with %s shown there are the choices %j", async (count, slug, choices) => {
  const shown = await switcher(count, slug);
  expect(shown.all("option").map(({ text }) => text)).toEqual(choices);
  expect(shown.all(".switcher > span").map(({ text }) => text)).toEqual(choices.filter((each) => each === slug[0]!.toUpperCase()));
});

test("the list of all documents has an address of its own", async () => {
  const shown = await switcher(2, "b", { catalog: "catalog.html" });
  expect(shown.all("option").map(({ text }) => text)).toEqual(["A", "B", "All services"]);
  const assigned: unknown[] = [];
  Object.assign(location, { assign: (address: string) => assigned.push(address) });
  const select = Object.defineProperty(shown.one("select").element as HTMLSelectElement, "value", { value: "", writable: true });
  await shown.event("change", "select");
  expect(assigned).toEqual(["catalog.html"]);
  expect(select.value).toBe("b");
});
