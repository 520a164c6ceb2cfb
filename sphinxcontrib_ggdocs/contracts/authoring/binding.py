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
    """Where the arguments of one method travel."""

    parameters: list[Parameter] = field(default_factory=list)
    parts: list[tuple[BodyMarker, BodyField]] = field(default_factory=list)

    def body(self, where: Location, problems: Problems) -> RequestBody | None:
        """Return the request body that the parts make."""
        return _body(self.parts, where, problems) if self.parts else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Typed:
    """An argument whose type is resolved."""

    name: str
    type: TypeForm
    default: object
    description: str | None
    where: Location


def bind(
    signature: Signature,
    hints: Mapping[str, TypeForm],
    path_names: Collection[str],
    verbs: Sequence[HttpVerb],
    problems: Problems,
) -> Bound:
    """Place every argument; what cannot be placed goes to `problems`."""
    bound = Bound()
    for argument in signature.arguments:
        annotation = hints[argument.name]
        typed = _Typed(
            name=argument.name,
            type=annotation,
            default=argument.default
            if argument.default is not MISSING
            else field_default(annotation),
            description=signature.describe(argument.name, annotation),
            where=signature.where / argument.name,
        )
        marker = marker_of(annotation, typed.where, problems)
        if marker is None:
            marker = _usual_marker(typed, path_names, verbs[0])
        if isinstance(marker, ParameterMarker):
            bound.parameters += _parameters(marker, typed, path_names, problems)
        else:
            check_body(verbs, typed.where, problems)
            bound.parts.append((marker, _part(marker, typed)))
    _check_names(bound.parameters, signature.where, problems)
    return bound


def _usual_marker(argument: _Typed, path_names: Collection[str], verb: HttpVerb) -> Marker:
    """Return the marker of an argument that has none."""
    if argument.name in path_names:
        return Path(argument.name)
    if verb in BODY_VERBS and is_structured(argument.type):
        return Body()
    if _optional_model(argument.type):
        return Query()
    return Query(argument.name)


def _parameters(
    marker: ParameterMarker, argument: _Typed, path_names: Collection[str], problems: Problems
) -> Iterable[Parameter]:
    """Return the parameter of an argument, or one for each field of a model."""
    annotation, default = argument.type, argument.default
    model = _optional_model(annotation)
    if model is not None and marker.name is None and marker.location != "path":
        optional = default is not MISSING
        return parameters_of_model(
            model, argument.name, optional=optional, location=marker.location
        )
    check_path(marker, argument.name, path_names, argument.where, problems)
    in_path = marker.location == "path"
    parameter = Parameter(
        name=wire_name(marker, argument.name, annotation),
        location=marker.location,
        type=annotation,
        required=in_path or default is MISSING,
        default=MISSING if in_path else default,
        description=marker.description or argument.description,
        deprecated=marker.deprecated,
        argument=argument.name,
    )
    return (parameter,)


def _check_names(parameters: Iterable[Parameter], where: Location, problems: Problems) -> None:
    """No two parameters of one place share a name; the case of headers does not count (RFC 9110,
    5.1).
    """
    arguments: dict[tuple[str, str], str | None] = {}
    for parameter in parameters:
        location = parameter.location
        name = parameter.name.lower() if location == "header" else parameter.name
        if (location, name) in arguments:
            message = (
                f"two parameters of the {location} are called {parameter.name!r}: "
                f"{arguments[location, name]} and {parameter.argument}"
            )
            hint = "rename one of them, or give its marker another name"
            problems.add(BadOption(message, where=where, hint=hint))
        arguments.setdefault((location, name), parameter.argument)


def check_body(verbs: Iterable[HttpVerb], where: Location, problems: Problems) -> None:
    """A body needs a verb that has one."""
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
    """A path parameter has a placeholder."""
    name = marker.name or argument
    if marker.location == "path" and name not in path_names:
        hint = f"write {{{name}}} into the path"
        problems.add(PathError(f"the path has no {{{name}}}", where=where, hint=hint))


def _part(marker: BodyMarker, argument: _Typed) -> BodyField:
    name, file = argument.name, None
    if not isinstance(marker, Body):
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
    """One body from its parts: a value alone is the body itself, several are fields of one
    object.
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
    is_form_model = len(fields) == 1 and media_type == FORM and _model(fields[0].type)
    if is_form_model:
        content = Content(media_type=media_type, type=fields[0].type)
    else:
        content = Content(media_type=media_type, fields=tuple(fields))
    return RequestBody(contents=(content,), required=is_required)


def _json_body(
    markers: Sequence[Body], fields: tuple[BodyField, ...], where: Location, problems: Problems
) -> RequestBody:
    """Return the body of arguments that are not a form; its media type may be another than JSON."""
    media_types = list(dict.fromkeys(marker.media_type for marker in markers))
    media_type = media_types[0]
    if len(fields) == 1:
        (only,) = fields
        raw = media_type != JSON and peel_all(only.type) is bytes
        content = Content(media_type=media_type, type=MISSING if raw else only.type)
        return RequestBody(
            contents=(content,),
            required=only.required,
            description=only.description,
            argument=only.argument,
        )
    if len(media_types) > 1:
        message = f"one body of several media types: {', '.join(media_types)}"
        hint = "give all arguments of the body the same media type"
        problems.add(BadOption(message, where=where, hint=hint))
    content = Content(media_type=media_type, fields=fields)
    return RequestBody(contents=(content,), required=any(field.required for field in fields))


def is_structured(annotation: TypeForm) -> bool:
    """Return whether a value of the type is a JSON object or array rather than a scalar."""
    annotation = peel_all(annotation)
    origin = get_origin(annotation)
    if origin in UNIONS:
        return any(map(is_structured, get_args(annotation)))
    if annotation is Any or annotation is object:
        return True
    cls = annotation
    if isinstance(origin, type):
        cls = origin
    if not isinstance(cls, type) or issubclass(cls, str | bytes | bytearray):
        return False
    return (
        issubclass(cls, BaseModel | Collection)
        or dataclasses.is_dataclass(cls)
        or is_typed_dict(cls)
    )


def _model(annotation: TypeForm) -> type[BaseModel] | None:
    """Return the model that an argument is, without NewType, ``Annotated`` and aliases."""
    annotation = peel_all(annotation)
    if is_class(annotation) and issubclass(annotation, BaseModel):
        return cast(type[BaseModel], annotation)
    return None


def _optional_model(annotation: TypeForm) -> type[BaseModel] | None:
    """Return the model of ``Model`` or ``Model | None``."""
    return _model(without_none(peel_all(annotation)) or annotation)
