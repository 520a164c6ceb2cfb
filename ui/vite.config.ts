import { defineConfig } from "vitest/config";

/** CommonJS, of which scripts/bundle.mjs makes classic scripts: modules and `fetch` are refused on `file://`. */
export default defineConfig({
  test: {
    allowOnly: false, // a single test that is marked leaves out all others
    // threads that load each module once: a process for each file takes twice the time
    pool: "threads",
    isolate: false,
    // milliseconds: only a hang takes as long, however busy the machine is
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
  // children as arguments, not as a property of an object: less to load, and no second function for it
  oxc: { jsx: { runtime: "classic", pragma: "h", pragmaFrag: "Fragment", development: false } },
  build: {
    target: "es2022",
    cssTarget: ["chrome123", "firefox125", "safari17.5"], // what knows `light-dark()` and popovers
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    lib: { entry: "src/main.tsx", formats: ["cjs"], fileName: () => "index.js", cssFileName: "index" },
    rolldownOptions: {
      preserveEntrySignatures: "allow-extension", // what chunks share stays in the main script
      output: {
        chunkFileNames: "[name].js",
        generatedCode: { symbols: false }, // nothing asks whether a chunk is a module
      },
    },
  },
});
