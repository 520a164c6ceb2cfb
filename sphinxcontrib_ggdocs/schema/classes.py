"""Defines classes: what pydantic has written about them, with the names of their fields' types and
texts from docstrings.

The *mode* says whether clients send the objects of a class (``input``) or the service does
(``output``). A *hook* is code of a user that changes the JSON Schema of a type. The argument
`wire_names` has the names of fields on the wire, by their names in Python. The *filter of
audiences* in the package `document` removes what an audience must not see.
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
from .field_types import FieldTypes, get_field_types
from .generator import may_be_marked
from .nodes import NAMES, Definition, JsonSchema, Mode

_HEAD = ("type", "title", "description")


class ClassOverlay:
    """Adds to pydantic's schemas of classes what pydantic drops: type names and texts of
    docstrings.

    In all methods, `wire_names` has the names of fields on the wire, by their names in Python.

    Args:
        with_type_names: Adds the names of a type's brands and aliases to the type's schema.
    """

    def __init__(self, with_type_names: Callable[[JsonSchema, TypeForm, Mode], JsonSchema]) -> None:
        """Create an overlay that has read no classes yet."""
        self._with_type_names = with_type_names
        self._types: dict[Any, FieldTypes] = {}
        """The types of fields by class, or by generic class with its arguments."""
        self._names_in_functions: dict[tuple[str, str], dict[str, Any]] = {}
        """The local names of functions that define classes, by module and function."""

    def definition(self, annotation: TypeForm, cls: Any, outer: str) -> Definition:
        """Describe a class, or a generic class with its arguments, as a definition.

        Args:
            annotation: The class, or the generic class with its arguments.
            cls: The class; for a generic model with arguments, that which pydantic creates.
            outer: The name of the class around it whose pydantic configuration it takes over; empty
                if there is none.
        """
        name, arguments = _name_and_arguments(annotation, cls)
        # pydantic writes arguments into the qualified name of a generic model in its own way.
        bare_qualname, _, _ = cls.__qualname__.partition("[")
        qualname = generic_name(bare_qualname, arguments)
        if outer:  # the same class has another schema, and another definition, elsewhere
            qualname = f"{outer}.{qualname}"
        return Definition(
            key=annotation,
            name=generic_name(name, arguments),
            module=cls.__module__,
            qualname=qualname,
        )

    def with_names_and_texts(
        self,
        schema: JsonSchema,
        annotation: TypeForm,
        cls: Any,
        mode: Mode,
        wire_names: Mapping[str, str],
    ) -> JsonSchema:
        """Return pydantic's schema of a class with the names of types and the texts of docstrings.

        Args:
            schema: The schema that pydantic has generated.
            annotation: The class, or the generic class with its arguments.
            cls: The class.
            mode: Whether clients or the service send objects of the class.
            wire_names: The names of fields on the wire, by their names in Python.
        """
        # Readers look for the title and the description first, so they precede the fields.
        head: JsonSchema = {key: schema[key] for key in _HEAD if key in schema}
        schema = _without_private_text({**head, **schema})
        schema = _with_title_of_author(schema, annotation, cls)
        if issubclass(cls, enum.Enum):
            return _with_member_names(schema, cls)
        types = self._field_types_of(annotation, cls)
        schema = self._with_type_names_of_class(schema, types, mode, wire_names)
        schema = with_field_texts(schema, cls, wire_names)
        return _with_python_names(schema, cls, wire_names)

    def field_types(self, cls: Any) -> FieldTypes:
        """Return the types of the fields of a class."""
        return self._field_types_of(cls, cls)

    def _field_types_of(self, annotation: TypeForm, cls: Any) -> FieldTypes:
        """Return the types of the fields of a class or of a generic class with its arguments.

        They are read once, since both modes of a class need them.
        """
        if annotation not in self._types:
            local_names = self._names_in_function(cls)
            self._types[annotation] = get_field_types(annotation, cls, local_names)
        return self._types[annotation]

    def _names_in_function(self, cls: Any) -> Mapping[str, Any]:
        """Return the local names of the function in which a class is defined, as far as they are
        known; empty for a class that is not defined in a function.

        Python does not keep these names, but pydantic keeps them for models. So the names are those
        of all classes of the function that have been read, and what pydantic has kept for them.
        """
        function, _, _ = cls.__qualname__.rpartition(".")
        if not function.endswith("<locals>"):
            return {}
        names = self._names_in_functions.setdefault((cls.__module__, function), {})
        names |= {cls.__name__: cls, **parent_names(cls)}
        return names

    def _with_type_names_of_class(
        self, schema: JsonSchema, types: FieldTypes, mode: Mode, wire_names: Mapping[str, str]
    ) -> JsonSchema:
        """Add the names of the types of a class's fields to the class's schema."""
        single_value_type = types.single_value.get(mode, MISSING)
        if single_value_type is not MISSING:  # of a root model, or what a serializer returns
            return self._with_type_names(schema, single_value_type, mode)
        result = dict(schema)
        properties = schema.get("properties")
        if isinstance(properties, dict):
            result["properties"] = self._properties(properties, types, mode, wire_names)
        # A NamedTuple is an array, and its fields are the items. Their numbers differ if the type
        # of a field cannot be resolved.
        items = schema.get("prefixItems")
        if isinstance(items, list) and len(items) == len(types.items):
            pairs = zip(items, types.items, strict=True)
            result["prefixItems"] = [self._with_type_names(*pair, mode) for pair in pairs]
        # A model may declare the type of properties that it does not name.
        extra = schema.get("additionalProperties")
        if isinstance(extra, dict) and types.extra is not MISSING:
            result["additionalProperties"] = self._with_type_names(extra, types.extra, mode)
        return result

    def _properties(
        self,
        properties: dict[str, JsonSchema],
        types: FieldTypes,
        mode: Mode,
        wire_names: Mapping[str, str],
    ) -> dict[str, JsonSchema]:
        """Return the properties of a class's schema with the names of the fields' types added.

        Properties whose type is not known, such as those that a hook adds, are unchanged.
        """
        type_of_property: dict[str, TypeForm] = {}
        for field, annotation in types.fields.get(mode, {}).items():
            type_of_property[wire_names.get(field, field)] = annotation
        named_properties = dict(properties)
        for name, schema in properties.items():
            if name in type_of_property:
                annotation = type_of_property[name]
                named_properties[name] = self._with_type_names(schema, annotation, mode)
        return named_properties


def is_named_class(annotation: Any) -> bool:
    """Return whether a type is a class whose schema gets a name in documents.

    That is true of models, dataclasses, TypedDicts, NamedTuples and enumerations.
    """
    if not isinstance(annotation, type):
        return False
    if issubclass(annotation, BaseModel | enum.Enum):
        return True
    is_named_tuple = issubclass(annotation, tuple) and hasattr(annotation, "_fields")
    return dataclasses.is_dataclass(annotation) or is_typed_dict(annotation) or is_named_tuple


def _type_without_argument(parameter: Any) -> TypeForm:
    """Return the type that pydantic uses for a type variable without an argument: the variable's
    default, its bound, or ``Any``.
    """
    default = getattr(parameter, "__default__", NoDefault)
    if default is None:
        # The result is compared with type arguments, in which `typing` replaces None by its class.
        return type(None)
    if default is not NoDefault:
        return default
    return getattr(parameter, "__bound__", None) or Any


def _name_and_arguments(annotation: TypeForm, cls: Any) -> tuple[str, tuple[Any, ...]]:
    """Return the name of a class and its type arguments: ``("Page", (Order,))`` for
    ``Page[Order]``.

    There are no arguments if they say no more than the class alone, as in ``Page[Any]``.
    """
    # For ``Page[Order]`` pydantic creates a class if `Page` is a model. For any other class the
    # arguments are in the annotation.
    name, arguments = generic_model(cls) or (cls.__name__, get_args(annotation))
    default_arguments = tuple(map(_type_without_argument, getattr(cls, "__parameters__", ())))
    if arguments == default_arguments:
        return name, ()
    return name, arguments


def _with_python_names(schema: JsonSchema, cls: Any, wire_names: Mapping[str, str]) -> JsonSchema:
    """Add to properties that may be hidden from an audience their names in Python and aliases.

    They are added under `NAMES`, without the name that the property has in the schema. Examples may
    use any of these names, so the filter of audiences needs to know them.

    Args:
        schema: The schema of the class.
        cls: The class.
        wire_names: The names of fields on the wire, by their names in Python.
    """
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return schema
    infos: Mapping[str, FieldInfo] = getattr(cls, "__pydantic_fields__", None) or {}
    result = dict(properties)
    for name in {*wire_names, *infos}:
        wire_name = wire_names.get(name, name)
        other_names = {name, *_aliases(infos.get(name))} - {wire_name}
        field_schema = properties.get(wire_name)
        if other_names and isinstance(field_schema, dict):
            may_be_hidden = audience_in(schema) or may_be_marked(field_schema)
            if may_be_hidden:
                result[wire_name] = {**field_schema, NAMES: sorted(other_names)}
    return {**schema, "properties": result}


def _aliases(info: FieldInfo | None) -> Iterator[str]:
    """Yield the names that a field has in input and output besides its name in Python."""
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
            # Of a path of keys, such as ``["user", "name"]``, the first is in the object itself.
            name = alias.path[0]
        if isinstance(name, str):  # an absent alias is None, and a path may begin with an index
            yield name


def _with_title_of_author(schema: JsonSchema, annotation: TypeForm, cls: Any) -> JsonSchema:
    """Replace the title that pydantic gives to a generic class by the name that authors write.

    pydantic's title of ``Page[UserId]`` is ``Page[NewType]`` if `UserId` is a NewType.
    """
    name, arguments = _name_and_arguments(annotation, cls)
    # Any other title than the name of the class is written by an author.
    if not arguments or schema.get("title") != cls.__name__:
        return schema
    return {**schema, "title": generic_name(name, arguments)}


def _with_member_names(schema: JsonSchema, cls: type[enum.Enum]) -> JsonSchema:
    """Add the names of an enumeration's members to its schema as ``x-enum-varnames``.

    Only if all values are numbers: generators of clients cannot derive names from these.
    """
    names: list[str] = []
    values: list[Any] = []
    for member in cls:
        if not isinstance(member.value, int | float):
            return schema
        names.append(member.name)
        values.append(member.value)
    if schema.get("enum") != values:
        # A hook has changed the values, so that the names would not match them.
        return schema
    return {"x-enum-varnames": names, **schema}


def _without_private_text(schema: JsonSchema) -> JsonSchema:
    r"""Remove the text after a form feed (``\f``) from a description, as FastAPI does.

    Authors write notes there that are not for the readers of the documentation.
    """
    description = schema.get("description")
    if not isinstance(description, str) or "\f" not in description:
        return schema
    return {**schema, "description": description.partition("\f")[0].rstrip()}
