"""Reads and writes the frames of a WebSocket contract by its framing.

An *interaction* is a declared message: a request, which is answered, or an event. A *framing* has a
template for each kind of frame: JSON with a `Placeholder` for what differs, such as the id or the
payload, or just `Placeholder.PAYLOAD` where a frame is nothing but the payload. In framings that
*name methods*, frames contain the name of their interaction; in others, the value of a property of
the payload, the discriminator, selects it.
"""

import base64
import inspect
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..contracts.errors import FieldProblem, ServiceError
from ..contracts.framing import (
    ABSENT,
    Cause,
    FrameKind,
    Placeholder,
    Template,
    fill,
    is_id,
    match,
    placeholders,
)
from ..contracts.model import MISSING, Direction, Interaction, WebSocketContract
from ..contracts.standard_framings import tags
from .error_responses import error_body
from .json_values import compact_json
from .limits import JsonLimits
from .payloads import (
    dump_message,
    dump_value,
    load_arguments,
    load_value,
)

Frame: TypeAlias = str | bytes
"""What is sent: a text frame or a binary one."""
Id: TypeAlias = str | int | None
"""The id of a request; None if there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The parts of a message that its answer repeats."""

    id: Id = None
    method: str | None = None
    """The name of its interaction; None if it is unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientMessage:
    """A message from the client: a request or an event."""

    interaction: Interaction
    head: Head
    payload: Any
    """Parsed JSON, or bytes; `ABSENT` if there is none."""
    place: tuple[str, ...] = ()
    """The keys that lead to the payload in the frame, for messages about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientAnswer:
    """The client's answer to a request of the service."""

    id: Id
    """The id of the request; None if the client reports an error that belongs to no request."""
    value: Any
    """The answer, or the error that the client reports, as parsed JSON; None if the frame has
    none."""
    failed: bool
    """Whether the client reports an error."""


class UnreadableFrame(Exception):
    """Raised for a frame that is not a message of the contract.

    Args:
        path: Where in the frame the problem is.
        message: The problem.
        cause: Its kind, by which a framing chooses the code of the error.
        head: The head of the message; None if it could not be read.
    """

    def __init__(self, path: str, message: str, cause: Cause, head: Head | None = None) -> None:
        super().__init__(message)
        self.problem = FieldProblem(path=path, message=message)
        self.cause: Cause = cause
        self.head = head


