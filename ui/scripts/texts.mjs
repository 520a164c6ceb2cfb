// Collects the texts of the UI from the sources: `t("...")` and `interpolate("...")`.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./bundle.mjs";

const ENGLISH = join(ROOT, "..", "sphinxcontrib_ggdocs", "native", "languages", "en.json");
/** The title of several documents is written in Python, and is in the same catalogue. */
const PAGE = join(ROOT, "..", "sphinxcontrib_ggdocs", "native", "page.py");
const CALL = /\b(?:t|interpolate(?:<[^>]*>)?)\(\s*"((?:[^"\\]|\\.)*)"/g;

/** The texts, sorted. */
export async function textsOfSources() {
  const texts = new Set();
  const all = await readdir(join(ROOT, "src"), { recursive: true });
  const files = all.filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file));
  for (const file of [...files.map((file) => join(ROOT, "src", file)), PAGE]) {
    const source = await readFile(file, "utf8");
    for (const [, text] of source.matchAll(CALL)) texts.add(JSON.parse(`"${text}"`));
  }
  return [...texts].sort();
}

/** Writes the English catalogue, from which translators start. */
export async function writeEnglish() {
  const texts = await textsOfSources();
  await writeFile(ENGLISH, `${JSON.stringify(Object.fromEntries(texts.map((text) => [text, text])), null, 2)}\n`);
}
