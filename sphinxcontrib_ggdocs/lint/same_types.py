"""Compares classes by shape: their JSON Schemas without names and descriptions."""

from collections.abc import Iterable
from contextlib import suppress

from ..contracts.annotations import peel_all
from ..contracts.contract_errors import ContractError
from ..contracts.model import TypeForm
from ..schema import JsonSchema, SchemaRegistry, Slot
from ..schema.traversal import SCHEMAS_BY_NAME, map_schema, subschemas

WORDS = frozenset({"title", "description", "examples", "deprecated", "discriminator", "x-type"})
"""Keywords of a schema that are ignored, since they only name or describe."""


def class_of(annotation: TypeForm) -> type | None:
    """Return the class that an annotation stands for, without its brands, aliases and metadata;
    None for a builtin type or anything that is no class, such as a union.
    """
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
        # One registry for all classes, so that their schemas use the same names in `$ref`.
        registry = SchemaRegistry()
        slots: dict[type, Slot] = {}
        for cls in classes:
            with suppress(ContractError):  # the class has no schema
                # As clients send it: what is read is to be sent back.
                slots[cls] = registry.add(cls, "input")
        # References are only names.
        written = registry.write("{name}")
        self._schemas_by_reference = written.schemas
        self._schemas_by_class = {cls: written.schema(slot) for cls, slot in slots.items()}

    def alike(self, one: type, other: type) -> bool:
        """Return whether two of the classes have the same shape.

        Schemas that they refer to are compared as well. A pair of references that occurs again is
        not compared again, so that recursive classes end.
        """
        if one not in self._schemas_by_class or other not in self._schemas_by_class:
            return False
        pairs_to_compare = [(self._schemas_by_class[one], self._schemas_by_class[other])]
        followed_references: set[tuple[str, str]] = set()
        while pairs_to_compare:
            left, right = map(_without_words, pairs_to_compare.pop())
            left_reference = left.pop("$ref", "")
            right_reference = right.pop("$ref", "")
            # A type that is referred to counts as another one than a type that is written in place.
            if bool(left_reference) != bool(right_reference):
                return False
            if _without_subschemas(left) != _without_subschemas(right):
                return False
            # As many in both, because all keywords are equal by now.
            pairs_to_compare += zip(subschemas(left), subschemas(right), strict=True)
            references = (left_reference, right_reference)
            # Equal references lead to one schema, or are both empty.
            if left_reference != right_reference and references not in followed_references:
                followed_references.add(references)
                left_target = self._schemas_by_reference[left_reference]
                right_target = self._schemas_by_reference[right_reference]
                pairs_to_compare.append((left_target, right_target))
        return True


def _without_words(schema: JsonSchema) -> JsonSchema:
    """Return a copy without names and descriptions, its properties sorted by name, so that the
    properties of two schemas can be compared one by one.
    """
    copied = {key: value for key, value in schema.items() if key not in WORDS}
    for key in SCHEMAS_BY_NAME & copied.keys():
        copied[key] = dict(sorted(copied[key].items()))
    return copied


def _without_subschemas(schema: JsonSchema) -> JsonSchema:
    """Return a copy with an empty schema in the place of each schema inside it."""
    return map_schema(schema, lambda _inner: {})
