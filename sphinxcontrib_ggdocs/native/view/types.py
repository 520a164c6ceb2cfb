"""Writes type expressions: a JSON Schema as one line in TypeScript's notation, ``string & UserId``,
``Order[] | null``, but with type parameters in brackets, as titles have them: ``Page[Order]``,
``dict[string, Order]``, ``string(uuid)``. A brand, such as ``UserId``, is a named string or number
that is not interchangeable with others; its schema has the keyword ``x-brand``.

The browser UI writes the same notation (``ui/src/types/expression.ts``); ``tests/notation.json``
keeps the two in step.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ...document.parts import JsonSchema
from ...document.uses import ref_name, type_name
from ...schema.fitting import json_type


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a type expression."""

    kind: Literal["primitive", "schema", "literal", "mark"]
    text: str
    name: str = ""
    """For a token of the kind `schema`: the key of the named schema, which becomes a link."""


Tokens: TypeAlias = tuple[Token, ...]

MOST_LITERALS = 5
"""The most values of an enumeration that a type expression shows; for more it has only their type,
such as ``string``, and the facts list the values.
"""

ANY: Tokens = (Token("primitive", "any"),)
NEVER: Tokens = (Token("primitive", "never"),)
NULL: Tokens = (Token("primitive", "null"),)


def text_of(tokens: Tokens) -> str:
    """Return a type expression as plain text."""
    return "".join(token.text for token in tokens)


def literal(value: object) -> str:
    """Return a value as JSON writes it."""
    return json.dumps(value, ensure_ascii=False)


