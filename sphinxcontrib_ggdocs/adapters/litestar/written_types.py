"""Converts the types of Litestar's handlers into types that the schema package can read: structs of
msgspec become pydantic models, and constraints are expressed by pydantic's ``Field``.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Annotated, Any, ForwardRef, Literal, get_args

import msgspec
from litestar.datastructures import UploadFile
from litestar.exceptions import SerializationException
from litestar.params import DependencyKwarg, KwargDefinition
from litestar.serialization import decode_json, encode_json
from litestar.types import Empty
from msgspec.structs import FieldInfo as StructField
from pydantic import (
    BaseModel,
    Field,
    PydanticUserError,
    WithJsonSchema,
    create_model,
)
from pydantic.errors import PydanticUndefinedAnnotation
from pydantic_core import to_jsonable_python

from ...contracts.annotations import UNIONS, annotated, get_origin, is_class, peel_all
from ...contracts.model import MISSING, TypeForm
from ...schema.class_names import generic_name
from ...schema.generator import core_schema_of

_CONSTRAINTS = ("gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length", "pattern")
"""Constraints that Litestar, msgspec and pydantic call by the same name."""
_LIST_CONSTRAINTS = {"min_items": "min_length", "max_items": "max_length"}
"""Litestar's constraints of lists, and their names in pydantic."""


def written_type(annotation: TypeForm, definition: Any = None) -> TypeForm:
    """Return the type of an argument or a response, readable for the schema package.

    Args:
        annotation: The annotation as its author wrote it.
        definition: What ``Parameter(…)`` or ``Body(…)`` says about the argument. The constraints
            and texts of a ``KwargDefinition`` are added to the type; other values are ignored.
    """
    readable_type = readable(annotation)
    arguments = _field_arguments(definition)
    if arguments:
        return annotated(readable_type, [Field(**arguments)])
    return readable_type


def as_json(value: object) -> Any:
    """Return an example as JSON, converted as Litestar does; models of pydantic, which Litestar
    knows only by a plugin, are converted by pydantic.
    """
    try:
        return decode_json(encode_json(value))
    except SerializationException:
        return to_jsonable_python(value)


def _field_arguments(definition: Any) -> dict[str, Any]:
    """Return the constraints, title and examples of a ``KwargDefinition``, and its other keywords
    of JSON Schema, as arguments of pydantic's ``Field``; empty for other values. Its description is
    that of the parameter or body, and not of the type.
    """
    if not isinstance(definition, KwargDefinition):
        return {}
    arguments = _constraints(definition)
    if definition.title:
        arguments["title"] = definition.title
    if definition.examples:
        arguments["examples"] = _example_values(definition.examples)
    extra = dict(definition.schema_extra or {})
    if definition.enum is not None:
        extra["enum"] = list(definition.enum)
    if definition.format is not None:
        extra["format"] = definition.format
    if extra:
        arguments["json_schema_extra"] = extra
    return arguments


def _example_values(examples: Iterable[Any]) -> list[Any]:
    """Return the values of examples as JSON. Examples that only have a URL are skipped."""
    return [as_json(example.value) for example in examples if example.value is not None]


def _constraints(definition: KwargDefinition) -> dict[str, Any]:
    """Return the declared constraints by their names in pydantic."""
    constraints = _attributes_with_values(definition, _CONSTRAINTS)
    for name, value in _attributes_with_values(definition, _LIST_CONSTRAINTS).items():
        constraints[_LIST_CONSTRAINTS[name]] = value
    return constraints


def _attributes_with_values(owner: object, names: Iterable[str]) -> dict[str, Any]:
    """Return the values of some attributes by name, without those that are None."""
    values = {name: getattr(owner, name) for name in names}
    return {name: value for name, value in values.items() if value is not None}


def default_of(value: Any) -> object:
    """Return a default value, with `MISSING` in the place of Litestar's ``Empty``."""
    if value is Empty:
        return MISSING
    return value


def readable(annotation: TypeForm) -> TypeForm:
    """Return an annotation in a form that the schema package can read.

    Structs of msgspec become models, msgspec's ``Meta`` becomes a ``Field``, uploaded files become
    bytes, and a class that pydantic cannot describe becomes any value, titled by its name.
    """
    origin = get_origin(annotation)
    if is_class(annotation):
        return _readable_class(annotation)
    if is_class(origin) and issubclass(origin, msgspec.Struct):
        return _model_of_struct(annotation)
    if origin is Annotated:
        return _readable_annotated(annotation)
    arguments = _readable_arguments(annotation)
    if arguments == get_args(annotation):
        return annotation
    if origin in UNIONS:
        return union(arguments)
    if is_class(origin):
        return origin[arguments]
    return annotation  # not made of a class, so it cannot get the readable arguments


def _readable_arguments(annotation: TypeForm) -> tuple[TypeForm, ...]:
    """Return the arguments of a generic type, each readable. msgspec's ``UnsetType`` is dropped: it
    marks a field that may be missing, and is no value.
    """
    readable_arguments: list[TypeForm] = []
    for argument in get_args(annotation):
        if argument is ...:
            readable_arguments.append(argument)
        elif argument is not msgspec.UnsetType:
            readable_arguments.append(readable(argument))
    return tuple(readable_arguments)


