/** What tests use of Node.js: other programs judge the code samples, and style sheets are read. */
declare module "node:child_process" {
  export function execFileSync(
    file: string,
    words: readonly string[],
    options?: { readonly encoding?: "utf8"; readonly input?: string },
  ): string;
}

declare const process: {
  /** Processor time in microseconds; of what happened since an earlier one. */
  cpuUsage(since?: { readonly user: number; readonly system: number }): { readonly user: number; readonly system: number };
  readonly env: Readonly<Record<string, string | undefined>>;
};

declare module "node:fs" {
  export function readdirSync(folder: URL, options: { readonly recursive: true }): string[];
  export function readFileSync(file: URL, encoding: "utf8"): string;
}
