"""Limits how many schemas a validator tries for a value: nested unions double them at each level,
and a validator that has started cannot be stopped.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from ..document.uses import ref_name
from ..history.shapes import AnySchema
from ..schema.nodes import JsonSchema
from ..schema.traversal import subschemas

_SAME_VALUE = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else")
"""Keywords whose schemas are about the same value as their own schema."""
_LEVELS = 16
"""References inside references that are followed to see whether a schema doubles."""
_FEW_PATHS = 1_000


class ValidationSteps:
    """Counts the steps of validations with the schemas of one document.

    Args:
        named: What references lead to.
    """

    def __init__(self, named: Mapping[str, JsonSchema]) -> None:
        self._named = named

    @cached_property
    def endless(self) -> frozenset[str]:
        """The named types that are a part of themselves, or lead to one that is."""
        ending: set[str] = set()
        endless: set[str] = set()
        for start in self._named:
            way = {start: iter(self._parts[start])}
            while way:
                last = next(reversed(way))
                inner = next(way[last], None)
                if inner is None:
                    ending.add(last)
                    del way[last]
                elif inner in way or inner in endless:
                    endless.update(way)
                    break
                elif inner not in ending:
                    way[inner] = iter(self._parts[inner])
        return frozenset(endless)

    @cached_property
    def _parts(self) -> dict[str, list[str]]:
        """The named types that are about the same value as a named type."""
        parts: dict[str, list[str]] = {}
        for name, schema in self._named.items():
            reached: list[str] = []
            waiting = [schema]
            while waiting:
                inner = waiting.pop()
                reached.append(ref_name(inner) or "")
                waiting += _of_same_value(inner)
            parts[name] = [other for other in reached if other in self._named]
        return parts

    def may_be_many(self, schema: AnySchema) -> bool:
        """Return whether the same part of a value may be tried a great many times."""
        paths = dict.fromkeys(self._named, 1)
        for _ in range(_LEVELS):
            paths = {name: self._paths(schema, paths) for name, schema in self._named.items()}
            if self._paths(schema, paths) > _FEW_PATHS:
                return True
        return False

    def _paths(self, schema: object, of_types: Mapping[str, int]) -> int:
        """Return how many ways lead from a schema to a part of a value, at most, given those of
        named types.
        """
        if not isinstance(schema, dict):
            return 1
        of_same_value = list(_of_same_value(schema))
        paths = 1
        for inner in subschemas(schema):
            if not _is_in(inner, of_same_value):
                paths = max(paths, self._paths(inner, of_types))
        for inner in of_same_value:
            paths += self._paths(inner, of_types)
        paths += of_types.get(ref_name(schema) or "", 0)
        if of_same_value or "$ref" in schema:
            paths -= 1
        return min(max(paths, 1), _FEW_PATHS + 1)

    def are_below(self, most: int, value: Any, schema: AnySchema) -> bool:
        """Return whether a validator needs fewer steps, even if it tries everything."""
        count = 0
        waiting: list[tuple[Any, Any]] = [(value, schema)]
        while waiting:
            count += 1
            if count >= most:
                return False
            part, own = waiting.pop()
            if isinstance(own, dict):
                named = self._named.get(ref_name(own) or "")
                if named is not None:
                    waiting.append((part, named))
                waiting += ((part, inner) for inner in _of_same_value(own))
                waiting += _inside(part, own)
        return True


def _of_same_value(schema: JsonSchema) -> Iterator[JsonSchema]:
    """Yield the schemas inside a schema that are tried for the same value."""
    parts: list[object] = []
    for key in _SAME_VALUE:
        inner = schema.get(key)
        if isinstance(inner, list):
            parts += inner
        else:
            parts.append(inner)
    dependent = schema.get("dependentSchemas")
    if isinstance(dependent, dict):
        parts += dependent.values()
    for part in parts:
        if isinstance(part, dict):
            yield part


def _is_in(schema: JsonSchema, schemas: Iterable[JsonSchema]) -> bool:
    return any(schema is other for other in schemas)


def _inside(value: Any, schema: JsonSchema) -> Iterator[tuple[Any, Any]]:
    """Yield the values inside a value with the schemas that are tried for them."""
    if isinstance(value, list):
        yield from zip(value, schema.get("prefixItems", ()), strict=False)
        for key in ("items", "contains"):
            if key in schema:
                for item in value:
                    yield item, schema[key]
    elif isinstance(value, dict):
        yield from _properties_inside(value, schema)


def _properties_inside(value: Mapping[str, Any], schema: JsonSchema) -> Iterator[tuple[Any, Any]]:
    """Yield the values of an object with the schemas that are tried for them."""
    properties = schema.get("properties", {})
    patterns = schema.get("patternProperties", {})
    for name, item in value.items():
        if name in properties:
            yield item, properties[name]
        elif "additionalProperties" in schema:
            yield item, schema["additionalProperties"]
        for inner in patterns.values():
            yield item, inner
