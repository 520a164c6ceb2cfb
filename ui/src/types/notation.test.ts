import { expect, test } from "vitest";
import notation from "../../../tests/notation.json";
import type { JsonSchema, SchemaOrBoolean } from "./json-schema";
import { withSchemas } from "../testing";
import { expressionOf, textOf } from "./expression";
import { factsOf } from "./facts";

const DOCUMENT = withSchemas(notation.schemas as unknown as Record<string, JsonSchema>);

test.each(notation.cases.map((each) => [each.name, each] as const))("notation: %s", (_, { schema, type, facts }) => {
  expect(textOf(expressionOf(schema as SchemaOrBoolean, DOCUMENT))).toBe(type);
  const { constraints, versions } = factsOf(schema as SchemaOrBoolean, DOCUMENT);
  expect([...constraints, ...versions]).toEqual(facts);
});
