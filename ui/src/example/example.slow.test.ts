/** Drawn schemas: what is made of each satisfies it. */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonSchema } from "../types/json-schema";
import { withSchemas } from "../testing";
import { exampleOf } from ".";
import { problemsOf } from "./validator";

const small = fc.integer({ min: 0, max: 6 });
const bound = fc.integer({ min: -50, max: 50 });
const numeric = fc.constantFrom("integer", "number");

const scalar: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.record({ type: fc.constant("string"), minLength: small }, { requiredKeys: ["type"] }),
  fc.tuple(small, small).map(([low, more]) => ({ type: "string", minLength: low, maxLength: low + more })),
  fc.constantFrom("date", "date-time", "uuid", "email", "ipv4", "uri").map((format) => ({ type: "string", format })),
  fc.constantFrom("^[a-z]{3}$", "^\\d+$", "^(a|b)c?$").map((pattern) => ({ type: "string", pattern })),
  fc.tuple(bound, small, numeric).map(([low, more, type]) => ({ type, minimum: low, maximum: low + more })),
  fc.tuple(bound, numeric).map(([low, type]) => ({ type, exclusiveMinimum: low, exclusiveMaximum: low + 2 })),
  fc.tuple(fc.integer({ min: 1, max: 9 }), bound).map(([multipleOf, minimum]) => ({
    type: "integer",
    multipleOf,
    minimum,
  })),
  fc.constantFrom<JsonSchema>({ type: "boolean" }, { type: "null" }, { const: "x" }, { enum: [1, "two", null] }, {}),
);

/** Schemas that may mention the named ones A, B and C. */
const { schema: anySchema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.constantFrom("A", "B", "C").map((name) => ({ $ref: `#/schemas/${name}` })),
    fc.record({ type: fc.constant("array"), items: tie("schema") }),
    fc.record({ type: fc.constant("array"), items: scalar, maxItems: small }),
    small.map((minItems) => ({ type: "array", items: { type: "integer" }, minItems, uniqueItems: true })),
    fc
      .array(tie("schema"), { minLength: 1, maxLength: 3 })
      .map((prefixItems) => ({ type: "array", prefixItems, items: false, minItems: prefixItems.length })),
    fc.record({ type: fc.constant("object"), additionalProperties: tie("schema") }),
    fc
      .tuple(fc.dictionary(fc.constantFrom("a", "b", "__proto__"), tie("schema")), fc.boolean())
      .map(([properties, all]) => ({ type: "object", properties, ...(all && { required: Object.keys(properties) }) })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf: [...anyOf, { type: "null" }] })),
  ),
}));

test("what is made satisfies the schema", () => {
  const named = fc.record({ A: anySchema, B: anySchema, C: anySchema });
  fc.assert(
    fc.property(named, anySchema, (schemas, schema) => {
      fc.pre(!Object.values(schemas).some((each) => each.$ref)); // names for names alone: the validator does not end
      const document = withSchemas(schemas);
      const value = exampleOf(schema, document);
      if (value === null) return; // also says that no finite value exists
      expect(problemsOf(value, schema, document)).toEqual([]);
    }),
    { numRuns: 300, seed: 20261121 },
  );
});
