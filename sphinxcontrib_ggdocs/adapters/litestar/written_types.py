"""Converts the types of Litestar's handlers into types that the schema package can read."""

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

_BOUNDS = ("gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length", "pattern")
_LENGTHS_OF_LISTS = {"min_items": "min_length", "max_items": "max_length"}
"""Bounds of Litestar that pydantic calls as it calls those of texts."""


def written_type(annotation: TypeForm, definition: Any = None) -> TypeForm:
    """Return a handler's annotation: constraints in pydantic's words, structs as models.

    Args:
        annotation: The annotation as it was written.
        definition: What ``Parameter(…)`` or ``Body(…)`` says of it.
    """
    arguments = _field_arguments(definition)
    added = [Field(**arguments)] if arguments else []
    base = readable(annotation)
    if added:
        return annotated(base, added)
    return base


def as_json(value: object) -> Any:
    """Return an example as JSON, as Litestar writes it; models of pydantic, which only a plugin of
    an application knows, as pydantic does.
    """
    try:
        return decode_json(encode_json(value))
    except SerializationException:
        return to_jsonable_python(value)


def _field_arguments(definition: Any) -> dict[str, Any]:
    """Constraints and texts of a ``KwargDefinition`` as arguments of ``Field``."""
    if not isinstance(definition, KwargDefinition):
        return {}
    arguments = _bounds(definition)
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
    """Return the values of examples as JSON; some have only the address of one."""
    return [as_json(example.value) for example in examples if example.value is not None]


def _bounds(definition: KwargDefinition) -> dict[str, Any]:
    """Return the declared bounds by their names in pydantic."""
    bounds = _set_attributes(definition, _BOUNDS)
    for name, value in _set_attributes(definition, _LENGTHS_OF_LISTS).items():
        bounds[_LENGTHS_OF_LISTS[name]] = value
    return bounds


def _set_attributes(owner: object, names: Iterable[str]) -> dict[str, Any]:
    """Return the attributes that are not None."""
    values = {name: getattr(owner, name) for name in names}
    return {name: value for name, value in values.items() if value is not None}


def default_of(value: Any) -> object:
    """Return the default, or `MISSING`."""
    return MISSING if value is Empty else value


def readable(annotation: TypeForm) -> TypeForm:
    """Return an annotation with structs of msgspec as models, its ``Meta`` in pydantic's words, and
    files as bytes; what has no schema is any value, by its name.
    """
    origin = get_origin(annotation)
    if is_class(annotation):
        return _readable_class(annotation)
    if is_class(origin) and issubclass(origin, msgspec.Struct):
        return _model(annotation)
    if origin is Annotated:
        return _readable_annotated(annotation)
    arguments = _readable_arguments(annotation)
    if arguments == get_args(annotation):
        return annotation
    if origin in UNIONS:
        return union(arguments)
    if is_class(origin):
        return origin[arguments]
    return annotation


def _readable_arguments(annotation: TypeForm) -> tuple[TypeForm, ...]:
    """Return the arguments of a generic type, readable; what is unset is not one of them."""
    readable_arguments: list[TypeForm] = []
    for argument in get_args(annotation):
        if argument is ...:
            readable_arguments.append(argument)
        elif argument is not msgspec.UnsetType:
            readable_arguments.append(readable(argument))
    return tuple(readable_arguments)


def _readable_class(cls: type) -> TypeForm:
    if issubclass(cls, msgspec.Struct):
        return _model(cls)
    if issubclass(cls, UploadFile):
        return bytes
    if _has_schema(cls):
        return cls
    return _any(cls.__name__)


def _readable_annotated(annotation: Any) -> TypeForm:
    bare = readable(annotation.__origin__)
    metadata: list[Any] = []
    for item in annotation.__metadata__:
        if isinstance(item, msgspec.Meta):
            metadata.append(_meta(item))
        elif not isinstance(item, _DEFINITIONS):
            metadata.append(item)
    if bare is annotation.__origin__ and metadata == list(annotation.__metadata__):
        return annotation
    if not metadata:
        return bare
    return annotated(bare, metadata)


_DEFINITIONS = (KwargDefinition, DependencyKwarg)
"""What Litestar itself reads."""


def union(members: Iterable[TypeForm]) -> TypeForm:
    """One of several types."""
    return reduce(or_, members)


def _any(name: str) -> TypeForm:
    return Annotated[Any, WithJsonSchema({"title": name})]


def _has_schema(annotation: type) -> bool:
    """Return whether pydantic knows the class; a name in it that is unresolved is reported by the
    schema layer.
    """
    try:
        core_schema_of(annotation)
    except PydanticUndefinedAnnotation:
        return True
    except PydanticUserError:
        return False
    return True


_models: dict[TypeForm, Any] = {}


def _model(struct: TypeForm) -> Any:
    """Return a model with the fields of a struct, or of a generic struct with its arguments."""
    known = _models.get(struct)
    if known is not None:
        return known
    cls: Any = get_origin(struct) or struct
    name = generic_name(cls.__name__, get_args(struct))
    _models[struct] = ForwardRef(name)  # for structs that mention themselves
    settings = cls.__struct_config__
    fields: Any = {
        _attribute(field.name): _field(field) for field in msgspec.structs.fields(struct)
    }
    if settings.tag_field is not None:
        tag = Field(alias=settings.tag_field)
        fields[_attribute(settings.tag_field)] = (Literal[settings.tag], tag)
    model: Any = create_model(
        name,
        __config__={"extra": "forbid"} if settings.forbid_unknown_fields else None,
        __doc__=cls.__dict__.get("__doc__"),
        __module__=cls.__module__,
        **fields,
    )
    _models[struct] = model
    names = {cls.__name__: known for cls, known in _models.items() if is_class(cls)}
    model.model_rebuild(force=True, _types_namespace=names)
    return model


def _attribute(name: str) -> str:
    """Return the name of a field in a model: pydantic keeps some for itself, and those with a
    leading underscore.
    """
    return f"field_{name}" if name.startswith("_") or hasattr(BaseModel, name) else name


def _field(field: StructField) -> tuple[TypeForm, Any]:
    is_plain = field.encode_name == _attribute(field.name)
    alias = None if is_plain else field.encode_name
    annotation = readable(field.type)
    if field.default_factory is not msgspec.NODEFAULT:
        return annotation, Field(default_factory=field.default_factory, alias=alias)
    if field.default is not msgspec.NODEFAULT:
        if field.default is msgspec.UNSET:  # a factory, as a value would be in the schema
            return annotation, Field(default_factory=lambda: None, alias=alias)
        return annotation, Field(default=field.default, alias=alias)
    return annotation, Field(alias=alias)


def _meta(item: msgspec.Meta) -> Any:
    """Return the constraints and texts of ``Meta`` in pydantic's words."""
    arguments = _set_attributes(item, (*_BOUNDS, "title", "description", "examples"))
    if item.extra_json_schema:
        arguments["json_schema_extra"] = item.extra_json_schema
    return Field(**arguments)


def is_upload(annotation: TypeForm) -> bool:
    """Return whether a type is a file that is sent, or several."""
    bare = peel_all(annotation)
    if is_class(bare):
        return issubclass(bare, UploadFile)
    return any(is_upload(inner) for inner in get_args(bare) if inner is not ...)
