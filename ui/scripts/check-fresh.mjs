// Proves that the committed bundle is byte for byte what the sources build.
import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleFiles, isOfBundle, STATIC } from "./bundle.mjs";

const files = await bundleFiles();
const differing = [];
for (const [name, bytes] of files) {
  const committed = await readFile(join(STATIC, name)).catch(() => undefined);
  if (!committed?.equals(bytes)) differing.push(committed ? `${name} differs` : `${name} is missing`);
}
for (const name of await readdir(STATIC).catch(() => [])) {
  if (isOfBundle(name) && !files.has(name)) differing.push(`${name} is left over`);
}
const others = execFileSync("git", ["ls-files", "--others", STATIC], { encoding: "utf8" });
for (const file of others.split("\n").filter(Boolean)) differing.push(`${file} is not added to git`);
if (differing.length > 0) {
  console.error(`The committed bundle is not what ui/ builds: ${differing.join(", ")}.`);
  console.error("Run  npm run build  in ui/ and commit sphinxcontrib_ggdocs/_static/.");
  process.exit(1);
}
console.log("The committed bundle is what the sources build.");
