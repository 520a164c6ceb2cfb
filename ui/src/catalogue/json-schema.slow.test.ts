/** Copied types are complete, and take their examples. */

import { Ajv2020 } from "ajv/dist/2020";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import type { ApiDocsDocument } from "../document";
import type { JsonSchema } from "../types/json-schema";
import { exampleOf } from "../example";
import { withSchemas } from "../testing";
import { jsonSchema } from "./json-schema";

const GOLDEN = import.meta.glob<ApiDocsDocument>("../../../tests/native/golden/{platform,internal}.json", {
  eager: true,
  import: "default",
});

/** What somebody could write to break out of a comment or a text. */
const HOSTILE = `it's "quoted" \\ */ """ ''' \\u0041 \${x} {x} \u2028 \\`;

const ODD = withSchemas({
  "Odd.Type-Input": {
    type: "object",
    description: `${HOSTILE}\nand a second line ${HOSTILE}`,
    properties: {
      class: { type: "string", default: HOSTILE, description: HOSTILE },
      "two words": { type: ["integer", "null"] },
      model_config: { type: "boolean" },
      _private: { type: "number", exclusiveMinimum: 0 },
      str: { type: "string" },
      same: { $ref: "#/schemas/Odd-Type.Input" },
      "1": { const: 1 },
      pair: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], minItems: 2, items: false },
      some: { type: "array", prefixItems: [{ type: "string" }, true], minItems: 1 },
      inline: { type: "object", properties: { deep: { type: "array", items: { enum: ["a", HOSTILE, 1, null] } } } },
      map: { type: "object", additionalProperties: { type: "array", items: { $ref: "#/schemas/Tree" } }, minProperties: 0 },
      any: {},
      text: { type: "string", pattern: "^(?!x)[a-z]\"\\d+$", minLength: 2, examples: ["a\"1"] },
    },
    required: ["class", "two words"],
    additionalProperties: false,
  },
  "Odd-Type.Input": { type: "object", additionalProperties: { type: "integer" } },
  Tree: { anyOf: [{ type: "integer" }, { type: "array", items: { $ref: "#/schemas/Tree" } }] },
  Field: { allOf: [{ $ref: "#/schemas/Base" }, { type: "object", properties: { own: { type: "string" } }, required: ["own"] }] },
  Base: { type: "object", properties: { id: { type: "string", format: "uuid" }, at: { type: "string", format: "date-time" } } },
  Never: { not: {} },
  Empty: { type: "object", properties: {} },
});

const DOCUMENTS = { ...GOLDEN, odd: ODD };

const TYPES = Object.values(DOCUMENTS).flatMap((document) =>
  Object.keys(document.schemas).map((name) => ({ document, name, example: exampleOf({ $ref: `#/schemas/${name}` }, document) })),
);

describe("the JSON Schema", () => {
  test.each(Object.entries(DOCUMENTS))("of each type in %s stands alone and takes the example", (_, document) => {
    for (const { name, example } of TYPES.filter((type) => type.document === document && type.name !== "Never")) {
      const ajv = new Ajv2020({ strict: true, strictTypes: false, strictTuples: false, allErrors: true });
      formats.default(ajv);
      const validate = ajv.compile(JSON.parse(jsonSchema(name, document)) as JsonSchema);
      expect(validate(example), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
    }
  });
});
