"""Reads the input of Litestar's route handlers: their parameters and bodies.

A peeled type is one without the ``Annotated``, aliases and NewTypes around it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING as NO_DEFAULT
from dataclasses import Field, fields, is_dataclass
from itertools import starmap
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

_LOCATIONS: Mapping[ParamType, ParameterLocation] = {
    ParamType.PATH: "path",
    ParamType.QUERY: "query",
    ParamType.HEADER: "header",
    ParamType.COOKIE: "cookie",
}
_FORM_MEDIA_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")


def parameters_of(handler: Any, placeholders: Mapping[str, Any]) -> tuple[Parameter, ...]:
    """Return the parameters of a handler, its dependencies, and its layers (controller, routers,
    application), sorted by location.

    Args:
        handler: Litestar's route handler.
        placeholders: Litestar's definitions of the path's placeholders by name. Each is a
            parameter, even if no function declares it.
    """
    parameters: dict[tuple[ParameterLocation, str], Parameter] = {}
    fields = _fields(
        handler.parsed_fn_signature.parameters,
        handler.resolve_layered_parameters(),
        handler.resolve_dependencies(),
    )
    for name, field in fields:
        parameter = _parameter(name, field, placeholders)
        if parameter is None or _is_placeholder_of_other_path(parameter, handler):
            continue
        # Several functions may declare a parameter. The first one counts, and the handler's own
        # parameters come first.
        parameters.setdefault((parameter.location, parameter.name), parameter)
    for name, placeholder in placeholders.items():
        parameter = Parameter(name=name, location="path", type=placeholder.type)
        parameters.setdefault(("path", name), parameter)
    # In the order of `_LOCATIONS`: path, query, header, cookie.
    locations = list(_LOCATIONS.values())
    return tuple(
        sorted(parameters.values(), key=lambda parameter: locations.index(parameter.location))
    )


def _is_placeholder_of_other_path(parameter: Parameter, handler: Any) -> bool:
    """Return whether a query parameter is a placeholder in another path of the same handler.

    Litestar then reads it from the query at this path, but does not document it.
    """
    if parameter.location != "query":
        return False
    placeholder_start = f"{{{parameter.name}:"  # ``{name:``
    return any(placeholder_start in path for path in getattr(handler, "paths", ()))


def _fields(
    own_fields: Mapping[str, Any], layered_fields: Mapping[str, Any], providers: Mapping[str, Any]
) -> Iterator[tuple[str, Any]]:
    """Yield the arguments that a function reads from the request, with their names.

    An argument that a dependency provides is replaced by the arguments of the dependency.

    Args:
        own_fields: Litestar's definitions of the function's arguments by name.
        layered_fields: Definitions by name that controller, routers and application add.
        providers: The dependencies by the names of the arguments that they provide.
    """
    for name, field in own_fields.items():
        if name in RESERVED_KWARGS:  # such as `request`, or `data`, which is the body
            continue
        if name in providers:
            yield from _fields(providers[name].parsed_fn_signature.parameters, {}, providers)
        # An argument marked with `Dependency()` is no parameter, even if nothing provides it.
        elif not field.is_di_field:
            # The function's own `Parameter(…)` takes precedence over that of a layer.
            if name in layered_fields and not field.is_parameter_field:
                yield name, layered_fields[name]
            else:
                yield name, field
    for name, field in layered_fields.items():
        if name not in own_fields and name not in RESERVED_KWARGS:
            yield name, field


def _parameter(name: str, field: Any, placeholders: Mapping[str, Any]) -> Parameter | None:
    """Return the parameter for an argument; None if its author hides it, or if it is a path
    parameter that this path does not have.

    Args:
        name: The name of the argument.
        field: Litestar's definition of the argument.
        placeholders: The placeholders of the path by name.
    """
    definition = field.kwarg_definition
    if not isinstance(definition, ParameterKwarg):
        definition = None
    elif not definition.include_in_schema:
        return None
    wire_name, location = _wire_name_and_location(name, definition, placeholders)
    if location == "path" and wire_name not in placeholders:
        return None
    annotation = written_type(field.raw, definition)
    default = field.default
    description = None
    examples: tuple[Example, ...] = ()
    if definition is not None:
        # In `Annotated[int, Parameter(default=3)]`, the argument itself has no default.
        if default is Empty:
            default = definition.default
        description = with_message(definition.description, annotation)
        examples = tuple(_examples(definition))
    return Parameter(
        name=wire_name,
        location=location,
        type=annotation,
        required=location == "path" or bool(field.is_required),
        default=default_of(default),
        description=description,
        argument=name,
        examples=examples,
    )


def _wire_name_and_location(
    name: str, definition: ParameterKwarg | None, placeholders: Mapping[str, Any]
) -> tuple[str, ParameterLocation]:
    """Return the name that an argument has in the request, and its location there.

    Args:
        name: The name of the argument.
        definition: What ``Parameter(…)`` says about it; None without one.
        placeholders: The placeholders of the path by name.
    """
    if name in placeholders:
        return name, "path"
    if definition is None:
        return name, "query"
    if definition.header:
        return definition.header, "header"
    if definition.cookie:
        return definition.cookie, "cookie"
    return definition.query or definition.name or name, _LOCATIONS[definition.param_type]


def _examples(definition: ParameterKwarg) -> Iterator[Example]:
    """Yield the examples of a parameter that have a summary or description. The others belong to
    the type of the parameter.
    """
    described_examples = [
        example for example in definition.examples or () if example.summary or example.description
    ]
    for number, example in enumerate(described_examples, 1):
        yield Example(
            name=example.id or f"example_{number}",
            value=as_json(example.value),
            summary=example.summary,
            description=example.description,
        )


def body_of(handler: Any) -> RequestBody | None:
    """Return the request body that a handler, or one of its dependencies, reads with the argument
    `data`; None if there is no such argument.
    """
    field = handler.parsed_data_field
    if field is None:
        field = _body_field_of_dependencies(handler)
    if field is None:
        return None
    definition = field.kwarg_definition
    media_type = "application/json"
    description = None
    if isinstance(definition, BodyKwarg):
        # A member of an enumeration, or a text.
        media_type = str(getattr(definition.media_type, "value", definition.media_type))
        description = definition.description
    else:
        definition = None
    annotation = _transferred_body(handler, field.raw)
    content: Content | None = None
    if media_type in _FORM_MEDIA_TYPES:
        content = _form_with_files(annotation, media_type)
    if content is None:
        content = Content(media_type=media_type, type=written_type(annotation, definition))
    return RequestBody(
        contents=(content,),
        required=not field.is_optional,
        description=description,
        argument="data",
    )


def _body_field_of_dependencies(handler: Any) -> Any:
    """Return Litestar's definition of the argument `data` of the first dependency that has it; None
    if no dependency reads the body.
    """
    for provider in handler.resolve_dependencies().values():
        parameters = provider.parsed_fn_signature.parameters
        if "data" in parameters:
            return parameters["data"]
    return None


def _transferred_body(handler: Any, annotation: TypeForm) -> TypeForm:
    """Return the type of the request body as clients send it: the model of the handler's DTO, or
    the annotation if there is no DTO.
    """
    return _dto_model(handler, handler.resolve_data_dto(), "data_backend") or annotation


def transferred_response(handler: Any, annotation: TypeForm) -> TypeForm:
    """Return the type of the response body as clients receive it: the model of the handler's DTO,
    or the annotation if there is no DTO.
    """
    return _dto_model(handler, handler.resolve_return_dto(), "return_backend") or annotation


def _dto_model(handler: Any, dto: Any, backend_name: str) -> TypeForm | None:
    """Return the model of the fields that a DTO (data transfer object) transfers; None without one.

    Litestar creates the model for each handler, and keeps it only in this private attribute.

    Args:
        handler: Litestar's route handler.
        dto: The class of the DTO; None if the handler has none.
        backend_name: ``data_backend`` for the request body, ``return_backend`` for the response.
    """
    backends_by_handler = getattr(dto, "_dto_backends", {})
    backend = backends_by_handler.get(handler.handler_id, {}).get(backend_name)
    if backend is None:
        return None
    return backend.annotation


def _form_with_files(annotation: TypeForm, media_type: str) -> Content | None:
    """Return a form with files, field by field; None for a form without files, which its type
    describes.

    Args:
        annotation: The type of the body: a file, a list of files, or a class with fields.
        media_type: The media type of the form.
    """
    peeled = peel_all(annotation)
    if is_upload(peeled):
        # The form has no class, so its field has no name; Litestar's own document uses these.
        name = "files"
        if is_class(peeled):  # a single file; several are a list of this class
            name = "file"
        field = BodyField(name=name, type=readable(peeled), file=FileRules(), argument="data")
        return Content(media_type=media_type, fields=(field,))
    if not is_class(peeled):
        return None
    members = list(_form_members(peeled))
    if not any(is_upload(annotation) for _name, annotation, _required in members):
        return None
    return Content(media_type=media_type, fields=tuple(starmap(_form_field, members)))


def _form_members(cls: type) -> Iterator[tuple[str, TypeForm, bool]]:
    """Yield name and type of each field of a form's class, and whether it is required."""
    if issubclass(cls, BaseModel):
        for name, info in cls.model_fields.items():
            yield name, info.annotation, info.is_required()
        return
    optional_names = set(getattr(cls, "__optional_keys__", ()))  # of a TypedDict
    if is_dataclass(cls):
        optional_names = {field.name for field in fields(cls) if _has_default(field)}
    # Annotations may be strings, for example by `from __future__ import annotations`.
    for name, annotation in get_type_hints(cls, include_extras=True).items():
        yield name, annotation, name not in optional_names


def _form_field(name: str, annotation: TypeForm, required: bool) -> BodyField:
    """Return a field of a form, which is a file if its type is an upload."""
    file_rules = FileRules() if is_upload(annotation) else None
    return BodyField(
        name=name, type=readable(annotation), required=required, file=file_rules, argument="data"
    )


def _has_default(field: Field[Any]) -> bool:
    """Return whether a field of a dataclass need not be given."""
    return field.default is not NO_DEFAULT or field.default_factory is not NO_DEFAULT
