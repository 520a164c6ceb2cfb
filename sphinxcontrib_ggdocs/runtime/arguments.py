"""From a contract's method to the signature that FastAPI validates requests by, and back to
arguments.
"""

import inspect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Optional

from fastapi import Body, Cookie, File, Form, Header, Path, Query, Request, Response, UploadFile
from pydantic import BaseModel, ValidationError, WrapValidator
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from ..contracts.annotations import added_metadata, get_origin, metadata_of, peel_all, without_none
from ..contracts.errors import FieldProblem, ServiceError
from ..contracts.model import (
    MISSING,
    BodyField,
    Content,
    FileRules,
    HttpMethod,
    Parameter,
    TypeForm,
)
from .error_responses import ErrorClass, problems_of, validation_failure
from .injection import Injected
from .json_values import adapter_of, load_json

_MARKERS: dict[str, Any] = {"path": Path, "query": Query, "header": Header, "cookie": Cookie}
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


@dataclass(slots=True)
class Arguments:
    """How the values that FastAPI has validated become the arguments of a handler."""

    parameters: list[inspect.Parameter] = field(default_factory=list)
    direct: dict[str, str] = field(default_factory=dict)
    """The handler's argument by the name in the signature."""
    models: dict[str, dict[str, str]] = field(default_factory=dict)
    """Of an argument that is a model: its fields' names on the wire by the names in the
    signature."""
    files: dict[str, FileRules] = field(default_factory=dict)
    """By the name in the signature."""
    texts: dict[str, BodyField] = field(default_factory=dict)
    """Fields of forms by the name in the signature, where an empty string is a value: FastAPI takes
    it for none."""
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
        """The handler's arguments.

        Raises:
            ServiceError: A file is not what the contract accepts.
        """
        found = {
            argument: given[name] for name, argument in {**self.direct, **self.injected}.items()
        }
        for argument, names in self.models.items():
            model: type[BaseModel] = _model(hints[argument])
            present = {wire: given[name] for name, wire in names.items() if given[name] is not None}
            found[argument] = model.model_validate(present, by_alias=True, by_name=True)
        for name, rules in self.files.items():
            found[self.direct[name]] = await _read(given[name], rules, self.direct[name], errors)
        for name, text in self.texts.items():
            if given[name] is None:
                found[self.direct[name]] = await _empty_or_default(text, request, errors)
        if self.raw is not None:
            found[self.raw] = await request.body()
        return found

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


def _without_defaults(form: TypeForm) -> TypeForm:
    """`form` without a default inside ``Annotated``, which FastAPI refuses; the parameter has
    it.
    """
    kept: list[Any] = []
    for item in metadata_of(form):
        if isinstance(item, FieldInfo) and item.default is not PydanticUndefined:
            kept += added_metadata(form.__origin__, item)
        else:
            kept.append(item)
    return Annotated[(form.__origin__, *kept)] if kept else form


def arguments_of(
    method: HttpMethod,
    hints: Mapping[str, TypeForm],
    asked: Iterable[Parameter],
    injected: Iterable[Injected],
) -> Arguments:
    """The arguments of an HTTP method.

    Args:
        method: The contract's method.
        hints: The types of its arguments, as the contract's class has them.
        asked: What requirements ask of every request, which is validated without reaching the
            handler.
        injected: What FastAPI resolves besides.
    """
    made = Arguments()
    for number, each in enumerate(injected):
        resolved = each.parameter(number)
        made.parameters.append(resolved)
        made.injected[resolved.name] = each.name
    add_parameters(made, method.parameters, hints)
    if method.body is not None:
        known = {*made.direct.values(), *made.models, "return"}
        left = [name for name in hints if name not in known]
        _add_body(made, method.body.contents[0], method.body.required, left)
    for number, parameter in enumerate(asked):
        made.add(f"asked_{number}", *_validated(parameter))
    return made


def add_parameters(
    made: Arguments, parameters: Iterable[Parameter], hints: Mapping[str, TypeForm]
) -> None:
    """Path, query, header and cookie parameters; the fields of a model one by one."""
    for number, parameter in enumerate(parameters):
        argument = parameter.argument or parameter.name
        name = f"{parameter.location}_{number}"
        made.add(name, *_validated(parameter))
        if argument in hints and _is_model(hints[argument]):
            made.models.setdefault(argument, {})[name] = parameter.name
        else:
            made.direct[name] = argument


def _validated(parameter: Parameter) -> tuple[TypeForm, Any, object]:
    """The annotation, FastAPI's marker and the default of a parameter."""
    marker: dict[str, Any] = {"alias": parameter.name, "description": parameter.description}
    marker["deprecated"] = parameter.deprecated or None
    if parameter.location == "header":
        marker["convert_underscores"] = False
    annotation, default = parameter.type, parameter.default
    if parameter.location == "path" or parameter.required:
        default = MISSING
    elif default is MISSING:  # a factory makes it, or the argument may be left out
        annotation, default = Optional[parameter.type], None  # noqa: UP045  # a NewType of Python 3.11 has no |
    return annotation, _MARKERS[parameter.location](**marker), default


