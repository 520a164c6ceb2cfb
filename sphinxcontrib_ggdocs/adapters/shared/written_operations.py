"""Reads what authors have written by hand about operations, as objects of OpenAPI.

Parameters and bodies that are read here are marked as `by_hand`: for audiences, names in them do
not count as declared there, since such objects repeat names of other parts.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, get_args

from ...contracts.audiences import EXTENSIONS, audience_in
from ...contracts.credentials import place_of
from ...contracts.media_types import is_json
from ...contracts.model import (
    MISSING,
    Content,
    Example,
    HttpMethod,
    Parameter,
    ParameterLocation,
    RequestBody,
    TypeForm,
)

TypeOfSchema = Callable[[Mapping[str, Any]], TypeForm]
"""A function that returns the type for a JSON Schema."""

_LOCATIONS: tuple[ParameterLocation, ...] = get_args(ParameterLocation)
_VALUE_KEYS = frozenset({"schema", "example", "examples", *EXTENSIONS})
_MEDIA_TYPE_KEYS = _VALUE_KEYS | {"itemSchema"}
"""Members of a media type object that this module reads."""
_PARAMETER_KEYS = _VALUE_KEYS | {"name", "in", "required", "description", "deprecated"}
"""Members of a parameter object that this module reads."""


def with_written_input(
    method: HttpMethod, operation: Mapping[str, Any], type_of_schema: TypeOfSchema
) -> HttpMethod:
    """Return a method with the hand-written parameters and body that the method lacks.

    Members that are read here are removed from the hand-written operation; the others stay in
    `openapi_extra`, which is merged into the operation in OpenAPI.

    Args:
        method: The method of the route.
        operation: The hand-written members of an operation object of OpenAPI, as JSON.
        type_of_schema: Returns the type for a schema.
    """
    openapi_extra = dict(operation)
    body = method.body
    if body is None and isinstance(openapi_extra.get("requestBody"), Mapping):
        body = _body(openapi_extra["requestBody"], type_of_schema)
        if body is not None:
            del openapi_extra["requestBody"]
    parameter_objects = openapi_extra.pop("parameters", None)
    parameters, unread_objects = _parameters(method, parameter_objects, type_of_schema)
    if unread_objects:
        openapi_extra["parameters"] = unread_objects
    return replace(method, parameters=parameters, body=body, openapi_extra=openapi_extra or None)


def _parameters(
    method: HttpMethod, parameter_objects: Any, type_of_schema: TypeOfSchema
) -> tuple[tuple[Parameter, ...], list[Any]]:
    """Combine the parameters of a method with hand-written ones.

    Args:
        method: The method.
        parameter_objects: Parameter objects of OpenAPI; anything but a list is ignored.
        type_of_schema: Returns the type for a schema.

    Returns:
        The parameters, and the parameter objects that were not read: because they are not valid, or
        because the method has that parameter.
    """
    parameters = {place_of(parameter): parameter for parameter in method.parameters}
    unread_objects: list[Any] = []
    if isinstance(parameter_objects, list):
        for parameter_object in parameter_objects:
            parameter = _parameter(parameter_object, type_of_schema)
            if parameter is None or place_of(parameter) in parameters:
                unread_objects.append(parameter_object)
            else:
                parameters[place_of(parameter)] = parameter
    return tuple(parameters.values()), unread_objects


def _body(body_object: Mapping[str, Any], type_of_schema: TypeOfSchema) -> RequestBody | None:
    """Return the body for a request body object of OpenAPI; None if it has no media types. Media
    types whose value is not an object are skipped. Members of a media type that are not read here
    become the `openapi_extra` of its content.
    """
    media_types = body_object.get("content")
    if not isinstance(media_types, Mapping) or not media_types:
        return None
    contents: list[Content] = []
    for name, media_type_object in media_types.items():
        if isinstance(media_type_object, Mapping):
            # None, since the route itself declares no body.
            content = content_of(name, media_type_object, None, type_of_schema)
            unread_members = _without_keys(media_type_object, _MEDIA_TYPE_KEYS)
            contents.append(replace(content, openapi_extra=unread_members, by_hand=True))
    return RequestBody(
        contents=tuple(contents),
        required=bool(body_object.get("required")),
        description=body_object.get("description"),
    )


def _parameter(parameter_object: Any, type_of_schema: TypeOfSchema) -> Parameter | None:
    """Return the parameter for a parameter object of OpenAPI.

    None if it is not a mapping, or has no schema, no name or no valid location; so a reference to a
    parameter is not read.

    Args:
        parameter_object: The parameter object; it is written by hand and may be invalid.
        type_of_schema: Returns the type for a schema.
    """
    if not isinstance(parameter_object, Mapping):
        return None
    name, location = parameter_object.get("name"), parameter_object.get("in")
    schema = parameter_object.get("schema")
    if not isinstance(schema, Mapping) or not isinstance(name, str) or location not in _LOCATIONS:
        return None
    return Parameter(
        name=name,
        location=location,
        type=type_of_schema(schema),
        required=bool(parameter_object.get("required")),
        description=parameter_object.get("description"),
        deprecated=bool(parameter_object.get("deprecated")),
        examples=_examples(parameter_object),
        by_hand=True,
        openapi_extra=_without_keys(parameter_object, _PARAMETER_KEYS),
        audience=audience_in(parameter_object),
    )


def _without_keys(members: Mapping[str, Any], keys: frozenset[str]) -> dict[str, Any] | None:
    """Return the members with other keys; None if there are none."""
    return {key: value for key, value in members.items() if key not in keys} or None


def content_of(
    media_type: str,
    media_type_object: Mapping[str, Any],
    declared_content: Content | None,
    type_of_schema: TypeOfSchema,
) -> Content:
    """Return one representation of a body, described by a media type object of OpenAPI.

    Args:
        media_type: The media type.
        media_type_object: The media type object, as JSON.
        declared_content: The same representation as the route itself declares it; None if it does
            not.
        type_of_schema: Returns the type for a schema.
    """
    content = declared_content
    if content is None:
        # JSON without a schema is any value; other media types are bytes.
        default_type = Any if is_json(media_type) else MISSING
        content = Content(media_type=media_type, type=default_type)
    content = replace(content, audience=audience_in(media_type_object))
    if media_type_object.get("schema"):
        content = replace(content, type=type_of_schema(media_type_object["schema"]))
    elif media_type_object.get("itemSchema"):
        item_type = type_of_schema(media_type_object["itemSchema"])
        # Even an empty addition says that the author has described a whole item: OpenAPI does not
        # write the fields of a server-sent event around its schema.
        content = replace(content, type=item_type, stream=True, openapi_extra={})
    examples = _examples(media_type_object)
    if examples:
        content = replace(content, examples=examples)
    return content


def _examples(members: Mapping[str, Any]) -> tuple[Example, ...]:
    """Return the examples of a parameter or media type object: those in `examples`, else that in
    `example`.
    """
    if isinstance(members.get("examples"), Mapping):
        return named_examples(members["examples"])
    if members.get("example") is not None:  # FastAPI takes null for no example
        return (Example(name="example", value=members["example"]),)
    return ()


def named_examples(example_objects: Mapping[str, Any]) -> tuple[Example, ...]:
    """Return the examples for example objects of OpenAPI by their names; other values are
    ignored.
    """
    examples: list[Example] = []
    for name, example_object in example_objects.items():
        if not isinstance(example_object, Mapping):
            continue
        example = Example(
            name=name,
            value=example_object.get("value", MISSING),
            summary=example_object.get("summary"),
            description=example_object.get("description"),
            external_value=example_object.get("externalValue"),
            audience=audience_in(example_object),
        )
        examples.append(example)
    return tuple(examples)
