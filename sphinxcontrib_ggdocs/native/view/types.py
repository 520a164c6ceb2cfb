"""Writes type expressions: a JSON Schema as one line in TypeScript's notation, ``string & UserId``,
``Order[] | null``, but with type parameters in brackets, as titles have them: ``Page[Order]``,
``dict[string, Order]``, ``string(uuid)``.

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
    """The key of the named schema behind a `schema`."""


Tokens: TypeAlias = tuple[Token, ...]

MOST_LITERALS = 5
"""Values of an enumeration that a line shows; of more it has the type alone, for the values are
among the facts.
"""

ANY: Tokens = (Token("primitive", "any"),)
NEVER: Tokens = (Token("primitive", "never"),)
NULL: Tokens = (Token("primitive", "null"),)


def text_of(tokens: Tokens) -> str:
    """Return an expression as plain text."""
    return "".join(token.text for token in tokens)


def literal(value: object) -> str:
    """Return a value as JSON writes it."""
    return json.dumps(value, ensure_ascii=False)


class Types:
    """Expressions over the named schemas of one document."""

    def __init__(self, schemas: Mapping[str, JsonSchema]) -> None:
        self._schemas = schemas
        types = {type_name(name, schema): self._called(name) for name, schema in schemas.items()}
        self._shared = {title for title, count in Counter(types.values()).items() if count > 1}

    def title(self, name: str) -> str:
        """What readers call a named schema: ``Page[Order]`` for ``Page_Order``.

        A title that several types have is replaced by the type's own name: ``Order.Line`` and
        ``Invoice.Line``.
        """
        title = self._called(name)
        own = type_name(name, self._schemas.get(name, {}))
        return own if title in self._shared else title

    def _called(self, name: str) -> str:
        schema = self._schemas.get(name, {})
        return str(schema.get("title") or type_name(name, schema))

    def expression(self, schema: object) -> Tokens:
        """Return the type of a value."""
        if not isinstance(schema, dict):
            return NEVER if schema is False else ANY
        name = ref_name(schema)
        return self._plain(schema) if name is None else self._reference(name)

    def _named(self, name: str) -> Token:
        return Token("schema", self.title(name), name)

    def _reference(self, name: str) -> Tokens:
        """Return a mention: a brand after what it is made of, anything else by its name alone."""
        chain: list[str] = []
        current: str | None = name
        # A brand may be made of another one, and a file that somebody has written may lead in a
        # circle.
        while current is not None and current not in chain:
            schema = self._schemas.get(current, {})
            if "x-brand" not in schema:
                return self._after((self._named(current),), chain)
            chain.append(current)
            current = ref_name(schema)
            if current is None:
                return self._after(_grouped(self._plain(schema)), chain)
        return self._after((self._named(chain[-1]),), chain)

    def _after(self, base: Tokens, chain: Sequence[str]) -> Tokens:
        """Return a base and its brands, the innermost first."""
        tokens = [*base]
        for name in reversed(chain):
            tokens += [Token("mark", " & "), self._named(name)]
        return tuple(tokens)

    def _plain(self, schema: JsonSchema) -> Tokens:
        # What says most of a value comes first: next to `const`, `type` says nothing.
        if "const" in schema:
            return (Token("literal", literal(schema["const"])),)
        if "enum" in schema:
            return self._enumeration(schema)
        for key in ("oneOf", "anyOf"):
            if key in schema:
                return self._union(schema[key])
        if "allOf" in schema:
            return _joined([_grouped(self.expression(part)) for part in schema["allOf"]], " & ")
        return self._of_kind(schema, schema.get("type"))

    def _of_kind(self, schema: JsonSchema, kind: object) -> Tokens:
        match kind:
            case list():
                return self._union([{**schema, "type": name} for name in kind])
            case "array":
                return self._array(schema)
            case "object":
                return self._object(schema)
            case "string":
                return (Token("primitive", _string(schema)),)
            case None:
                return self._untyped(schema)
            case _:
                return (Token("primitive", str(kind)),)

    def _untyped(self, schema: JsonSchema) -> Tokens:
        if "properties" in schema:
            return self._object(schema)
        return (Token("primitive", "not …"),) if "not" in schema else ANY

    def _union(self, schemas: Sequence[object]) -> Tokens:
        """Return the alternatives, each of them once, null last."""
        # By what is shown: `string` with two patterns would be `string | string`.
        members = list(dict.fromkeys(self.expression(schema) for schema in schemas))
        if NULL in members:
            members.remove(NULL)
            members.append(NULL)
        return _joined(members, " | ")

    def _enumeration(self, schema: JsonSchema) -> Tokens:
        values = schema["enum"]
        if len(values) <= MOST_LITERALS:
            return _joined([(Token("literal", literal(value)),) for value in values], " | ")
        kinds = list(dict.fromkeys(map(json_type, values)))
        return self._plain({"type": schema.get("type", kinds)})

    def _array(self, schema: JsonSchema) -> Tokens:
        items = schema.get("items")
        if "prefixItems" in schema:
            parts = [self.expression(item) for item in schema["prefixItems"]]
            if items not in (None, False):
                parts.append(
                    (Token("mark", "..."), *_grouped(self.expression(items)), Token("mark", "[]"))
                )
            return (Token("mark", "["), *_joined(parts, ", "), Token("mark", "]"))
        return (*_grouped(self.expression(True if items is None else items)), Token("mark", "[]"))

    def _object(self, schema: JsonSchema) -> Tokens:
        if "properties" in schema:
            return (Token("primitive", "object"),)
        value = schema.get("additionalProperties")
        if value is None:
            value = next(iter(schema.get("patternProperties", {}).values()), None)
        if value is None:
            return (Token("primitive", "object"),)
        if value is False:
            return (Token("mark", "{}"),)
        key = self._key(schema.get("propertyNames"))
        return (
            Token("mark", "dict["),
            *key,
            Token("mark", ", "),
            *self.expression(value),
            Token("mark", "]"),
        )

    def _key(self, names: object) -> Tokens:
        """Return the type of a mapping's keys, which are strings whatever else is demanded of
        them.
        """
        if names is None:
            return (Token("primitive", "string"),)
        return self.expression({"type": "string", **names} if isinstance(names, dict) else names)


def _string(schema: JsonSchema) -> str:
    form = schema.get("format")
    if form == "binary":
        return "binary"
    return f"string({form})" if form else "string"


def _joined(parts: Sequence[Tokens], separator: str) -> Tokens:
    tokens: list[Token] = []
    for part in parts:
        if tokens:
            tokens.append(Token("mark", separator))
        tokens += part
    return tuple(tokens)


def _grouped(tokens: Tokens) -> Tokens:
    """In parentheses, where an operator would otherwise bind to the last alternative only."""
    if any(
        token.kind == "mark" and (" | " in token.text or " & " in token.text) for token in tokens
    ):
        return (Token("mark", "("), *tokens, Token("mark", ")"))
    return tokens
