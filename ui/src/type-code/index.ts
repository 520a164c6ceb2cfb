/** A named type, and all that it mentions, as code of other languages. */

import type { ApiDocsDocument } from "../document";
import { jsonSchema } from "./json-schema";
import { pydantic } from "./pydantic";
import { typescript } from "./typescript";

export type TypeLanguage = "typescript" | "pydantic" | "json-schema";

const WRITERS: Readonly<Record<TypeLanguage, (name: string, document: ApiDocsDocument) => string>> = {
  typescript,
  pydantic,
  "json-schema": jsonSchema,
};

export function typeCode(language: TypeLanguage, name: string, document: ApiDocsDocument): string {
  return WRITERS[language](name, document);
}
