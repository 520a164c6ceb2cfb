"""Reads parameters from types: the marker of a type, the name on the wire, the fields of a
model.
"""

from collections.abc import Iterator, Mapping

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from .annotations import (
    alias_value,
    allows_none,
    field_form,
    has_given_schema,
    is_alias,
    metadata_of,
    model_annotations,
    without_none,
)
from .contract_errors import BadOption, Location, Problems
from .markers import File, Form, Marker, ParameterMarker
from .message_model import MISSING, Parameter, ParameterLocation, TypeForm


def marker_of(annotation: TypeForm, where: Location, problems: Problems) -> Marker | None:
    """Return the marker in an annotation; two are an error. A class of markers has its defaults."""
    markers: list[Marker] = []
    for item in metadata_of(annotation):
        if isinstance(item, type) and issubclass(item, Marker):
            markers.append(item())
        elif isinstance(item, Marker):
            markers.append(item)
    if len(markers) > 1:
        hint = "an argument travels in one place: keep one of them"
        problems.add(
            BadOption(f"two markers: {markers[0]!r} and {markers[1]!r}", where=where, hint=hint)
        )
    if markers:
        return markers[0]
    inner = without_none(annotation)
    if is_alias(annotation):
        inner = alias_value(annotation)
    if inner is None:
        return None
    return marker_of(inner, where, problems)


def wire_name(marker: ParameterMarker | Form | File, argument: str, annotation: TypeForm) -> str:
    """Return the name on the wire: the marker's, the field's alias, or the argument's (hyphenated
    in a header).
    """
    if marker.name:
        return marker.name
    for item in metadata_of(annotation):
        if isinstance(item, FieldInfo):
            alias = item.validation_alias or item.alias
            if isinstance(alias, str):
                return alias
    if isinstance(marker, ParameterMarker) and marker.location == "header":
        return argument.replace("_", "-")
    return argument


def field_default(annotation: TypeForm) -> object:
    """Return the default of a ``Field`` inside ``Annotated``."""
    for item in reversed(metadata_of(annotation)):
        if isinstance(item, FieldInfo) and item.default is not PydanticUndefined:
            return item.default
    return MISSING


def declared_alone(
    types: Mapping[str, TypeForm], location: ParameterLocation, where: Location
) -> tuple[Parameter, ...]:
    """Parameters that no argument carries, from their types by their names on the wire.

    Raises:
        BadOption: One is marked as something else, or has two names.
    """
    problems = Problems()
    parameters: list[Parameter] = []
    for name, annotation in types.items():
        marker = marker_of(annotation, where / name, problems)
        if marker is not None:
            _check_alone(marker, name, location, where, problems)
        parameters.append(
            Parameter(
                name=name,
                location=location,
                type=annotation,
                required=not allows_none(annotation),
                description=marker.description if marker else None,
                deprecated=isinstance(marker, ParameterMarker) and marker.deprecated,
            )
        )
    problems.raise_if_any()
    return tuple(parameters)


def _check_alone(
    marker: Marker, name: str, location: ParameterLocation, where: Location, problems: Problems
) -> None:
    if not isinstance(marker, ParameterMarker) or marker.location != location:
        hint = f"mark it as http.{location.capitalize()}(...), or not at all"
        problems.add(BadOption(f"{marker!r} on a {location}", where=where / name, hint=hint))
    elif marker.name not in (None, name):
        message = f"a {location} with two names: {name!r}, {marker.name!r}"
        problems.add(BadOption(message, where=where, hint="write its name only as the key"))


def replaced_description(annotation: TypeForm, info: FieldInfo) -> str | None:
    """Return the description of a field whose type has a `WithJsonSchema`, which replaces the words
    of the annotation; None where the type has it.
    """
    return info.description if has_given_schema(metadata_of(annotation)) else None


def spread(
    model: type[BaseModel],
    argument: str,
    *,
    optional: bool = False,
    location: ParameterLocation = "query",
) -> Iterator[Parameter]:
    """Yield the fields of a model as parameters; of one that may be left out, none is required."""
    annotations = model_annotations(model)
    for name, info in model.model_fields.items():
        alias = info.validation_alias or info.alias
        own_name = name.replace("_", "-") if location == "header" else name
        annotation = field_form(annotations.get(name, info.annotation), info)
        yield Parameter(
            name=alias if isinstance(alias, str) else own_name,
            location=location,
            type=annotation,
            description=replaced_description(annotation, info),
            required=info.is_required() and not optional,
            default=MISSING if info.default is PydanticUndefined else info.default,
            deprecated=bool(info.deprecated),
            argument=argument,
            of_model=True,
        )
