/**
 * The rules of a schema that types, fields and facts do not say, as JSON Schema.
 *
 * Mirrors `sphinxcontrib_ggdocs/native/view/schema_rules.py`.
 */

const RULES = new Set([
  "$dynamicRef",
  "$dynamicAnchor",
  "patternProperties",
  "dependentRequired",
  "dependentSchemas",
  "if",
  "then",
  "else",
  "not",
  "contains",
  "minContains",
  "maxContains",
  "unevaluatedProperties",
  "unevaluatedItems",
]);

/** A schema with nothing but these rules, at any depth; undefined without any. */
export function rulesOf(schema: unknown): object | undefined {
  const found = Object.entries(schema ?? {}).flatMap(([key, value]): [string, unknown][] => {
    const rules = RULES.has(key) ? (value as unknown) : inside(key, value);
    return rules === undefined ? [] : [[key, rules]];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

function inside(key: string, value: unknown): unknown {
  switch (key) {
    case "properties": {
      const parts = Object.entries(value ?? {}).flatMap(([name, inner]) => {
        const rules = rulesOf(inner);
        return rules ? [[name, rules]] : [];
      });
      return parts.length > 0 ? Object.fromEntries(parts) : undefined;
    }
    case "allOf":
    case "anyOf":
    case "oneOf":
    case "prefixItems": {
      const parts = (value as readonly unknown[]).map(rulesOf);
      return parts.some(Boolean) ? parts.map((rules) => rules ?? {}) : undefined; // the place says which it is
    }
    case "items":
    case "additionalProperties":
      return rulesOf(value);
    default:
      return undefined;
  }
}
