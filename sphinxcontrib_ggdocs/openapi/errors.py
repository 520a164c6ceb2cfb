"""Errors as components: each has a body of its own, in the contract's error format."""

from collections.abc import Mapping

from ..contracts.error_names import ErrorClass
from ..contracts.model import ErrorFormat
from ..schema import JsonSchema

PROBLEM = "application/problem+json"
MEDIA_TYPES: Mapping[ErrorFormat, str] = {
    "typed": "application/json",
    "problem": PROBLEM,
    "plain": "application/json",
}


def error_body(error: ErrorClass, form: ErrorFormat, data: JsonSchema | None) -> JsonSchema | None:
    """The schema of an error on the wire; None when it has no body.

    Args:
        error: The error.
        form: The contract's error format.
        data: The schema of what the error carries.
    """
    if form == "plain":
        return data
    schema: JsonSchema = {"type": "object", "title": error.type}
    if error.description:
        schema["description"] = error.description
    kind: JsonSchema = {"type": "string", "const": error.type}
    if form == "typed":
        properties: JsonSchema = {"type": kind, "message": {"type": "string"}}
        required = ["type"]
    else:  # RFC 9457, 3.1
        properties = {
            "type": {**kind, "format": "uri-reference"},
            "title": {"type": "string"},
            "status": {"type": "integer", "const": error.status},
            "detail": {"type": "string"},
            "instance": {"type": "string", "format": "uri-reference"},
        }
        required = ["type", "title", "status"]
    if data is not None:
        properties["data"] = data
        required.append("data")
    return {**schema, "properties": properties, "required": required}
