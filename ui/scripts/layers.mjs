// The layers of src/: what is lower never imports what is higher, not even a type; files import each other in no circle, dynamic imports counted.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** From the lowest up: folders, and files that are in none. */
const LAYERS = [
  ["i18n"],
  ["types"], // document.ts, which is written, is one of them
  ["model", "markdown"],
  ["host"],
  ["example"],
  ["samples"],
  ["search"],
  ["parts"],
  ["views"],
  ["history"],
  ["catalogue"],
  ["console"],
  ["details", "app"],
  ["element"],
  ["main"],
];

/** A static import, a dynamic one, and that of a type. */
const IMPORT = /(?:\b(import|export)\s+(type\s)?[^;"']*?\bfrom\s*|\bimport\s*\(\s*|^import\s*)"(\.[^"?]*)"/gm;

/** File → what it imports: the file, and whether that is a type alone. */
export function importsOf(sources) {
  const graph = new Map();
  for (const [file, text] of Object.entries(sources)) {
    const targets = [...text.matchAll(IMPORT)].map(([, , type, address]) => {
      const path = join(dirname(file), address);
      const target = [path, ".ts", ".tsx", "/index.ts", "/index.tsx"].map((end, at) => (at ? path + end : end)).find((name) => name in sources);
      return target && { target, isType: type !== undefined };
    });
    graph.set(file, targets.filter(Boolean));
  }
  return graph;
}

/** What is wrong with the imports, in words. */
export function problemsOf(sources) {
  const graph = importsOf(sources);
  const problems = [];
  for (const [file, targets] of graph) {
    if (layerOf(file) < 0) problems.push(`${file} is in no layer: add its folder to LAYERS of ui/scripts/layers.mjs`);
    for (const { target } of targets) {
      if (partOf(file) !== partOf(target) && layerOf(file) <= layerOf(target)) problems.push(`${file} imports ${target}, which is above or next to it: move one of them, or give it what it needs`);
    }
  }
  return [...problems, ...circlesIn(graph).map((circle) => `these files import each other in a circle: ${circle.join(" → ")}`)];
}

function partOf(file) {
  const part = file.split("/")[0].replace(/\.tsx?$/, "");
  return part === "document" ? "types" : part;
}

function layerOf(file) {
  return LAYERS.findIndex((layer) => layer.includes(partOf(file)));
}

/** Circles of imports of values, each found once. */
function circlesIn(graph) {
  const circles = [];
  const done = new Set();
  const visit = (file, path) => {
    const at = path.indexOf(file);
    if (at >= 0) circles.push([...path.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    for (const { target, isType } of graph.get(file)) if (!isType) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return circles;
}

/** The sources by path, without tests and what only tests use. */
async function sourcesIn(folder) {
  const names = await readdir(folder, { recursive: true });
  const files = names.map((name) => name.replaceAll("\\", "/")).filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\.d\.ts$|^(rendered|testing)\./.test(name));
  return Object.fromEntries(await Promise.all(files.map(async (name) => [name, await readFile(join(folder, name), "utf8")])));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = problemsOf(await sourcesIn(join(dirname(fileURLToPath(import.meta.url)), "..", "src")));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
}
