import { describe, expect, test } from "vitest";
import { interpolate, languageOf, speaking, t } from "./i18n";

const CALL = /\b(?:t|interpolate(?:<[^>]*>)?)\(\s*"((?:[^"\\]|\\.)*)"/g;

const sources = import.meta.glob<string>(
  ["./**/*.{ts,tsx}", "!./**/*.test.ts", "../../sphinxcontrib_ggdocs/native/page.py"],
  { query: "?raw", import: "default", eager: true },
);
const catalogues = import.meta.glob<Readonly<Record<string, string>>>(
  "../../sphinxcontrib_ggdocs/native/languages/*.json",
  { import: "default", eager: true },
);
const texts = [
  ...new Set(
    Object.values(sources).flatMap((source) =>
      [...source.matchAll(CALL)].map(([, text]) => JSON.parse(`"${text}"`) as string),
    ),
  ),
].sort();

function placeholders(text: string): readonly string[] {
  return text.split("|").map((form) => (form.match(/\{\d\}/g) ?? []).sort().join());
}

describe("a catalogue", () => {
  test.each(Object.entries(catalogues))("%s translates every text of the sources, and nothing else", (_, catalogue) => {
    expect(Object.keys(catalogue).sort()).toEqual(texts);
  });

  test.each(Object.entries(catalogues))("%s keeps the placeholders of each form", (_, catalogue) => {
    const changed = Object.entries(catalogue).filter(
      ([text, translation]) => placeholders(text).join() !== placeholders(translation).join(),
    );
    expect(changed).toEqual([]);
  });

  test("there are English and two more", () => {
    expect(Object.keys(catalogues).map((path) => path.replace(/.*\//, ""))).toEqual(["de.json", "en.json", "fr.json"]);
  });
});

describe("a text", () => {
  const messages = { "{0} item|{0} items": "{0} entrée|{0} entrées", "{0} has no {1}.": "Sans {1} : {0}." };
  const french = languageOf({ language: "fr", messages });

  test("is English where nothing else is known", () => {
    expect(t("{0} item|{0} items", 1)).toBe("1 item");
    expect(t("{0} item|{0} items", 0)).toBe("0 items");
  });

  test("has the number that its language asks for", () => {
    const counted = (count: number): string => speaking(french, () => t("{0} item|{0} items", count));
    expect(counted(0)).toBe("0 entrée");
    expect(counted(2)).toBe("2 entrées");
  });

  test("puts its values where the language wants them, whatever they hold", () => {
    const words = speaking(french, () => interpolate("{0} has no {1}.", "{1}|x", "b"));
    expect(words).toEqual(["Sans ", "b", " : ", "{1}|x", "."]);
  });
});
