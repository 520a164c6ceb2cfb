/** The one thing of Node.js that tests use: other programs judge the code samples. */
declare module "node:child_process" {
  export function execFileSync(
    file: string,
    words: readonly string[],
    options: { readonly encoding?: "utf8"; readonly input?: string },
  ): string;
}
