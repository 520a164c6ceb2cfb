/** The choice of documents in the bar. */

import { h } from "preact";
import { expect, test } from "vitest";
import { readSettings } from "../host/attributes";
import { showPart, type Shown } from "../rendered";
import { DocumentSwitcher } from "./header";

const LINKS = ["a", "b", "c"].map((slug) => ({ slug, title: slug.toUpperCase(), json: "", script: "" }));

function switcher(count: number, slug: string): Promise<Shown> {
  const settings = readSettings({ documents: JSON.stringify(LINKS.slice(0, count)) });
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
