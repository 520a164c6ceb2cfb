"""Converts arguments to the payloads of WebSocket messages, and back.

The declared content of a payload has a type, or fields (each an argument of the method, and a
member of the JSON object that is sent), or neither, and is bytes then.
"""

import base64
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from ..contracts.errors import FieldProblem
from ..contracts.framing import ABSENT
from ..contracts.json_numbers import as_json
from ..contracts.model import MISSING, BodyField, Content, Interaction, RequestBody
from .error_responses import Invalid, problems_of
from .json_values import load_json

PayloadPath = tuple[str, ...]
"""The keys that lead to a payload in its frame, such as ``("params", "data")``, for messages."""


def dump_value(content: Content, value: Any) -> Any:
    """Return a value of the declared type as plain JSON data; bytes stay bytes.

    Raises:
        ValidationError: It is not of the declared type.
    """
    if content.type is MISSING:
        return bytes(value)
    return from_json(as_json(content.type, value))


def dump_message(interaction: Interaction, values: Sequence[Any]) -> Any:
    """Return the payload of a message from its arguments; `ABSENT` if it has none.

    A message whose body has fields becomes an object with a member for each value.

    Args:
        interaction: The declared message.
        values: The arguments in the order of their declaration.

    Raises:
        TypeError: There are too many values, or too few.
        ValidationError: A value is not of the declared type.
    """
    name = interaction.name
    if interaction.message is None:
        _check_count(name, values, 0, 0)
        return ABSENT
    [content] = interaction.message.contents  # Contracts written in Python have only one.
    if content.fields is None:
        _check_count(name, values, int(interaction.message.required), 1)
        if values:
            return dump_value(content, values[0])
        return ABSENT
    required_count = sum(field.required for field in content.fields)
    _check_count(name, values, required_count, len(content.fields))
    payload: dict[str, Any] = {}
    # Optional fields at the end may be left out.
    for field, value in zip(content.fields, values, strict=False):
        payload[field.name] = dump_value(Content(type=field.type), value)
    return payload


def _check_count(name: str, values: Sequence[Any], least: int, most: int) -> None:
    """Raise a `TypeError` if a message has fewer or more values than it takes.

    Args:
        name: The name of the message.
        values: The values.
        least: How many it takes at least.
        most: How many it takes at most.
    """
    if not least <= len(values) <= most:
        expected = f"{least} to {most}"
        if least == most:
            expected = str(most)
        raise TypeError(f"{name} takes {expected} values, not {len(values)}")


def load_arguments(
    body: RequestBody, payload: Any, path: PayloadPath, defaults: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the arguments of a handler from the payload of a message.

    Args:
        body: The declared body of the message.
        payload: The payload that was received; `ABSENT` if there is none.
        path: The keys that lead to it in its frame.
        defaults: The arguments of the contract's method and their defaults.

    Raises:
        Invalid: The payload does not have the declared form.
    """
    [content] = body.contents  # Contracts written in Python have only one.
    try:
        if content.fields is not None:
            return _load_body_fields(content.fields, payload, path)
        # A body without a named argument is the only argument of the method.
        name = body.argument or next(iter(defaults))
        if payload is ABSENT and not body.required:
            # A copy, because the handler may change it.
            return {name: deepcopy(defaults.get(name))}
        # A required one that is absent counts as null, which its type may allow.
        return {name: load_value(content, payload, path)}
    except ValidationError as error:
        raise Invalid(problems_of(error, *path)) from error


def _load_body_fields(
    fields: Sequence[BodyField], payload: Any, path: PayloadPath
) -> dict[str, Any]:
    """Return the arguments of a body whose fields are members of an object.

    Args:
        fields: The declared fields.
        payload: The payload that was received; `ABSENT` if there is none.
        path: The keys that lead to it in its frame.

    Raises:
        Invalid: Fields are missing, or their values are not of the declared types.
    """
    # A payload that is no object has none of the fields.
    members: Mapping[str, Any] = {}
    if isinstance(payload, dict):
        members = payload
    problems: list[FieldProblem] = []
    # Values are only validated if no field is missing, so that `_load_field` may assume that fields
    # without a value are optional.
    for field in fields:
        if field.required and field.name not in members:
            field_path = ".".join((*path, field.name))
            problems.append(FieldProblem(path=field_path, message="Field required"))
    if problems:
        raise Invalid(problems)
    values: dict[str, Any] = {}
    for field in fields:
        try:
            values[field.argument or field.name] = _load_field(field, members, (*path, field.name))
        except ValidationError as error:
            problems += problems_of(error, *path, field.name)
        except Invalid as error:
            problems += error.problems
    if problems:
        raise Invalid(problems)
    return values


def _load_field(field: BodyField, members: Mapping[str, Any], path: PayloadPath) -> Any:
    """Return the validated value of a field. If the payload lacks it, return its default, or None
    if it declares none: that it is not required has been checked.

    Args:
        field: The declared field.
        members: The payload, an object.
        path: The keys that lead to the field in its frame.
    """
    if field.name in members:
        return load_value(Content(type=field.type), members[field.name], path)
    if field.default is MISSING:
        return None
    return deepcopy(field.default)  # the handler may change it


def load_value(content: Content, data: Any, path: PayloadPath = ()) -> Any:
    """Return parsed JSON as a value of the declared type; `ABSENT` counts as null.

    Content without a type is bytes, which JSON carries as Base64.

    Args:
        content: The declared content.
        data: Parsed JSON, or the bytes of a binary frame.
        path: The keys that lead to the value in its frame, for messages.

    Raises:
        ValidationError: It is not of the type.
        Invalid: It is not Base64, or nested too deeply.
    """
    if content.type is not MISSING:
        if data is ABSENT:
            data = None
        try:
            return load_json(content.type, data)
        except RecursionError as error:
            message = "Input is nested too deeply"
            raise Invalid([FieldProblem(path=".".join(path), message=message)]) from error
    if isinstance(data, bytes):
        return data
    try:
        return base64.b64decode(data, validate=True)
    except (TypeError, ValueError) as error:
        problem = FieldProblem(path=".".join(path), message="Input should be bytes in Base64")
        raise Invalid([problem]) from error
