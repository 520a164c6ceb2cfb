"""Type expressions: a JSON Schema in the notation of the browser UI, ``string & UserId``, with links."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from ...native.document import JsonSchema

REF_PREFIX = "#/schemas/"


@dataclass(frozen=True, slots=True)
class Named:
    """A mention of a named schema."""

    name: str
    """Its key in the document."""


Part: TypeAlias = str | Named
Parts: TypeAlias = tuple[Part, ...]


class Types:
    """Reads the schemas of one document."""

    def __init__(self, schemas: Mapping[str, JsonSchema]) -> None:
        self._schemas = schemas

    def title(self, name: str) -> str:
        """What readers call a named schema: ``Page[Order]`` for ``Page_Order``.

        Its own name where others have its title: ``Order.Line`` and ``Invoice.Line``, which are both called ``Line``.
        """
        own = str(self._schemas.get(name, {}).get("x-type") or name)
        title = self._called(name)
        return title if title == own or title not in self._shared else own

    def _called(self, name: str) -> str:
        schema = self._schemas.get(name, {})
        return str(schema.get("title") or schema.get("x-type") or name)

    @cached_property
    def _shared(self) -> set[str]:
        """Titles that more than one type has."""
        types = {str(schema.get("x-type") or name): self._called(name) for name, schema in self._schemas.items()}
        return {title for title, count in Counter(types.values()).items() if count > 1}

    def expression(self, schema: object) -> Parts:
        """The type as text and names."""
        if not isinstance(schema, dict):
            return ("never",) if schema is False else ("any",)
        if (name := ref_name(schema)) is not None:
            return self._reference(name) if "x-brand" not in schema else self.definition(schema)
        if "x-brand" in schema:
            return self.definition(schema)
        return self._plain(schema)

    def definition(self, schema: JsonSchema) -> Parts:
        """What a named schema stands for: the right side of its definition, its own brand left out."""
        if (name := ref_name(schema)) is not None:
            return self._reference(name)
        return self._plain(schema)

    def _reference(self, name: str) -> Parts:
        """A mention: a brand with what it is made of, anything else by its name alone."""
        chain: list[Part] = []
        current: str | None = name
        while current is not None and current not in _names(chain):
            schema = self._schemas.get(current, {})
            if "x-brand" not in schema:
                return (Named(current), *_joined_after(chain))
            chain.append(Named(current))
            current = ref_name(schema)
            if current is None:
                return (*_grouped(self._plain(schema), " | "), *_joined_after(chain))
        return tuple(_joined_after(chain))[1:]

    def _plain(self, schema: JsonSchema) -> Parts:
        for key in ("oneOf", "anyOf"):
            if key in schema:
                return self._alternatives(schema[key])
        if "allOf" in schema:
            return _join([_grouped(self.expression(part), " | ") for part in schema["allOf"]], " & ")
        if "const" in schema:
            return (literal(schema["const"]),)
        if "enum" in schema:
            return (" | ".join(literal(value) for value in schema["enum"]),)
        match schema.get("type"):
            case list() as kinds:
                return self._alternatives([{**schema, "type": kind} for kind in kinds])
            case "array":
                return self._array(schema)
            case "object":
                return self._object(schema)
            case "string":
                return (_string(schema),)
            case str() as kind:
                return (kind,)
            case _:
                return ("any",)

    def _alternatives(self, schemas: Sequence[object]) -> Parts:
        found: list[Parts] = []
        for schema in schemas:
            parts = self.expression(schema)
            if parts not in found:
                found.append(parts)
        return _join(found, " | ")

    def _array(self, schema: JsonSchema) -> Parts:
        items = schema.get("items")
        if "prefixItems" in schema:
            parts = [self.expression(item) for item in schema["prefixItems"]]
            if items not in (None, False):
                parts.append(("...", *_grouped(self.expression(items)), "[]"))
            return ("[", *_join(parts, ", "), "]")
        if items is None:
            return ("any[]",)
        return (*_grouped(self.expression(items)), "[]")

    def _object(self, schema: JsonSchema) -> Parts:
        if "properties" in schema:
            return ("object",)
        value = schema.get("additionalProperties")
        if value is None:
            patterns = list(schema.get("patternProperties", {}).values())
            value = patterns[0] if len(patterns) == 1 else None
        if value in (None, False):
            return ("object",)
        key = self.expression(schema["propertyNames"]) if "propertyNames" in schema else ("string",)
        return ("{", *key, ": ", *self.expression(value), "}")


def ref_name(schema: Mapping[str, Any]) -> str | None:
    """The key of the schema that is referred to."""
    target = schema.get("$ref")
    return target.removeprefix(REF_PREFIX) if isinstance(target, str) else None


def literal(value: object) -> str:
    """A value as JSON writes it."""
    return json.dumps(value, ensure_ascii=False)


def text_of(parts: Parts, types: Types) -> str:
    """An expression as plain text."""
    return "".join(part if isinstance(part, str) else types.title(part.name) for part in parts)


def _string(schema: JsonSchema) -> str:
    if schema.get("format") == "binary":
        return "file"
    note = schema.get("format") or schema.get("contentEncoding") or schema.get("contentMediaType")
    return f"string ({note})" if note else "string"


def _names(parts: Sequence[Part]) -> set[str]:
    return {part.name for part in parts if isinstance(part, Named)}


def _joined_after(chain: Sequence[Part]) -> Iterator[Part]:
    """The brands of a chain, innermost first, each after an ampersand."""
    for part in reversed(chain):
        yield " & "
        yield part


def _join(many: Sequence[Parts], glue: str) -> Parts:
    joined: list[Part] = []
    for parts in many:
        if joined:
            joined.append(glue)
        joined.extend(parts)
    return tuple(joined)


def _grouped(parts: Parts, *operators: str) -> Parts:
    """In parentheses when it has an operator at its top."""
    found = operators or (" | ", " & ")
    if any(
        isinstance(part, str) and not part.startswith("{") and any(glue in part for glue in found) for part in parts
    ):
        return ("(", *parts, ")")
    return parts
