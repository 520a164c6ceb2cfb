// samples.mjs BUNDLE DOCUMENT: the code samples of the UI for every method of a document, as JSON.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { samplesOf } = await import(pathToFileURL(process.argv[2]));
const document = JSON.parse(readFileSync(process.argv[3], "utf8"));
const found = {};
for (const group of document.groups) {
  for (const contract of group.contracts) {
    for (const method of contract.methods) {
      for (const { language, code } of samplesOf(document, contract, method)) {
        found[`${method.name} ${language}`] = code;
      }
    }
  }
}
process.stdout.write(JSON.stringify(found));
