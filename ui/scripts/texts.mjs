// Collects the texts of the UI from the sources: `t("...")` and `interpolate("...")`.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./bundle.mjs";

const ENGLISH = join(ROOT, "..", "sphinxcontrib_ggdocs", "native", "languages", "en.json");
const CALL = /\b(?:t|interpolate(?:<[^>]*>)?)\(\s*"((?:[^"\\]|\\.)*)"/g;

/** The texts, sorted. */
export async function textsOfSources() {
  const texts = new Set();
  for (const file of await readdir(join(ROOT, "src"), { recursive: true })) {
    if (!/\.tsx?$/.test(file) || /\.test\./.test(file)) continue;
    const source = await readFile(join(ROOT, "src", file), "utf8");
    for (const [, text] of source.matchAll(CALL)) texts.add(JSON.parse(`"${text}"`));
  }
  return [...texts].sort();
}

/** Writes the English catalogue, from which translators start. */
export async function writeEnglish() {
  const texts = await textsOfSources();
  await writeFile(ENGLISH, `${JSON.stringify(Object.fromEntries(texts.map((text) => [text, text])), null, 2)}\n`);
}
