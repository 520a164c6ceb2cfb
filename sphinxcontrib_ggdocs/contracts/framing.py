"""Defines interactions over a WebSocket, and framings: how a message wraps its payload on the wire.

A framing has a template for each kind of message: a JSON value with a `Placeholder` for each value
that differs between messages. The runtime reads and writes messages by these templates; documents
show them as JSON Schemas. The kinds:

- ``request``: a message whose sender waits for an answer, in either direction
- ``event``: a message that nobody answers
- ``answer``: the answer to a request
- ``error``: the failure of a request
- ``event_error``: the failure of an event; None where it is not reported to the sender
- ``refusal``: the answer to what is not a message: not JSON, or of another shape
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Final, Literal, TypeAlias

from ..json_pointer import json_pointer
from .errors import ErrorClass
from .lifecycle import Lifecycle
from .message_model import Content, ExternalDocs, Marked, Parameter, RequestBody, Source
from .permissions import Permission
from .security import SecurityRequirement

Direction: TypeAlias = Literal["client_to_server", "server_to_client"]

Pattern: TypeAlias = Literal["req", "event"]

FrameKind: TypeAlias = Literal["request", "event", "answer", "error", "event_error", "refusal"]
KINDS: Final[tuple[FrameKind, ...]] = (
    "request",
    "event",
    "answer",
    "error",
    "event_error",
    "refusal",
)

_READ_ORDER: Final[tuple[FrameKind, ...]] = (
    "request",
    "event_error",
    "event",
    "error",
    "answer",
    "refusal",
)
"""The order in which the kinds are tried for an incoming message. A payload may be absent, so a
template with more keys has to be tried before one whose keys are a part of them."""

Template: TypeAlias = Any
"""A JSON value with placeholders in it, or a placeholder."""

Cause: TypeAlias = Literal["not_json", "not_a_message", "unknown_method", "invalid"]
"""Why the runtime responds with VALIDATION_ERROR; JSON-RPC has a code for each reason."""


class Placeholder(Enum):
    """A part of a frame with a different value in each message."""

    ID = "id"
    """Connects a request and its answer; the sender of the request chooses it: a string or an
    integer.
    """
    METHOD = "method"
    """The name of the interaction."""
    PAYLOAD = "payload"
    """The payload of the message, or of the response."""
    ERROR = "error"
    """The error in the error format of the contract."""
    TYPE = "type"
    """The error's type, such as ``ROOM_NOT_FOUND``."""
    CODE = "code"
    """A number for the error: see `Framing.code`."""
    MESSAGE = "message"
    """A sentence about the error."""


class _Absent:
    """The type of `ABSENT`."""

    def __repr__(self) -> str:
        return "ABSENT"


ID_SCHEMA: Final[Mapping[str, Any]] = {"type": ["string", "integer"]}

