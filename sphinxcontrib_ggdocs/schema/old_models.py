"""Reads models of ``pydantic.v1`` as given schemas: pydantic 2 only knows a function that validates
them, but they can describe themselves.
"""

from collections.abc import Mapping
from typing import Any

from ..contracts.annotations import is_class
from ..contracts.message_model import GivenSchema
from .nodes import NULL, JsonSchema, without
from .traversal import map_schema

_PREFIX = "#/definitions/"
_TEXTS = ("title", "description", "default", "examples")
_OF_ENUMS = "An enumeration."
"""The description that pydantic invents for an enumeration without one."""


def old_model_of(core: Mapping[str, Any]) -> Any:
    """Return the model of ``pydantic.v1`` that a core schema validates with; None of others."""
    function = core.get("function")
    validate = function.get("function") if isinstance(function, dict) else None
    cls = getattr(validate, "__self__", None)
    if is_old_model(cls):
        return cls
    return None


def is_old_model(annotation: Any) -> bool:
    """Return whether a type is a model of ``pydantic.v1``, which need not be installed."""
    if not is_class(annotation):
        return False
    return any(base.__module__ == "pydantic.v1.main" for base in annotation.__mro__)


class OldModels:
    """The models of one document, each with one given schema."""

    def __init__(self) -> None:
        self._known: dict[Any, GivenSchema] = {}

    def given(self, model: Any) -> GivenSchema:
        """Return the schema of a model; those that it mentions are its references.

        Raises:
            ValueError: A field has no schema.
        """
        if model not in self._known:
            self._read(model)
        return self._known[model]

    def _read(self, model: Any) -> None:
        from pydantic.v1.schema import (
            get_flat_models_from_model,
            get_model_name_map,
            model_process_schema,
        )

        names = get_model_name_map(get_flat_models_from_model(model))
        schemas: dict[Any, JsonSchema] = {}
        for inner in names:
            if inner not in self._known:
                json_schema, _, _ = model_process_schema(
                    inner, model_name_map=names, ref_prefix=_PREFIX
                )
                schemas[inner] = _with_nulls(_as_current(json_schema), inner)
        references: dict[str, GivenSchema] = {}
        for inner, schema in schemas.items():
            self._known[inner] = GivenSchema(
                schema=schema, references=references, name=inner.__name__, module=inner.__module__
            )
        for inner, name in names.items():
            references[_PREFIX + name] = self._known[inner]


def _with_nulls(schema: JsonSchema, model: Any) -> JsonSchema:
    """Return the schema of a model whose fields may be null where their types say so, which
    ``pydantic.v1`` does not write, and have no titles that are made of their names.
    """
    if schema.get("description") == _OF_ENUMS:
        return without(schema, "description")
    properties: dict[str, Any] = dict(schema.get("properties", {}))
    for field in getattr(model, "__fields__", {}).values():
        name = field.alias
        if name not in properties:
            continue
        inner = dict(properties[name])
        if inner.get("title") == name.title().replace("_", " "):
            del inner["title"]
        properties[name] = _optional(inner) if field.allow_none else inner
    if properties:
        return {**schema, "properties": properties}
    return schema


def _optional(schema: JsonSchema) -> JsonSchema:
    optional: JsonSchema = {"anyOf": [without(schema, *_TEXTS), dict(NULL)]}
    for key in _TEXTS:
        if key in schema:
            optional[key] = schema[key]
    return optional


def _as_current(schema: JsonSchema) -> JsonSchema:
    """Return a schema of draft-07 as one of 2020-12, with keywords next to references."""
    current = map_schema(schema, _as_current)
    if isinstance(current.get("items"), list):
        current["prefixItems"] = current.pop("items")
        if "additionalItems" in current:
            current["items"] = current.pop("additionalItems")
    if "example" in current:
        current.setdefault("examples", [current.pop("example")])
    parts = current.get("allOf")
    if isinstance(parts, list) and len(parts) == 1 and parts[0].keys() == {"$ref"}:
        return {**without(current, "allOf"), **parts[0]}
    return current