class FrameCodec:
    """Writes and reads the frames of one contract, on the side of the service.

    Args:
        contract: The contract.
        defaults: The arguments of the method of each interaction, with their defaults; None if
            there is no default.
        limits: How much JSON may be in one frame.
    """

    def __init__(
        self,
        contract: WebSocketContract,
        defaults: Mapping[str, Mapping[str, Any]],
        limits: JsonLimits,
    ) -> None:
        """Arrange the interactions of the contract as frames mention them: by name, or by tag."""
        self._contract = contract
        self._limits = limits
        self._framing = contract.framing
        self._defaults = defaults
        self._incoming = self._interactions_by_name("client_to_server")
        self._outgoing = self._interactions_by_name("server_to_client")
        self._by_tag: dict[str | int, Interaction] = {}
        """The interactions by the value of the discriminator, in a framing without method names."""
        for interaction in self._incoming.values():
            # Without a discriminator there are no tags, since no property has an empty name.
            for tag in tags(interaction, self._framing.discriminator or ""):
                self._by_tag[tag] = interaction
        self.has_ids = self._framing.has_ids
        """Whether an id connects a request and its answer; otherwise their order does."""

    def _interactions_by_name(self, direction: Direction) -> dict[str, Interaction]:
        """Return the interactions of one direction by name."""
        interactions: dict[str, Interaction] = {}
        for interaction in self._contract.interactions:
            if interaction.direction == direction:
                interactions[interaction.name] = interaction
        return interactions

    # --- writing ---

    def message(self, name: str, values: Sequence[Any], id: Id = None) -> Frame:
        """Return the frame of a message from server to client.

        Args:
            name: The name of the message.
            values: The arguments of its method, in order.
            id: The id of a request; None for an event.

        Raises:
            LookupError: The contract has no such message.
            TypeError: There are too many values, or too few.
            ValidationError: A value is not of the declared type.
        """
        interaction = self.outgoing(name)
        kind: FrameKind = "event"
        if interaction.is_request:
            kind = "request"
        return self._write_frame(kind, interaction, id, dump_message(interaction, values))

    def outgoing(self, name: str) -> Interaction:
        """Return a message from server to client by its name.

        Raises:
            LookupError: The contract has none.
        """
        if name not in self._outgoing:
            raise LookupError(
                f"{self._contract.name} has no message {name!r} from server to client"
            )
        return self._outgoing[name]

    def answer(self, message: ClientMessage, value: Any) -> Frame | None:
        """Return the frame that answers a message; None if the message is an event, which has no
        answer.

        In a framing that names methods, a client may add an id to an event, which makes it a
        request. Then the event is answered, too.

        Args:
            message: The message that is answered.
            value: What the handler has returned.

        Raises:
            ValidationError: The value is not of the declared type.
        """
        interaction, message_id = message.interaction, message.head.id
        payload = None  # the answer is null if the contract declares no type for it
        if interaction.answer is not None:
            payload = dump_value(interaction.answer, value)
        has_id = message_id is not None and self._framing.names_methods
        if interaction.is_request or has_id:
            return self._write_frame("answer", interaction, message_id, payload)
        return None

    def error(
        self, error: ServiceError[Any], head: Head | None, cause: Cause = "invalid"
    ) -> Frame | None:
        """Return the frame of an error; None if the framing does not report it, such as the failure
        of an event in JSON-RPC.

        Args:
            error: The error.
            head: The head of the message that failed; None if it could not be read.
            cause: Why the message was refused; "invalid" also if its handler failed.
        """
        head = head or Head()
        template = self._framing.error_template(head.id, head.method, cause)
        if template is None:
            return None
        values: dict[Placeholder, Any] = {
            Placeholder.ERROR: error_body(error, self._contract.error_format),
            Placeholder.TYPE: error.type,
            Placeholder.CODE: self._framing.code(type(error), cause),
            Placeholder.MESSAGE: error.message or error.description or error.type,
        }
        # Of a message about which nothing is known, the frame repeats neither an id nor a method:
        # `fill` omits placeholders without a value.
        if head != Head():
            values |= {Placeholder.ID: head.id, Placeholder.METHOD: head.method}
        return compact_json(fill(template, values)).decode()

    def _write_frame(
        self, kind: FrameKind, interaction: Interaction, id: Id, payload: Any
    ) -> Frame:
        """Return the frame of a message: the template of the framing, filled with its parts.

        Bytes are a binary frame if the payload is the whole frame, else Base64.

        Args:
            kind: Whether it is a request, an event or an answer.
            interaction: The declared message.
            id: The id of the request; None if there is none.
            payload: The payload as plain JSON data, or bytes; `ABSENT` if there is none.
        """
        # Text frames are JSON, which has no bytes.
        if isinstance(payload, bytes):
            if self._framing.template(kind) is Placeholder.PAYLOAD:
                return payload
            payload = base64.b64encode(payload).decode()
        values = {
            Placeholder.ID: id,
            Placeholder.METHOD: interaction.name,
            Placeholder.PAYLOAD: payload,
        }
        value = fill(self._framing.template(kind, interaction), values)
        if value is ABSENT:
            value = None  # The frame is only the payload, and there is none.
        return compact_json(value).decode()

    # --- reading ---

    def read(self, frame: Frame) -> ClientMessage | ClientAnswer:
        """Return the message in a frame of a client, or the client's answer to a request of the
        service.

        Raises:
            UnreadableFrame: The frame exceeds a limit, is not JSON, or is not a message of the
                contract.
        """
        if isinstance(frame, bytes):
            return self._read_bytes(frame)
        # The errors that are raised here have an empty path, since they concern the whole frame.
        try:
            self._limits.check(frame)
        except ValueError as error:
            raise UnreadableFrame("", f"This exceeds a limit: {error}", "not_a_message") from error
        try:
            value = json.loads(frame, parse_constant=_refuse_constant, parse_float=_finite_float)
        except RecursionError as error:
            problem = "This is not JSON: it is nested too deeply"
            raise UnreadableFrame("", problem, "not_json") from error
        except ValueError as error:
            raise UnreadableFrame("", f"This is not JSON: {error}", "not_json") from error
        if self._framing.names_methods:
            return self._read_named(value)
        return self._read_bare(value)

    def _read_named(self, value: Any) -> ClientMessage | ClientAnswer:
        """Return the message or the answer in a frame, in a framing in which messages name their
        interaction.

        Args:
            value: The JSON of the frame.

        Raises:
            UnreadableFrame: The JSON does not match the framing, or names no message.
        """
        framing = self._framing
        # JSON that matches no template is treated as an answer without an id, which is refused
        # below, as is an answer whose id is neither a string nor an integer.
        kind, parts = framing.read(value) or ("answer", {})
        if kind in ("request", "event"):
            return self._client_message(parts, value)
        id = parts.get(Placeholder.ID)
        if kind == "answer" and is_id(id):
            return ClientAnswer(id=id, value=parts.get(Placeholder.PAYLOAD), failed=False)
        if kind == "error" and is_id(id):
            return ClientAnswer(id=id, value=parts.get(Placeholder.ERROR), failed=True)
        if kind == "answer":
            problem = f"This is not a message of the framing {framing.name}"
            raise UnreadableFrame("", problem, "not_a_message")
        # The client reports that it could not handle an event, or read a message. Responding to it
        # with an error could go back and forth without end.
        return ClientAnswer(id=None, value=None, failed=True)

    def _client_message(self, parts: Mapping[Placeholder, Any], value: Any) -> ClientMessage:
        """Return the request or event in a frame.

        A framing may have a template of its own for an interaction: JSON-RPC wraps a payload that
        is no object. So the frame is first matched without an interaction, to learn its name, and
        then by the template of the interaction.

        Args:
            parts: The parts of the frame, by placeholder of the framing's general template.
            value: The JSON of the frame.

        Raises:
            UnreadableFrame: It names no message, lacks an id, or does not match the template of its
                interaction.
        """
        has_id = Placeholder.ID in parts
        head = self._read_head(parts)
        interaction = self._incoming.get(head.method or "")  # no interaction has an empty name
        if interaction is None:
            problem = "is not the name of a message from client to server"
            path = self._placeholder_path("event", Placeholder.METHOD)
            raise UnreadableFrame(path, problem, "unknown_method", head)
        if interaction.is_request and self.has_ids and not has_id:
            problem = f"Field required: {interaction.name} is a request"
            path = self._placeholder_path("request", Placeholder.ID)
            raise UnreadableFrame(path, problem, "not_a_message", head)
        # A client may send an id with an event, too: then the frame has the form of a request.
        kind: FrameKind = "event"
        if has_id:
            kind = "request"
        template = self._framing.template(kind, interaction)
        parts_of_interaction = match(template, value)
        place = _keys_to_placeholder(template, Placeholder.PAYLOAD)
        if parts_of_interaction is None:
            # The frame matches the framing, but not what this interaction has around its payload.
            # This is outside of the payload, so only the first key of its place is reported.
            problem = f"This does not match the framing {self._framing.name}"
            raise UnreadableFrame(".".join(place[:1]), problem, "invalid", head)
        payload = parts_of_interaction.get(Placeholder.PAYLOAD, ABSENT)
        return ClientMessage(interaction=interaction, head=head, payload=payload, place=place)

    def _read_head(self, parts: Mapping[Placeholder, Any]) -> Head:
        """Return the id and the method name of a message; a method that is no string is unknown.

        Args:
            parts: The values in its frame, by placeholder of the framing.

        Raises:
            UnreadableFrame: Its id is neither a string nor an integer.
        """
        id = parts.get(Placeholder.ID)
        if Placeholder.ID in parts and not is_id(id):
            problem = "Input should be a string or an integer"
            path = self._placeholder_path("request", Placeholder.ID)
            raise UnreadableFrame(path, problem, "not_a_message")
        method = parts.get(Placeholder.METHOD)
        if isinstance(method, str):
            return Head(id=id, method=method)
        return Head(id=id)

    def _placeholder_path(self, kind: FrameKind, placeholder: Placeholder) -> str:
        """Return where a placeholder is in the frames of a kind, such as ``params.data``."""
        return ".".join(_keys_to_placeholder(self._framing.template(kind), placeholder))

    def _read_bare(self, value: Any) -> ClientMessage:
        """Return the message of a frame that is only a payload, without a method name: the one that
        the discriminator selects, or the only message of the contract.

        Args:
            value: The JSON of the frame, which is the payload.

        Raises:
            UnreadableFrame: The discriminator selects no message, or the contract has none from
                client to server.
        """
        discriminator = self._framing.discriminator
        interaction: Interaction | None = None
        if discriminator is None:  # `implement` allows only one message then
            interaction = next(iter(self._incoming.values()), None)
        elif isinstance(value, dict):
            tag = value.get(discriminator)
            if isinstance(tag, str | int):
                interaction = self._by_tag.get(tag)
        if interaction is None:
            # Without a discriminator, the problem is that of the whole frame, whose path is empty.
            problem = f"is not one of {', '.join(map(repr, self._by_tag))}"
            raise UnreadableFrame(discriminator or "", problem, "unknown_method")
        head = Head(method=interaction.name)
        return ClientMessage(interaction=interaction, head=head, payload=value)

    def _read_bytes(self, frame: bytes) -> ClientMessage:
        """Return the message of a binary frame: the first one whose body is bytes; nothing in such
        a frame could say which of several is meant.

        Raises:
            UnreadableFrame: The contract has no such message.
        """
        # In other framings, bytes are sent as Base64 in a text frame.
        if self._framing.template("event") is Placeholder.PAYLOAD:
            for interaction in self._incoming.values():
                body = interaction.message
                # A contract of code has one content for each message; without a type it is bytes.
                if body is not None and body.contents[0].type is MISSING:
                    head = Head(method=interaction.name)
                    return ClientMessage(interaction=interaction, head=head, payload=frame)
        raise UnreadableFrame("", "a binary frame", "not_json")

    def arguments(self, message: ClientMessage) -> dict[str, Any]:
        """Return the handler's arguments.

        Raises:
            Invalid: The payload does not have the declared form.
        """
        interaction = message.interaction
        if interaction.message is None:
            return {}
        defaults = self._defaults.get(interaction.name, {})
        return load_arguments(interaction.message, message.payload, message.place, defaults)

    def answered(self, interaction: Interaction, value: Any) -> Any:
        """Return the answer of a client as a value of the declared type; None if none is declared.

        Raises:
            ValidationError: It is not of the type.
            Invalid: It is not Base64.
        """
        if interaction.answer is None:
            return None
        return load_value(interaction.answer, value)


