"""Reads what authors have written of operations by hand, as objects of OpenAPI."""

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

FormOf = Callable[[Mapping[str, Any]], TypeForm]
"""Returns the type of a schema."""

_LOCATIONS: tuple[ParameterLocation, ...] = get_args(ParameterLocation)
_VALUES = frozenset({"schema", "example", "examples", *EXTENSIONS})
_READ_OF_MEDIA = _VALUES | {"itemSchema"}
_READ_OF_PARAMETER = _VALUES | {"name", "in", "required", "description", "deprecated"}


def with_written_input(
    method: HttpMethod, operation: Mapping[str, Any], form_of: FormOf
) -> HttpMethod:
    """Return a method with the parameters and the body of a written operation that it lacks.

    What is read is no longer merged into the method in OpenAPI.

    Args:
        method: The method of the route.
        operation: Members of an operation of OpenAPI, as JSON.
        form_of: Returns the type of a schema.
    """
    rest = dict(operation)
    body = method.body
    if body is None and isinstance(rest.get("requestBody"), Mapping):
        body = _body(rest["requestBody"], form_of)
        if body is not None:
            del rest["requestBody"]
    parameters, left = _parameters(method, rest.pop("parameters", None), form_of)
    if left:
        rest["parameters"] = left
    return replace(method, parameters=parameters, body=body, openapi_extra=rest or None)


def _parameters(
    method: HttpMethod, written: Any, form_of: FormOf
) -> tuple[tuple[Parameter, ...], list[Any]]:
    """Return the parameters of a method, with written ones that it lacks, and what is left of
    these.
    """
    by_place = {place_of(known): known for known in method.parameters}
    left: list[Any] = []
    for entry in written if isinstance(written, list) else ():
        parameter = _parameter(entry, form_of)
        if parameter is None or place_of(parameter) in by_place:
            left.append(entry)
        else:
            by_place[place_of(parameter)] = parameter
    return tuple(by_place.values()), left


def _body(written: Mapping[str, Any], form_of: FormOf) -> RequestBody | None:
    media_types = written.get("content")
    if not isinstance(media_types, Mapping) or not media_types:
        return None
    contents: list[Content] = []
    for name, media in media_types.items():
        if isinstance(media, Mapping):
            content = content_of(name, media, None, form_of)
            others = _others(media, _READ_OF_MEDIA)
            contents.append(replace(content, openapi_extra=others, by_hand=True))
    return RequestBody(
        contents=tuple(contents),
        required=bool(written.get("required")),
        description=written.get("description"),
    )


def _parameter(written: Any, form_of: FormOf) -> Parameter | None:
    """Return a parameter; None where it has no schema of its own, or no name and place."""
    if not isinstance(written, Mapping) or not isinstance(written.get("schema"), Mapping):
        return None
    name, location = written.get("name"), written.get("in")
    if not isinstance(name, str) or location not in _LOCATIONS:
        return None
    return Parameter(
        name=name,
        location=location,
        type=form_of(written["schema"]),
        required=bool(written.get("required")),
        description=written.get("description"),
        deprecated=bool(written.get("deprecated")),
        examples=_examples(written),
        by_hand=True,
        openapi_extra=_others(written, _READ_OF_PARAMETER),
        audience=audience_in(written),
    )


def _others(written: Mapping[str, Any], names: frozenset[str]) -> dict[str, Any] | None:
    """Return the members that have none of some names."""
    return {key: value for key, value in written.items() if key not in names} or None


def content_of(
    media_type: str, media: Mapping[str, Any], known: Content | None, form_of: FormOf
) -> Content:
    """Return one representation of a body.

    Args:
        media_type: Its media type.
        media: A media type object of OpenAPI, as JSON.
        known: What the route itself says of it.
        form_of: Returns the type of a schema.
    """
    # JSON without a schema is any value; other media types are bytes
    unknown = Any if is_json(media_type) else MISSING
    content = known or Content(media_type=media_type, type=unknown)
    content = replace(content, audience=audience_in(media))
    if media.get("schema"):
        content = replace(content, type=form_of(media["schema"]))
    elif media.get("itemSchema"):
        item = form_of(media["itemSchema"])
        content = replace(content, type=item, stream=True, openapi_extra={})
    examples = _examples(media)
    return replace(content, examples=examples) if examples else content


def _examples(written: Mapping[str, Any]) -> tuple[Example, ...]:
    if isinstance(written.get("examples"), Mapping):
        return named_examples(written["examples"])
    if written.get("example") is not None:  # FastAPI has none then
        return (Example(name="example", value=written["example"]),)
    return ()


def named_examples(examples: Mapping[str, Any]) -> tuple[Example, ...]:
    """Example objects of OpenAPI, as JSON."""
    return tuple(
        Example(
            name=name,
            value=example.get("value", MISSING),
            summary=example.get("summary"),
            description=example.get("description"),
            external_value=example.get("externalValue"),
            audience=audience_in(example),
        )
        for name, example in examples.items()
        if isinstance(example, Mapping)
    )