def _readable_class(cls: type) -> TypeForm:
    """Return a class, or what stands for it: a model for a struct, `bytes` for an uploaded file,
    any value for a class without a schema.
    """
    if issubclass(cls, msgspec.Struct):
        return _model_of_struct(cls)
    if issubclass(cls, UploadFile):
        return bytes
    if _has_schema(cls):
        return cls
    return Annotated[Any, WithJsonSchema({"title": cls.__name__})]


def _readable_annotated(annotation: Any) -> TypeForm:
    """Return a readable ``Annotated[…]``: without Litestar's own metadata, and with msgspec's
    ``Meta`` as a ``Field``.
    """
    readable_type = readable(annotation.__origin__)
    metadata: list[Any] = []
    for item in annotation.__metadata__:
        if isinstance(item, msgspec.Meta):
            metadata.append(_field_of_meta(item))
        elif not isinstance(item, _LITESTAR_METADATA):
            metadata.append(item)
    if readable_type is annotation.__origin__ and metadata == list(annotation.__metadata__):
        return annotation  # nothing was replaced
    if not metadata:
        return readable_type
    return annotated(readable_type, metadata)


_LITESTAR_METADATA = (KwargDefinition, DependencyKwarg)
"""Metadata in ``Annotated`` that only Litestar reads."""


def union(members: Iterable[TypeForm]) -> TypeForm:
    """Return the union of some types: ``A | B``."""
    return reduce(or_, members)


def _has_schema(cls: type) -> bool:
    """Return whether pydantic can describe a class.

    A class that refers to an undefined name counts, so that the schema package reports the name.
    """
    try:
        core_schema_of(cls)
    except PydanticUndefinedAnnotation:
        return True
    except PydanticUserError:
        return False
    return True


_models: dict[TypeForm, Any] = {}
"""The models of structs; a `ForwardRef` while a model is being created."""


def _model_of_struct(struct: TypeForm) -> Any:
    """Return a pydantic model with the fields of a struct, or of a generic struct with arguments.

    While the model is being created, a `ForwardRef` to it is returned, so that structs may contain
    themselves.
    """
    known_model = _models.get(struct)
    if known_model is not None:
        return known_model
    cls: Any = get_origin(struct) or struct
    model_name = generic_name(cls.__name__, get_args(struct))
    _models[struct] = ForwardRef(model_name)
    struct_config = cls.__struct_config__
    fields: dict[str, Any] = {}
    for field in msgspec.structs.fields(struct):
        fields[_attribute_name(field.name)] = _model_field(field)
    if struct_config.tag_field is not None:
        # A field with a constant value, which identifies the struct in a union.
        tag = Field(alias=struct_config.tag_field)
        fields[_attribute_name(struct_config.tag_field)] = (Literal[struct_config.tag], tag)
    model: Any = create_model(
        model_name,
        __config__={"extra": "forbid"} if struct_config.forbid_unknown_fields else None,
        __doc__=cls.__dict__.get("__doc__"),
        __module__=cls.__module__,
        **fields,
    )
    _models[struct] = model
    # The names to which a `ForwardRef` may refer.
    models_by_name: dict[str, Any] = {}
    for other_struct, other_model in _models.items():
        if is_class(other_struct):
            models_by_name[other_struct.__name__] = other_model
    model.model_rebuild(force=True, _types_namespace=models_by_name)
    return model


def _attribute_name(field_name: str) -> str:
    """Return the name of a struct's field as an attribute of a model: ``field_`` precedes a name
    that pydantic does not allow, since it is an attribute of `BaseModel` or starts with an
    underscore.
    """
    if field_name.startswith("_") or hasattr(BaseModel, field_name):
        return f"field_{field_name}"
    return field_name


def _model_field(field: StructField) -> tuple[TypeForm, Any]:
    """Return the annotation of a struct's field, and the ``Field(…)`` with its alias and default,
    as `create_model` takes them.
    """
    annotation = readable(field.type)
    alias = None
    if field.encode_name != _attribute_name(field.name):
        alias = field.encode_name
    if field.default_factory is not msgspec.NODEFAULT:
        return annotation, Field(default_factory=field.default_factory, alias=alias)
    if field.default is msgspec.UNSET:
        # Optional without a default value. A factory is not written into the schema.
        return annotation, Field(default_factory=lambda: None, alias=alias)
    if field.default is not msgspec.NODEFAULT:
        return annotation, Field(default=field.default, alias=alias)
    return annotation, Field(alias=alias)


def _field_of_meta(meta: msgspec.Meta) -> Any:
    """Return the constraints and texts of msgspec's ``Meta`` as a ``Field`` of pydantic."""
    names = (*_CONSTRAINTS, "title", "description", "examples")
    arguments = _attributes_with_values(meta, names)
    if meta.extra_json_schema:
        arguments["json_schema_extra"] = meta.extra_json_schema
    return Field(**arguments)


def is_upload(annotation: TypeForm) -> bool:
    """Return whether a type is an uploaded file, or has one as an argument, such as
    ``list[UploadFile]``.
    """
    peeled = peel_all(annotation)
    if is_class(peeled):
        return issubclass(peeled, UploadFile)
    # ``tuple[UploadFile, ...]`` has an ellipsis as an argument.
    arguments = [argument for argument in get_args(peeled) if argument is not ...]
    return any(map(is_upload, arguments))
