"""Builds the signature that FastAPI validates requests by from a contract's method, and converts
the results back to arguments.
"""

import inspect
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Annotated, Any

from fastapi import Body, Cookie, File, Form, Header, Path, Query, Request, Response, UploadFile
from pydantic import BaseModel, WrapValidator
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from ..contracts.annotations import (
    added_metadata,
    annotated,
    metadata_of,
    optional,
    peel_all,
)
from ..contracts.errors import FieldProblem, ServiceError
from ..contracts.media_types import essence_of, is_json
from ..contracts.model import (
    MISSING,
    BodyField,
    Content,
    FileRules,
    HttpMethod,
    Parameter,
    TypeForm,
)
from .error_responses import ErrorClass, validation_failure
from .handshake import holds_several
from .injection import Injected
from .json_values import load_json

_MARKERS: dict[str, Any] = {"path": Path, "query": Query, "header": Header, "cookie": Cookie}
URL_ENCODED = "application/x-www-form-urlencoded"
FORMS = (URL_ENCODED, "multipart/form-data")


@dataclass(slots=True)
class Arguments:
    """How the values that FastAPI has validated become the arguments of a handler."""

    parameters: list[inspect.Parameter] = field(default_factory=list)
    direct: dict[str, str] = field(default_factory=dict)
    """The handler's argument by the name in the signature."""
    models: dict[str, dict[str, str]] = field(default_factory=dict)
    """Of an argument that is a model: its fields' names on the wire by the names in the
    signature."""
    files: dict[str, BodyField] = field(default_factory=dict)
    """By the name in the signature."""
    raw: str | None = None
    """The argument that is the body as it came."""
    injected: dict[str, str] = field(default_factory=dict)
    """The handler's argument by the name in the signature, of what FastAPI resolves besides."""

    def signature(self) -> inspect.Signature:
        """What FastAPI reads."""
        kind = inspect.Parameter.KEYWORD_ONLY
        request = inspect.Parameter("request", kind, annotation=Request)
        response = inspect.Parameter("response", kind, annotation=Response)
        return inspect.Signature([request, response, *self.parameters])

    async def values(
        self,
        given: Mapping[str, Any],
        hints: Mapping[str, TypeForm],
        request: Any,
        errors: tuple[ErrorClass, ...],
    ) -> dict[str, Any]:
        """Return the handler's arguments.

        Raises:
            ServiceError: A file is not what the contract accepts.
        """
        names = {**self.direct, **self.injected}
        values = {argument: given[name] for name, argument in names.items()}
        for argument, names in self.models.items():
            model: type[BaseModel] = peel_all(hints[argument])
            # An absent field is None here (see `_parameter_parts`): left out, the model's own
            # default or factory applies.
            present = {wire: given[name] for name, wire in names.items() if given[name] is not None}
            values[argument] = model.model_validate(present, by_alias=True, by_name=True)
        for name, file in self.files.items():
            argument = self.direct[name]
            values[argument] = await _read_file(given[name], file, argument, errors)
        if self.raw is not None:
            values[self.raw] = await request.body()
        return values

    def add(self, name: str, annotation: TypeForm, marker: Any, default: object) -> None:
        """One more parameter of the signature."""
        self.parameters.append(
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                annotation=Annotated[(_without_defaults(annotation), marker)],
                default=inspect.Parameter.empty if default is MISSING else default,
            )
        )


def _without_defaults(annotation: TypeForm) -> TypeForm:
    """`annotation` without a default inside ``Annotated``, which FastAPI refuses; the parameter has
    it.
    """
    kept: list[Any] = []
    for item in metadata_of(annotation):
        if isinstance(item, FieldInfo) and item.default is not PydanticUndefined:
            kept += added_metadata(annotation.__origin__, item)
        else:
            kept.append(item)
    if kept:
        return annotated(annotation.__origin__, kept)
    return annotation


def arguments_of(
    method: HttpMethod,
    hints: Mapping[str, TypeForm],
    required: Iterable[Parameter],
    injected: Iterable[Injected],
) -> Arguments:
    """Return the arguments of an HTTP method.

    Args:
        method: The contract's method.
        hints: The types of its arguments, as the contract's class has them.
        required: What requirements ask of every request, which is validated without reaching the
            handler.
        injected: What FastAPI resolves besides.
    """
    arguments = Arguments()
    for number, item in enumerate(injected):
        resolved = item.parameter(number)
        arguments.parameters.append(resolved)
        arguments.injected[resolved.name] = item.name
    _add_parameters(arguments, method.parameters, hints)
    if method.body is not None:
        known = {*arguments.direct.values(), *arguments.models, "return"}
        others = [name for name in hints if name not in known]
        _add_body(arguments, method.body.contents[0], method.body.required, others)
    for number, parameter in enumerate(required):
        arguments.add(f"required_{number}", *_parameter_parts(parameter))
    return arguments


def _add_parameters(
    arguments: Arguments, parameters: Iterable[Parameter], hints: Mapping[str, TypeForm]
) -> None:
    """Path, query, header and cookie parameters; the fields of a model one by one."""
    for number, parameter in enumerate(parameters):
        argument = parameter.argument or parameter.name
        name = f"{parameter.location}_{number}"
        arguments.add(name, *_parameter_parts(parameter))
        if argument in hints and _is_model(hints[argument]):
            arguments.models.setdefault(argument, {})[name] = parameter.name
        else:
            arguments.direct[name] = argument


