"""Decides where each argument of an HTTP method travels, as FastAPI's users expect.

In order, for each argument:

1. a marker in ``Annotated`` decides; a model with a marker of query, header or cookie spreads its
   fields there;
2. a name in the path is a path parameter;
3. on POST, PUT and PATCH a model, a list, a dict or another container is the JSON body;
4. on other verbs a model spreads its fields over the query;
5. anything else is a query parameter.
"""

import dataclasses
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast, get_args

from pydantic import BaseModel

from ..annotations import UNIONS, get_origin, is_class, is_typed_dict, peel_all, without_none
from ..contract_errors import BadOption, BodyNotAllowed, Location, PathError, Problems
from ..credentials import place_of
from ..declared_parameters import field_default, marker_of, parameters_of_model, wire_name
from ..markers import Body, BodyMarker, File, Marker, ParameterMarker, Path, Query
from ..message_model import (
    MISSING,
    BodyField,
    Content,
    FileRules,
    HttpVerb,
    Parameter,
    RequestBody,
    TypeForm,
)
from .signature import Signature

BODY_VERBS: frozenset[HttpVerb] = frozenset({"POST", "PUT", "PATCH"})
FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
JSON = "application/json"


@dataclass(slots=True)
class Bound:
    """The parameters of one method, and the parts of its body, each with its marker."""

    parameters: list[Parameter] = field(default_factory=list)
    parts: list[tuple[BodyMarker, BodyField]] = field(default_factory=list)

    def body(self, where: Location, problems: Problems) -> RequestBody | None:
        """Return the request body that consists of the parts; None without parts."""
        if not self.parts:
            return None
        return _body(self.parts, where, problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class _TypedArgument:
    """An argument whose type is resolved."""

    name: str
    type: TypeForm
    default: object
    """The default; `MISSING` without one."""
    description: str | None
    where: Location


def bind(
    signature: Signature,
    hints: Mapping[str, TypeForm],
    path_names: Collection[str],
    verbs: Sequence[HttpVerb],
    problems: Problems,
) -> Bound:
    """Decide for each argument of a method whether it is a parameter or a part of the body.

    Args:
        signature: The method.
        hints: The resolved types by argument.
        path_names: The names of the placeholders in the path.
        verbs: The verbs of the method.
        problems: Collects the errors.
    """
    bound = Bound()
    for argument in signature.arguments:
        annotation = hints[argument.name]
        default = argument.default
        if default is MISSING:  # it may be in a `Field` of the annotation instead
            default = field_default(annotation)
        typed_argument = _TypedArgument(
            name=argument.name,
            type=annotation,
            default=default,
            description=signature.describe(argument.name, annotation),
            where=signature.where / argument.name,
        )
        marker = marker_of(annotation, typed_argument.where, problems)
        if marker is None:
            marker = _default_marker(typed_argument, path_names, verbs[0])
        if isinstance(marker, ParameterMarker):
            bound.parameters += _parameters(marker, typed_argument, path_names, problems)
        else:
            check_body(verbs, typed_argument.where, problems)
            bound.parts.append((marker, _part(marker, typed_argument)))
    _check_names(bound.parameters, signature.where, problems)
    return bound


def _default_marker(
    argument: _TypedArgument, path_names: Collection[str], verb: HttpVerb
) -> Marker:
    """Return the marker that applies to an argument without one, by the rules of this module.

    Args:
        argument: The argument.
        path_names: The names of the placeholders in the path.
        verb: The first verb of the method. If it allows a body and another verb does not,
            `check_body` reports that.
    """
    if argument.name in path_names:
        return Path(argument.name)
    if verb in BODY_VERBS and is_structured(argument.type):
        return Body()
    if _optional_model(argument.type):
        # Without a name, the marker makes a parameter of each field of the model.
        return Query()
    return Query(argument.name)


def _parameters(
    marker: ParameterMarker,
    argument: _TypedArgument,
    path_names: Collection[str],
    problems: Problems,
) -> Iterable[Parameter]:
    """Return the parameter of an argument.

    For a model whose marker has no name and is not of the path, return one for each field.

    Args:
        marker: The marker of the argument, its own or by default.
        argument: The argument.
        path_names: The names of the placeholders in the path.
        problems: Collects the errors.
    """
    model = _optional_model(argument.type)
    is_in_path = marker.location == "path"
    if model is not None and marker.name is None and not is_in_path:
        is_optional = argument.default is not MISSING
        return parameters_of_model(
            model, argument.name, optional=is_optional, location=marker.location
        )
    check_path(marker, argument.name, path_names, argument.where, problems)
    default = argument.default
    if is_in_path:  # each request has all parts of the path, so a default has no use
        default = MISSING
    parameter = Parameter(
        name=wire_name(marker, argument.name, argument.type),
        location=marker.location,
        type=argument.type,
        required=default is MISSING,
        default=default,
        description=marker.description or argument.description,
        deprecated=marker.deprecated,
        argument=argument.name,
    )
    return (parameter,)


def _check_names(parameters: Iterable[Parameter], where: Location, problems: Problems) -> None:
    """Report two parameters that have the same name in the same location.

    The case of headers does not matter (RFC 9110, 5.1).
    """
    # The names of arguments, by the location and the name of their parameter.
    argument_by_place: dict[tuple[str, str], str | None] = {}
    for parameter in parameters:
        place = place_of(parameter)
        if place in argument_by_place:
            message = (
                f"two parameters of the {parameter.location} are called {parameter.name!r}: "
                f"{argument_by_place[place]} and {parameter.argument}"
            )
            hint = "rename one of them, or give its marker another name"
            problems.add(BadOption(message, where=where, hint=hint))
        argument_by_place.setdefault(place, parameter.argument)


def check_body(verbs: Iterable[HttpVerb], where: Location, problems: Problems) -> None:
    """Report each verb of a method with a body whose requests must not have a body."""
    hint = (
        "use http.post, http.put or http.patch, or take the values from the query with http.Query()"
    )
    for verb in verbs:
        # Content of DELETE has no defined meaning (RFC 9110, 9.3.5), but services agree on one with
        # their clients, and OpenAPI 3.1, 4.8.10, permits it.
        if verb not in BODY_VERBS and verb != "DELETE":
            problems.add(BodyNotAllowed(f"a body on {verb}", where=where, hint=hint))


def check_path(
    marker: ParameterMarker,
    argument: str,
    path_names: Collection[str],
    where: Location,
    problems: Problems,
) -> None:
    """Report a path parameter for which the path has no placeholder.

    Args:
        marker: The marker of the argument; others than `Path` are fine.
        argument: The name of the argument.
        path_names: The names of the placeholders in the path.
        where: The place of the argument.
        problems: Collects the error.
    """
    name = marker.name or argument
    if marker.location == "path" and name not in path_names:
        hint = f"write {{{name}}} into the path"
        problems.add(PathError(f"the path has no {{{name}}}", where=where, hint=hint))


def _part(marker: BodyMarker, argument: _TypedArgument) -> BodyField:
    """Return an argument with this marker as a part of the request body."""
    name = argument.name
    file: FileRules | None = None
    if not isinstance(marker, Body):  # a `Body` has no name
        name = wire_name(marker, argument.name, argument.type)
    if isinstance(marker, File):
        file = FileRules(media_types=marker.accepted, max_size=marker.max_size)
    return BodyField(
        name=name,
        type=argument.type,
        required=argument.default is MISSING,
        default=argument.default,
        description=marker.description or argument.description,
        file=file,
        argument=argument.name,
    )


def _body(
    parts: Sequence[tuple[BodyMarker, BodyField]], where: Location, problems: Problems
) -> RequestBody:
    """Return the request body that consists of some parts, in one media type.

    A single JSON value or form model is the whole body; a single file or other form value is a form
    with one field. Several parts are fields of one JSON object or form. If JSON and form parts are
    mixed, an error is collected, and the result is a form of all parts.

    Args:
        parts: The parts with their markers; at least one.
        where: The place of the method.
        problems: Collects the errors.
    """
    json_markers: list[Body] = []
    fields: list[BodyField] = []
    media_type = FORM
    is_required = False
    for marker, body_field in parts:
        fields.append(body_field)
        is_required = is_required or body_field.required
        if isinstance(marker, Body):
            json_markers.append(marker)
        elif isinstance(marker, File):
            media_type = MULTIPART
    if len(json_markers) == len(parts):
        return _json_body(json_markers, tuple(fields), where, problems)
    if json_markers:
        hint = "mark each argument of the body with http.Form() or http.File(), or none of them"
        message = "a form and another body in one request"
        problems.add(BadOption(message, where=where, hint=hint))
    # A model that is the only argument is the form itself, and not a field of it.
    is_form_model = len(fields) == 1 and media_type == FORM and _model(fields[0].type)
    if is_form_model:
        content = Content(media_type=media_type, type=fields[0].type)
    else:
        content = Content(media_type=media_type, fields=tuple(fields))
    return RequestBody(contents=(content,), required=is_required)


def _json_body(
    markers: Sequence[Body], fields: tuple[BodyField, ...], where: Location, problems: Problems
) -> RequestBody:
    """Return the request body of arguments that are marked with `Body`, or are a body by default.

    Its media type may be another than JSON; bytes are then the raw body.

    Args:
        markers: The markers of the arguments.
        fields: The arguments as fields, in the same order.
        where: The place of the method.
        problems: Collects an error for different media types.
    """
    media_types = list(dict.fromkeys(marker.media_type for marker in markers))
    media_type = media_types[0]  # further ones are reported below
    if len(fields) == 1:
        (value,) = fields
        content = Content(media_type=media_type, type=value.type)
        if media_type != JSON and peel_all(value.type) is bytes:
            content = Content(media_type=media_type)  # without a type: raw bytes
        return RequestBody(
            contents=(content,),
            required=value.required,
            description=value.description,
            argument=value.argument,
        )
    if len(media_types) > 1:
        message = f"one body of several media types: {', '.join(media_types)}"
        hint = "give all arguments of the body the same media type"
        problems.add(BadOption(message, where=where, hint=hint))
    content = Content(media_type=media_type, fields=fields)
    return RequestBody(contents=(content,), required=any(field.required for field in fields))


def is_structured(annotation: TypeForm) -> bool:
    """Return whether values of a type may be JSON objects or arrays instead of strings, numbers and
    the like.
    """
    annotation = peel_all(annotation)
    origin = get_origin(annotation)
    if origin in UNIONS:
        return any(map(is_structured, get_args(annotation)))
    if annotation is Any or annotation is object:  # values of any kind
        return True
    cls = annotation
    if isinstance(origin, type):
        cls = origin
    # Strings and bytes are collections in Python, but not in JSON.
    if not isinstance(cls, type) or issubclass(cls, str | bytes | bytearray):
        return False
    return (
        issubclass(cls, BaseModel | Collection)
        or dataclasses.is_dataclass(cls)
        or is_typed_dict(cls)
    )


def _model(annotation: TypeForm) -> type[BaseModel] | None:
    """Return the model inside the NewTypes, ``Annotated`` and aliases of a type; None without a
    model.
    """
    annotation = peel_all(annotation)
    if is_class(annotation) and issubclass(annotation, BaseModel):
        return cast(type[BaseModel], annotation)
    return None


def _optional_model(annotation: TypeForm) -> type[BaseModel] | None:
    """Return the model of ``Model`` or ``Model | None``; None for other types."""
    return _model(without_none(peel_all(annotation)) or annotation)
