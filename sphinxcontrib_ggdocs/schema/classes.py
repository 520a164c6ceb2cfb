"""Defines classes: what pydantic has written about them, with the names of their fields' types and
texts from docstrings.
"""

import dataclasses
import enum
from collections.abc import Callable, Iterator, Mapping
from typing import Any, get_args

from pydantic import AliasChoices, AliasPath, BaseModel
from pydantic.fields import FieldInfo
from typing_extensions import NoDefault

from ..contracts.annotations import is_typed_dict, parent_names
from ..contracts.audiences import audience_in
from ..contracts.model import MISSING, TypeForm
from .class_names import generic_model, generic_name
from .field_texts import with_field_texts
from .forms import FieldTypes, get_field_types
from .nodes import NAMES, Definition, JsonSchema, Mode
from .traversal import every_schema

_HEAD = ("type", "title", "description")


class ClassOverlay:
    """Reads classes.

    Args:
        with_type_names: Adds the names that a type has, of brands and aliases, to its schema.
    """

    def __init__(self, with_type_names: Callable[[JsonSchema, TypeForm, Mode], JsonSchema]) -> None:
        self._with_type_names = with_type_names
        self._types: dict[Any, FieldTypes] = {}
        self._names: dict[tuple[str, str], dict[str, Any]] = {}
        """Names inside of functions, by module and function."""

    def definition(self, annotation: TypeForm, cls: Any, outer: str) -> Definition:
        """Describe a class, or a generic class with its arguments, as a definition.

        Args:
            annotation: The class, or the generic class with its arguments.
            cls: The class.
            outer: The class by whose configuration it is another than it is elsewhere.
        """
        name, arguments = _name_and_arguments(annotation, cls)
        qualname = generic_name(cls.__qualname__.partition("[")[0], arguments)
        return Definition(
            key=annotation,
            name=generic_name(name, arguments),
            module=cls.__module__,
            qualname=f"{outer}.{qualname}" if outer else qualname,
        )

    def overlaid(
        self,
        schema: JsonSchema,
        annotation: TypeForm,
        cls: Any,
        mode: Mode,
        names: Mapping[str, str],
    ) -> JsonSchema:
        """Return the schema of a class with names and texts.

        Args:
            schema: The schema of pydantic.
            annotation: The class, or the generic class with its arguments.
            cls: The class.
            mode: The side of the wire.
            names: The names of fields on the wire, by their names in Python.
        """
        # What a reader looks for first is before the fields.
        head: JsonSchema = {key: schema[key] for key in _HEAD if key in schema}
        schema = _titled(_without_private_text({**head, **schema}), annotation, cls)
        if issubclass(cls, enum.Enum):
            return _with_names(schema, cls)
        types = self._field_types_of(annotation, cls)
        schema = self._with_types(schema, types, mode, names)
        schema = with_field_texts(schema, cls, names)
        return _with_further_names(schema, cls, names)

    def field_types(self, cls: Any) -> FieldTypes:
        """Return the types of the fields of a class."""
        return self._field_types_of(cls, cls)

    def _field_types_of(self, annotation: TypeForm, cls: Any) -> FieldTypes:
        if annotation not in self._types:
            self._types[annotation] = get_field_types(annotation, cls, self._names_beside(cls))
        return self._types[annotation]

    def _names_beside(self, cls: Any) -> Mapping[str, Any]:
        """Return the names of the function in which a class is defined, as models there have kept
        them.
        """
        function, _, _ = cls.__qualname__.rpartition(".")
        if not function.endswith("<locals>"):
            return {}
        names = self._names.setdefault((cls.__module__, function), {})
        names |= {cls.__name__: cls, **parent_names(cls)}
        return names

    def _with_types(
        self, schema: JsonSchema, types: FieldTypes, mode: Mode, names: Mapping[str, str]
    ) -> JsonSchema:
        """Add the names of the types that are written in a class to its schema."""
        # A class that is one value: a root model, or the result of a serializer.
        whole = types.whole.get(mode, MISSING)
        if whole is not MISSING:
            return self._with_type_names(schema, whole, mode)
        result = dict(schema)
        # Fields.
        properties = schema.get("properties")
        if isinstance(properties, dict):
            result["properties"] = self._properties(properties, types, mode, names)
        # The fields of a NamedTuple, which is an array.
        items = schema.get("prefixItems")
        if isinstance(items, list) and len(items) == len(types.items):
            pairs = zip(items, types.items, strict=True)
            result["prefixItems"] = [self._with_type_names(*pair, mode) for pair in pairs]
        # Further properties, whose type a model may declare.
        extra = schema.get("additionalProperties")
        if isinstance(extra, dict) and types.extra is not MISSING:
            result["additionalProperties"] = self._with_type_names(extra, types.extra, mode)
        return result

    def _properties(
        self,
        properties: dict[str, JsonSchema],
        types: FieldTypes,
        mode: Mode,
        names: Mapping[str, str],
    ) -> dict[str, JsonSchema]:
        """Add the names of the types of fields to the schemas of properties."""
        type_of_property: dict[str, TypeForm] = {}
        for field, annotation in types.fields.get(mode, {}).items():
            type_of_property[names.get(field, field)] = annotation
        named = dict(properties)
        for name, schema in properties.items():
            if name in type_of_property:
                named[name] = self._with_type_names(schema, type_of_property[name], mode)
        return named


