"""Pairs the named types of two documents, and resolves references between them."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ..document.uses import REFERENCE_PREFIX, ref_name
from ..schema.fitting import same_json
from ..schema.nodes import JsonSchema
from ..schema.traversal import every_schema, map_schema
from .plain_schemas import without_annotations
from .shapes import AnySchema

OLD: Final = "old:"
NEW: Final = "new:"
OLD_REFERENCE: Final = REFERENCE_PREFIX + OLD
NEW_REFERENCE: Final = REFERENCE_PREFIX + NEW


class JoinedTypes:
    """The named types of two documents under names of their own: with a prefix, unless a type and
    all types inside of it have the same values in both. Annotations are left out.

    Args:
        old: The named types of the old document.
        new: Those of the new one.
    """

    def __init__(self, old: Mapping[str, JsonSchema], new: Mapping[str, JsonSchema]) -> None:
        old = {name: without_annotations(schema) for name, schema in old.items()}
        new = {name: without_annotations(schema) for name, schema in new.items()}
        self._unchanged = equal_types(old, new)
        self.schemas: dict[str, JsonSchema] = {}
        for prefix, schemas in ((OLD, old), (NEW, new)):
            for name, schema in schemas.items():
                self.schemas[self._name(name, prefix)] = self._renamed(schema, prefix)

    def of_old(self, schema: AnySchema) -> Any:
        """Return a schema of the old document."""
        return self._written(schema, OLD)

    def of_new(self, schema: AnySchema) -> Any:
        """Return a schema of the new document."""
        return self._written(schema, NEW)

    def _name(self, name: str, prefix: str) -> str:
        return name if name in self._unchanged else f"{prefix}{name}"

    def _written(self, schema: AnySchema, prefix: str) -> Any:
        if not isinstance(schema, dict):
            return schema
        return self._renamed(without_annotations(schema), prefix)

    def _renamed(self, schema: JsonSchema, prefix: str) -> JsonSchema:
        mapped = map_schema(schema, lambda inner: self._renamed(inner, prefix))
        if (name := ref_name(schema)) is not None:
            mapped["$ref"] = f"{REFERENCE_PREFIX}{self._name(name, prefix)}"
        return mapped


def equal_types(old: Mapping[str, JsonSchema], new: Mapping[str, JsonSchema]) -> frozenset[str]:
    """Return the named types that are equal in two documents, with all types inside of them."""
    users: dict[str, set[str]] = {}
    for name, schema in old.items():
        for inner in types_in(schema):
            users.setdefault(inner, set()).add(name)
    same = {name for name, schema in old.items() if name in new and same_json(schema, new[name])}
    waiting = [name for name in (*old, *users) if name not in same]
    # A type with a changed one inside has changed, too, through cycles of references.
    while waiting:
        changed = users.get(waiting.pop(), set()) & same
        same -= changed
        waiting += changed
    return frozenset(same)


def types_in(schema: AnySchema) -> Iterator[str]:
    """Yield the named types that a schema refers to."""
    if isinstance(schema, dict):
        for inner in every_schema(schema):
            if (name := ref_name(inner)) is not None:
                yield name