ABSENT: Final = _Absent()
"""A placeholder without a value: its key is left out of an object; in a list it is null."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseMethod(Marked):
    """The fields of methods and interactions."""

    name: str
    summary: str | None = None
    description: str | None = None
    errors: tuple[ErrorClass, ...] = ()
    security: SecurityRequirement | None = None
    """How callers identify themselves, in addition to what is required; None for that of the
    contract.
    """
    permission: Permission | None = None
    deprecated: bool = False
    deprecation_message: str | None = None
    lifecycle: Lifecycle | None = None
    external_docs: ExternalDocs | None = None
    source: Source | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Interaction(BaseMethod):
    """One message over a WebSocket, with its possible responses."""

    direction: Direction
    pattern: Pattern | None = None
    """The pattern; if None, the message is a request if it has an answer, else an event."""
    message: RequestBody | None = None
    """The payload; None without one."""
    answer: Content | None = None
    """The answer; None without one."""
    headers: tuple[Parameter, ...] = ()
    """Headers of the message, which brokers send separately from the payload."""
    asyncapi_extra: Mapping[str, Any] | None = None
    """Merged into its operation in the AsyncAPI document."""
    message_extra: Mapping[str, Any] | None = None
    """Merged into its message in the AsyncAPI document."""

    @property
    def is_request(self) -> bool:
        """Whether the sender waits for an answer: the interaction has one, or its pattern is
        ``req``.
        """
        return self.answer is not None or self.pattern == "req"


class Framing:
    """How the messages of a contract look on the wire.

    A custom framing is a subclass with its own templates::

        class Ocpp(Framing):
            name = "ocpp"
            request = [2, Placeholder.ID, Placeholder.METHOD, Placeholder.PAYLOAD]
            event = [5, Placeholder.METHOD, Placeholder.PAYLOAD]
            answer = [3, Placeholder.ID, Placeholder.PAYLOAD]
            error = [4, Placeholder.ID, Placeholder.TYPE, Placeholder.MESSAGE, Placeholder.ERROR]
            refusal = [4, "", Placeholder.TYPE, Placeholder.MESSAGE, Placeholder.ERROR]

        @ws.api("/charge", framing=Ocpp())
        class ChargePoint(Protocol): ...

    The kind of an incoming message is determined by constants and by the keys that it has. Keys
    that are not in a template are ignored.
    """

    name: ClassVar[str]
    """The name in documentation."""
    description: ClassVar[str | None] = None
    """For readers, in the markup of the document."""
    request: ClassVar[Template]
    event: ClassVar[Template]
    answer: ClassVar[Template]
    error: ClassVar[Template]
    event_error: ClassVar[Template | None] = None
    refusal: ClassVar[Template]
    discriminator: str | None = None
    """The property whose value says which message a payload is, for templates without
    `Placeholder.METHOD`.
    """
    correlation_id: str | None = None
    """The property of payloads that connects a request and its answer, such as ``/id``, for
    templates without `Placeholder.ID`.
    """

    def template(self, kind: FrameKind, interaction: Interaction | None = None) -> Template:
        """Return the template of one kind of message; None if the framing does not send this kind.

        It is the attribute that is called like the kind, unless a subclass decides otherwise.

        Args:
            kind: The kind.
            interaction: The interaction of the message; a framing may have a template for each.
        """
        return getattr(self, kind)

    def read(self, value: Any) -> "tuple[FrameKind, dict[Placeholder, Any]] | None":
        """Return the kind of a message and the values of its placeholders; None if it matches no
        template.

        Args:
            value: The message, as decoded from JSON.
        """
        for kind in _READ_ORDER:
            template = self.template(kind)
            values = match(template, value)
            # A template that is only a placeholder matches everything, so it says nothing.
            if values is not None and not isinstance(template, Placeholder):
                return kind, values
        return None

    def error_template(self, id: object, method: str | None, cause: Cause) -> Template | None:
        """Return the template of the frame that reports a rejected message or a failed handler to
        the sender; None if nothing is sent, as for an event in a framing without `event_error`.

        Args:
            id: The id of the message; None without one.
            method: The name of its interaction; None if unknown.
            cause: Why the message was rejected; ``invalid`` also if its handler failed.
        """
        if id is None and method is None:
            # Nothing is known about the message, so the report cannot say which one it is.
            return self.refusal
        if id is not None or not self.has_ids:
            # With an id it is a request; in a framing without ids every message may be one.
            return self.error
        # From here on the message has no id in a framing with ids, as an event has none.
        if self.event_error is None and cause == "not_a_message":
            # It may also be a malformed request, whose sender waits for an answer.
            return self.refusal
        return self.event_error

    def code(self, error: ErrorClass, cause: Cause = "invalid") -> int:
        """Return the number of an error, for `Placeholder.CODE`; by default its status.

        Args:
            error: The error.
            cause: Why a message was rejected, if it was.
        """
        return error.status

    def codes(self, error: ErrorClass) -> tuple[int, ...]:
        """Return all numbers that an error may have, the usual one first."""
        # "invalid" is first, since it is the usual cause, for which `code` is called without one.
        causes: tuple[Cause, ...] = ("invalid", "not_json", "not_a_message", "unknown_method")
        return tuple(dict.fromkeys(self.code(error, cause) for cause in causes))

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same class. Framings have no values of their own; one that
        has some is a dataclass, as `Bare` is.
        """
        return type(self) is type(other)

    def __hash__(self) -> int:
        """Return the hash of the class."""
        return hash(type(self))

    @property
    def has_ids(self) -> bool:
        """Whether an id connects a request and its answer; otherwise their order does."""
        return self.id_location is not None

    @property
    def id_location(self) -> str | None:
        """The JSON pointer of the id in requests and answers: in their payloads, or else where the
        templates have it. None if messages have no id.
        """
        return self.correlation_id or location(self.request, Placeholder.ID)

    @property
    def names_methods(self) -> bool:
        """Whether messages contain the name of their interaction; requests stand for all kinds."""
        return location(self.request, Placeholder.METHOD) is not None


class DefaultFraming(Framing):
    """One JSON object in each text frame: ``{"id", "method", "data"}``. The default of
    `ws.api`.
    """

    name = "ggdocs"
    description = "One JSON object in each text frame."
    request: ClassVar[Template] = {
        "id": Placeholder.ID,
        "method": Placeholder.METHOD,
        "data": Placeholder.PAYLOAD,
    }
    event: ClassVar[Template] = {"method": Placeholder.METHOD, "data": Placeholder.PAYLOAD}
    answer: ClassVar[Template] = {"id": Placeholder.ID, "data": Placeholder.PAYLOAD}
    error: ClassVar[Template] = {"id": Placeholder.ID, "error": Placeholder.ERROR}
    event_error: ClassVar[Template | None] = {
        "method": Placeholder.METHOD,
        "error": Placeholder.ERROR,
    }
    refusal: ClassVar[Template] = {"error": Placeholder.ERROR}


