"""Defines the framings that the package provides besides the default one, JSON-RPC 2.0 and bare
payloads, and what they read from the types of payloads.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from pydantic import TypeAdapter
from pydantic.errors import PydanticUserError

from .annotations import cached_by_type
from .errors import SERVER_ERROR, VALIDATION_ERROR, ErrorClass
from .framing import Cause, FrameKind, Framing, Interaction, Placeholder, Template
from .message_model import MISSING, Content, TypeForm


class JsonRpc(Framing):
    """JSON-RPC 2.0, one object in each text frame. Events are notifications, whose failures are not
    reported.

    If the payload is an object, it is ``params``; any other payload is a member of ``params``,
    named after its argument. Errors are in the error format of the contract under ``data``. Batches
    are rejected.
    """

    name = "json-rpc"
    description = "JSON-RPC 2.0, one object in each text frame. Batches are refused."
    request: ClassVar[Template] = {
        "jsonrpc": "2.0",
        "id": Placeholder.ID,
        "method": Placeholder.METHOD,
        "params": Placeholder.PAYLOAD,
    }
    event: ClassVar[Template] = {
        "jsonrpc": "2.0",
        "method": Placeholder.METHOD,
        "params": Placeholder.PAYLOAD,
    }
    answer: ClassVar[Template] = {
        "jsonrpc": "2.0",
        "id": Placeholder.ID,
        "result": Placeholder.PAYLOAD,
    }
    error: ClassVar[Template] = {
        "jsonrpc": "2.0",
        "id": Placeholder.ID,
        "error": {
            "code": Placeholder.CODE,
            "message": Placeholder.MESSAGE,
            "data": Placeholder.ERROR,
        },
    }
    # The id of what could not be read is null (JSON-RPC 2.0, 5).
    refusal: ClassVar[Template] = {**error, "id": None}
    # JSON-RPC 2.0, 5.1.
    _CODES: ClassVar[Mapping[Cause, int]] = {
        "not_json": -32700,
        "not_a_message": -32600,
        "unknown_method": -32601,
        "invalid": -32602,
    }

    def template(self, kind: FrameKind, interaction: Interaction | None = None) -> Template:
        """Return the template of one kind of message.

        ``params`` are an object or a list, never another value (JSON-RPC 2.0, 4.2). A payload that
        is no object is a member of them under the name of its argument, or the only item of a list
        where it has no argument.
        """
        template = super().template(kind, interaction)
        has_params = kind in ("request", "event")
        if not has_params or interaction is None or interaction.message is None:
            return template
        message = interaction.message
        # A message has one content; bodies over HTTP alone may have several.
        payload = message.contents[0]
        needs_wrapping = not is_object(payload)
        if not needs_wrapping:
            return template
        if message.argument:
            return {**template, "params": {message.argument: Placeholder.PAYLOAD}}
        return {**template, "params": [Placeholder.PAYLOAD]}

    def code(self, error: ErrorClass, cause: Cause = "invalid") -> int:
        if error.type == VALIDATION_ERROR.type:
            return self._CODES[cause]
        if error.type == SERVER_ERROR.type:
            return -32603
        return error.status


@dataclass(frozen=True, slots=True, kw_only=True)
class Bare(Framing):
    """Payloads without a frame: a text frame is the payload as JSON, a binary frame is one of
    bytes.

    Errors are sent in the error format of the contract, without a frame. `implement` answers
    requests in their order; it supports neither a `correlation_id` nor requests from server to
    client.
    """

    name: ClassVar[str] = "bare"
    description: ClassVar[str | None] = "Each frame is the payload itself."
    request: ClassVar[Template] = Placeholder.PAYLOAD
    event: ClassVar[Template] = Placeholder.PAYLOAD
    answer: ClassVar[Template] = Placeholder.PAYLOAD
    error: ClassVar[Template] = Placeholder.ERROR
    event_error: ClassVar[Template | None] = Placeholder.ERROR
    refusal: ClassVar[Template] = Placeholder.ERROR
    discriminator: str | None = None
    """The property whose value selects the message: each payload's type declares its values,
    as in ``kind: Literal["say"]``. `implement` needs one where clients send several messages."""
    correlation_id: str | None = None
    """The place of the id that connects a request and its answer: a JSON pointer to a property of
    payloads, such as ``/id``. An error that is an object gets the id of its request there.
    """


JSON_RPC: Final = JsonRpc()
BARE: Final = Bare()


# --- payloads ---


def is_object(content: Content) -> bool:
    """Return whether a payload is an object, whatever its value."""
    if content.fields is not None:
        return True
    schema = _json_schema(content.type)
    return schema is not None and all(
        alternative.get("type") == "object" for alternative in _alternatives(schema, schema)
    )


def tags(interaction: Interaction, discriminator: str) -> tuple[Any, ...]:
    """Return the values of a discriminator that an interaction's payload declares, in order."""
    if interaction.message is None:
        return ()
    content = interaction.message.contents[0]
    if content.fields is not None:
        types = {field.name: field.type for field in content.fields}
        schema = _json_schema(types.get(discriminator, MISSING))
        if schema is not None:
            return tuple(dict.fromkeys(_constants(schema, schema)))
        return ()
    schema = _json_schema(content.type)
    if schema is None:
        return ()
    values: dict[Any, None] = {}
    for alternative in _alternatives(schema, schema):
        declared = alternative.get("properties", {}).get(discriminator)
        own = dict.fromkeys(_constants(declared, schema) if isinstance(declared, dict) else ())
        if not own:
            return ()
        values |= own
    return tuple(values)


@cached_by_type
def _json_schema(annotation: TypeForm) -> dict[str, Any] | None:
    if annotation is MISSING:
        return None
    try:
        return TypeAdapter(annotation).json_schema()
    except PydanticUserError:  # no JSON Schema, which the schema layer reports with its place
        return None


def _alternatives(
    schema: Mapping[str, Any], root: Mapping[str, Any], inside: frozenset[str] = frozenset()
) -> Iterator[Mapping[str, Any]]:
    """Yield the schema without references, or each member of a union.

    Args:
        schema: A schema.
        root: The schema that has the definitions.
        inside: The definitions that are being read, which recursion ends at.
    """
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name not in inside:
            yield from _alternatives(root["$defs"][name], root, inside | {name})
        return
    members = schema.get("oneOf") or schema.get("anyOf")
    if members is None:
        yield schema
    for member in members or ():
        yield from _alternatives(member, root, inside)


def _constants(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the values of ``const`` and ``enum``."""
    for alternative in _alternatives(schema, root):
        if "const" in alternative:
            yield alternative["const"]
        yield from alternative.get("enum", ())
