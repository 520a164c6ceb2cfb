"""Reads the input of a handler: its parameters and body."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING as NO_DEFAULT
from dataclasses import Field, fields, is_dataclass
from typing import Any, get_type_hints

from litestar.constants import RESERVED_KWARGS
from litestar.enums import ParamType
from litestar.params import BodyKwarg, ParameterKwarg
from litestar.types import Empty
from pydantic import BaseModel

from ...contracts.annotations import is_class, peel_all
from ...contracts.authoring.docstrings import with_message
from ...contracts.model import (
    BodyField,
    Content,
    Example,
    FileRules,
    Parameter,
    ParameterLocation,
    RequestBody,
    TypeForm,
)
from .written_types import as_json, default_of, is_upload, readable, written_type

_PLACES: Mapping[ParamType, ParameterLocation] = {
    ParamType.PATH: "path",
    ParamType.QUERY: "query",
    ParamType.HEADER: "header",
    ParamType.COOKIE: "cookie",
}
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def parameters_of(handler: Any, in_path: Mapping[str, Any]) -> tuple[Parameter, ...]:
    """Return the parameters of a handler, of its dependencies and of its layers, each once.

    Args:
        handler: Litestar's route handler.
        in_path: The placeholders of the route; each is a parameter, even if no function declares
            it.
    """
    parameters: dict[tuple[ParameterLocation, str], Parameter] = {}
    fields = _fields(
        handler.parsed_fn_signature.parameters,
        handler.resolve_layered_parameters(),
        handler.resolve_dependencies(),
    )
    for name, field in fields:
        parameter = _parameter(name, field, in_path)
        if parameter is None or _is_of_other_path(parameter, handler):
            continue
        # Several functions may declare the same; the first one counts, and the handler's own come
        # first.
        parameters.setdefault((parameter.location, parameter.name), parameter)
    for name, placeholder in in_path.items():
        parameter = Parameter(name=name, location="path", type=placeholder.type)
        parameters.setdefault(("path", name), parameter)
    locations = list(_PLACES.values())
    return tuple(
        sorted(parameters.values(), key=lambda parameter: locations.index(parameter.location))
    )


def _is_of_other_path(parameter: Parameter, handler: Any) -> bool:
    """Return whether a parameter is a placeholder in one of the paths of a handler; in the others
    of them Litestar reads it from the query, and documents none.
    """
    placeholder = f"{{{parameter.name}:"
    is_query = parameter.location == "query"
    return is_query and any(placeholder in path for path in getattr(handler, "paths", ()))


def _fields(
    own: Mapping[str, Any], layered: Mapping[str, Any], providers: Mapping[str, Any]
) -> Iterator[Any]:
    for name, field in own.items():
        if name in RESERVED_KWARGS:
            continue
        # What a provider asks for is part of the request, not the argument that it fills.
        if name in providers:
            yield from _fields(providers[name].parsed_fn_signature.parameters, {}, providers)
        # `Dependency()` marks what a provider has to give; without one it is no parameter either.
        elif not field.is_di_field:
            if name in layered and not field.is_parameter_field:
                field = layered[name]
            yield name, field
    for name, field in layered.items():
        if name not in own and name not in RESERVED_KWARGS:
            yield name, field


def _parameter(name: str, field: Any, in_path: Mapping[str, Any]) -> Parameter | None:
    """Return the parameter of a field; None for what is hidden, or is not a placeholder of this
    path.
    """
    definition = field.kwarg_definition
    if not isinstance(definition, ParameterKwarg):
        definition = None
    elif not definition.include_in_schema:
        return None
    wire_name, location = _place(name, definition, in_path)
    if location == "path" and wire_name not in in_path:
        return None
    default = field.default
    # `Annotated[int, Parameter(default=3)]`: the argument itself has no default.
    if default is Empty and definition is not None:
        default = definition.default
    annotation = written_type(field.raw, definition)
    return Parameter(
        name=wire_name,
        location=location,
        type=annotation,
        required=location == "path" or bool(field.is_required),
        default=default_of(default),
        description=with_message(definition.description, annotation)
        if definition is not None
        else None,
        argument=name,
        examples=tuple(_examples(definition)) if definition is not None else (),
    )


def _place(
    name: str, definition: ParameterKwarg | None, in_path: Mapping[str, Any]
) -> tuple[str, ParameterLocation]:
    """Return the name on the wire, and where it travels."""
    if name in in_path:
        return name, "path"
    if definition is None:
        return name, "query"
    if definition.header:
        return definition.header, "header"
    if definition.cookie:
        return definition.cookie, "cookie"
    return definition.query or definition.name or name, _PLACES[definition.param_type]


def _examples(definition: ParameterKwarg) -> Iterator[Example]:
    """Yield the examples that have words; others are of the type."""
    named = (
        example for example in definition.examples or () if example.summary or example.description
    )
    for number, example in enumerate(named, 1):
        yield Example(
            name=example.id or f"example_{number}",
            value=as_json(example.value),
            summary=example.summary,
            description=example.description,
        )


def body_of(handler: Any) -> RequestBody | None:
    """Return the body of a handler, or of a dependency of it."""
    field = handler.parsed_data_field
    if field is None:
        field = _field_of_dependency(handler)
    if field is None:
        return None
    definition = field.kwarg_definition
    media_type = "application/json"
    description = None
    if isinstance(definition, BodyKwarg):
        media_type = str(getattr(definition.media_type, "value", definition.media_type))
        description = definition.description
    else:
        definition = None
    annotation = transferred(handler, "data", field.raw)
    content: Content | None = None
    if media_type in _FORMS:
        content = _form(annotation, media_type)
    content = content or Content(media_type=media_type, type=written_type(annotation, definition))
    return RequestBody(
        contents=(content,),
        required=not field.is_optional,
        description=description,
        argument="data",
    )


def _field_of_dependency(handler: Any) -> Any:
    """Return the body that the first of the dependencies reads which reads one."""
    for provider in handler.resolve_dependencies().values():
        parameters = provider.parsed_fn_signature.parameters
        if "data" in parameters:
            return parameters["data"]
    return None


def transferred(handler: Any, direction: str, annotation: TypeForm) -> TypeForm:
    """Return the type on the wire where a DTO converts between it and the type of the handler."""
    dto = handler.resolve_data_dto() if direction == "data" else handler.resolve_return_dto()
    # Litestar makes a model of what a DTO leaves of a type, for each handler, and keeps it there
    # alone.
    backends = getattr(dto, "_dto_backends", {}).get(handler.handler_id, {})
    backend = backends.get(f"{direction}_backend")
    if backend is None:
        return annotation
    return backend.annotation


def _form(annotation: TypeForm, media_type: str) -> Content | None:
    """Return a form with files, field by field; None where the type alone describes it."""
    bare = peel_all(annotation)
    if is_upload(bare):
        # The names in Litestar's own document: the value is the whole form, and has no name.
        name = "files"
        if is_class(bare):
            name = "file"
        field = BodyField(name=name, type=readable(bare), file=FileRules(), argument="data")
        return Content(media_type=media_type, fields=(field,))
    if not is_class(bare):
        return None
    hints = _hints(bare)
    if not any(is_upload(hint) for hint, _required in hints.values()):
        return None
    fields = [_form_field(name, hint, required) for name, (hint, required) in hints.items()]
    return Content(media_type=media_type, fields=tuple(fields))


def _form_field(name: str, annotation: TypeForm, required: bool) -> BodyField:
    file = FileRules() if is_upload(annotation) else None
    return BodyField(
        name=name, type=readable(annotation), required=required, file=file, argument="data"
    )


def _hints(cls: type) -> dict[str, tuple[TypeForm, bool]]:
    """Return the fields of a class that describes a form, and whether each must be sent."""
    if issubclass(cls, BaseModel):
        infos = cls.model_fields.items()
        return {name: (info.annotation, info.is_required()) for name, info in infos}
    optional = set(getattr(cls, "__optional_keys__", ()))
    if is_dataclass(cls):
        optional = {field.name for field in fields(cls) if _has_default(field)}
    hints: dict[str, tuple[TypeForm, bool]] = {}
    # Annotations may be texts, for example by `from __future__ import annotations`.
    for name, hint in get_type_hints(cls, include_extras=True).items():
        hints[name] = (hint, name not in optional)
    return hints


def _has_default(field: Field[Any]) -> bool:
    return field.default is not NO_DEFAULT or field.default_factory is not NO_DEFAULT