DEFAULT: Final = DefaultFraming()


# --- templates ---


def placeholders(
    template: Template, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[Placeholder, tuple[str | int, ...]]]:
    """Yield each placeholder of a template, with the keys and positions that lead to it.

    Args:
        template: The template.
        path: The keys and positions that lead to the template; empty at the top.
    """
    if isinstance(template, Placeholder):
        yield template, path
    for step, inner in _members(template):
        yield from placeholders(inner, (*path, step))


def location(template: Template, placeholder: Placeholder) -> str | None:
    """Return the JSON pointer of a placeholder in a template, such as ``/params/id``; None if it is
    not there.
    """
    for candidate, path in placeholders(template):
        if candidate is placeholder:
            return json_pointer(path)
    return None


def fill(template: Template, values: Mapping[Placeholder, Any]) -> Any:
    """Return a message: a template in which placeholders are replaced by values.

    A placeholder without a value is left out of an object and is null in a list. `ABSENT` is the
    result if nothing remains.

    Args:
        template: The template.
        values: The values by placeholder.
    """
    if isinstance(template, Placeholder):
        return values.get(template, ABSENT)
    if isinstance(template, Mapping):
        members = {key: fill(inner, values) for key, inner in template.items()}
        return _without_absent(members)
    if isinstance(template, list | tuple):
        items = [fill(inner, values) for inner in template]
        return _with_absent_replaced(items, replacement=None)
    return template


def _without_absent(members: dict[str, Any]) -> Any:
    """Return an object without its absent members; `ABSENT` if all of them are absent.

    An object that has no members from the start is not absent.
    """
    present = {key: member for key, member in members.items() if member is not ABSENT}
    if members and not present:
        return ABSENT
    return present


def _with_absent_replaced(items: list[Any], *, replacement: Any) -> Any:
    """Return a list with its absent items replaced; `ABSENT` if all of them are absent.

    The items of a list cannot be left out, since their positions have a meaning. A list that has no
    items from the start is not absent.
    """
    result: list[Any] = []
    has_present_item = False
    for item in items:
        if item is ABSENT:
            result.append(replacement)
        else:
            result.append(item)
            has_present_item = True
    if items and not has_present_item:
        return ABSENT
    return result


def is_id(value: Any) -> bool:
    """Return whether a value is an id: a string or an integer."""
    # In Python a boolean is an integer, too.
    return isinstance(value, str | int) and not isinstance(value, bool)


def match(template: Template, value: Any) -> dict[Placeholder, Any] | None:
    """Return the values of a template's placeholders in a message; None if the message does not
    match.

    Only a payload may be missing in the message; it is missing in the result, too.

    Args:
        template: The template; None, for a kind that the framing does not send, matches nothing.
        value: The message, as decoded from JSON.
    """
    values: dict[Placeholder, Any] = {}
    if template is not None and _read_values(values, template, value):
        return values
    return None


def schema(
    template: Template, placeholder_schemas: Mapping[Placeholder, Any], *, required: bool = True
) -> Any:
    """Return the JSON Schema of messages that have a template; `ABSENT` if all of it is absent.

    It describes the messages that `fill` returns for the template.

    Args:
        template: The template, or a part of one.
        placeholder_schemas: The schema of each placeholder; one without a schema is absent in
            messages.
        required: Whether the payload is required; if not, messages may lack it.
    """
    if isinstance(template, Placeholder):
        return placeholder_schemas.get(template, ABSENT)
    if isinstance(template, Mapping):
        return _object_schema(template, placeholder_schemas, required=required)
    if isinstance(template, list | tuple):
        return _array_schema(template, placeholder_schemas, required=required)
    return _constant_schema(template)


def _array_schema(
    template: Sequence[Template], placeholder_schemas: Mapping[Placeholder, Any], *, required: bool
) -> Any:
    """Return the JSON Schema of messages whose template is a list.

    All items of the template are required, except for the payload if `required` is False, and no
    further items are allowed. An item without a schema is null, as `fill` writes it. If there are
    items, but none has a schema, the result is `ABSENT`.

    Args:
        template: The template.
        placeholder_schemas: The schema of each placeholder; one without a schema is absent in
            messages.
        required: Whether the payload is required; if not, messages may lack it.
    """
    item_schemas = [schema(inner, placeholder_schemas, required=required) for inner in template]
    items = _with_absent_replaced(item_schemas, replacement={"type": "null"})
    if items is ABSENT:
        return ABSENT
    fewest_items = len(template)
    if not required:
        # A payload that is not required may be missing at the end of the list.
        fewest_items -= sum(map(_is_payload, template))
    return {"type": "array", "prefixItems": items, "items": False, "minItems": fewest_items}


