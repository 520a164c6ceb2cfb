"""The shape of a type: its schema without names and words, so that two types can be compared."""

from typing import Any

from ..contracts.annotations import is_class, peel_all
from ..contracts.contract_errors import ContractError
from ..contracts.model import TypeForm
from ..schema import JsonSchema, SchemaRegistry
from ..schema.traversal import SCHEMAS_BY_NAME, map_schema

WORDS = frozenset({"title", "description", "examples", "deprecated", "discriminator", "x-type"})


def class_of(form: TypeForm) -> type | None:
    """The class of a type, without brands, aliases and metadata; a builtin counts as none."""
    bare = peel_all(form)
    return bare if is_class(bare) and bare.__module__ != "builtins" else None


def same_shape(one: TypeForm, other: TypeForm) -> bool:
    """Whether two types look alike to a client: fields, types, brands, constraints and defaults.

    Those of applications may have no schema, and look like no other one then.
    """
    try:
        return bool(_shape(one) == _shape(other))
    except ContractError:
        return False


def _shape(form: TypeForm) -> Any:
    registry = SchemaRegistry()
    slot = registry.add(form, "input")
    written = registry.write("{name}")
    return _ShapeReader(written.schemas).read(written.schema(slot))


class _ShapeReader:
    """Follows references; a type that recurs is the number of its first occurrence."""

    def __init__(self, schemas: dict[str, JsonSchema]) -> None:
        self._schemas = schemas
        self._met: dict[str, int] = {}

    def read(self, schema: JsonSchema) -> Any:
        ordered = {key: value for key, value in schema.items() if key not in WORDS}
        for key in SCHEMAS_BY_NAME & ordered.keys():
            ordered[key] = dict(sorted(ordered[key].items()))
        shape = map_schema(ordered, self.read)
        name = shape.pop("$ref", None)
        return shape if name is None else (self._follow(name), shape)

    def _follow(self, name: str) -> Any:
        if name in self._met:
            return self._met[name]
        self._met[name] = len(self._met)
        return self.read(self._schemas[name])
