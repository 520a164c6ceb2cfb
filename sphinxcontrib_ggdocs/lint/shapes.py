"""The shape of a type: its schema without names and words, so that two types can be compared."""

from typing import Any

from ..contracts.annotations import is_class, peel_all
from ..contracts.model import TypeForm
from ..schema import JsonSchema, SchemaBook

WORDS = frozenset({"title", "description", "examples", "deprecated", "discriminator", "x-type"})
NAMED = frozenset({"properties", "patternProperties"})
"""Keywords whose keys are names of the author's."""


def class_of(form: TypeForm) -> type | None:
    """The class that a type is, without what stands around it; a builtin counts as none."""
    bare = peel_all(form)
    return bare if is_class(bare) and bare.__module__ != "builtins" else None


def same_shape(one: TypeForm, other: TypeForm) -> bool:
    """Whether two types look alike to a client: fields, types, brands, constraints and defaults."""
    return bool(_shape(one) == _shape(other))


def _shape(form: TypeForm) -> Any:
    book = SchemaBook()
    slot = book.add(form, "input")
    written = book.write("{name}")
    return _Reader(written.schemas).read(written.schema(slot))


class _Reader:
    """Follows references; a type met again is told by the number of its first meeting."""

    def __init__(self, schemas: dict[str, JsonSchema]) -> None:
        self._schemas = schemas
        self._met: dict[str, int] = {}

    def read(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self.read(item) for item in value]
        if not isinstance(value, dict):
            return value
        if (name := value.get("$ref")) is not None:
            rest = self.read({key: item for key, item in value.items() if key != "$ref"})
            return self._follow(name), rest
        return {
            key: {name: self.read(item[name]) for name in sorted(item)} if key in NAMED else self.read(item)
            for key, item in value.items()
            if key not in WORDS
        }

    def _follow(self, name: str) -> Any:
        if name in self._met:
            return self._met[name]
        self._met[name] = len(self._met)
        return self.read(self._schemas[name])
