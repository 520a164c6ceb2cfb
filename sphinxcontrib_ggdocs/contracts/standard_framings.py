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
    _CODES_OF_REJECTION: ClassVar[Mapping[Cause, int]] = {
        "not_json": -32700,
        "not_a_message": -32600,
        "unknown_method": -32601,
        "invalid": -32602,
    }
    """The codes for the causes of a rejected message (JSON-RPC 2.0, 5.1)."""
    _INTERNAL_ERROR: ClassVar = -32603
    """The code for a failure of the service (JSON-RPC 2.0, 5.1)."""

    def template(self, kind: FrameKind, interaction: Interaction | None = None) -> Template:
        """Return the template of one kind of message.

        ``params`` must be an object or a list (JSON-RPC 2.0, 4.2). Any other payload is wrapped: in
        an object under the name of its argument, or, if it has no argument, in a list.
        """
        template = super().template(kind, interaction)
        has_params = kind in ("request", "event")
        if not has_params or interaction is None or interaction.message is None:
            return template
        message = interaction.message
        # A message has one content; only bodies over HTTP may have several.
        payload = message.contents[0]
        if is_object(payload):
            return template
        if message.argument:
            return {**template, "params": {message.argument: Placeholder.PAYLOAD}}
        return {**template, "params": [Placeholder.PAYLOAD]}

    def code(self, error: ErrorClass, cause: Cause = "invalid") -> int:
        """Return the code of an error: those of JSON-RPC for errors of the runtime, else its
        status.

        Args:
            error: The error.
            cause: Why a message was rejected, if the error is VALIDATION_ERROR.
        """
        if error.type == VALIDATION_ERROR.type:
            return self._CODES_OF_REJECTION[cause]
        if error.type == SERVER_ERROR.type:
            return self._INTERNAL_ERROR
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
    """Return whether every value of a payload's type is a JSON object."""
    if content.fields is not None:  # several arguments, which are the members of an object
        return True
    schema = _json_schema(content.type)
    if schema is None:  # raw bytes, or a type that JSON cannot carry
        return False
    alternatives = _alternatives(schema, schema)
    return all(alternative.get("type") == "object" for alternative in alternatives)


def tags(interaction: Interaction, discriminator: str) -> tuple[Any, ...]:
    """Return the values of a discriminator that the payload of an interaction declares, in order.

    Empty if the payload, or one of the members of its union, declares none.

    Args:
        interaction: The interaction.
        discriminator: The name of the property.
    """
    if interaction.message is None:
        return ()
    content = interaction.message.contents[0]  # a message has only one
    if content.fields is not None:
        # The arguments of the method are the members of an object, one of them the discriminator.
        types = {field.name: field.type for field in content.fields}
        schema = _json_schema(types.get(discriminator, MISSING))
        if schema is not None:
            return tuple(dict.fromkeys(_constants(schema, schema)))
        return ()
    schema = _json_schema(content.type)
    if schema is None:
        return ()
    values: dict[Any, None] = {}  # a dict keeps the order
    for alternative in _alternatives(schema, schema):
        property_schema = alternative.get("properties", {}).get(discriminator)
        # A member of the union without a value could not be distinguished from other messages.
        if not isinstance(property_schema, dict):
            return ()
        values_of_alternative = dict.fromkeys(_constants(property_schema, schema))
        if not values_of_alternative:
            return ()
        values |= values_of_alternative
    return tuple(values)


@cached_by_type
def _json_schema(annotation: TypeForm) -> dict[str, Any] | None:
    """Return pydantic's JSON Schema of a type; None if the type is `MISSING` or has no schema."""
    if annotation is MISSING:
        return None
    try:
        return TypeAdapter(annotation).json_schema()
    except PydanticUserError:
        # The package `schema` reports the error with its place.
        return None


def _alternatives(
    schema: Mapping[str, Any], root: Mapping[str, Any], inside: frozenset[str] = frozenset()
) -> Iterator[Mapping[str, Any]]:
    """Yield the members of a union, also of unions inside it; any other schema is its only member.

    References are replaced by their targets.

    Args:
        schema: A schema.
        root: The schema that has the definitions.
        inside: The names of the definitions that the schema is inside of; a reference to one of
            them yields nothing, so that a recursive type ends.
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
    """Yield the values of ``const`` and ``enum`` in a schema, or in the members of a union.

    Args:
        schema: A schema.
        root: The schema that has the definitions.
    """
    for alternative in _alternatives(schema, root):
        if "const" in alternative:
            yield alternative["const"]
        yield from alternative.get("enum", ())
