import { defineConfig } from "vitest/config";

/** One classic script and one style sheet: modules and `fetch` are refused on `file://`. */
export default defineConfig({
  // milliseconds: only a hang takes as long, however busy the machine is
  test: { testTimeout: 120_000, hookTimeout: 120_000 },
  // the classic form is the smaller one
  oxc: {
    jsx: { runtime: "classic", pragma: "jsx.h", pragmaFrag: "jsx.Fragment" },
    jsxInject: 'import * as jsx from "/src/runtime/element";',
  },
  build: {
    target: "es2022",
    cssTarget: ["chrome123", "firefox125", "safari17.5"], // what knows `light-dark()` and popovers
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: "src/main.tsx",
      output: {
        format: "iife",
        entryFileNames: "index-[hash].js",
        assetFileNames: "index-[hash][extname]",
      },
    },
  },
});
