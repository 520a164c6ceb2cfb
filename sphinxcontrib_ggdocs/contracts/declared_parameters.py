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
    annotated_field_type,
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
    """Return the marker in an annotation, such as ``http.Query()``; None if it has none.

    A marker may be written as a class, without parentheses. Two markers are an error.

    Args:
        annotation: The annotation of an argument.
        where: The place of the argument.
        problems: Collects the error.
    """
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
    # The marker may be on the X of ``X | None``, or on the type that an alias stands for.
    inner = without_none(annotation)
    if is_alias(annotation):
        inner = alias_value(annotation)
    if inner is None:
        return None
    return marker_of(inner, where, problems)


def wire_name(marker: ParameterMarker | Form | File, argument: str, annotation: TypeForm) -> str:
    """Return the name of an argument on the wire.

    It is the marker's name, else the alias of a ``Field``, else the argument's name, with hyphens
    in headers.
    """
    if marker.name:
        return marker.name
    for item in metadata_of(annotation):
        if isinstance(item, FieldInfo):
            alias = item.validation_alias or item.alias
            if isinstance(alias, str):  # not a path into a nested object
                return alias
    if isinstance(marker, ParameterMarker) and marker.location == "header":
        return argument.replace("_", "-")
    return argument


def field_default(annotation: TypeForm) -> object:
    """Return the default of the last ``Field`` in the metadata of a type; `MISSING` if none has
    one.
    """
    for item in reversed(metadata_of(annotation)):
        if isinstance(item, FieldInfo) and item.default is not PydanticUndefined:
            return item.default
    return MISSING


def parameters_from_types(
    types: Mapping[str, TypeForm], location: ParameterLocation, where: Location
) -> tuple[Parameter, ...]:
    """Return the parameters of a mapping of types, such as the headers of a `Requirement`.

    Args:
        types: The types by the names of the parameters on the wire.
        location: The location of all parameters.
        where: The place that errors name.

    Raises:
        BadOption: A parameter has two markers, or one of another location or with another name.
        ContractErrorGroup: Several of these.
    """
    problems = Problems()
    parameters: list[Parameter] = []
    for name, annotation in types.items():
        marker = marker_of(annotation, where / name, problems)
        description: str | None = None
        if marker is not None:
            _check_marker(marker, name, location, where, problems)
            description = marker.description
        parameter = Parameter(
            name=name,
            location=location,
            type=annotation,
            required=not allows_none(annotation),
            description=description,
            deprecated=isinstance(marker, ParameterMarker) and marker.deprecated,
        )
        parameters.append(parameter)
    problems.raise_if_any()
    return tuple(parameters)


def _check_marker(
    marker: Marker, name: str, location: ParameterLocation, where: Location, problems: Problems
) -> None:
    """Report a marker of another location, or with another name, than its parameter has.

    Args:
        marker: The marker in the type of the parameter.
        name: The name of the parameter, which is its key in a mapping of types.
        location: The location of the parameter.
        where: The place of the mapping.
        problems: Collects the error.
    """
    if not isinstance(marker, ParameterMarker) or marker.location != location:
        hint = f"mark it as http.{location.capitalize()}(...), or not at all"
        problems.add(BadOption(f"{marker!r} on a {location}", where=where / name, hint=hint))
    elif marker.name not in (None, name):
        message = f"a {location} with two names: {name!r}, {marker.name!r}"
        problems.add(BadOption(message, where=where, hint="write its name only as the key"))


def replaced_description(annotation: TypeForm, info: FieldInfo) -> str | None:
    """Return the description of a field whose type has a `WithJsonSchema`; None for other types.

    The `WithJsonSchema` replaces the description in the schema of the type, so the parameter needs
    it.
    """
    if has_given_schema(metadata_of(annotation)):
        return info.description
    return None


def parameters_of_model(
    model: type[BaseModel],
    argument: str,
    *,
    optional: bool = False,
    location: ParameterLocation = "query",
) -> Iterator[Parameter]:
    """Yield a parameter for each field of a model that an argument has as its type.

    Args:
        model: The model.
        argument: The name of the argument.
        optional: Whether the argument may be left out; then no parameter is required.
        location: The location of the parameters.
    """
    annotations = model_annotations(model)
    for name, info in model.model_fields.items():
        parameter_name = info.validation_alias or info.alias
        # Without an alias, or with one that is a path into a nested object.
        if not isinstance(parameter_name, str):
            parameter_name = name
            if location == "header":
                parameter_name = name.replace("_", "-")
        default = info.default
        if default is PydanticUndefined:
            default = MISSING
        # Annotations that cannot be resolved here are missing, but pydantic has resolved them.
        annotation = annotated_field_type(annotations.get(name, info.annotation), info)
        yield Parameter(
            name=parameter_name,
            location=location,
            type=annotation,
            description=replaced_description(annotation, info),
            required=info.is_required() and not optional,
            default=default,
            deprecated=bool(info.deprecated),
            argument=argument,
            of_model=True,
        )
