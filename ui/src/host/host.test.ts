import { describe, expect, test } from "vitest";
import { safeImageUrl, safeUrl } from "../parts/external";
import { readSettings } from "./attributes";
import { checked, wordsOf } from "./load";
import { schemeOf } from "./scheme";
import { SHOP } from "../testing";

describe("settings", () => {
  test("of a page as Sphinx writes it", () => {
    const link = { slug: "shop", title: "Shop", json: "a.json", script: "a.js" };
    const settings = readSettings({
      mode: "full",
      stylesheet: "a.css",
      documents: JSON.stringify([link]),
      branding: '{"primaryColor":"#fff"}',
    });
    expect(settings.documents).toEqual([link]);
    expect(settings.branding).toEqual({ primaryColor: "#fff" });
    expect(settings.mode).toBe("full");
  });

  test.each(["", "{", "null", '{"slug":1}'])("documents=%o counts as none", (documents) => {
    expect(readSettings({ documents }).documents).toEqual([]);
  });
});

describe("document", () => {
  test.each([
    ["a document", SHOP, "loaded"],
    ["an earlier format", { ...SHOP, version: "1.0" }, "loaded"],
    ["a later version of the same format", { ...SHOP, version: "2.7" }, "loaded"],
    ["a newer format", { ...SHOP, version: "3.0" }, "newer"],
    ["another JSON file", { openapi: "3.1.0" }, "unreadable"],
    ["no object", 7, "unreadable"],
    ["nothing", undefined, "unreadable"],
  ])("%s", (_, value, expected) => {
    const loaded = checked("x", value);
    expect(loaded.kind === "loaded" ? loaded.kind : loaded.failure.kind).toBe(expected);
  });
});

test.each([
  ["what went wrong, and the remedy", { detail: "no model", hint: "give it one" }, "no model\ngive it one"],
  ["what went wrong alone", { detail: "no model" }, "no model"],
  ["nothing in another form", { detail: [{ loc: [] }] }, ""],
  ["nothing in no JSON", undefined, ""],
  ["nothing in null", null, ""],
])("an answer of a server tells %s", (_, answer, expected) => {
  expect(wordsOf(answer)).toBe(expected);
});

describe("light or dark", () => {
  const none = { htmlClasses: [], values: [], background: undefined, systemDark: false } as const;
  test.each([
    ["furo, chosen dark", { ...none, values: [null, null, "dark"] }, "dark"],
    ["furo, automatic on a dark system", { ...none, values: [null, null, "auto"], systemDark: true }, "dark"],
    ["pydata before its script", { ...none, values: ["", "auto"], systemDark: true }, "dark"],
    ["pydata, resolved", { ...none, values: ["light", "auto"], systemDark: true }, "light"],
    ["shibuya", { ...none, htmlClasses: ["dark"], values: ["auto"] }, "dark"],
    ["immaterial", { ...none, values: ["slate"] }, "dark"],
    ["alabaster on a dark system stays light", { ...none, systemDark: true }, "light"],
    ["no signal, painted dark", { ...none, background: [20, 20, 30] as const }, "dark"],
    ["no signal, painted light", { ...none, background: [250, 250, 250] as const, systemDark: true }, "light"],
  ] as const)("%s", (_, signals, expected) => {
    expect(schemeOf(signals)).toBe(expected);
  });
});

describe("links of a document", () => {
  test.each(["https://example.org", "/guide", "#part", "guide.html?a=b:c", "mailto:a@example.org"])("%s", (url) => {
    expect(safeUrl(url)).toBe(url);
  });

  test.each([
    "javascript:alert(1)",
    " JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "//example.org/x",
    " /\t/example.org",
    "\\\\example.org",
    "/\\example.org",
  ])("%o is refused", (url) => {
    expect(safeUrl(url)).toBeUndefined();
  });

  test.each([
    ["logo.svg", "logo.svg"],
    ["https://example.org/logo.png", "https://example.org/logo.png"],
    ["data:image/svg+xml,x", "data:image/svg+xml,x"],
    ["javascript:alert(1)", undefined],
    ["data:text/html,x", undefined],
    [undefined, undefined],
  ])("the image %o", (url, expected) => {
    expect(safeImageUrl(url)).toBe(expected);
  });
});
