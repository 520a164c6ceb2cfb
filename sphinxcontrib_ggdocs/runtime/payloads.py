"""Converts arguments to the payloads of WebSocket messages, and back."""

import base64
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from ..contracts.errors import FieldProblem
from ..contracts.framing import ABSENT
from ..contracts.json_numbers import as_json
from ..contracts.model import MISSING, BodyField, Content, Interaction, RequestBody
from .error_responses import Invalid, problems_of
from .json_values import load_json

Place = tuple[str, ...]
"""The keys that lead to a payload in its frame, for messages about it."""


def dump_value(content: Content, value: Any) -> Any:
    """Return a value as what JSON can hold; bytes stay bytes.

    Raises:
        ValidationError: It is not of the declared type.
    """
    if content.type is MISSING:
        return bytes(value)
    return from_json(as_json(content.type, value))


def dump_message(interaction: Interaction, values: Sequence[Any]) -> Any:
    """Return the payload of a message from its arguments; `ABSENT` when there is none.

    Raises:
        TypeError: There are too many values, or too few.
        ValidationError: A value is not of the declared type.
    """
    name = interaction.name
    if interaction.message is None:
        _check_count(name, values, 0, 0)
        return ABSENT
    content = interaction.message.contents[0]
    if content.fields is None:
        _check_count(name, values, int(interaction.message.required), 1)
        if values:
            return dump_value(content, values[0])
        return ABSENT
    required = sum(field.required for field in content.fields)
    _check_count(name, values, required, len(content.fields))
    pairs = zip(content.fields, values, strict=False)
    return {field.name: dump_value(Content(type=field.type), value) for field, value in pairs}


def _check_count(name: str, values: Sequence[Any], least: int, most: int) -> None:
    if not least <= len(values) <= most:
        expected = str(most) if least == most else f"{least} to {most}"
        raise TypeError(f"{name} takes {expected} values, not {len(values)}")


def load_arguments(
    body: RequestBody, payload: Any, place: Place, defaults: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the arguments of a handler from the payload of a message.

    Args:
        body: The declared message.
        payload: What has arrived; `ABSENT` when nothing has.
        place: Where it is in its frame.
        defaults: The arguments of the contract's method and their defaults.

    Raises:
        Invalid: The payload does not have the declared form.
    """
    content = body.contents[0]
    try:
        if content.fields is not None:
            return _load_fields(content.fields, payload, place)
        name = body.argument or next(iter(defaults))
        if payload is ABSENT and not body.required:
            return {name: defaults.get(name)}
        return {name: load_value(content, payload, place)}
    except ValidationError as error:
        raise Invalid(problems_of(error, *place)) from error


def _load_fields(fields: Sequence[BodyField], payload: Any, place: Place) -> dict[str, Any]:
    members: Mapping[str, Any] = {}
    if isinstance(payload, dict):
        members = payload
    problems: list[FieldProblem] = []
    for field in fields:
        if field.required and field.name not in members:
            path = ".".join((*place, field.name))
            problems.append(FieldProblem(path=path, message="Field required"))
    if problems:
        raise Invalid(problems)
    values: dict[str, Any] = {}
    for field in fields:
        try:
            values[field.argument or field.name] = _load_field(field, members, (*place, field.name))
        except ValidationError as error:
            problems += problems_of(error, *place, field.name)
        except Invalid as error:
            problems += error.problems
    if problems:
        raise Invalid(problems)
    return values


def _load_field(field: BodyField, members: Mapping[str, Any], place: Place) -> Any:
    if field.name in members:
        return load_value(Content(type=field.type), members[field.name], place)
    if field.default is MISSING:
        return None
    return field.default


def load_value(content: Content, data: Any, place: Place = ()) -> Any:
    """Validate a value of JSON as the declared type; absent data counts as null.

    Raises:
        ValidationError: It is of another.
        Invalid: It is not a Base64, or nested too deeply.
    """
    if content.type is not MISSING:
        try:
            return load_json(content.type, None if data is ABSENT else data)
        except RecursionError as error:
            message = "Input is nested too deeply"
            raise Invalid([FieldProblem(path=".".join(place), message=message)]) from error
    if isinstance(data, bytes):
        return data
    try:
        return base64.b64decode(data, validate=True)
    except (TypeError, ValueError) as error:
        problem = FieldProblem(path=".".join(place), message="Input should be bytes in Base64")
        raise Invalid([problem]) from error
