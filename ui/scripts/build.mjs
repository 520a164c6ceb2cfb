// Writes the bundle to `_static/` and removes the former one.
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleFiles, isOfBundle, STATIC } from "./bundle.mjs";
import { writeEnglish } from "./texts.mjs";

const files = await bundleFiles();
await mkdir(STATIC, { recursive: true });
for (const name of await readdir(STATIC)) {
  if (isOfBundle(name) && !files.has(name)) await rm(join(STATIC, name));
}
for (const [name, bytes] of files) await writeFile(join(STATIC, name), bytes);
console.log([...files.keys()].join("\n"));
await writeEnglish();
