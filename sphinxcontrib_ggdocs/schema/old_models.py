"""Reads models of ``pydantic.v1`` as given schemas: pydantic 2 only knows a function that validates
them, but they can describe themselves.

A *given schema* (`GivenSchema`) is documented without changes. A *core schema* is pydantic's
internal description of a type.
"""

from collections.abc import Mapping
from typing import Any

from ..contracts.annotations import is_class
from ..contracts.message_model import GivenSchema
from .nodes import NULL, JsonSchema, without
from .traversal import map_schema

_PREFIX = "#/definitions/"
_TEXTS = ("title", "description", "default", "examples")
"""Keywords that stay outside of the union when the schema of a field becomes ``X | null``."""
_ENUM_DESCRIPTION = "An enumeration."
"""The description that pydantic invents for an enumeration without one."""


def old_model_of(core: Mapping[str, Any]) -> Any:
    """Return the model of ``pydantic.v1`` whose ``validate`` a core schema calls; None if it calls
    anything else.
    """
    # pydantic writes a function as a dict with further facts about it.
    function = core.get("function")
    if not isinstance(function, dict):
        return None
    # The function is the bound class method `validate`.
    cls = getattr(function.get("function"), "__self__", None)
    if is_old_model(cls):
        return cls
    return None


def is_old_model(annotation: Any) -> bool:
    """Return whether a type is a model of ``pydantic.v1``.

    Only the name of a module is compared, since ``pydantic.v1`` cannot be imported everywhere.
    """
    if not is_class(annotation):
        return False
    return any(base.__module__ == "pydantic.v1.main" for base in annotation.__mro__)


class OldModels:
    """The models of ``pydantic.v1`` in one document, each with one given schema."""

    def __init__(self) -> None:
        """Start without any model."""
        self._schemas_by_model: dict[Any, GivenSchema] = {}

    def given(self, model: Any) -> GivenSchema:
        """Return the given schema of a model; its references lead to those of the models in its
        fields.

        Raises:
            ValueError: A field has no schema.
        """
        if model not in self._schemas_by_model:
            self._read(model)
        return self._schemas_by_model[model]

    def _read(self, model: Any) -> None:
        """Read the schemas of a model and of all models that it mentions."""
        # Imported here, since `pydantic.v1` cannot be imported everywhere.
        from pydantic.v1.schema import (
            get_flat_models_from_model,
            get_model_name_map,
            model_process_schema,
        )

        # The names by which `pydantic.v1` refers to the model and to all models inside it.
        names = get_model_name_map(get_flat_models_from_model(model))
        schemas: dict[Any, JsonSchema] = {}
        for cls in names:
            if cls not in self._schemas_by_model:
                json_schema, _, _ = model_process_schema(
                    cls, model_name_map=names, ref_prefix=_PREFIX
                )
                schemas[cls] = _with_nulls(_as_current(json_schema), cls)
        # Filled in last, since models may mention each other.
        references: dict[str, GivenSchema] = {}
        for cls, schema in schemas.items():
            self._schemas_by_model[cls] = GivenSchema(
                schema=schema, references=references, name=cls.__name__, module=cls.__module__
            )
        for cls, name in names.items():
            references[_PREFIX + name] = self._schemas_by_model[cls]


def _with_nulls(schema: JsonSchema, model: Any) -> JsonSchema:
    """Correct what ``pydantic.v1`` writes about the fields of a model or about an enumeration.

    Optional fields may be null, which it does not write. Titles that are made of a field's name and
    its description of enumerations say nothing, and are removed.
    """
    if schema.get("description") == _ENUM_DESCRIPTION:  # an enumeration, which has no fields
        return without(schema, "description")
    properties: dict[str, Any] = dict(schema.get("properties", {}))
    for field in getattr(model, "__fields__", {}).values():  # an enumeration has none
        name = field.alias
        # `pydantic.v1` leaves out fields that JSON cannot carry, such as functions.
        if name not in properties:
            continue
        field_schema = dict(properties[name])
        if field_schema.get("title") == name.title().replace("_", " "):
            del field_schema["title"]
        if field.allow_none:
            field_schema = _optional(field_schema)
        properties[name] = field_schema
    if properties:
        return {**schema, "properties": properties}
    return schema


def _optional(schema: JsonSchema) -> JsonSchema:
    """Return the union of a field's schema and null.

    Title, description and the like are about the field, not about one of the two choices, so they
    stay outside of the union.
    """
    optional: JsonSchema = {"anyOf": [without(schema, *_TEXTS), dict(NULL)]}
    for key in _TEXTS:
        if key in schema:
            optional[key] = schema[key]
    return optional


def _as_current(schema: JsonSchema) -> JsonSchema:
    """Convert a schema of draft-07 to 2020-12, at any depth."""
    current = map_schema(schema, _as_current)
    if isinstance(current.get("items"), list):  # one schema for each item of a tuple
        current["prefixItems"] = current.pop("items")
        if "additionalItems" in current:
            current["items"] = current.pop("additionalItems")
    if "example" in current:
        current.setdefault("examples", [current.pop("example")])
    # Draft-07 ignores keywords next to a reference, so pydantic.v1 wraps the reference.
    parts = current.get("allOf")
    if isinstance(parts, list) and len(parts) == 1 and parts[0].keys() == {"$ref"}:
        return {**without(current, "allOf"), **parts[0]}
    return current
