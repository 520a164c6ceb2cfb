"""Defaults and examples without what is for other readers."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from .given_audiences import composed
from .nodes import HIDDEN, WHOLE, JsonSchema
from .traversal import every_schema

GONE: Final = object()
"""What is left of a value that is for other readers as a whole."""


class HiddenValues:
    """Takes out of the values of one document what its schemas hide.

    Args:
        schemas: What references lead to, by name.
    """

    def __init__(self, schemas: Mapping[str, JsonSchema]) -> None:
        self._schemas = schemas

    @cached_property
    def is_needed(self) -> bool:
        """Whether a named schema hides anything."""
        return any(
            HIDDEN in inner for schema in self._schemas.values() for inner in every_schema(schema)
        )

    @cached_property
    def only_hidden(self) -> frozenset[str]:
        """The properties that are hidden somewhere, and are shown nowhere."""
        if not self.is_needed:
            return frozenset()
        hidden, shown = set[str](), set[str]()
        for schema in self._schemas.values():
            for inner in every_schema(schema):
                hidden.update(inner.get(HIDDEN, ()))
                shown.update(inner.get("properties") or ())
        return frozenset(hidden - shown)

    def shown(self, value: Any, schema: JsonSchema) -> Any:
        """What is left of a value of a schema; a property is left out if any choice of a union
        hides it, and so is a text in the place of an object, such as XML, that may have one.
        """
        if isinstance(value, str) and not any(map(_has_text, self._all([schema]))):
            return GONE if self.hides(schema) else value
        return self._shown(value, [schema])

    def all_shown(self, values: Iterable[Any], schema: JsonSchema) -> list[Any]:
        """What is left of several values of a schema."""
        left = (self.shown(value, schema) for value in values)
        return [value for value in left if value is not GONE]

    def hides(self, schema: JsonSchema) -> bool:
        """Whether a schema, or one that it refers to at any depth, hides anything."""
        waiting, seen = [schema], set[str]()
        while waiting:
            for inner in every_schema(waiting.pop()):
                if HIDDEN in inner:
                    return True
                name = _name_in(inner)
                if name is not None and name not in seen:
                    seen.add(name)
                    waiting.append(self._schemas.get(name, {}))
        return False

    def names(self, schema: JsonSchema) -> frozenset[str]:
        """The hidden properties of the object that a schema is about, its choices included."""
        known = self._all([schema])
        return frozenset(name for alternative in known for name in alternative.get(HIDDEN, ()))

    def _shown(self, value: Any, schemas: Iterable[Any]) -> Any:
        known = list(self._all(schemas))
        if any(tuple(schema.get(HIDDEN, ())) == WHOLE for schema in known):
            return GONE
        if isinstance(value, dict):
            return self._shown_object(value, known)
        if isinstance(value, list):
            items = (self._shown(item, _items(known, place)) for place, item in enumerate(value))
            return [None if item is GONE else item for item in items]
        return value

    def _shown_object(self, value: JsonSchema, schemas: list[JsonSchema]) -> JsonSchema:
        hidden = {name for schema in schemas for name in schema.get(HIDDEN, ())}
        shown = {
            name: self._shown(item, _members(schemas, name))
            for name, item in value.items()
            if name not in hidden
        }
        return {name: item for name, item in shown.items() if item is not GONE}

    def _all(self, schemas: Iterable[Any]) -> Iterator[JsonSchema]:
        """The schemas, and all that are about the same value."""
        waiting, seen = [schema for schema in schemas if isinstance(schema, dict)], set[str]()
        while waiting:
            schema = waiting.pop()
            yield schema
            waiting += composed(schema)
            name = _name_in(schema)
            if name is not None and name not in seen:
                seen.add(name)
                waiting.append(self._schemas.get(name, {}))


def _has_text(schema: JsonSchema) -> bool:
    """Whether values of a schema may be texts by themselves."""
    kinds = schema.get("type")
    return "string" in (kinds if isinstance(kinds, list) else [kinds]) or "enum" in schema


def _name_in(schema: JsonSchema) -> str | None:
    reference = schema.get("$ref")
    return reference.rpartition("/")[2] if isinstance(reference, str) else None


def _members(schemas: Iterable[JsonSchema], name: str) -> Iterator[Any]:
    for schema in schemas:
        known = schema.get("properties")
        if isinstance(known, dict) and name in known:
            yield known[name]
        else:
            yield schema.get("additionalProperties")
        yield from (schema.get("patternProperties") or {}).values()


def _items(schemas: Iterable[JsonSchema], place: int) -> Iterator[Any]:
    for schema in schemas:
        places = schema.get("prefixItems")
        first = places if isinstance(places, list) else []
        yield first[place] if place < len(first) else schema.get("items")
