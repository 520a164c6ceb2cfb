"""Compares types by their shape: their schemas without names and texts."""

from collections.abc import Iterable
from contextlib import suppress

from ..contracts.annotations import peel_all
from ..contracts.contract_errors import ContractError
from ..contracts.model import TypeForm
from ..schema import JsonSchema, SchemaRegistry, Slot
from ..schema.traversal import SCHEMAS_BY_NAME, map_schema, subschemas

WORDS = frozenset({"title", "description", "examples", "deprecated", "discriminator", "x-type"})


def class_of(annotation: TypeForm) -> type | None:
    """Return the class of a type without brands, aliases and metadata; None for a builtin."""
    bare = peel_all(annotation)
    if isinstance(bare, type) and bare.__module__ != "builtins":
        return bare
    return None


class ShapeComparison:
    """Compares classes by fields, types, brands, constraints and defaults.

    Args:
        classes: The classes. A class without a schema is like no other.
    """

    def __init__(self, classes: Iterable[type]) -> None:
        # One for all classes, whose schemas then refer to each other by the same names.
        registry = SchemaRegistry()
        slots: dict[type, Slot] = {}
        for cls in classes:
            with suppress(ContractError):
                slots[cls] = registry.add(cls, "input")
        schemas = registry.write("{name}")
        self._schemas = schemas.schemas
        self._of_classes = {cls: schemas.schema(slot) for cls, slot in slots.items()}

    def alike(self, one: type, other: type) -> bool:
        """Return whether two of the classes have the same shape.

        Classes that they refer to are compared in turn; a pair that recurs is taken for alike.
        """
        if one not in self._of_classes or other not in self._of_classes:
            return False
        waiting = [(self._of_classes[one], self._of_classes[other])]
        met: set[tuple[str, str]] = set()
        while waiting:
            left, right = map(_without_words, waiting.pop())
            refs = (left.pop("$ref", ""), right.pop("$ref", ""))
            if _shell(left) != _shell(right) or bool(refs[0]) != bool(refs[1]):
                return False
            waiting += zip(subschemas(left), subschemas(right), strict=True)
            if refs[0] != refs[1] and refs not in met:
                met.add(refs)
                waiting.append((self._schemas[refs[0]], self._schemas[refs[1]]))
        return True


def _without_words(schema: JsonSchema) -> JsonSchema:
    bare = {key: value for key, value in schema.items() if key not in WORDS}
    for key in SCHEMAS_BY_NAME & bare.keys():
        bare[key] = dict(sorted(bare[key].items()))
    return bare


def _shell(schema: JsonSchema) -> JsonSchema:
    """Return a schema without the contents of the schemas inside it."""
    return map_schema(schema, lambda _inner: {})
