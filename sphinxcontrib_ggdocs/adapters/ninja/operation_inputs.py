"""Reads the input of Ninja's operations: their parameters and bodies.

Ninja builds one model for the arguments of each source (path, query, headers, cookies, form). If an
argument is itself a model, its fields become parameters of that source.

A peeled type is one without the ``Annotated``, aliases and NewTypes around it.
"""

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, get_args

from ninja import UploadedFile
from pydantic import BaseModel, Field
from pydantic.fields import FieldInfo

from ...contracts.annotations import UNIONS, get_origin, is_class, peel_all, without_none
from ...contracts.declared_parameters import parameters_of_model
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

_LOCATIONS_BY_SOURCE: Mapping[str, ParameterLocation] = {
    "path": "path",
    "query": "query",
    "header": "header",
    "cookie": "cookie",
}
_MEDIA_TYPES_BY_SOURCE = {
    "body": "application/json",
    "form": "application/x-www-form-urlencoded",
    "file": "multipart/form-data",
}
_TYPES_BY_CONVERTER: Mapping[str, type] = {"int": int, "uuid": uuid.UUID}
"""The types of placeholders with one of Django's converters; those with another one are text."""


def parameters_of(operation: Any, placeholders: Mapping[str, str]) -> tuple[Parameter, ...]:
    """Return the parameters of an operation.

    Args:
        operation: Ninja's operation.
        placeholders: The converters of its path's placeholders by name. A placeholder that is no
            argument of the function becomes a parameter as well, since a path has a value for it.
    """
    parameters: dict[tuple[ParameterLocation, str], Parameter] = {}
    for source, model in _models(operation):
        if source in _LOCATIONS_BY_SOURCE:
            for argument in _flat_arguments(model):
                if argument.extra.get("include_in_schema", True):
                    parameter = _parameter(argument, _LOCATIONS_BY_SOURCE[source])
                    parameters[parameter.location, parameter.name] = parameter
    for name, converter in placeholders.items():
        annotation = _TYPES_BY_CONVERTER.get(converter, str)
        parameters.setdefault(
            ("path", name), Parameter(name=name, location="path", type=annotation)
        )
    return tuple(parameters.values())


def body_of(operation: Any) -> RequestBody | None:
    """Return the request body of an operation; None if it has none.

    A single argument of a JSON body is the whole body. Several arguments are the fields of an
    object, and arguments from several sources, such as a form and files, are the fields of one
    multipart form.
    """
    models_by_source = dict(_models(operation))
    sources = [source for source in models_by_source if source in _MEDIA_TYPES_BY_SOURCE]
    if not sources:
        return None
    if sources == ["body"]:
        arguments = list(_own_arguments(models_by_source["body"]))
        if len(arguments) == 1:
            return _single_argument_body(arguments[0].parameter)
    # Files can only be sent in a multipart form; fields of forms and JSON become parts of it, too.
    media_type = _MEDIA_TYPES_BY_SOURCE["file"]
    if len(sources) == 1:
        media_type = _MEDIA_TYPES_BY_SOURCE[sources[0]]
    fields: dict[str, BodyField] = {}
    for source in sources:
        # Only in forms does Ninja replace a model by its fields.
        read_arguments = _flat_arguments if source == "form" else _own_arguments
        for argument in read_arguments(models_by_source[source]):
            fields[argument.parameter.name] = _body_field(argument, source)
    return RequestBody(contents=(Content(media_type=media_type, fields=tuple(fields.values())),))


@dataclass(frozen=True, slots=True)
class _Argument:
    """An argument of an operation, or a field of an argument that is a model."""

    parameter: Parameter
    info: FieldInfo

    @property
    def extra(self) -> Mapping[str, Any]:
        """The keyword arguments of Ninja's ``Query(…)``, ``Path(…)`` and so on that pydantic has no
        attribute for, such as `include_in_schema` and `example`.
        """
        extra = self.info.json_schema_extra
        if isinstance(extra, dict):
            return extra
        return {}


def _models(operation: Any) -> Iterator[tuple[str, type[BaseModel]]]:
    """Yield the models of an operation's arguments with their sources: ``path``, ``query``,
    ``header``, ``cookie``, ``form``, ``file`` or ``body``.
    """
    for model in operation.models:
        yield str(model.__ninja_param_source__), model


