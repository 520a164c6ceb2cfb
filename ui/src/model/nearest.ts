/** Suggests a page for a broken link. */

import type { Page } from "../route";
import { methodPage, type Model } from "./model";

/** The page with the most similar name, if one is similar enough. */
export function nearestPage(model: Model, words: string): { readonly label: string; readonly page: Page } | undefined {
  const wanted = bigrams(words);
  let best: { readonly label: string; readonly page: Page } | undefined;
  let bestScore = 0.5; // `getOrdr` for `get_order` scores 0.6; of a thousand unrelated names, the nearest scores up to 0.5
  function consider(label: string, page: Page): void {
    const score = likeness(wanted, bigrams(label));
    if (score > bestScore) [best, bestScore] = [{ label, page }, score];
  }
  for (const group of model.document.groups) {
    for (const contract of group.contracts) {
      consider(`${group.slug}/${contract.name}`, { kind: "contract", group: group.slug, contract: contract.name });
      for (const method of contract.methods) {
        const ref = { group: group.slug, contract: contract.name, method: method.name };
        consider(`${group.slug}/${contract.name}/${method.name}`, methodPage(ref));
      }
    }
  }
  for (const name of Object.keys(model.document.errors)) consider(name, { kind: "error", name });
  for (const [name, schema] of Object.entries(model.document.schemas)) {
    consider(name, { kind: schema["x-brand"] ? "brand" : "schema", name });
  }
  return best;
}

/** Pairs of neighbouring letters, spelling and separators aside. */
function bigrams(text: string): ReadonlySet<string> {
  const letters = text.toLowerCase().replace(/[^\p{L}\p{N}/]/gu, "");
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)));
}

/** The Sørensen–Dice coefficient. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 0;
  let common = 0;
  for (const pair of a) if (b.has(pair)) common += 1;
  return (2 * common) / (a.size + b.size);
}