def _parameter_parts(parameter: Parameter) -> tuple[TypeForm, Any, object]:
    """Return the annotation, FastAPI's marker and the default of a parameter."""
    marker: dict[str, Any] = {"alias": parameter.name, "description": parameter.description}
    marker["deprecated"] = parameter.deprecated or None
    if parameter.location == "header":
        # FastAPI would read a header of the name that the parameter has in the signature with
        # hyphens.
        marker["convert_underscores"] = False
    annotation, default = parameter.type, parameter.default
    # FastAPI asserts that a path parameter has no default.
    if parameter.location == "path" or parameter.required:
        default = MISSING
    elif default is MISSING:  # a factory returns it, or the argument may be left out
        annotation, default = optional(parameter.type), None
    return annotation, _MARKERS[parameter.location](**marker), default


def _add_body(
    arguments: Arguments, content: Content, required: bool, others: Sequence[str]
) -> None:
    """The body.

    Args:
        arguments: Takes the parameters.
        content: What is declared.
        required: Whether a request must have it.
        others: The handler's arguments that are not parameters; the first one is the whole body.
    """
    media_type = content.media_type
    if content.fields is not None:
        for number, field in enumerate(content.fields):
            _add_field(arguments, f"field_{number}", field, media_type)
    elif content.type is MISSING:
        arguments.raw = others[0]
    else:
        marker: Any
        if media_type in FORMS:
            marker = Form(media_type=media_type)
        else:
            tag = _discriminator(content.type)
            marker = Body(media_type=media_type, embed=False, discriminator=tag)
        default = MISSING if required else None
        arguments.add("body", _read_as(content.type, media_type), marker, default)
        arguments.direct["body"] = others[0]


def _add_field(arguments: Arguments, name: str, field: BodyField, media_type: str) -> None:
    marker: Any
    annotation: TypeForm = field.type
    default = None if field.default is MISSING else field.default
    if field.file is not None:
        annotation = list[UploadFile] if holds_several(field.type) else UploadFile
        annotation = annotation if field.required else annotation | None
        marker = File(alias=field.name, description=field.description)
        default = None
        arguments.files[name] = field
    elif media_type in FORMS:
        marker = Form(alias=field.name, description=field.description)
    else:
        annotation = _read_as(field.type, media_type)
        marker = Body(
            alias=field.name,
            description=field.description,
            # FastAPI takes a single body parameter for the whole body unless it is embedded.
            embed=True,
            discriminator=_discriminator(field.type),
        )
    arguments.add(name, annotation, marker, MISSING if field.required else default)
    arguments.direct[name] = field.argument or field.name


def _read_as(annotation: TypeForm, media_type: str) -> TypeForm:
    """Return a type whose values FastAPI takes from JSON as they are documented; the same type for
    another media type.
    """
    if not is_json(media_type):
        return annotation

    def validate(value: Any, lax: Any) -> Any:
        if isinstance(value, bytes):  # FastAPI's, of a body that does not say that it is JSON
            raise ValueError("must be JSON, and be sent as such")
        try:
            return load_json(annotation, value)
        except RecursionError as error:
            raise ValueError("is nested too deeply") from error

    return Annotated[annotation, WrapValidator(validate)]


def _discriminator(annotation: TypeForm) -> Any:
    """What ``Field(discriminator=…)`` inside an annotation says; FastAPI would lose it."""
    tags = (item.discriminator for item in metadata_of(annotation) if isinstance(item, FieldInfo))
    return next(filter(None, tags), None)


def _is_model(annotation: TypeForm) -> bool:
    bare = peel_all(annotation)
    return isinstance(bare, type) and issubclass(bare, BaseModel)


async def _read_file(
    given: Any, field: BodyField, argument: str, errors: tuple[ErrorClass, ...]
) -> Any:
    """Return the bytes of a file, or of several; the default where there is none.

    Raises:
        ServiceError: One is too large or of another media type.
    """
    rules = field.file
    if given is None or rules is None:
        if field.default is MISSING:
            return None
        return deepcopy(field.default)
    if isinstance(given, list):
        return [await _read_file(file, field, argument, errors) for file in given]
    if not hasattr(given, "read"):
        return given
    _check_file(given, rules, argument, errors)
    return await given.read()


def _check_file(file: Any, rules: FileRules, argument: str, errors: tuple[ErrorClass, ...]) -> None:
    """Raise the error of a file that is too large or of another media type."""
    media_type = essence_of(file.content_type or "")
    if rules.media_types and media_type not in rules.media_types:
        message = f"must be one of {', '.join(rules.media_types)}"
        raise body_error(415, message, f"body.{argument}", errors)
    if rules.max_size is not None and file.size is not None and file.size > rules.max_size:
        message = f"must have at most {rules.max_size} bytes"
        raise body_error(413, message, f"body.{argument}", errors)


def body_error(
    status: int, message: str, path: str, errors: tuple[ErrorClass, ...]
) -> ServiceError[Any]:
    """Return the method's own error of a status, where it has one without data; else
    VALIDATION_ERROR.
    """
    for error in errors:
        if error.status == status and error.data_type is MISSING:
            return error()
    return validation_failure([FieldProblem(path=path, message=message)], errors)
