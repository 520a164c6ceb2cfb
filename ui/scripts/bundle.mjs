// Builds the bundle into memory, the same for the same sources.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
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
  const built = await build({ root: ROOT, logLevel: "error", plugins: [INLINE_STYLES], build: { write: false } });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((each) => each.output);
  const [main, ...others] = outputs.filter((each) => each.isEntry);
  const chunks = outputs.filter((each) => each.isDynamicEntry);
  const [style, ...styles] = outputs.filter((each) => each.fileName.endsWith(".css"));
  if (!main || !style || others.length + styles.length > 0 || outputs.length !== chunks.length + 2) {
    throw new Error(`expected one main script, its chunks and one style sheet: ${outputs.map((each) => each.fileName)}`);
  }
  const files = new Map();
  const put = (name, content) => {
    const file = named(name, content);
    files.set(file, Buffer.from(content));
    return file;
  };
  const css = put(style.fileName, sized(style.source.toString()));
  const addresses = {};
  const names = new Names(chunks.flatMap((chunk) => chunk.exports));
  for (const { fileName, code } of chunks) addresses[`./${fileName}`] = put(fileName, await smaller(chunkScript(code), names));
  const script = put(main.fileName, await smaller(mainScript(main.code, addresses), names));
  const { licences, text } = await thirdParties();
  files.set(licences, Buffer.from(text));
  const bundle = { script, style: css, chunks: Object.values(addresses), licences, version: 2 };
  files.set("bundle.json", Buffer.from(`${JSON.stringify(bundle, null, 2)}\n`));
  return files;
}

/**
 * The main script, a classic one: modules are refused on `file://`.
 *
 * Its code is CommonJS, where `import("./search")` has become a promise of `require("./search.js")`; here that is itself
 * a promise, of what a script element brings, until that is loaded. The address of that script is relative to this
 * one's, and the element carries the function that the chunk calls, so that nothing global is needed and policies
 * without inline code hold.
 * Where a page requires trusted types, addresses of scripts are those of the policy `ggdocs`.
 */
function mainScript(code, addresses) {
  return `/*! Contains Preact, see ${LICENCES} */
(() => {
"use strict";
let trusted;
try { trusted = globalThis.trustedTypes?.createPolicy("ggdocs", { createScriptURL: (url) => url }); } catch {} // the page allows no such policy
const scriptAddress = (url) => trusted?.createScriptURL(url) ?? url;
const exports = {}, base = document.currentScript?.src || document.baseURI, chunks = ${JSON.stringify(addresses)};
const loaded = { "./index.js": exports };
const require = (name) => loaded[name] ?? new Promise((resolve, reject) => {
  const script = document.createElement("script"), chunk = {};
  script.ggdocs = (run) => { run(chunk, require); resolve(loaded[name] = chunk); };
  script.src = scriptAddress(new URL(chunks[name], base).href);
  script.onload = script.onerror = () => { script.remove(); reject(new Error(script.src)); };
  document.head.append(script);
});
${code}
})();
`;
}

const MINIFIED = { ecma: 2022, compress: { passes: 5, pure_getters: true, unsafe: true, unsafe_comps: true, unsafe_math: true, unsafe_arrows: true, unsafe_methods: true, lhs_constants: false }, format: { comments: /^!/ } };

/**
 * Properties of values that stay in the scripts: no document, setting, element or storage has them, and nothing looks them up by a text.
 * Some have names that interfaces of the browser have, too, of which no script here uses these: a new name is looked up there first.
 */
const INTERNAL = [
  "facts", "searched", "output", "sent", "model", "page", "make", "aside", "what", "users", "choose", "nodes",
  "route", "faults", "structure", "shape", "draft", "ranges", "variant", "isOpen", "score", "depth", "enumeration", "problems", "operations", "detailRanges", "fallback",
  "isDeclared", "nullable", "arrival", "blockedBy", "isScattered", "menuOpen", "missingHeaders", "headerFaults", "acceptedBy", "isRepeated", "isAnchor", "isOtherType",
  "htmlClasses", "constraints", "isReached", "methodCount", "returnedBy", "isComplete",
  "verb", "outer", "branches", "letters", "isLong", "isBad", "retry", "exposed", "nameOf", "isFixed", "isGood", "itemOf", "hasCookies", "latency", "deepest", "isBroken",
  "entry", "settings", "crumbs", "isMeant", "states", "milliseconds", "methodPage", "alike", "sections", "anchorOf", "operationOf", "groupOf", "pathsOf", "drafts", "isStopped", "excerpt", "isJsonBroken", "onRemove", "onMenu", "onRetry", "onChoice", "onAdd", "onFailure", "onBrands", "onFilled", "onFollow", "onActive", "onChoose",
  "onToken", "onPlain", "onFind", "onSkip", "onShow", "isAdded", "isCut", "ofTypes", "reconnects", "systemDark", "takers", "callsOf", "noteCall", "noteSeen", "seenIn",
  "onSelect", "onOpen", "openAtOnce", "nest", "heard", "sayBytes", "scattered", "embedded", "spoken", "plural", "bring",
  "extent", "isLean", "isSeen", "isWhole", "redirectedTo", "onlyText", "isAddress", "partOf", "unanswered", "listed", "described", "ofType", "ofError", "unfit", "interactive", "within", "variants", "highlight", "failure",
];

