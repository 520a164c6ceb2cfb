"""Types as Litestar's handlers have them, in forms that the schema layer reads."""

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Annotated, Any, ForwardRef, get_args

import msgspec
from litestar.datastructures import UploadFile
from litestar.params import DependencyKwarg, KwargDefinition
from litestar.types import Empty
from msgspec.structs import FieldInfo as StructField
from pydantic import Field, PydanticUserError, TypeAdapter, WithJsonSchema, create_model
from pydantic.errors import PydanticUndefinedAnnotation

from ...contracts.annotations import UNIONS, get_origin, is_class, metadata_of, peel_all
from ...contracts.model import MISSING, TypeForm

_BOUNDS = ("gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length", "pattern")
_LENGTHS = {"min_items": "min_length", "max_items": "max_length"}


def written_type(form: TypeForm, definition: Any = None) -> TypeForm:
    """A handler's annotation: constraints in pydantic's words, structs as models.

    Args:
        form: The annotation as it was written.
        definition: What ``Parameter(…)`` or ``Body(…)`` says of it.
    """
    kept = [
        item
        for item in metadata_of(form)
        if not isinstance(item, KwargDefinition | DependencyKwarg)
    ]
    bare = form.__origin__ if get_origin(form) is Annotated else form
    arguments = _field_arguments(definition)
    if arguments:
        kept.append(Field(**arguments))
    base = readable(bare)
    return Annotated[(base, *kept)] if kept else base


def _field_arguments(definition: Any) -> dict[str, Any]:
    """Constraints and texts of a ``KwargDefinition`` as arguments of ``Field``."""
    if not isinstance(definition, KwargDefinition):
        return {}
    names = {name: name for name in _BOUNDS} | _LENGTHS
    values = {names[name]: getattr(definition, name) for name in names}
    arguments = {name: value for name, value in values.items() if value is not None}
    if definition.title:
        arguments["title"] = definition.title
    if definition.examples:
        arguments["examples"] = [
            example.value for example in definition.examples if example.value is not None
        ]
    extra = dict(definition.schema_extra or {})
    if definition.enum is not None:
        extra["enum"] = list(definition.enum)
    if definition.format is not None:
        extra["format"] = definition.format
    if extra:
        arguments["json_schema_extra"] = extra
    return arguments


def default_of(value: Any) -> object:
    """The default, or `MISSING`."""
    return MISSING if value is Empty else value


def readable(form: TypeForm) -> TypeForm:
    """`form` with structs of msgspec as models and files as bytes; what has no schema is any value,
    by its name.
    """
    if is_class(form):
        if issubclass(form, msgspec.Struct):
            return _model(form)
        if issubclass(form, UploadFile):
            return bytes
        return form if _has_schema(form) else _any(form.__name__)
    arguments = get_args(form)
    if not arguments or get_origin(form) is Annotated:
        return form
    written = tuple(argument if argument is ... else readable(argument) for argument in arguments)
    if written == arguments:
        return form
    origin = get_origin(form)
    return _union(written) if origin in UNIONS else origin[written]


def _union(members: tuple[TypeForm, ...]) -> TypeForm:
    return reduce(or_, members)


def _any(name: str) -> TypeForm:
    return Annotated[Any, WithJsonSchema({"title": name})]


def _has_schema(form: type) -> bool:
    """Whether pydantic knows the class; a name in it that leads nowhere is reported by the
    schema layer.
    """
    try:
        TypeAdapter(form)
    except PydanticUndefinedAnnotation:
        return True
    except PydanticUserError:
        return False
    return True


_models: dict[type, Any] = {}


def _model(struct: type[msgspec.Struct]) -> Any:
    """A model with the fields of a struct."""
    known = _models.get(struct)
    if known is not None:
        return known
    _models[struct] = ForwardRef(struct.__name__)  # for structs that mention themselves
    fields: Any = {field.name: _field(field) for field in msgspec.structs.fields(struct)}
    model: Any = create_model(
        struct.__name__, __doc__=struct.__doc__, __module__=struct.__module__, **fields
    )
    _models[struct] = model
    model.model_rebuild(
        force=True, _types_namespace={cls.__name__: known for cls, known in _models.items()}
    )
    return model


def _field(field: StructField) -> tuple[TypeForm, Any]:
    alias = None if field.encode_name == field.name else field.encode_name
    form = _without_meta(field.type)
    if field.default_factory is not msgspec.NODEFAULT:
        return form, Field(default_factory=field.default_factory, alias=alias)
    if field.default is not msgspec.NODEFAULT:
        if field.default is msgspec.UNSET:  # a factory, as a value would be in the schema
            return form, Field(default_factory=lambda: None, alias=alias)
        return form, Field(default=field.default, alias=alias)
    return form, Field(alias=alias)


def _without_meta(form: TypeForm) -> TypeForm:
    """A field's type with msgspec's ``Meta`` in pydantic's words, and without ``UNSET``."""
    if get_origin(form) is not Annotated:
        members = [member for member in get_args(form) if member is not msgspec.UnsetType]
        if len(members) < len(get_args(form)):
            return readable(_union(tuple(members)))
        return readable(form)
    kept = [word for item in form.__metadata__ for word in _meta(item)]
    return Annotated[(readable(form.__origin__), *kept)] if kept else readable(form.__origin__)


def _meta(item: Any) -> Iterator[Any]:
    if not isinstance(item, msgspec.Meta):
        yield item
        return
    names = (*_BOUNDS, "title", "description", "examples")
    arguments = {name: value for name in names if (value := getattr(item, name)) is not None}
    if item.extra_json_schema:
        arguments["json_schema_extra"] = item.extra_json_schema
    yield Field(**arguments)


def is_upload(form: TypeForm) -> bool:
    """Whether a type is a file that is sent, or several."""
    bare = peel_all(form)
    if is_class(bare):
        return issubclass(bare, UploadFile)
    return any(is_upload(inner) for inner in get_args(bare) if inner is not ...)
