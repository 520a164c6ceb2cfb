// The scripts and the style sheet, as a server sends them: what the first view loads, and all that reading ever loads.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { STATIC } from "./bundle.mjs";

const FIRST_VIEW = 43_600; // bytes gzipped
const EVERYTHING = 72_000;
const { script, style, chunks } = JSON.parse(await readFile(join(STATIC, "bundle.json"), "utf8"));

async function sizeOf(names) {
  let sum = 0;
  for (const name of names) {
    const size = gzipSync(await readFile(join(STATIC, name)), { level: 9 }).length;
    sum += size;
    console.log(`${name}  ${kilobytes(size)} gzipped`);
  }
  return sum;
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

const first = await sizeOf([script, style]);
const everything = first + (await sizeOf(chunks));
console.log(`first view  ${kilobytes(first)} of ${kilobytes(FIRST_VIEW)}`);
console.log(`everything  ${kilobytes(everything)} of ${kilobytes(EVERYTHING)}`);
if (first > FIRST_VIEW || everything > EVERYTHING) {
  console.error(`too large by ${Math.max(first - FIRST_VIEW, everything - EVERYTHING)} bytes`);
  process.exit(1);
}