def defaults_of(api: type, names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return the arguments of a contract's methods with their defaults, by method and argument:
    ``{"say": {"text": None, "loud": False}}``.

    Args:
        api: The decorated class.
        names: The names of the methods.
    """
    return {name: _defaults_of_method(getattr(api, name)) for name in names}


def _defaults_of_method(method: Any) -> dict[str, Any]:
    """Return the default of each argument of a method except ``self``, by name; None for an
    argument that has no default.
    """
    # The method is taken from the class, so its first argument is ``self``.
    parameters = list(inspect.signature(method).parameters.values())[1:]
    defaults: dict[str, Any] = {}
    for parameter in parameters:
        defaults[parameter.name] = None
        if parameter.default is not inspect.Parameter.empty:
            defaults[parameter.name] = parameter.default
    return defaults


def _refuse_constant(name: str) -> Any:
    """Refuse ``NaN`` and ``Infinity``, which Python's parser accepts although they are not JSON."""
    raise ValueError(f"{name} is not a JSON number")


def _finite_float(text: str) -> float:
    """Return a number of JSON as a float; refuse one that a float cannot hold, such as 1e400, which
    Python reads as infinity.
    """
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"the number {text} is too large")
    return number


def _keys_to_placeholder(template: Template, placeholder: Placeholder) -> tuple[str, ...]:
    """Return the keys that lead to a placeholder in a template, such as ``("params", "data")``;
    none if the template lacks it. Positions in lists become texts.
    """
    for other, steps in placeholders(template):
        if other is placeholder:
            return tuple(map(str, steps))
    return ()
