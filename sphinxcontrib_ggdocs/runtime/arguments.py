"""Builds the signature that FastAPI validates requests by from a contract's method, and converts
the results back to arguments.

A *handler* is the user's function for a method. `MISSING` stands for what is not declared: the
default of a required parameter, or the type of a body of raw bytes.
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
from .handshake import is_collection
from .injection import Injected
from .json_values import load_json

_MARKERS: dict[str, Any] = {"path": Path, "query": Query, "header": Header, "cookie": Cookie}
URL_ENCODED = "application/x-www-form-urlencoded"
FORMS = (URL_ENCODED, "multipart/form-data")
"""The media types of forms."""


@dataclass(slots=True)
class Arguments:
    """The signature that FastAPI validates a request by, and how its values become the arguments of
    a handler.

    Parameters of the signature have names of their own, such as ``query_0``: an argument may be
    built from several of them, or have a name that FastAPI would misread.
    """

    parameters: list[inspect.Parameter] = field(default_factory=list)
    """The parameters of the signature."""
    direct: dict[str, str] = field(default_factory=dict)
    """The handler's argument for each parameter that has the value of one argument, files
    included: ``{"query_0": "page"}``."""
    models: dict[str, dict[str, str]] = field(default_factory=dict)
    """For each argument that is a model of several parameters: the keys by which the model reads
    its fields, by the names of the parameters: ``{"span": {"query_0": "from", "query_1": "to"}}``.
    """
    files: dict[str, BodyField] = field(default_factory=dict)
    """The declared field of each parameter that is a file. Its argument, which is in `direct`, gets
    the content of the file."""
    raw_argument: str | None = None
    """The argument that gets the whole body as bytes; None if there is none."""
    injected: dict[str, str] = field(default_factory=dict)
    """The handler's argument for each parameter that FastAPI resolves by itself, such as a
    dependency."""

    def signature(self) -> inspect.Signature:
        """Return the signature that FastAPI reads: these parameters, after the request and
        FastAPI's response object, which the endpoint takes in addition.
        """
        kind = inspect.Parameter.KEYWORD_ONLY
        request = inspect.Parameter("request", kind, annotation=Request)
        response = inspect.Parameter("response", kind, annotation=Response)
        return inspect.Signature([request, response, *self.parameters])

    async def values(
        self,
        validated: Mapping[str, Any],
        hints: Mapping[str, TypeForm],
        request: Any,
        errors: tuple[ErrorClass, ...],
    ) -> dict[str, Any]:
        """Return the arguments of the handler by name.

        Args:
            validated: The values that FastAPI has validated, by parameter of the signature.
            hints: The types of the handler's arguments.
            request: Starlette's request.
            errors: The declared errors of the method.

        Raises:
            ServiceError: A file is too large, or of another media type than the contract accepts.
        """
        values: dict[str, Any] = {}
        for parameter, argument in (*self.direct.items(), *self.injected.items()):
            values[argument] = validated[parameter]
        for argument, keys in self.models.items():
            model: type[BaseModel] = peel_all(hints[argument])
            # A missing field is None here (see `_signature_parts`). It is left out, so that the
            # model's own default applies.
            present: dict[str, Any] = {}
            for parameter, key in keys.items():
                if validated[parameter] is not None:
                    present[key] = validated[parameter]
            # A key may be an alias or the name of a field.
            values[argument] = model.model_validate(present, by_alias=True, by_name=True)
        # The content of each file replaces the ``UploadFile`` that FastAPI passes.
        for parameter, file in self.files.items():
            argument = self.direct[parameter]
            values[argument] = await _read_file(validated[parameter], file, argument, errors)
        if self.raw_argument is not None:
            values[self.raw_argument] = await request.body()
        return values

    def add(self, name: str, annotation: TypeForm, marker: Any, default: object) -> None:
        """Add a parameter to the signature.

        Args:
            name: Its name in the signature.
            annotation: Its type.
            marker: FastAPI's marker, such as ``Query(...)``.
            default: Its default; `MISSING` if it is required.
        """
        if default is MISSING:
            default = inspect.Parameter.empty
        self.parameters.append(
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                annotation=Annotated[(_without_defaults(annotation), marker)],
                default=default,
            )
        )


def _without_defaults(annotation: TypeForm) -> TypeForm:
    """Return a type without the default of a ``Field`` inside ``Annotated``, which FastAPI refuses
    there; the parameter of the signature has the default.
    """
    remaining: list[Any] = []
    has_default = False
    for item in metadata_of(annotation):
        if isinstance(item, FieldInfo) and item.default is not PydanticUndefined:
            has_default = True
            # The constraints of the `Field`, and a `Field` with its other keywords.
            remaining += added_metadata(annotation.__origin__, item)
        else:
            remaining.append(item)
    if not has_default:
        return annotation
    if not remaining:  # the default was all that the ``Annotated`` had
        return annotation.__origin__
    return annotated(annotation.__origin__, remaining)


def arguments_of(
    method: HttpMethod,
    hints: Mapping[str, TypeForm],
    required: Iterable[Parameter],
    injected: Iterable[Injected],
) -> Arguments:
    """Return the arguments of an HTTP method.

    Args:
        method: The contract's method.
        hints: The types of its arguments, as the contract's class declares them.
        required: The parameters of requirements, which are validated, and not passed to the
            handler.
        injected: The parameters of the handler that FastAPI resolves by itself.
    """
    arguments = Arguments()
    for number, item in enumerate(injected):
        resolved = item.parameter(number)  # has a type and a marker already, unlike those of `add`
        arguments.parameters.append(resolved)
        arguments.injected[resolved.name] = item.name
    _add_parameters(arguments, method.parameters, hints)
    if method.body is not None:
        # The argument of a whole body is the one that is no parameter; `hints` also has the type of
        # the result, as "return".
        parameter_arguments = {*arguments.direct.values(), *arguments.models, "return"}
        other_arguments = [name for name in hints if name not in parameter_arguments]
        [content] = method.body.contents  # A contract of code has one for each body.
        _add_body(arguments, content, method.body.required, other_arguments)
    for number, parameter in enumerate(required):
        arguments.add(f"required_{number}", *_signature_parts(parameter))
    return arguments


def _add_parameters(
    arguments: Arguments, parameters: Iterable[Parameter], hints: Mapping[str, TypeForm]
) -> None:
    """Add path, query, header and cookie parameters. An argument that is a model has a parameter
    for each of its fields.

    Args:
        arguments: Gets the parameters.
        parameters: The declared parameters of the method.
        hints: The types of the method's arguments.
    """
    for number, parameter in enumerate(parameters):
        argument = parameter.argument or parameter.name
        # The number makes the name unique; a name on the wire may be no identifier.
        name = f"{parameter.location}_{number}"
        arguments.add(name, *_signature_parts(parameter))
        if argument in hints and _is_model(hints[argument]):
            keys = arguments.models.setdefault(argument, {})
            keys[name] = _key_in_model(parameter, peel_all(hints[argument]))
        else:
            arguments.direct[name] = argument


def _key_in_model(parameter: Parameter, model: type[BaseModel]) -> str:
    """Return the key by which a model reads the field of a parameter: the parameter's name, which
    is an alias of the field or its name. The header ``x-trace`` may be the field ``x_trace``
    without an alias.
    """
    field_name = parameter.name.replace("-", "_")
    if parameter.location == "header" and field_name in model.model_fields:
        return field_name
    return parameter.name


def _signature_parts(parameter: Parameter) -> tuple[TypeForm, Any, object]:
    """Return the annotation, FastAPI's marker and the default of a parameter; the default is
    `MISSING` if it is required.
    """
    options: dict[str, Any] = {"alias": parameter.name, "description": parameter.description}
    options["deprecated"] = parameter.deprecated or None  # FastAPI's own default is None
    if parameter.location == "header":
        # Otherwise FastAPI derives the name of the header from that in the signature.
        options["convert_underscores"] = False
    marker = _MARKERS[parameter.location](**options)
    # FastAPI refuses a path parameter with a default, even None.
    if parameter.location == "path" or parameter.required:
        return parameter.type, marker, MISSING
    if parameter.default is MISSING:
        # None stands for a missing value: `Arguments.values` leaves it out of a model, whose field
        # may have a default factory; another argument is None.
        return optional(parameter.type), marker, None
    return parameter.type, marker, parameter.default


def _add_body(
    arguments: Arguments, content: Content, required: bool, others: Sequence[str]
) -> None:
    """Add the parameters of a body: one for each declared field, or one for the whole body.

    Args:
        arguments: Gets the parameters.
        content: The declared content.
        required: Whether a request must have a body.
        others: The arguments of the handler that are no parameters; the first is the whole body.
    """
    media_type = content.media_type
    if content.fields is not None:
        for number, field in enumerate(content.fields):
            _add_body_field(arguments, f"field_{number}", field, media_type)
    elif content.type is MISSING:  # the body is bytes
        arguments.raw_argument = others[0]
    else:
        marker: Any
        if media_type in FORMS:
            marker = Form(media_type=media_type)
        else:
            tag = _discriminator(content.type)
            # Not embedded: the body itself is the value, not an object with it as a member.
            marker = Body(media_type=media_type, embed=False, discriminator=tag)
        default: object = None  # of a body that a request may leave out
        if required:
            default = MISSING
        arguments.add("body", _validated_as_json(content.type, media_type), marker, default)
        arguments.direct["body"] = others[0]


def _add_body_field(arguments: Arguments, name: str, field: BodyField, media_type: str) -> None:
    """Add the parameter of one field of a body: a file, a field of a form, or a member of JSON.

    Args:
        arguments: The signature, to which the parameter is added.
        name: The name of the parameter in the signature, such as ``field_0``.
        field: The declared field; its values become one argument of the handler.
        media_type: The media type of the body.
    """
    marker: Any
    annotation: TypeForm = field.type
    default: object = None  # of an optional field without a declared default
    if field.required:
        default = MISSING
    elif field.default is not MISSING:
        default = field.default
    if field.file is not None:
        annotation = UploadFile
        if is_collection(field.type):
            annotation = list[UploadFile]
        if not field.required:
            annotation = annotation | None
            # The declared default is no ``UploadFile``: `_read_file` returns it in place of None.
            default = None
        marker = File(alias=field.name, description=field.description)
        arguments.files[name] = field
    elif media_type in FORMS:
        marker = Form(alias=field.name, description=field.description)
    else:
        annotation = _validated_as_json(field.type, media_type)
        marker = Body(
            alias=field.name,
            description=field.description,
            # Otherwise FastAPI takes a single body parameter as the whole body.
            embed=True,
            discriminator=_discriminator(field.type),
        )
    arguments.add(name, annotation, marker, default)
    # Only a field that an adapter declares has no argument of its own.
    arguments.direct[name] = field.argument or field.name


def _validated_as_json(annotation: TypeForm, media_type: str) -> TypeForm:
    """Return a type whose values FastAPI validates by `load_json`, and so as strictly as they are
    documented; for another media type than JSON, the same type.
    """
    if not is_json(media_type):  # the values of forms are texts, which need lax validation
        return annotation

    def validate(value: Any, validate_lax: Any) -> Any:
        """Validate parsed JSON. pydantic passes its own, lax validation of the type as
        `validate_lax`, which is not called.
        """
        # FastAPI leaves the body as bytes if its Content-Type is not JSON.
        if isinstance(value, bytes):
            raise ValueError("must be JSON, and be sent as such")
        # pydantic reports a ValueError as a problem of this value; others pass through it.
        try:
            return load_json(annotation, value)
        except RecursionError as error:
            raise ValueError("is nested too deeply") from error

    return Annotated[annotation, WrapValidator(validate)]


def _discriminator(annotation: TypeForm) -> Any:
    """Return the discriminator of a ``Field`` inside ``Annotated``, which FastAPI ignores there, so
    that it has to be passed to ``Body``; None if there is none.
    """
    for item in metadata_of(annotation):
        if isinstance(item, FieldInfo) and item.discriminator:
            return item.discriminator
    return None


def _is_model(annotation: TypeForm) -> bool:
    """Return whether a type is a class of pydantic models."""
    bare = peel_all(annotation)
    return isinstance(bare, type) and issubclass(bare, BaseModel)


async def _read_file(
    uploaded: Any, field: BodyField, argument: str, errors: tuple[ErrorClass, ...]
) -> Any:
    """Return the content of an uploaded file, or of several; the default if there is none.

    Args:
        uploaded: FastAPI's ``UploadFile``, a list of them, or None.
        field: The declared field.
        argument: The argument of the handler, for messages.
        errors: The declared errors of the method.

    Raises:
        ServiceError: A file is too large, or of a media type that the contract does not accept.
    """
    rules = field.file
    if uploaded is None or rules is None:  # `rules` is only None for fields that are no files
        if field.default is MISSING:
            return None
        # A copy, because the handler may change it.
        return deepcopy(field.default)
    if isinstance(uploaded, list):
        return [await _read_file(file, field, argument, errors) for file in uploaded]
    _check_file(uploaded, rules, argument, errors)
    return await uploaded.read()


def _check_file(file: Any, rules: FileRules, argument: str, errors: tuple[ErrorClass, ...]) -> None:
    """Raise the error of a file that is too large, or of a media type that is not accepted.

    Args:
        file: FastAPI's ``UploadFile``.
        rules: What the contract accepts.
        argument: The argument of the handler, for messages.
        errors: The declared errors of the method.
    """
    media_type = essence_of(file.content_type or "")
    if rules.media_types and media_type not in rules.media_types:
        message = f"must be one of {', '.join(rules.media_types)}"
        raise body_error(415, message, f"body.{argument}", errors)
    # FastAPI sets the size of every file that it has parsed; its type allows None.
    if rules.max_size is not None and file.size is not None and file.size > rules.max_size:
        message = f"must have at most {rules.max_size} bytes"
        raise body_error(413, message, f"body.{argument}", errors)


def body_error(
    status: int, message: str, path: str, errors: tuple[ErrorClass, ...]
) -> ServiceError[Any]:
    """Return the declared error of a status (413 or 415), else VALIDATION_ERROR. A declared error
    with data is not used, since its data are not known here.

    Args:
        status: The status.
        message: What is wrong, for VALIDATION_ERROR.
        path: The path of the field that is wrong.
        errors: The declared errors of the method.
    """
    for error in errors:
        if error.status == status and error.data_type is MISSING:
            return error()
    return validation_failure([FieldProblem(path=path, message=message)], errors)