def is_named_class(annotation: Any) -> bool:
    """Return whether a class gets a schema of its own."""
    if not isinstance(annotation, type):
        return False
    is_tuple = issubclass(annotation, tuple) and hasattr(annotation, "_fields")
    is_of_fields = dataclasses.is_dataclass(annotation) or is_typed_dict(annotation) or is_tuple
    return is_of_fields or issubclass(annotation, BaseModel | enum.Enum)


def _unbound(parameter: Any) -> TypeForm:
    """Return the type that replaces a type variable without an argument."""
    default = getattr(parameter, "__default__", NoDefault)
    if default is not NoDefault:
        # None is a type in annotations, where `typing` exchanges it for its class.
        if default is None:
            return type(None)
        return default
    return getattr(parameter, "__bound__", None) or Any


def _name_and_arguments(annotation: TypeForm, cls: Any) -> tuple[str, tuple[Any, ...]]:
    """Return the name and the arguments of a class; `Page[Any]` is `Page`, except for models."""
    name, arguments = generic_model(cls) or (cls.__name__, get_args(annotation))
    is_bare = arguments == tuple(map(_unbound, getattr(cls, "__parameters__", ())))
    return name, () if is_bare else arguments


def _with_further_names(schema: JsonSchema, cls: Any, names: Mapping[str, str]) -> JsonSchema:
    """Add the names in Python to properties that may be for others: examples may have them."""
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return schema
    infos: Mapping[str, FieldInfo] = getattr(cls, "__pydantic_fields__", None) or {}
    named = dict(properties)
    for name in {*names, *infos}:
        wire_name = names.get(name, name)
        others = {name, *_aliases(infos.get(name))} - {wire_name}
        inner = properties.get(wire_name)
        if (
            others
            and isinstance(inner, dict)
            and (audience_in(schema) or _may_be_for_others(inner))
        ):
            named[wire_name] = {**inner, NAMES: sorted(others)}
    return {**schema, "properties": named}


def _may_be_for_others(schema: JsonSchema) -> bool:
    """Return whether a schema, or what it refers to, may have a mark."""
    return any("$ref" in inner or audience_in(inner) for inner in every_schema(schema))


def _aliases(info: FieldInfo | None) -> Iterator[str]:
    """Yield the names by which the data of a field may be given or answered."""
    if info is None:
        return
    aliases: list[Any] = [info.alias, info.serialization_alias]
    if isinstance(info.validation_alias, AliasChoices):
        aliases += info.validation_alias.choices
    else:
        aliases.append(info.validation_alias)
    for alias in aliases:
        name = alias
        if isinstance(alias, AliasPath):
            name = alias.path[0]
        if isinstance(name, str):
            yield name


def _titled(schema: JsonSchema, annotation: TypeForm, cls: Any) -> JsonSchema:
    """Add the title that authors write: pydantic's is ``Page[NewType]`` for ``Page[UserId]``."""
    name, arguments = _name_and_arguments(annotation, cls)
    if not arguments or schema.get("title") != cls.__name__:
        return schema
    return {**schema, "title": generic_name(name, arguments)}


def _with_names(schema: JsonSchema, cls: type[enum.Enum]) -> JsonSchema:
    """Add the names of members to an enumeration of numbers, for generators of clients."""
    names: list[str] = []
    values: list[Any] = []
    for member in cls:
        if not isinstance(member.value, int | float):
            return schema
        names.append(member.name)
        values.append(member.value)
    if schema.get("enum") != values:
        return schema
    return {"x-enum-varnames": names, **schema}


def _without_private_text(schema: JsonSchema) -> JsonSchema:
    """Remove the text after a form feed from a description, as FastAPI does."""
    description = schema.get("description")
    if not isinstance(description, str) or "\f" not in description:
        return schema
    return {**schema, "description": description.partition("\f")[0].rstrip()}