def _single_argument_body(parameter: Parameter) -> RequestBody:
    """Return the JSON body that consists of one argument."""
    annotation = parameter.type
    # A default of None only says that the body is optional, which `required` says.
    if parameter.default is not MISSING and parameter.default is not None:
        annotation = Annotated[annotation, Field(default=parameter.default)]
    content = Content(type=annotation)
    return RequestBody(
        contents=(content,), required=parameter.required, argument=parameter.argument
    )


def _own_arguments(model: type[BaseModel]) -> Iterator[_Argument]:
    """Yield the arguments that one of Ninja's models contains, one for each argument of the
    function.
    """
    infos = model.model_fields.items()
    # `parameters_of_model` yields one parameter for each field, in the same order. The model is
    # Ninja's own, so each field is an argument, and not a field of a model of the author.
    for (name, info), parameter in zip(infos, parameters_of_model(model, ""), strict=True):
        yield _Argument(replace(parameter, argument=name, of_model=False), info)


def _flat_arguments(model: type[BaseModel]) -> Iterator[_Argument]:
    """Yield the arguments that one of Ninja's models contains; an argument that is a model is
    replaced by its fields.
    """
    for argument in _own_arguments(model):
        yield from _flattened(argument)


def _flattened(argument: _Argument) -> Iterator[_Argument]:
    """Yield an argument itself. If its type is a model, yield the fields of the model instead;
    fields that are models are replaced by their own fields in turn.
    """
    parameter = argument.parameter
    inner = _model(parameter.type)
    if inner is None:
        yield argument
        return
    # If the argument may be left out, so may every field.
    fields = parameters_of_model(inner, str(parameter.argument), optional=not parameter.required)
    # There is one parameter for each field, in the same order.
    for info, field in zip(inner.model_fields.values(), fields, strict=True):
        yield from _flattened(_Argument(field, info))


def _model(annotation: TypeForm) -> type[BaseModel] | None:
    """Return the model of an argument; of a union, the first model, whose fields Ninja reads. None
    for other types.
    """
    peeled = peel_all(annotation)
    members: tuple[Any, ...] = (peeled,)
    if get_origin(peeled) in UNIONS:
        members = get_args(peeled)
    for member in map(peel_all, members):
        if isinstance(member, type) and issubclass(member, BaseModel):
            return member
    return None


def _parameter(argument: _Argument, location: ParameterLocation) -> Parameter:
    """Return the parameter that an argument is at a location.

    Names of headers get hyphens for underscores: Ninja accepts both, but many servers drop headers
    with underscores.
    """
    parameter = argument.parameter
    name = parameter.name
    if location == "header":
        name = name.replace("_", "-")
    return replace(
        parameter,
        name=name,
        location=location,
        required=location == "path" or parameter.required,
        examples=tuple(_examples(argument.extra)),
    )


def _examples(extra: Mapping[str, Any]) -> Iterator[Example]:
    """Yield the examples in the keyword arguments `example` and `examples` of Ninja's ``Query(…)``
    and so on.
    """
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


def _body_field(argument: _Argument, source: str) -> BodyField:
    """Return the field of a request body that an argument is.

    Args:
        argument: The argument.
        source: Where Ninja reads it: ``body``, ``form`` or ``file``.
    """
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
        # Other types carry the description. The type of a file is replaced, so it is set here.
        return replace(
            field,
            type=_file_type(parameter.type),
            description=argument.info.description,
            file=FileRules(),
        )
    return field


def _file_type(annotation: TypeForm) -> TypeForm:
    """Return the type of an uploaded file as it is sent: `bytes` for ``UploadedFile``,
    ``list[bytes]`` for a list of them, optional if the argument is; another type without changes.
    """
    peeled = peel_all(annotation)
    type_without_none = without_none(peeled)
    if type_without_none is not None:
        return _file_type(type_without_none) | None
    if is_class(peeled) and issubclass(peeled, UploadedFile):
        return bytes
    if get_args(peeled):
        return list[bytes]
    return annotation
