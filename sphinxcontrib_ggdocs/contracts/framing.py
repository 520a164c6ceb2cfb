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
"""The order in which kinds are tried, since payloads may be absent."""

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
        """Whether the sender waits for a reply: the message has one, or says so."""
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
        """Return the template of one kind of message; None if the framing does not send it.

        Args:
            kind: The kind.
            interaction: The interaction, whose template may differ from the others.
        """
        return getattr(self, kind)

    def read(self, value: Any) -> "tuple[FrameKind, dict[Placeholder, Any]] | None":
        """Return the kind of a message and the values of its placeholders; None if the value is not
        a message.
        """
        for kind in _READ_ORDER:
            template = self.template(kind)
            parts = match(template, value)
            if parts is not None and not isinstance(template, Placeholder):
                return kind, parts
        return None

    def error_template(self, id: object, method: str | None, cause: Cause) -> Template | None:
        """Return the template of a failure; None if the framing does not report it.

        Args:
            id: The id of the message; None without one.
            method: The name of its interaction; None if unknown.
            cause: Why the message was rejected.
        """
        if id is None and method is None:
            return self.refusal
        if id is not None or not self.has_ids:
            return self.error
        if self.event_error is None and cause == "not_a_message":
            return self.refusal  # a request without an id is not an event that fails
        return self.event_error

    def code(self, error: ErrorClass, cause: Cause = "invalid") -> int:
        """Return the number of an error, for `Placeholder.CODE`: its status unless a framing says
        otherwise.
        """
        return error.status

    def codes(self, error: ErrorClass) -> tuple[int, ...]:
        """All numbers that an error may have, the usual one first."""
        causes: tuple[Cause, ...] = ("invalid", "not_json", "not_a_message", "unknown_method")
        return tuple(dict.fromkeys(self.code(error, cause) for cause in causes))

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    @property
    def has_ids(self) -> bool:
        """Whether an id connects a request and its answer; otherwise answers come in the order of
        the requests.
        """
        return self.id_location is not None

    @property
    def id_location(self) -> str | None:
        """The JSON pointer of the id in requests and answers."""
        return self.correlation_id or location(self.request, Placeholder.ID)

    @property
    def names_methods(self) -> bool:
        """Whether messages name their interaction."""
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
    """Yield each placeholder of a template, with the path to it."""
    if isinstance(template, Placeholder):
        yield template, path
    for step, inner in _members(template):
        yield from placeholders(inner, (*path, step))


def location(template: Template, placeholder: Placeholder) -> str | None:
    """Return the JSON pointer of a placeholder, if the template has it."""
    for candidate, steps in placeholders(template):
        if candidate is placeholder:
            keys = (str(step).replace("~", "~0").replace("/", "~1") for step in steps)
            return "".join(f"/{key}" for key in keys)
    return None


def fill(template: Template, values: Mapping[Placeholder, Any]) -> Any:
    """Return the message for a template and the values of its placeholders; a placeholder without a
    value is absent.
    """
    if isinstance(template, Placeholder):
        return values.get(template, ABSENT)
    if isinstance(template, Mapping):
        return _without_absent(template, {key: fill(template[key], values) for key in template})
    if isinstance(template, list | tuple):
        return _filled_list([fill(inner, values) for inner in template], absent=None)
    return template


def _without_absent(template: Mapping[str, Template], members: dict[str, Any]) -> Any:
    """Return the members that are there; absent itself when none of a template's is."""
    kept = {key: member for key, member in members.items() if member is not ABSENT}
    if template and not kept:
        return ABSENT
    return kept


def _filled_list(items: list[Any], *, absent: Any) -> Any:
    """Return a list with a value in place of what is absent; absent itself when all of it is."""
    filled: list[Any] = []
    is_absent = bool(items)
    for item in items:
        if item is ABSENT:
            filled.append(absent)
        else:
            filled.append(item)
            is_absent = False
    if is_absent:
        return ABSENT
    return filled


def is_id(value: Any) -> bool:
    """Return whether a value is an id: a string or an integer."""
    return isinstance(value, str | int) and not isinstance(value, bool)


def match(template: Template, value: Any) -> dict[Placeholder, Any] | None:
    """Return the values of a template's placeholders in a message; None if the message does not
    match.

    A payload may be absent; whatever else the template has must be there.
    """
    values: dict[Placeholder, Any] = {}
    if template is not None and _fill(values, template, value):
        return values
    return None


