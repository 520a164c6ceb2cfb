// Builds the bundle into memory, the same for the same sources.
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { minify } from "terser";
import { build } from "vite";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
export const STATIC = join(ROOT, "..", "sphinxcontrib_ggdocs", "_static");

/** How large the UI's own text is, in `rem`; as `.gg` in base.css says. */
const TEXT = 0.9375;

/** File name → bytes, of everything that belongs into `_static/`. */
export async function bundleFiles() {
  const built = await build({ root: ROOT, logLevel: "error", build: { write: false } });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => each.output);
  const script = outputs.filter((each) => each.type === "chunk");
  const style = outputs.filter((each) => each.fileName.endsWith(".css"));
  if (script.length !== 1 || style.length !== 1 || outputs.length !== 2) {
    throw new Error(`expected one script and one style sheet, got: ${outputs.map((each) => each.fileName)}`);
  }
  const files = new Map();
  // what the first minifier leaves, the second makes smaller still
  const { code } = await minify(script[0].code, {
    ecma: 2020,
    toplevel: true,
    compress: { passes: 3, pure_getters: true, keep_fargs: false, unsafe_arrows: true, unsafe: true, unsafe_comps: true },
  });
  const css = sized(style[0].source.toString());
  const names = { script: named(code, "js"), style: named(css, "css") };
  files.set(names.script, Buffer.from(code));
  files.set(names.style, Buffer.from(css));
  files.set("bundle.json", Buffer.from(`${JSON.stringify({ ...names, version: 1 }, null, 2)}\n`));
  return files;
}

/**
 * What the sources give in `rem` follows the text of the page that the UI stands in, not its root: some themes have
 * roots of 20 px and texts of 16. Queries know no variables, but their `em` is that of the container.
 */
function sized(css) {
  return css
    .replace(/@container[^{]*\{/g, (query) => query.replace(/([\d.]+)rem/g, (_, many) => `${Math.round((many / TEXT) * 100) / 100}em`))
    .replace(/(@media[^{]*\{)|(-?(?:\d+\.?\d*|\.\d+))rem\b/g, (all, query, many) => query ?? `calc(var(--gg-em)*${many})`);
}

/** The hash is ours, over the very bytes, so that the name changes exactly when they do. */
function named(content, extension) {
  return `index-${createHash("sha256").update(content).digest("hex").slice(0, 10)}.${extension}`;
}
