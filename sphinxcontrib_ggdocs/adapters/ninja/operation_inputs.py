"""Reads the input of an operation: its parameters and body.

Ninja builds one model for the arguments of each source (path, query, headers, cookies, form). If an
argument is itself a model, its fields become parameters of that source.
"""

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, get_args

from ninja import UploadedFile
from pydantic import BaseModel, Field
from pydantic.fields import FieldInfo

from ...contracts.annotations import UNIONS, get_origin, is_class, peel_all, without_none
from ...contracts.declared_parameters import spread
from ...contracts.model import (
    MISSING,
    BodyField,
    Content,
    Example,
    FileRules,
    Parameter,
    ParameterLocation,
    RequestBody,
    TypeForm,
)
from .api_info import as_json

_LOCATIONS: Mapping[str, ParameterLocation] = {
    "path": "path",
    "query": "query",
    "header": "header",
    "cookie": "cookie",
}
_MEDIA_TYPES = {
    "body": "application/json",
    "form": "application/x-www-form-urlencoded",
    "file": "multipart/form-data",
}
_CONVERTED: Mapping[str, type] = {"int": int, "uuid": uuid.UUID}
"""The types of Django's converters; those of others are text."""


def parameters_of(operation: Any, placeholders: Mapping[str, str]) -> tuple[Parameter, ...]:
    """Return the parameters of an operation.

    Args:
        operation: Ninja's operation.
        placeholders: The converters of its path; what no function asks for has to be sent, too.
    """
    parameters: dict[tuple[ParameterLocation, str], Parameter] = {}
    for source, model in _models(operation):
        if source in _LOCATIONS:
            for argument in _arguments(model):
                if argument.extra.get("include_in_schema", True):
                    parameter = _as_parameter(argument, _LOCATIONS[source])
                    parameters[parameter.location, parameter.name] = parameter
    # A path has a value for each of them, whether a function asks for it or not.
    for name, converter in placeholders.items():
        annotation = _CONVERTED.get(converter, str)
        parameters.setdefault(
            ("path", name), Parameter(name=name, location="path", type=annotation)
        )
    return tuple(parameters.values())


def body_of(operation: Any) -> RequestBody | None:
    """Return the body of an operation; what comes from several sources is one form with files."""
    parts = {source: model for source, model in _models(operation) if source in _MEDIA_TYPES}
    if not parts:
        return None
    sources = list(parts)
    if sources == ["body"]:
        arguments = list(_own_arguments(parts["body"]))
        # Ninja embeds several arguments in an object by their names, and takes one for the whole.
        if len(arguments) == 1:
            return _single(arguments[0].parameter)
    # Files can only be sent in parts, next to which fields of forms and JSON are parts as well.
    media_type = _MEDIA_TYPES["file"]
    if len(sources) == 1:
        media_type = _MEDIA_TYPES[sources[0]]
    fields: dict[str, BodyField] = {}
    for source, model in parts.items():
        read_arguments = _own_arguments
        if source == "form":
            read_arguments = _arguments
        for argument in read_arguments(model):
            fields[argument.parameter.name] = _as_field(argument, source)
    return RequestBody(contents=(Content(media_type=media_type, fields=tuple(fields.values())),))


@dataclass(frozen=True, slots=True)
class _Argument:
    """An argument of an operation, or a field of one that is a model."""

    parameter: Parameter
    info: FieldInfo

    @property
    def extra(self) -> Mapping[str, Any]:
        """What Ninja's ``Query(…)`` and its like say that pydantic has no word for."""
        extra = self.info.json_schema_extra
        if isinstance(extra, dict):
            return extra
        return {}


def _models(operation: Any) -> Iterator[tuple[str, type[BaseModel]]]:
    """Yield the models of an operation's arguments by their sources."""
    for model in operation.models:
        yield str(model.__ninja_param_source__), model


def _single(parameter: Parameter) -> RequestBody:
    """Return the body that is one argument."""
    annotation = parameter.type
    # `required` shows that a body may be left out.
    if parameter.default is not MISSING and parameter.default is not None:
        annotation = Annotated[annotation, Field(default=parameter.default)]
    content = Content(type=annotation)
    return RequestBody(
        contents=(content,), required=parameter.required, argument=parameter.argument
    )


def _own_arguments(model: type[BaseModel]) -> Iterator[_Argument]:
    """Yield the arguments of a model of Ninja's."""
    infos = model.model_fields.items()
    for (name, info), parameter in zip(infos, spread(model, ""), strict=True):
        yield _Argument(replace(parameter, argument=name, of_model=False), info)


def _arguments(model: type[BaseModel]) -> Iterator[_Argument]:
    """Yield the arguments of a model of Ninja's, in the place of models their fields."""
    for argument in _own_arguments(model):
        yield from _flat(argument)


def _flat(argument: _Argument) -> Iterator[_Argument]:
    """Yield an argument, or the fields of its model, and of models inside it."""
    parameter = argument.parameter
    inner = _model(parameter.type)
    if inner is None:
        yield argument
        return
    fields = spread(inner, str(parameter.argument), optional=not parameter.required)
    for info, field in zip(inner.model_fields.values(), fields, strict=True):
        yield from _flat(_Argument(field, info))


def _model(annotation: TypeForm) -> type[BaseModel] | None:
    """Return the model of an argument, or the first of a union: its fields are read."""
    bare = peel_all(annotation)
    members: tuple[Any, ...] = (bare,)
    if get_origin(bare) in UNIONS:
        members = get_args(bare)
    # Of the members of a union, Ninja flattens the first model.
    for member in map(peel_all, members):
        if isinstance(member, type) and issubclass(member, BaseModel):
            return member
    return None


def _as_parameter(argument: _Argument, location: ParameterLocation) -> Parameter:
    """Return a parameter at its place. Headers are found with a hyphen for an underscore, which
    servers do not let through.
    """
    parameter = argument.parameter
    name = parameter.name.replace("_", "-") if location == "header" else parameter.name
    return replace(
        parameter,
        name=name,
        location=location,
        required=location == "path" or parameter.required,
        examples=tuple(_examples(argument.extra)),
    )


def _examples(extra: Mapping[str, Any]) -> Iterator[Example]:
    """Yield the examples of a parameter that have names, or the one without."""
    if "example" in extra:
        yield Example(name="example", value=as_json(extra["example"]))
    named = extra.get("examples")
    if isinstance(named, Mapping):
        for name, example in named.items():
            value: Any = MISSING
            if "value" in example:
                value = as_json(example["value"])
            yield Example(
                name=name,
                value=value,
                summary=example.get("summary"),
                description=example.get("description"),
                external_value=example.get("externalValue"),
            )


def _as_field(argument: _Argument, source: str) -> BodyField:
    parameter = argument.parameter
    field = BodyField(
        name=parameter.name,
        type=parameter.type,
        required=parameter.required,
        default=parameter.default,
        deprecated=parameter.deprecated,
        argument=parameter.argument,
    )
    if source == "file":
        return replace(
            field,
            type=_file_type(parameter.type),
            description=argument.info.description,
            file=FileRules(),
        )
    return field


def _file_type(annotation: TypeForm) -> TypeForm:
    """``UploadedFile`` is bytes on the wire."""
    bare = peel_all(annotation)
    inner = without_none(bare)
    if inner is not None:
        return _file_type(inner) | None
    if is_class(bare) and issubclass(bare, UploadedFile):
        return bytes
    if get_args(bare):
        return list[bytes]
    return annotation