def schema(template: Template, of: Mapping[Placeholder, Any], *, required: bool = True) -> Any:
    """Return the JSON Schema of messages of a template.

    Args:
        template: The template.
        of: The schema of each placeholder; a placeholder without a schema is absent.
        required: Whether the payload must be there.
    """
    if isinstance(template, Placeholder):
        return of.get(template, ABSENT)
    if isinstance(template, Mapping):
        return _object_schema(template, of, required=required)
    if isinstance(template, list | tuple):
        items = [schema(inner, of, required=required) for inner in template]
        items = _filled_list(items, absent={"type": "null"})
        if items is ABSENT:
            return ABSENT
        least = len(template)
        if not required:
            least -= sum(map(_is_payload, template))
        return {"type": "array", "prefixItems": items, "items": False, "minItems": least}
    return _constant(template)


def _object_schema(
    template: Mapping[str, Template], of: Mapping[Placeholder, Any], *, required: bool
) -> Any:
    members = {key: schema(inner, of, required=required) for key, inner in template.items()}
    properties = _without_absent(template, members)
    if properties is ABSENT:
        return ABSENT
    needed = [key for key in properties if required or not _is_payload(template[key])]
    object_schema: dict[str, Any] = {"type": "object", "properties": properties}
    if needed:
        object_schema["required"] = needed
    object_schema["additionalProperties"] = False
    return object_schema


def _members(template: Template) -> Iterable[tuple[str | int, Template]]:
    if isinstance(template, Mapping):
        return template.items()
    if isinstance(template, list | tuple):
        return enumerate(template)
    return ()


def _is_payload(template: Template) -> bool:
    """Return whether nothing but the payload is in a part of a template, which is left out together
    with it.
    """
    inside = [placeholder for placeholder, _ in placeholders(template)]
    return bool(inside) and set(inside) == {Placeholder.PAYLOAD}


def _fill(values: dict[Placeholder, Any], template: Template, value: Any) -> bool:
    """Store what is at the placeholders of a template in `values`, and return whether the value
    matches; of one that does not match some may be stored.

    A list may be shorter than its template, whose last items may be a payload that is absent, but
    not longer: positions have a meaning. An object may have further members, which are not read:
    they do not change what the members of the template mean.
    """
    if isinstance(template, Placeholder):
        values[template] = value
        return True
    if isinstance(template, Mapping):
        if not isinstance(value, dict):
            return False
        return _fill_from_members(values, template, value)
    if isinstance(template, list | tuple):
        if not isinstance(value, list) or len(value) > len(template):
            return False
        return _fill_from_members(values, dict(enumerate(template)), dict(enumerate(value)))
    # By type, too: for Python 1 is True and 1.0.
    return type(template) is type(value) and bool(template == value)


def _fill_from_members(
    values: dict[Placeholder, Any], templates: Mapping[Any, Template], members: Mapping[Any, Any]
) -> bool:
    """Do the same for the members of an object, or the items of a list by their positions; those of
    a payload may be missing.
    """
    for key, template in templates.items():
        if key not in members:
            if not _is_payload(template):
                return False
        elif not _fill(values, template, members[key]):
            return False
    return True


def _constant(value: Any) -> dict[str, Any]:
    if value is None:
        return {"type": "null"}
    names = {bool: "boolean", int: "integer", float: "number", str: "string"}
    return {"type": names[type(value)], "const": value}


# --- schemas of placeholders ---


def message_schemas(method: str, payload: Any) -> dict[Placeholder, Any]:
    """Return the schemas of the placeholders of a request, an event or an answer.

    Args:
        method: The name of the interaction.
        payload: The schema of what is sent, `ABSENT` when there is none.
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
        name: The type of the error.
        codes: The numbers that it may have.
        body: The schema of the error in the format of the contract; None if it has no body.
        method: The schema of the method's name.
    """
    code = {"const": codes[0]} if len(codes) == 1 else {"enum": list(codes)}
    return {
        Placeholder.ID: ID_SCHEMA,
        Placeholder.METHOD: method,
        Placeholder.ERROR: body if body is not None else {"type": "null"},
        Placeholder.TYPE: {"type": "string", "const": name},
        Placeholder.CODE: {"type": "integer", **code},
        Placeholder.MESSAGE: {"type": "string"},
    }
