"""Reads and writes the frames of a WebSocket contract by its framing."""

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
from .error_responses import wire_form
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What an answer to a message needs of it."""

    id: Id = None
    """None where it has none."""
    method: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientMessage:
    """A message from the client: a request or an event."""

    interaction: Interaction
    head: Head
    payload: Any
    """`ABSENT` when there is none."""
    place: tuple[str, ...] = ()
    """Where in the frame the payload is, for messages about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientAnswer:
    """The client's answer to a request of the service."""

    id: Id
    value: Any
    failed: bool


class UnreadableFrame(Exception):
    """A frame that is not a message of the contract."""

    def __init__(self, path: str, message: str, cause: Cause, head: Head | None = None) -> None:
        super().__init__(message)
        self.problem = FieldProblem(path=path, message=message)
        self.cause: Cause = cause
        self.head = head


class FrameCodec:
    """Writes and reads the frames of one contract, on the side of the service.

    Args:
        contract: The contract.
        defaults: By interaction, the arguments of its method and their defaults, `MISSING` where
            there is none.
        limits: How much may be in one frame.
    """

    def __init__(
        self,
        contract: WebSocketContract,
        defaults: Mapping[str, Mapping[str, Any]],
        limits: JsonLimits,
    ) -> None:
        self._contract = contract
        self._limits = limits
        self._framing = contract.framing
        self._defaults = defaults
        self._incoming = self._interactions_by_name("client_to_server")
        self._outgoing = self._interactions_by_name("server_to_client")
        self._by_tag: dict[str | int, Interaction] = {}
        for interaction in self._incoming.values():
            for tag in tags(interaction, self._framing.discriminator or ""):
                self._by_tag[tag] = interaction
        self.has_ids = self._framing.has_ids

    def _interactions_by_name(self, direction: Direction) -> dict[str, Interaction]:
        interactions: dict[str, Interaction] = {}
        for interaction in self._contract.interactions:
            if interaction.direction == direction:
                interactions[interaction.name] = interaction
        return interactions

    # --- writing ---

    def message(self, name: str, values: Sequence[Any], id: Id = None) -> Frame:
        """Return a message from server to client.

        Raises:
            LookupError: The contract has no such message.
            TypeError: There are too many values, or too few.
            ValidationError: A value is not of the declared type.
        """
        interaction = self.outgoing(name)
        kind: FrameKind = "request" if interaction.is_request else "event"
        return self._frame(kind, interaction, id, dump_message(interaction, values))

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
        """Return the answer to a message. An event has none, unless it came with an id in a framing
        that names methods.

        Raises:
            ValidationError: The value is not of the declared type.
        """
        interaction, message_id = message.interaction, message.head.id
        payload = None
        if interaction.answer is not None:
            payload = dump_value(interaction.answer, value)
        has_id = message_id is not None and self._framing.names_methods
        if interaction.is_request or has_id:
            return self._frame("answer", interaction, message_id, payload)
        return None

    def error(
        self, error: ServiceError[Any], head: Head | None, cause: Cause = "invalid"
    ) -> Frame | None:
        """Return the failure of a message; None where the framing does not report it.

        Args:
            error: What went wrong.
            head: The message's; None of what could not be read.
            cause: Why a message was refused.
        """
        head = head or Head()
        template = self._framing.error_template(head.id, head.method, cause)
        if template is None:
            return None
        values: dict[Placeholder, Any] = {
            Placeholder.ERROR: wire_form(error, self._contract.error_format),
            Placeholder.TYPE: error.type,
            Placeholder.CODE: self._framing.code(type(error), cause),
            Placeholder.MESSAGE: error.message or error.description or error.type,
        }
        if head != Head():
            values |= {Placeholder.ID: head.id, Placeholder.METHOD: head.method}
        return compact_json(fill(template, values)).decode()

    def _frame(self, kind: FrameKind, interaction: Interaction, id: Id, payload: Any) -> Frame:
        if isinstance(payload, bytes):
            if self._framing.template(kind) is Placeholder.PAYLOAD:
                return payload  # a binary frame
            payload = base64.b64encode(payload).decode()
        values = {
            Placeholder.ID: id,
            Placeholder.METHOD: interaction.name,
            Placeholder.PAYLOAD: payload,
        }
        value = fill(self._framing.template(kind, interaction), values)
        return compact_json(None if value is ABSENT else value).decode()

    # --- reading ---

    def read(self, frame: Frame) -> ClientMessage | ClientAnswer:
        """What a client has sent.

        Raises:
            UnreadableFrame: It is not a message of the contract.
        """
        if isinstance(frame, bytes):
            return self._read_bytes(frame)
        try:
            self._limits.check(frame)
        except ValueError as error:
            raise UnreadableFrame("", f"This exceeds a limit: {error}", "not_a_message") from error
        try:
            value = json.loads(frame, parse_constant=_no_number, parse_float=_finite)
        except RecursionError as error:
            problem = "This is not JSON: it is nested too deeply"
            raise UnreadableFrame("", problem, "not_json") from error
        except ValueError as error:
            raise UnreadableFrame("", f"This is not JSON: {error}", "not_json") from error
        if self._framing.names_methods:
            return self._read_named(value)
        return self._read_bare(value)

    def _read_named(self, value: Any) -> ClientMessage | ClientAnswer:
        """Return a message that names its interaction, or an answer."""
        framing = self._framing
        kind, parts = framing.read(value) or ("answer", {})
        if kind in ("request", "event"):
            return self._message(parts, value)
        id = parts.get(Placeholder.ID)
        if kind in ("error", "answer") and is_id(id):
            content = Placeholder.ERROR if kind == "error" else Placeholder.PAYLOAD
            return ClientAnswer(id=id, value=parts.get(content), failed=kind == "error")
        if kind == "answer":
            problem = f"This is not a message of the framing {framing.name}"
            raise UnreadableFrame("", problem, "not_a_message")
        # An event of the service has failed, or the client could not read a message; an answer to
        # that could be answered for ever.
        return ClientAnswer(id=None, value=None, failed=True)

    def _message(self, parts: Mapping[Placeholder, Any], value: Any) -> ClientMessage:
        has_id = Placeholder.ID in parts
        head = self._head(parts)
        interaction = self._incoming.get(head.method or "")
        if interaction is None:
            problem = "is not the name of a message from client to server"
            path = self._path("event", Placeholder.METHOD)
            raise UnreadableFrame(path, problem, "unknown_method", head)
        if interaction.is_request and self.has_ids and not has_id:
            problem = f"Field required: {interaction.name} is a request"
            path = self._path("request", Placeholder.ID)
            raise UnreadableFrame(path, problem, "not_a_message", Head(method=interaction.name))
        template = self._framing.template("request" if has_id else "event", interaction)
        own = match(template, value)
        place = _steps(template, Placeholder.PAYLOAD)
        if own is None:  # the frame is right, what surrounds the payload in it is not
            problem = f"This does not match the framing {self._framing.name}"
            raise UnreadableFrame(".".join(place[:1]), problem, "invalid", head)
        payload = own.get(Placeholder.PAYLOAD, ABSENT)
        return ClientMessage(interaction=interaction, head=head, payload=payload, place=place)

    def _head(self, parts: Mapping[Placeholder, Any]) -> Head:
        id, method = parts.get(Placeholder.ID), parts.get(Placeholder.METHOD)
        if Placeholder.ID in parts and not is_id(id):
            problem = "Input should be a string or an integer"
            path = self._path("request", Placeholder.ID)
            raise UnreadableFrame(path, problem, "not_a_message")
        return Head(id=id, method=method if isinstance(method, str) else None)

    def _path(self, kind: FrameKind, placeholder: Placeholder) -> str:
        return ".".join(_steps(self._framing.template(kind), placeholder))

    def _read_bare(self, value: Any) -> ClientMessage:
        """Return a payload by itself: of the message that its discriminator selects, or of the only
        one.

        Raises:
            UnreadableFrame: The discriminator selects none.
        """
        discriminator = self._framing.discriminator
        if discriminator is None:
            interaction = next(iter(self._incoming.values()), None)
        else:
            tag = value.get(discriminator) if isinstance(value, dict) else None
            interaction = self._by_tag.get(tag) if isinstance(tag, str | int) else None
        if interaction is None:
            problem = f"is not one of {', '.join(map(repr, self._by_tag))}"
            raise UnreadableFrame(discriminator or "", problem, "unknown_method")
        head = Head(method=interaction.name)
        return ClientMessage(interaction=interaction, head=head, payload=value)

    def _read_bytes(self, frame: bytes) -> ClientMessage:
        if self._framing.template("event") is Placeholder.PAYLOAD:
            for interaction in self._incoming.values():
                body = interaction.message
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
        """What a client has answered, as the declared type.

        Raises:
            ValidationError: It is of another.
            Invalid: It is not a Base64.
        """
        return None if interaction.answer is None else load_value(interaction.answer, value)


def defaults_of(api: type, names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return the arguments of a contract's methods and their defaults."""
    return {name: _defaults(getattr(api, name)) for name in names}


def _defaults(method: Any) -> dict[str, Any]:
    parameters = list(inspect.signature(method).parameters.values())[1:]
    defaults: dict[str, Any] = {}
    for parameter in parameters:
        defaults[parameter.name] = None
        if parameter.default is not inspect.Parameter.empty:
            defaults[parameter.name] = parameter.default
    return defaults


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")


def _finite(text: str) -> float:
    """Return a number of JSON; Python reads one that a float cannot hold, such as 1e400, as
    infinity.
    """
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"the number {text} is too large")
    return number


def _steps(template: Template, placeholder: Placeholder) -> tuple[str, ...]:
    """Return the keys that lead to a placeholder."""
    for other, steps in placeholders(template):
        if other is placeholder:
            return tuple(map(str, steps))
    return ()
