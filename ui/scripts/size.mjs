// Script and style sheet together, as a server sends them: at most 40 KB gzipped.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { STATIC } from "./bundle.mjs";

const LIMIT = 40 * 1024;
const { script, style } = JSON.parse(await readFile(join(STATIC, "bundle.json"), "utf8"));
let sum = 0;
for (const name of [script, style]) {
  const size = gzipSync(await readFile(join(STATIC, name)), { level: 9 }).length;
  sum += size;
  console.log(`${name}  ${(size / 1024).toFixed(1)} KB gzipped`);
}
console.log(`together  ${(sum / 1024).toFixed(1)} KB of ${LIMIT / 1024} KB`);
if (sum > LIMIT) process.exit(1);
