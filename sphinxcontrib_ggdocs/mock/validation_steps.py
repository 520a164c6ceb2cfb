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
"""How many references inside references are followed to see how a schema multiplies its steps."""
_FEW_PATHS = 1_000
"""Ways to the same part of a value, below which steps are not counted for each value."""


class ValidationSteps:
    """Counts the steps of validations with the schemas of one document.

    Args:
        named: The schemas of the document by name, to which references lead.
    """

    def __init__(self, named: Mapping[str, JsonSchema]) -> None:
        self._named = named

    @cached_property
    def endless(self) -> frozenset[str]:
        """The named types whose validation would never end, because they contain themselves for the
        same value, such as ``A = {"anyOf": [A, B]}``, or contain such a type.
        """
        ending: set[str] = set()
        endless: set[str] = set()
        for start in self._named:
            # A depth-first search: the types on the way from the start, each with those of its
            # parts that are still to be visited.
            path = {start: iter(self._parts[start])}
            while path:
                last = next(reversed(path))
                part = next(path[last], None)
                if part is None:
                    ending.add(last)
                    del path[last]
                elif part in path or part in endless:
                    endless.update(path)  # each type on the way contains the endless one
                    break
                elif part not in ending:
                    path[part] = iter(self._parts[part])
        return frozenset(endless)

    @cached_property
    def _parts(self) -> dict[str, list[str]]:
        """By named type: the named types that it refers to for the same value, such as the members
        of a union; not those of its properties.
        """
        parts: dict[str, list[str]] = {}
        for name, schema in self._named.items():
            reached: list[str] = []
            waiting = [schema]
            while waiting:
                inner = waiting.pop()
                reached.append(ref_name(inner) or "")  # "" is no name, and is dropped below
                waiting += _of_same_value(inner)
            parts[name] = [other for other in reached if other in self._named]
        return parts

    def may_need_many_steps(self, schema: AnySchema) -> bool:
        """Return whether a validation with a schema may try the same part of a value more than
        `_FEW_PATHS` times, because unions contain unions.
        """
        # How often each named type tries the same part, as if references were followed no further.
        paths_of_types = dict.fromkeys(self._named, 1)
        for _ in range(_LEVELS):
            # Follow the references one level further: each type counts the types that it refers to
            # with their numbers of the round before.
            paths_of_types = {
                name: self._paths(named_schema, paths_of_types)
                for name, named_schema in self._named.items()
            }
            if self._paths(schema, paths_of_types) > _FEW_PATHS:
                return True
        return False

    def _paths(self, schema: object, paths_of_types: Mapping[str, int]) -> int:
        """Return how often a validation with a schema tries the same part of a value, at most.

        Args:
            schema: The schema.
            paths_of_types: The same number for named types, from the round before.
        """
        if not isinstance(schema, dict):
            return 1
        of_same_value = list(_of_same_value(schema))
        paths = 1
        # Schemas of different parts of the value, such as its properties, do not multiply the steps
        # of one part: the worst one counts.
        for inner in subschemas(schema):
            if not _is_in(inner, of_same_value):
                paths = max(paths, self._paths(inner, paths_of_types))
        # Alternatives and references are tried one after the other, so their numbers add up.
        for inner in of_same_value:
            paths += self._paths(inner, paths_of_types)
        paths += paths_of_types.get(ref_name(schema) or "", 0)
        # The 1 at the beginning stands for a schema without alternatives: two of them are 2, not 3.
        if of_same_value or "$ref" in schema:
            paths -= 1
        # One more than the limit is enough to exceed it; without a bound, numbers would be huge.
        return min(max(paths, 1), _FEW_PATHS + 1)

    def needs_fewer_steps(self, limit: int, value: Any, schema: AnySchema) -> bool:
        """Return whether a validator needs fewer steps than a limit to check a value, even if it
        tries every alternative.

        Args:
            limit: The number of steps.
            value: The value.
            schema: The schema.
        """
        count = 0
        # Parts of the value, each with a schema that it is checked against: a step.
        waiting: list[tuple[Any, Any]] = [(value, schema)]
        while waiting:
            count += 1
            if count >= limit:
                return False
            part, part_schema = waiting.pop()
            if isinstance(part_schema, dict):
                named = self._named.get(ref_name(part_schema) or "")
                if named is not None:
                    waiting.append((part, named))
                waiting += ((part, inner) for inner in _of_same_value(part_schema))
                waiting += _parts_with_schemas(part, part_schema)
        return True


def _of_same_value(schema: JsonSchema) -> Iterator[JsonSchema]:
    """Yield the schemas inside a schema that are tried for the same value, such as those of
    ``anyOf``.
    """
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
    """Return whether a schema is one of several. Equal schemas in other places do not count."""
    return any(schema is other for other in schemas)


def _parts_with_schemas(value: Any, schema: JsonSchema) -> Iterator[tuple[Any, Any]]:
    """Yield each item or property of a value with each schema inside `schema` that it is checked
    against.
    """
    if isinstance(value, list):
        # Not strict: either may be longer. Items in the prefix are counted for ``items`` as well:
        # a few steps too many do not matter.
        yield from zip(value, schema.get("prefixItems", ()), strict=False)
        for key in ("items", "contains"):
            if key in schema:
                for item in value:
                    yield item, schema[key]
    elif isinstance(value, dict):
        yield from _properties_with_schemas(value, schema)


def _properties_with_schemas(
    value: Mapping[str, Any], schema: JsonSchema
) -> Iterator[tuple[Any, Any]]:
    """Yield each property of an object with each schema inside `schema` that a validator may check
    it against.

    Names are not compared with patterns here: each schema of ``patternProperties`` counts for each
    property. A few steps too many do not matter.
    """
    properties = schema.get("properties", {})
    patterns = schema.get("patternProperties", {})
    for name, item in value.items():
        if name in properties:
            yield item, properties[name]
        elif "additionalProperties" in schema:
            yield item, schema["additionalProperties"]
        for inner in patterns.values():
            yield item, inner
