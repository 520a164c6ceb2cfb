// The scripts and the style sheet, as a server sends them: what the first view loads, all that reading ever loads, and what sending calls loads.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { STATIC } from "./bundle.mjs";

const FIRST_VIEW = 46_000; // bytes gzipped
const EVERYTHING = 74_000;
const CONSOLE = 28_000; // the script of those who send calls
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

function isConsole(name) {
  return name.startsWith("console-");
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

const first = await sizeOf([script, style]);
const everything = first + (await sizeOf(chunks.filter((name) => !isConsole(name))));
const sending = await sizeOf(chunks.filter(isConsole));
console.log(`first view  ${kilobytes(first)} of ${kilobytes(FIRST_VIEW)}`);
console.log(`everything  ${kilobytes(everything)} of ${kilobytes(EVERYTHING)}`);
console.log(`console  ${kilobytes(sending)} of ${kilobytes(CONSOLE)}`);
const excess = Math.max(first - FIRST_VIEW, everything - EVERYTHING, sending - CONSOLE);
if (excess > 0) {
  console.error(`too large by ${excess} bytes`);
  process.exit(1);
}