def _object_schema(
    template: Mapping[str, Template],
    placeholder_schemas: Mapping[Placeholder, Any],
    *,
    required: bool,
) -> Any:
    """Return the JSON Schema of messages whose template is an object.

    Members without a schema are left out. All others are required, except for the payload if
    `required` is False. If there are members, but none has a schema, the result is `ABSENT`.

    Args:
        template: The template.
        placeholder_schemas: The schema of each placeholder; one without a schema is absent in
            messages.
        required: Whether the payload is required; if not, messages may lack it.
    """
    members = {
        key: schema(inner, placeholder_schemas, required=required)
        for key, inner in template.items()
    }
    properties = _without_absent(members)
    if properties is ABSENT:
        return ABSENT
    required_keys = [key for key in properties if required or not _is_payload(template[key])]
    object_schema: dict[str, Any] = {"type": "object", "properties": properties}
    if required_keys:
        object_schema["required"] = required_keys
    object_schema["additionalProperties"] = False
    return object_schema


def _members(template: Template) -> Iterable[tuple[str | int, Template]]:
    """Return the parts of a template by key or position; a placeholder or constant has none."""
    if isinstance(template, Mapping):
        return template.items()
    if isinstance(template, list | tuple):
        return enumerate(template)
    return ()


def _is_payload(template: Template) -> bool:
    """Return whether the payload is the only placeholder in a part of a template.

    Such a part is left out if there is no payload.
    """
    inside = {placeholder for placeholder, _ in placeholders(template)}
    return inside == {Placeholder.PAYLOAD}


def _read_values(values: dict[Placeholder, Any], template: Template, value: Any) -> bool:
    """Store the values of a template's placeholders, and return whether the message matches.

    A list may be shorter than its template, if a payload at the end is missing, but not longer,
    since positions have a meaning. An object may have further members, which are ignored.

    Args:
        values: Gets the values by placeholder; if the message does not match, some of them.
        template: The template.
        value: The message, or the part of it for this template.
    """
    if isinstance(template, Placeholder):
        values[template] = value
        return True
    if isinstance(template, Mapping):
        if not isinstance(value, dict):
            return False
        return _read_members(values, template, value)
    if isinstance(template, list | tuple):
        if not isinstance(value, list) or len(value) > len(template):
            return False
        return _read_members(values, dict(enumerate(template)), dict(enumerate(value)))
    # The types are compared, too, since 1, 1.0 and True are equal in Python.
    return type(template) is type(value) and bool(template == value)


def _read_members(
    values: dict[Placeholder, Any], templates: Mapping[Any, Template], members: Mapping[Any, Any]
) -> bool:
    """Store the values of the placeholders in an object or a list, and return whether all of its
    members or items match their templates.

    Args:
        values: Gets the values by placeholder.
        templates: The templates by key or position; only that of a payload may lack a member.
        members: The members or items of the message, by key or position.
    """
    for key, template in templates.items():
        if key not in members:
            if not _is_payload(template):
                return False
        elif not _read_values(values, template, members[key]):
            return False
    return True


def _constant_schema(value: Any) -> dict[str, Any]:
    """Return the JSON Schema of a constant in a template: a string, a number, a boolean or None."""
    if value is None:  # the only value of its type
        return {"type": "null"}
    names = {bool: "boolean", int: "integer", float: "number", str: "string"}
    return {"type": names[type(value)], "const": value}


# --- schemas of placeholders ---


def message_schemas(method: str, payload: Any) -> dict[Placeholder, Any]:
    """Return the schemas of the placeholders of a request, an event or an answer.

    Args:
        method: The name of the interaction.
        payload: The schema of the payload; `ABSENT` without one.
    """
    return {
        Placeholder.ID: ID_SCHEMA,
        Placeholder.METHOD: {"type": "string", "const": method},
        Placeholder.PAYLOAD: payload,
    }


def error_schemas(
    name: str, codes: Sequence[int], body: Any, method: Any
) -> dict[Placeholder, Any]:
    """Return the schemas of the placeholders of an error.

    Args:
        name: The type of the error, such as ``ROOM_NOT_FOUND``.
        codes: The numbers that it may have in messages, at least one.
        body: The schema of the error in the format of the contract; None if it has no body.
        method: The schema of the method's name.
    """
    code_schema: dict[str, Any] = {"type": "integer", "enum": list(codes)}
    if len(codes) == 1:
        code_schema = {"type": "integer", "const": codes[0]}
    if body is None:  # the placeholder is null in messages then
        body = {"type": "null"}
    return {
        Placeholder.ID: ID_SCHEMA,
        Placeholder.METHOD: method,
        Placeholder.ERROR: body,
        Placeholder.TYPE: {"type": "string", "const": name},
        Placeholder.CODE: code_schema,
        Placeholder.MESSAGE: {"type": "string"},
    }
