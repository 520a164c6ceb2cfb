import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import type { Content, HttpContract } from "../document";
import { documentWith } from "../testing";
import { samplesOf } from "./samples";

/** What somebody could write to break out of a text. */
const HOSTILE = `it's "quoted" \\ $HOME \`id\` $(id) {$x} #{x} %s ?> */ """ ''' \u2028 \ud800 \u0001 \\`;

const BODIES: Readonly<Record<string, Content>> = {
  json: { mediaType: "application/json", schema: { examples: [{ text: HOSTILE, list: [1, true, null] }] } },
  form: { mediaType: "application/x-www-form-urlencoded", schema: { examples: [{ text: HOSTILE }] } },
  multipart: {
    mediaType: "multipart/form-data",
    schema: { examples: [{ text: HOSTILE, photo: "…" }] },
    files: { photo: { mediaTypes: ["image/jpeg"] } },
  },
  file: { mediaType: "image/png" },
};

const document = documentWith({ service: { slug: "shop", name: "Shop", servers: [{ url: "https://api.test" }] } });

function code(content: Content | undefined, language: string): string | undefined {
  const contract: HttpContract = {
    kind: "http",
    name: "Api",
    pathPrefix: "",
    headers: [{ name: "X-Text", required: true, schema: { examples: [HOSTILE] } }],
    cookies: [{ name: "seen", required: true, schema: { examples: ["1"] } }],
    methods: [
      {
        name: "call",
        httpMethod: "POST",
        httpPath: "/things",
        errors: [],
        ...(content && { requestBody: { required: true, contents: [content] } }),
        successResponse: { contents: [content ?? { mediaType: "image/png" }] },
      },
    ],
  };
  return samplesOf(document, contract, contract.methods[0]!).find((sample) => sample.language === language)?.code;
}

/** Read code without running it, and exit with 0 if it is well formed; `scripts/languages.sh` installs them. */
const PARSERS: Readonly<Record<string, readonly string[]>> = {
  go: ["gofmt", "-e"],
  php: ["php", "-l"],
  ruby: ["ruby", "-Ku", "-c"], // in UTF-8, whatever the locale
};

describe.each(Object.entries(PARSERS))("%s", (language, [program = "", ...options]) => {
  test.each([...Object.entries(BODIES), ["none", undefined] as const])(
    "hostile texts stay texts: %s",
    (_, content) => {
      const input = code(content, language) ?? "";
      expect(input).not.toBe("");
      expect(() => execFileSync(program, options, { input })).not.toThrow();
    },
  );
});