def _add_body(made: Arguments, content: Content, required: bool, left: list[str]) -> None:
    if content.fields is None:
        argument = left[0]
        if content.type is MISSING:
            made.raw = argument
            return
        marker: Any = (
            Form(media_type=content.media_type)
            if content.media_type in FORMS
            else Body(
                media_type=content.media_type,
                embed=False,
                discriminator=_discriminator(content.type),
            )
        )
        made.add(
            "body",
            _read_as(content.type, content.media_type),
            marker,
            MISSING if required else None,
        )
        made.direct["body"] = argument
        return
    for number, each in enumerate(content.fields):
        _add_field(made, f"field_{number}", each, content.media_type)


def _add_field(made: Arguments, name: str, each: BodyField, media_type: str) -> None:
    default = MISSING if each.required else None if each.default is MISSING else each.default
    marker: Any
    annotation: TypeForm = each.type
    if each.file is not None:
        many = get_origin(peel_all(without_none(peel_all(each.type)) or each.type)) is list
        annotation = list[UploadFile] if many else UploadFile
        annotation = annotation if each.required else annotation | None
        marker = File(alias=each.name, description=each.description)
        default = MISSING if each.required else None
        made.files[name] = each.file
    elif media_type in FORMS:
        marker = Form(alias=each.name, description=each.description)
        if not _holds_several(each.type):
            annotation, default = Optional[each.type], None  # noqa: UP045  # a NewType of Python 3.11 has no |
            made.texts[name] = each
    else:
        annotation = _read_as(each.type, media_type)
        marker = Body(
            alias=each.name,
            description=each.description,
            embed=True,
            discriminator=_discriminator(each.type),
        )
    made.add(name, annotation, marker, default)
    made.direct[name] = each.argument or each.name


def _holds_several(form: TypeForm) -> bool:
    bare = peel_all(without_none(peel_all(form)) or form)
    return (get_origin(bare) or bare) in (list, set, frozenset, tuple, Sequence)


async def _empty_or_default(
    text: BodyField, request: Request, errors: tuple[ErrorClass, ...]
) -> Any:
    """The value of a field of a form that FastAPI has found empty or absent.

    Raises:
        ServiceError: It is absent and required, or may not be empty.
    """
    form = await request.form()
    if text.name not in form:
        if text.required:
            raise validation_failure(
                [FieldProblem(path=f"body.{text.name}", message="Field required")], errors
            )
        return None if text.default is MISSING else text.default
    try:
        return adapter_of(text.type).validate_python(form[text.name])
    except ValidationError as error:
        raise validation_failure(problems_of(error, "body", text.name), errors) from error


def _read_as(form: TypeForm, media_type: str) -> TypeForm:
    """A type whose values FastAPI takes from JSON as they are documented; as it is for another
    media type.
    """
    if not media_type.partition(";")[0].strip().lower().endswith(("/json", "+json")):
        return form

    def validate(value: Any, lax: Any) -> Any:
        if isinstance(value, bytes):  # FastAPI's, of a body that does not say that it is JSON
            raise ValueError("must be JSON, and be sent as such")
        try:
            return load_json(form, value)
        except RecursionError as error:
            raise ValueError("is nested too deeply") from error

    return Annotated[form, WrapValidator(validate)]


def _discriminator(form: TypeForm) -> Any:
    """What ``Field(discriminator=…)`` inside an annotation says; FastAPI would lose it."""
    found = (item.discriminator for item in metadata_of(form) if isinstance(item, FieldInfo))
    return next(filter(None, found), None)


def _is_model(form: TypeForm) -> bool:
    bare = peel_all(form)
    return isinstance(bare, type) and issubclass(bare, BaseModel)


def _model(form: TypeForm) -> Any:
    return peel_all(form)


async def _read(given: Any, rules: FileRules, argument: str, errors: tuple[ErrorClass, ...]) -> Any:
    """The bytes of a file, or of several.

    Raises:
        ServiceError: One is too large or of another media type.
    """
    if isinstance(given, list):
        return [await _read(each, rules, argument, errors) for each in given]
    if given is None or not hasattr(given, "read"):
        return given
    if (
        rules.media_types
        and (given.content_type or "").partition(";")[0].strip().lower() not in rules.media_types
    ):
        raise _refused(415, f"must be one of {', '.join(rules.media_types)}", argument, errors)
    if rules.max_size is not None and given.size is not None and given.size > rules.max_size:
        raise _refused(413, f"must have at most {rules.max_size} bytes", argument, errors)
    return await given.read()


def _refused(
    status: int, message: str, argument: str, errors: tuple[ErrorClass, ...]
) -> ServiceError[Any]:
    """The method's own error of that status, where it has one without data."""
    own = next(
        (error for error in errors if error.status == status and error.data_type is MISSING), None
    )
    if own is not None:
        return own()
    return validation_failure([FieldProblem(path=f"body.{argument}", message=message)], errors)
