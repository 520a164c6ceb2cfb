"""A schema in a few words, as one writes a type: ``list[UserId]``, ``"paid" | "open"``."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

PREFIX = "#/schemas/"
CLOSE_TO = {"integer": "int", "boolean": "bool", "number": "float", "string": "str", "null": "null", "object": "object"}
BOUNDS = {
    "minimum": ("≥ {}", ""),
    "exclusiveMinimum": ("> {}", ""),
    "maximum": ("≤ {}", ""),
    "exclusiveMaximum": ("< {}", ""),
    "multipleOf": ("multiple of {}", ""),
    "minLength": ("at least {} ", "character"),
    "maxLength": ("at most {} ", "character"),
    "minItems": ("at least {} ", "item"),
    "maxItems": ("at most {} ", "item"),
    "pattern": ("matches `{}`", ""),
}
"""What each keyword demands, and of what so many."""

FACETS = ("-Input", "-Output")
"""How the names of a type end whose input differs from its output."""

MANY_EXAMPLES = 3
"""More of them are in the contract document."""


class TypeWords:
    """Describes the types of one document.

    Args:
        schemas: Its named types.
    """

    def __init__(self, schemas: Mapping[str, Mapping[str, Any]]) -> None:
        titles = {name: _title(name, schema) for name, schema in schemas.items()}
        often = Counter(titles.values())
        self._names = {name: title if often[title] == 1 else name for name, title in titles.items()}

    def name(self, name: str) -> str:
        """What readers call a named type: ``Page[Order]`` for ``Page_Order``, where that is unique."""
        return self._names.get(name, name)

    def __call__(self, schema: object) -> str:
        """The type that a schema describes; named types by their names."""
        if not isinstance(schema, Mapping):
            return "never" if schema is False else "any"
        if "$ref" in schema:
            return self.name(str(schema["$ref"]).removeprefix(PREFIX))
        if "const" in schema:
            return json.dumps(schema["const"], ensure_ascii=False)
        if "enum" in schema:
            return " | ".join(json.dumps(value, ensure_ascii=False) for value in schema["enum"])
        for key, glue in (("anyOf", " | "), ("oneOf", " | "), ("allOf", " & ")):
            if key in schema:
                return glue.join(dict.fromkeys(self(each) for each in schema[key]))
        kind: str | list[str] | None = schema.get("type")
        if isinstance(kind, list):
            return " | ".join(CLOSE_TO.get(each, each) for each in kind)
        if kind == "array":
            return self._array(schema)
        if kind == "object" and isinstance(schema.get("additionalProperties"), Mapping):
            key = self(schema["propertyNames"]) if "propertyNames" in schema else "str"
            return f"dict[{key}, {self(schema['additionalProperties'])}]"
        if kind is None:
            return "any"
        if schema.get("format") == "binary":
            return "file"
        name = CLOSE_TO.get(kind, kind)
        return f"{name} ({schema['format']})" if "format" in schema else name

    def _array(self, schema: Mapping[str, Any]) -> str:
        if "prefixItems" in schema:
            return f"tuple[{', '.join(map(self, schema['prefixItems']))}]"
        items = schema.get("items")
        name = "set" if schema.get("uniqueItems") else "list"
        return f"{name}[{self(items)}]" if isinstance(items, Mapping) else name


def _title(name: str, schema: Mapping[str, Any]) -> str:
    title = str(schema.get("title") or name)
    facet = next((each for each in FACETS if name.endswith(each) and schema.get("x-type") not in (None, name)), "")
    return title if title.endswith(facet) else title + facet


def layers(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A schema, and the alternatives that are written in it: a number or null must keep to the number's bounds."""
    yield schema
    for key in ("anyOf", "oneOf"):
        for each in schema.get(key, ()):
            if isinstance(each, Mapping):
                yield from layers(each)


def number(value: Any) -> Any:
    """A bound as people write it: pydantic has 0.0 for the 0 of a Decimal."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def bounds(schema: Mapping[str, Any]) -> Iterator[str]:
    """What a value must keep to besides its type, its default, and examples."""
    found = list(layers(schema))
    yield from _demands(found)
    items = [items for each in found if isinstance(items := each.get("items"), Mapping)]
    yield from (f"each {demand}" for demand in _demands(items))
    if "default" in schema:
        yield f"default `{json.dumps(schema['default'], ensure_ascii=False)}`"
    examples = [each for each in schema.get("examples", ()) if not isinstance(each, dict | list)][:MANY_EXAMPLES]
    if examples:
        yield f"such as {', '.join(f'`{json.dumps(each, ensure_ascii=False)}`' for each in examples)}"


def _demands(schemas: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for key, (words, unit) in BOUNDS.items():
        for value in dict.fromkeys(each[key] for each in schemas if key in each):
            yield words.format(number(value)) + (unit if value == 1 or not unit else f"{unit}s")
