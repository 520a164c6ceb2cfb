// Script and style sheet together, as a server sends them: at most 45 kB gzipped.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { STATIC } from "./bundle.mjs";

const LIMIT = 45_000; // bytes
const { script, style } = JSON.parse(await readFile(join(STATIC, "bundle.json"), "utf8"));
let sum = 0;
for (const name of [script, style]) {
  const size = gzipSync(await readFile(join(STATIC, name)), { level: 9 }).length;
  sum += size;
  console.log(`${name}  ${(size / 1000).toFixed(1)} kB gzipped`);
}
console.log(`together  ${(sum / 1000).toFixed(1)} kB of ${LIMIT / 1000} kB`);
if (sum > LIMIT) process.exit(1);
