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
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, cast, get_args

from pydantic import BaseModel, Field
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from .annotations import (
    UNIONS,
    alias_value,
    get_origin,
    is_alias,
    is_class,
    is_typed_dict,
    metadata_of,
    model_annotations,
    peel_all,
    without_none,
)
from .contract_errors import BadOption, BodyNotAllowed, PathError, Problems, Where
from .markers import Body, BodyMarker, File, Form, Marker, ParameterMarker
from .message_model import (
    MISSING,
    BodyField,
    Content,
    FileRules,
    HttpVerb,
    Location,
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

    def body(self, where: Where, problems: Problems) -> RequestBody | None:
        """The request body that the parts make."""
        return _body(self.parts, where, problems) if self.parts else None


def bind(
    signature: Signature,
    hints: Mapping[str, TypeForm],
    path_names: Collection[str],
    verbs: Sequence[HttpVerb],
    problems: Problems,
) -> Bound:
    """Place every argument; what cannot be placed goes to `problems`."""
    bound = Bound()
    verb = verbs[0]
    for argument in signature.arguments:
        form = hints[argument.name]
        where = signature.where / argument.name
        default = argument.default if argument.default is not MISSING else field_default(form)
        marker = marker_of(form, where, problems)
        _check_media_type(marker, where, problems)
        if _is_spread(marker, argument.name in path_names, verb) and (kind := _record_kind(form)):
            problems.add(
                BadOption(
                    f"the {kind} {_record_name(form)} among the parameters",
                    where=where,
                    hint=(
                        "make it a pydantic model, whose fields are then parameters, or take "
                        "them as arguments"
                    ),
                )
            )
            continue
        said = signature.describe(argument.name, form)
        match marker:
            case ParameterMarker(name=None) if marker.location != "path" and (
                model := _optional_model(form)
            ):
                optional = default is not MISSING
                bound.parameters.extend(
                    spread(model, argument.name, optional=optional, location=marker.location)
                )
            case ParameterMarker():
                check_path(marker, argument.name, path_names, where, problems)
                bound.parameters.append(_parameter(marker, argument.name, form, default, said))
            case Body() | Form() | File():
                check_body(verbs, where, problems)
                _check_file(marker, where, problems)
                bound.parts.append((marker, _part(marker, argument.name, form, default, said)))
            case None if argument.name in path_names:
                bound.parameters.append(
                    Parameter(
                        name=argument.name,
                        location="path",
                        type=form,
                        description=said,
                        argument=argument.name,
                    )
                )
            case None if verb in BODY_VERBS and is_structured(form):
                check_body(verbs, where, problems)
                bound.parts.append((Body(), _part(Body(), argument.name, form, default, said)))
            case None if model := _optional_model(form):
                bound.parameters.extend(
                    spread(model, argument.name, optional=default is not MISSING)
                )
            case None:
                bound.parameters.append(
                    Parameter(
                        name=argument.name,
                        location="query",
                        type=form,
                        required=default is MISSING,
                        default=default,
                        description=said,
                        argument=argument.name,
                    )
                )
    _check_names(bound, signature.where, problems)
    return bound


def _check_media_type(marker: Marker | None, where: Where, problems: Problems) -> None:
    given: object = marker.media_type if isinstance(marker, Body) else ""
    if not isinstance(given, str):
        problems.add(
            BadOption(
                f"media_type={given!r}, where a body has one media type",
                where=where,
                hint=(
                    'name it, such as http.Body(media_type="application/json"), or write one '
                    "method for each"
                ),
            )
        )


def _is_spread(marker: Marker | None, in_path: bool, verb: HttpVerb) -> bool:
    """Whether the fields of an object would be parameters of their own."""
    if isinstance(marker, ParameterMarker):
        return marker.name is None and marker.location != "path"
    return marker is None and not in_path and verb not in BODY_VERBS


def _record_kind(form: TypeForm) -> str | None:
    """What a class with fields is, when it is no model; None for anything else."""
    form = peel_all(without_none(peel_all(form)) or form)
    cls = get_origin(form) or form
    if is_typed_dict(cls):
        return "TypedDict"
    return "dataclass" if isinstance(cls, type) and dataclasses.is_dataclass(cls) else None


def _record_name(form: TypeForm) -> str:
    form = peel_all(without_none(peel_all(form)) or form)
    return str(getattr(get_origin(form) or form, "__name__", form))


def _check_names(bound: Bound, where: Where, problems: Problems) -> None:
    """No two parameters of one place share a name; headers do not tell capitals apart (RFC 9110,
    5.1).
    """
    taken: dict[tuple[str, str], str | None] = {}
    for each in bound.parameters:
        name = each.name.lower() if each.location == "header" else each.name
        if (each.location, name) in taken:
            problems.add(
                BadOption(
                    f"two parameters of the {each.location} are called {each.name!r}: "
                    f"{taken[each.location, name]} and {each.argument}",
                    where=where,
                    hint="rename one of them, or give its marker a name of its own",
                )
            )
        taken.setdefault((each.location, name), each.argument)


def marker_of(form: Any, where: Where, problems: Problems) -> Marker | None:
    """The marker in an annotation; two are an error, the class instead of an object stands for its
    defaults.
    """
    found: list[Marker] = []
    for item in metadata_of(form):
        if isinstance(item, type) and issubclass(item, ParameterMarker | Body | Form | File):
            item = item()
        if isinstance(item, ParameterMarker | Body | Form | File):
            found.append(item)
    if len(found) > 1:
        problems.add(
            BadOption(
                f"two markers: {found[0]!r} and {found[1]!r}",
                where=where,
                hint="an argument travels in one place: keep one of them",
            )
        )
    if found:
        return found[0]
    inner = alias_value(form) if is_alias(form) else without_none(form)
    return marker_of(inner, where, problems) if inner is not None else None


def allows_none(form: TypeForm) -> bool:
    """Whether a type is ``X | None``."""
    return without_none(peel_all(form)) is not None


def check_body(verbs: Iterable[HttpVerb], where: Where, problems: Problems) -> None:
    """A body needs a verb that has one."""
    for verb in verbs:
        if verb not in BODY_VERBS and verb != "DELETE":
            problems.add(body_not_allowed(verb, where))


def body_not_allowed(verb: HttpVerb, where: Where) -> BodyNotAllowed:
    """A body on a verb whose requests have none."""
    return BodyNotAllowed(
        f"a body on {verb}",
        where=where,
        hint=(
            "use http.post, http.put or http.patch, or take the values from the query with "
            "http.Query()"
        ),
    )


def _check_file(marker: BodyMarker, where: Where, problems: Problems) -> None:
    """Media types look like media types (RFC 9110, 8.3.1), and a size is more than nothing."""
    if not isinstance(marker, File):
        return
    for media_type in marker.accepted:
        if "/" not in media_type:
            problems.add(
                BadOption(
                    f"{media_type!r} is no media type",
                    where=where,
                    hint="write one such as 'image/png'; a name for the part is name=...",
                )
            )
    if marker.max_size is not None and marker.max_size < 1:
        problems.add(
            BadOption(
                f"max_size={marker.max_size}", where=where, hint="give the largest size in bytes"
            )
        )


def check_path(
    marker: ParameterMarker,
    argument: str,
    path_names: Collection[str],
    where: Where,
    problems: Problems,
) -> None:
    """A path parameter has a placeholder."""
    name = marker.name or argument
    if marker.location == "path" and name not in path_names:
        problems.add(
            PathError(
                f"the path has no {{{name}}}", where=where, hint=f"write {{{name}}} into the path"
            )
        )


def _parameter(
    marker: ParameterMarker, argument: str, form: TypeForm, default: object, said: str | None
) -> Parameter:
    in_path = marker.location == "path"
    return Parameter(
        name=wire_name(marker, argument, form),
        location=marker.location,
        type=form,
        required=in_path or default is MISSING,
        default=MISSING if in_path else default,
        description=marker.description or said,
        deprecated=marker.deprecated,
        argument=argument,
    )


def declared_alone(
    types: Mapping[str, TypeForm], location: Location, where: Where
) -> tuple[Parameter, ...]:
    """Parameters that no argument carries, from their types by their names on the wire.

    Raises:
        BadOption: One has no name, or two of them, or is marked as something else.
    """
    problems = Problems()
    found: list[Parameter] = []
    for name, form in types.items():
        if not name:
            hint = "write its name as the key"
            problems.add(BadOption(f"a {location} without a name", where=where, hint=hint))
        marker = marker_of(form, where / name, problems)
        if marker is not None and not (
            isinstance(marker, ParameterMarker) and marker.location == location
        ):
            hint = f"mark it as http.{location.capitalize()}(...), or not at all"
            problems.add(BadOption(f"{marker!r} on a {location}", where=where / name, hint=hint))
        elif marker is not None and marker.name not in (None, name):
            hint = "write its name as the key alone"
            problems.add(
                BadOption(
                    f"a {location} of two names: {name!r}, {marker.name!r}", where=where, hint=hint
                )
            )
        found.append(
            Parameter(
                name=name,
                location=location,
                type=form,
                required=not allows_none(form),
                description=marker.description if marker else None,
                deprecated=isinstance(marker, ParameterMarker) and marker.deprecated,
            )
        )
    problems.raise_if_any()
    return tuple(found)


def wire_name(marker: ParameterMarker | Form | File, argument: str, form: TypeForm) -> str:
    """The name on the wire: the marker's, the field's alias, or the argument's (hyphenated in a
    header).
    """
    if marker.name:
        return marker.name
    for item in metadata_of(form):
        if isinstance(item, FieldInfo):
            alias = item.validation_alias or item.alias
            if isinstance(alias, str):
                return alias
    if isinstance(marker, ParameterMarker) and marker.location == "header":
        return argument.replace("_", "-")
    return argument


def _part(
    marker: BodyMarker, argument: str, form: TypeForm, default: object, said: str | None
) -> BodyField:
    file = None
    if isinstance(marker, File):
        file = FileRules(media_types=marker.accepted, max_size=marker.max_size)
    return BodyField(
        name=argument if isinstance(marker, Body) else wire_name(marker, argument, form),
        type=form,
        required=default is MISSING,
        default=default,
        description=marker.description or said,
        file=file,
        argument=argument,
    )


def _body(
    parts: list[tuple[BodyMarker, BodyField]], where: Where, problems: Problems
) -> RequestBody:
    """One body from its parts: a value alone is the body itself, several are fields of one
    object.
    """
    markers = [marker for marker, _ in parts]
    fields = tuple(part for _, part in parts)
    required = any(part.required for part in fields)
    if any(isinstance(marker, File | Form) for marker in markers):
        if any(isinstance(marker, Body) for marker in markers):
            problems.add(
                BadOption(
                    "a form and another body in one request",
                    where=where,
                    hint=(
                        "mark each argument of the body with http.Form() or http.File(), or "
                        "none of them"
                    ),
                )
            )
        media_type = MULTIPART if any(isinstance(marker, File) for marker in markers) else FORM
        only = fields[0]
        if len(fields) == 1 and only.file is None and _model(only.type):
            content = Content(media_type=media_type, type=only.type)
        else:
            content = Content(media_type=media_type, fields=fields)
        return RequestBody(contents=(content,), required=required)
    media_types = dict.fromkeys(
        str(marker.media_type) for marker in markers if isinstance(marker, Body)
    )
    media_type = next(iter(media_types))
    if len(fields) == 1:
        only = fields[0]
        raw = media_type != JSON and peel_all(only.type) is bytes
        content = Content(media_type=media_type, type=MISSING if raw else only.type)
        return RequestBody(
            contents=(content,),
            required=required,
            description=only.description,
            argument=only.argument,
        )
    if len(media_types) > 1:
        problems.add(
            BadOption(
                f"one body of several media types: {', '.join(media_types)}",
                where=where,
                hint="give all arguments of the body the same media type",
            )
        )
    return RequestBody(contents=(Content(media_type=media_type, fields=fields),), required=required)


def field_default(form: TypeForm) -> object:
    """A default that stands in ``Field`` inside ``Annotated``."""
    for item in reversed(metadata_of(form)):
        if isinstance(item, FieldInfo) and item.default is not PydanticUndefined:
            return item.default
    return MISSING


def is_structured(form: TypeForm) -> bool:
    """Whether a value of the type is a JSON object or array rather than a scalar."""
    form = peel_all(form)
    origin = get_origin(form)
    if origin in UNIONS:
        return any(is_structured(member) for member in get_args(form))
    if form is Any or form is object:
        return True
    cls = origin if isinstance(origin, type) else form
    if not isinstance(cls, type):
        return False
    if issubclass(cls, BaseModel) or dataclasses.is_dataclass(cls) or is_typed_dict(cls):
        return True
    return issubclass(cls, Collection) and not issubclass(cls, str | bytes | bytearray)


def _model(form: TypeForm) -> type[BaseModel] | None:
    """The model that an argument is, without what stands around it."""
    form = peel_all(form)
    return cast(type[BaseModel], form) if is_class(form) and issubclass(form, BaseModel) else None


def _optional_model(form: TypeForm) -> type[BaseModel] | None:
    """The model of ``Model`` or ``Model | None``."""
    return _model(without_none(peel_all(form)) or form)


def spread(
    model: type[BaseModel], argument: str, *, optional: bool = False, location: Location = "query"
) -> Iterator[Parameter]:
    """The fields of a model as parameters; of one that may be left out, none is required."""
    written = model_annotations(model)
    for name, info in model.model_fields.items():
        alias = info.validation_alias or info.alias
        own_name = name.replace("_", "-") if location == "header" else name
        default = (
            MISSING if info.is_required() or info.default is PydanticUndefined else info.default
        )
        yield Parameter(
            name=alias if isinstance(alias, str) else own_name,
            location=location,
            type=field_form(written.get(name, info.annotation), info),
            required=info.is_required() and not optional,
            default=default,
            deprecated=bool(info.deprecated),
            argument=argument,
            of_model=True,
        )


def field_form(written: TypeForm, info: FieldInfo) -> TypeForm:
    """The type of a field with what ``= Field(…)`` adds to the annotation, as one ``Annotated``
    form.
    """
    extra = added_metadata(written, info)
    return Annotated[(written, *extra)] if extra else written


def added_metadata(written: TypeForm, info: FieldInfo) -> tuple[Any, ...]:
    """What a field's ``FieldInfo`` says that its annotation does not: constraints, and one
    ``Field`` with the words.
    """
    in_annotation = metadata_of(written)
    fields = [item for item in in_annotation if isinstance(item, FieldInfo)]
    known = [*in_annotation, *(part for item in fields for part in item.metadata)]
    added = [item for item in info.metadata if not any(item is old or item == old for old in known)]
    words: dict[str, Any] = {}
    for word in (
        "title",
        "description",
        "examples",
        "deprecated",
        "json_schema_extra",
        "discriminator",
    ):
        value = getattr(info, word)
        if value is not None and not any(getattr(item, word) == value for item in fields):
            words[word] = value
    if isinstance(info.json_schema_extra, dict) and (
        again := words.keys() & info.json_schema_extra.keys()
    ):
        # of one keyword the extra wins, also an extra that the annotation has
        words["json_schema_extra"] = {
            word: info.json_schema_extra[word] for word in sorted(again)
        } | words.get("json_schema_extra", {})
    return (*added, Field(**words)) if words else tuple(added)
