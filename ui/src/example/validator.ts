/** Holds a value of tests against its schema, by a validator of JSON Schema. */

import { Ajv2020 } from "ajv/dist/2020";
import formats from "ajv-formats";
import type { ApiDocsDocument } from "../document";
import type { SchemaOrBoolean } from "../types/json-schema";

/** What is wrong with a value; nothing if it fits. */
export function problemsOf(value: unknown, schema: SchemaOrBoolean, document: ApiDocsDocument): readonly unknown[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  const text = JSON.stringify({ $defs: document.schemas, allOf: [schema] }).replaceAll("#/schemas/", "#/$defs/");
  try {
    const validate = ajv.compile(JSON.parse(text));
    return validate(value) ? [] : (validate.errors ?? []);
  } catch (error) {
    if (error instanceof RangeError) return []; // the validator itself does not end on unions of themselves
    throw error;
  }
}
