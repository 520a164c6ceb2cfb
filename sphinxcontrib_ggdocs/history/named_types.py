"""Puts the named types of two documents into one mapping, and finds those that are equal."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ..document.uses import REFERENCE_PREFIX, ref_name
from ..schema.fitting import same_json
from ..schema.nodes import JsonSchema
from ..schema.traversal import every_schema, map_schema
from .plain_schemas import without_annotations
from .shapes import AnySchema

# Begin the names of joined types that differ in the two documents.
OLD: Final = "old:"
NEW: Final = "new:"
OLD_REFERENCE: Final = REFERENCE_PREFIX + OLD
NEW_REFERENCE: Final = REFERENCE_PREFIX + NEW


class JoinedTypes:
    """Puts the named types of two documents into one mapping, without annotations.

    A type that is equal in both, with all types inside it, keeps its name; others become
    ``old:NAME`` and ``new:NAME``.

    Args:
        old: The named types of the old document.
        new: Those of the new one.
    """

    def __init__(self, old: Mapping[str, JsonSchema], new: Mapping[str, JsonSchema]) -> None:
        old = {name: without_annotations(schema) for name, schema in old.items()}
        new = {name: without_annotations(schema) for name, schema in new.items()}
        self._unchanged = equal_types(old, new)
        self.schemas: dict[str, JsonSchema] = {}
        """All types by their new names, with references to these names."""
        for prefix, schemas in ((OLD, old), (NEW, new)):
            for name, schema in schemas.items():
                self.schemas[self._name(name, prefix)] = self._with_new_references(schema, prefix)

    def of_old(self, schema: AnySchema) -> Any:
        """Return a schema of the old document without annotations, with references to the joined
        types.
        """
        return self._prepared(schema, OLD)

    def of_new(self, schema: AnySchema) -> Any:
        """Return a schema of the new document without annotations, with references to the joined
        types.
        """
        return self._prepared(schema, NEW)

    def _name(self, name: str, prefix: str) -> str:
        """Return the name in the mapping of a type of one document: with the prefix of the document
        unless the type is equal in both.
        """
        if name in self._unchanged:
            return name
        return f"{prefix}{name}"

    def _prepared(self, schema: AnySchema, prefix: str) -> Any:
        """Return a schema of one document without annotations, with references to the joined
        types. True and false stay unchanged, so that callers say which form they expect.
        """
        if not isinstance(schema, dict):
            return schema
        return self._with_new_references(without_annotations(schema), prefix)

    def _with_new_references(self, schema: JsonSchema, prefix: str) -> JsonSchema:
        """Return a schema whose references, at any depth, have the names of the joined types."""
        mapped = map_schema(schema, lambda inner: self._with_new_references(inner, prefix))
        if (name := ref_name(schema)) is not None:
            mapped["$ref"] = f"{REFERENCE_PREFIX}{self._name(name, prefix)}"
        return mapped


def equal_types(old: Mapping[str, JsonSchema], new: Mapping[str, JsonSchema]) -> frozenset[str]:
    """Return the names of the types that are equal in two documents, with all types inside them."""
    # By name of a type, the types that refer to it.
    users: dict[str, set[str]] = {}
    equal: set[str] = set()
    for name, schema in old.items():
        if name in new and same_json(schema, new[name]):
            equal.add(name)
        for inner in types_in(schema):
            users.setdefault(inner, set()).add(name)
    # A type that refers to a changed one has changed, too. A loop, because references may form
    # cycles.
    # `users` may have names in addition: those of unresolved references.
    changed = [name for name in (*old, *users) if name not in equal]
    while changed:
        users_of_changed = users.get(changed.pop(), set()) & equal
        equal -= users_of_changed
        changed += users_of_changed
    return frozenset(equal)


def types_in(schema: AnySchema) -> Iterator[str]:
    """Yield the names of the types that a schema refers to, at any depth."""
    if isinstance(schema, dict):
        for inner in every_schema(schema):
            if (name := ref_name(inner)) is not None:
                yield name