/** Short names of what chunks export, the same in all scripts; what one takes from another has a short name already. */
class Names {
  #cache = {};
  #regex;

  constructor(exported) {
    this.#regex = new RegExp(`^(${[...exported.filter((name) => name.length > 2), ...INTERNAL].join("|")})$`);
  }

  get options() {
    return { mangle: { properties: { builtins: true, regex: this.#regex } }, nameCache: this.#cache };
  }
}

/** Minifies what Vite has minified once and again, for what the first run inlines gives the second more to do: 1.3 kB gzipped. */
async function smaller(script, names) {
  const { code: once } = await minify(script, { ...MINIFIED, ...names.options });
  const { code } = await minify(once, MINIFIED);
  return `${code}\n`;
}

/** Where a chunk exports an object with all that its entry exports. */
const NAMESPACE = /Object\.defineProperty\(exports, *[`"](\w+)[`"], *\{[^}]*return ([\w$]+)\}\s*\}\)/;

/** A chunk whose object of exports is the chunk's own: what is in the one is in the other, too. */
function withoutNamespace(code) {
  const [getter, name, object] = NAMESPACE.exec(code) ?? [];
  if (!getter) return code;
  const making = new RegExp(`(?<![\\w$])${object.replaceAll("$", "\\$&")}=[\\w$]+\\(\\{[^{}]*\\}[^)]*\\)`);
  return code.replace(getter, `exports.${name}=exports`).replace(making, object);
}

/** A script that hands its code to whoever has put it into the page. */
function chunkScript(code) {
  return `document.currentScript.ggdocs((exports, require) => {
"use strict";
${withoutNamespace(code)}
});
`;
}

const LICENCES = "licences.txt";

/** The licences of what the bundle contains, each with its version. */
async function thirdParties() {
  const folder = join(ROOT, "node_modules", "preact");
  const { version, license, homepage } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const text = await readFile(join(folder, "LICENSE"), "utf8");
  return { licences: LICENCES, text: `Preact ${version} (${license}), ${homepage}\n\n${text.trim()}\n` };
}

/**
 * What the sources give in `rem` follows the text of the page that the UI stands in, not its root: some themes have
 * roots of 20 px and texts of 16. Queries know no variables, but their `em` is that of the container.
 */
function sized(css) {
  return shortened(css)
    .replace(/@container[^{]*\{/g, (query) => query.replace(/([\d.]+)rem/g, (_, many) => `${Math.round((many / TEXT) * 100) / 100}em`))
    .replace(/(@media[^{]*\{)|(-?(?:\d+\.?\d*|\.\d+))rem\b/g, (all, query, many) => query ?? (many === "1" ? "var(--gg)" : `calc(var(--gg)*${many})`));
}

const SHEETS = (await readdir(join(ROOT, "src"), { recursive: true })).filter((name) => name.endsWith(".css")).sort();
const OWN_PROPERTY = /--(?!(?:gg|accent|mono|radius)\b)[a-z][\w-]*/g; // the others are set by scripts

/** Custom properties of the style sheets, which nothing outside of the shadow root knows, by their short names: 140 bytes gzipped. */
const SHORT_PROPERTIES = new Map();
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
for (const name of SHEETS) {
  for (const [property] of (await readFile(join(ROOT, "src", name), "utf8")).matchAll(OWN_PROPERTY)) {
    if (!SHORT_PROPERTIES.has(property)) SHORT_PROPERTIES.set(property, `--${LETTERS[SHORT_PROPERTIES.size]}`);
  }
}

function shortened(css) {
  return css.replace(OWN_PROPERTY, (property) => SHORT_PROPERTIES.get(property) ?? property);
}

/** Style sheets inside of scripts follow the same text. */
const INLINE_STYLES = {
  name: "sized",
  enforce: "pre",
  transform: (code, id) => (id.endsWith(".css?inline") ? sized(code) : undefined),
};

/** The hash is ours, over the very bytes, so that the name changes exactly when they do. */
function named(name, content) {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
  return name.replace(/(\.\w+)$/, `-${hash}$1`);
}

/** Whether a file of `_static/` is one of the bundle's, of this build or of a former one. */
export function isOfBundle(name) {
  return /^\w+-[0-9a-f]{10}\.(js|css)$/.test(name);
}