class Types:
    """Writes the type expressions of one document, which link its named schemas."""

    def __init__(self, schemas: Mapping[str, JsonSchema]) -> None:
        """Find the titles that several types of the document have."""
        self._schemas = schemas
        # By type, since `Order-Input` and `Order-Output` are one type and may share a title.
        title_of_type = {
            type_name(key, schema): self._title_or_key(key) for key, schema in schemas.items()
        }
        counts = Counter(title_of_type.values())
        self._ambiguous_titles = {title for title, count in counts.items() if count > 1}

    def title(self, name: str) -> str:
        """Return what readers call the schema with a key: ``Page[Order]`` for ``Page_Order``.

        If several types have the title, it is the unambiguous name of the type, ``Order.Line`` or
        ``Invoice.Line``.
        """
        title = self._title_or_key(name)
        if title in self._ambiguous_titles:
            return type_name(name, self._schemas.get(name, {}))
        return title

    def _title_or_key(self, name: str) -> str:
        """Return the title of a named schema; without one its key, without the suffix of a mode."""
        schema = self._schemas.get(name, {})
        return str(schema.get("title") or type_name(name, schema))

    def expression(self, schema: object) -> Tokens:
        """Return the type expression of a schema: ``Order[] | null``."""
        if not isinstance(schema, dict):
            # The schema `false` accepts no value, `true` any; anything else is not a schema.
            if schema is False:
                return NEVER
            return ANY
        name = ref_name(schema)
        if name is None:
            return self._inline(schema)
        return self._reference(name)

    def _schema_token(self, name: str) -> Token:
        """Return the token that shows the title of a named schema and links it."""
        return Token("schema", self.title(name), name)

    def _reference(self, name: str) -> Tokens:
        """Return the expression of a reference: the title of the schema, or for a brand its base
        and the brand, ``string & UserId``.
        """
        brands: list[str] = []
        current: str | None = name
        # The base of a brand may be another brand, so all of them are collected.
        while current is not None and current not in brands:
            schema = self._schemas.get(current, {})
            if "x-brand" not in schema:
                return self._with_brands((self._schema_token(current),), brands)
            brands.append(current)
            current = ref_name(schema)
            if current is None:
                return self._with_brands(_in_parentheses(self._inline(schema)), brands)
        # A circle of brands, which only a file written by hand has: the last one stands for the
        # base, too.
        return self._with_brands((self._schema_token(brands[-1]),), brands)

    def _with_brands(self, base: Tokens, brands: Sequence[str]) -> Tokens:
        """Return the expression of a base type with ``& Brand`` for each brand, innermost first.

        `brands` are keys of schemas, the outermost first.
        """
        tokens = [*base]
        for name in reversed(brands):
            tokens += [Token("mark", " & "), self._schema_token(name)]
        return tuple(tokens)

    def _inline(self, schema: JsonSchema) -> Tokens:
        """Return the expression of a schema that is not a reference."""
        # The most specific keyword comes first: next to `const`, `type` adds nothing.
        if "const" in schema:
            return (Token("literal", literal(schema["const"])),)
        if "enum" in schema:
            return self._enumeration(schema)
        for key in ("oneOf", "anyOf"):
            if key in schema:
                return self._union(schema[key])
        if "allOf" in schema:
            parts = [_in_parentheses(self.expression(part)) for part in schema["allOf"]]
            return _joined(parts, " & ")
        return self._of_json_type(schema, schema.get("type"))

    def _of_json_type(self, schema: JsonSchema, json_type_name: object) -> Tokens:
        """Return the expression of a schema; `json_type_name` is its keyword `type`, or None."""
        match json_type_name:
            case list():  # several types are a union of the same schema with each of them
                return self._union([{**schema, "type": name} for name in json_type_name])
            case "array":
                return self._array(schema)
            case "object":
                return self._object(schema)
            case "string":
                return (Token("primitive", _string_type(schema)),)
            case None:
                return self._untyped(schema)
            case _:
                return (Token("primitive", str(json_type_name)),)

    def _untyped(self, schema: JsonSchema) -> Tokens:
        """Return the expression of a schema without `type`."""
        if "properties" in schema:
            return self._object(schema)
        if "not" in schema:
            return (Token("primitive", "not …"),)  # the schema's rules show what is excluded
        return ANY

    def _union(self, schemas: Sequence[object]) -> Tokens:
        """Return the members of a union without duplicates, with null at the end."""
        # Duplicates of what is shown: two strings with different patterns are one `string`.
        members = list(dict.fromkeys(self.expression(schema) for schema in schemas))
        if NULL in members:
            members.remove(NULL)
            members.append(NULL)
        return _joined(members, " | ")

    def _enumeration(self, schema: JsonSchema) -> Tokens:
        """Return the values of an enumeration, ``"open" | "closed"``, or their types if there are
        too many.
        """
        values = schema["enum"]
        if len(values) <= MOST_LITERALS:
            return _joined([(Token("literal", literal(value)),) for value in values], " | ")
        # Without the keyword `type`, the values themselves show their types.
        types_of_values = list(dict.fromkeys(map(json_type, values)))
        return self._inline({"type": schema.get("type", types_of_values)})

    def _array(self, schema: JsonSchema) -> Tokens:
        """Return the expression of an array, ``Order[]``, or of a tuple, ``[string, number,
        ...Order[]]``.
        """
        items = schema.get("items")
        if "prefixItems" in schema:
            parts = [self.expression(item) for item in schema["prefixItems"]]
            if items not in (None, False):  # further items are allowed, and their type is known
                further_items = _in_parentheses(self.expression(items))
                parts.append((Token("mark", "..."), *further_items, Token("mark", "[]")))
            return (Token("mark", "["), *_joined(parts, ", "), Token("mark", "]"))
        item_type = ANY
        if items is not None:
            item_type = self.expression(items)
        return (*_in_parentheses(item_type), Token("mark", "[]"))

    def _object(self, schema: JsonSchema) -> Tokens:
        """Return ``object`` for one with listed properties or one about which nothing is known,
        ``dict[string, Order]`` for a mapping, and ``{}`` for one that allows no properties.
        """
        if "properties" in schema:
            return (Token("primitive", "object"),)
        value_schema = schema.get("additionalProperties")
        patterns = schema.get("patternProperties")
        if patterns and value_schema in (None, False):
            # The first pattern represents all; the rules of the schema show each.
            value_schema = next(iter(patterns.values()))
        if value_schema is None:
            return (Token("primitive", "object"),)
        if value_schema is False:
            return (Token("mark", "{}"),)
        key_type = self._mapping_key(schema.get("propertyNames"))
        return (
            Token("mark", "dict["),
            *key_type,
            Token("mark", ", "),
            *self.expression(value_schema),
            Token("mark", "]"),
        )

    def _mapping_key(self, names: object) -> Tokens:
        """Return the type of a mapping's keys from its keyword `propertyNames`.

        It is a string, perhaps an enumeration or a format, or ``never`` if the keyword is false.
        """
        if names is False:
            return self.expression(names)
        # The schema of the keys need not repeat that they are strings.
        key_schema: JsonSchema = {"type": "string"}
        if isinstance(names, dict):
            key_schema |= names
        return self.expression(key_schema)


def _string_type(schema: JsonSchema) -> str:
    """Return ``string``, ``string(uuid)`` with the schema's format, or ``binary`` for a file."""
    string_format = schema.get("format")
    if string_format == "binary":
        return "binary"
    if string_format:
        return f"string({string_format})"
    return "string"


def _joined(parts: Sequence[Tokens], separator: str) -> Tokens:
    """Return expressions in one, with a separator such as `` | `` between them."""
    tokens: list[Token] = []
    for part in parts:
        if tokens:
            tokens.append(Token("mark", separator))
        tokens += part
    return tuple(tokens)


def _in_parentheses(tokens: Tokens) -> Tokens:
    """Put an expression that has an operator into parentheses: ``(A | B)`` in ``(A | B)[]``."""
    for token in tokens:
        if token.kind == "mark" and token.text in (" | ", " & "):
            return (Token("mark", "("), *tokens, Token("mark", ")"))
    return tokens
