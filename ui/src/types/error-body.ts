/** An error as it travels, in each of the three forms that a contract may choose. */

import type { Contract, ErrorDefinition, JsonObject, JsonValue } from "../document";
import { statusWords } from "./status";

export function errorBody(
  error: ErrorDefinition,
  format: Contract["errorFormat"],
  data: JsonValue | undefined,
): JsonValue {
  const { type = "", statusCode, description } = error;
  switch (format) {
    case undefined:
      return { type, ...(data !== undefined && { data }) };
    case "problem": {
      const detail = description?.split("\n", 1)[0];
      const known: JsonObject = { type, title: statusWords(error) || type, status: statusCode };
      return { ...known, ...(detail !== undefined && { detail }), ...(data !== undefined && { data }) };
    }
    case "plain":
      return data ?? null;
    default:
      return format satisfies never;
  }
}
