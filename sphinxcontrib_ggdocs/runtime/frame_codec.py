"""Messages of a WebSocket contract, written to frames and read from them as its framing says."""

import base64
import inspect
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pydantic import ValidationError
from pydantic_core import from_json

from ..contracts.errors import FieldProblem, ServiceError
from ..contracts.framing import (
    ABSENT,
    Cause,
    FrameKind,
    Placeholder,
    Template,
    fill,
    match,
    placeholders,
)
from ..contracts.model import (
    MISSING,
    BodyField,
    Content,
    Direction,
    Interaction,
    WebSocketContract,
)
from ..contracts.standard_framings import tags
from .error_responses import problems_of, wire_form
from .handshake import Invalid
from .json_values import as_json, compact_json, load_json

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
class Message:
    """A message from the client: a request or an event."""

    interaction: Interaction
    head: Head
    payload: Any
    """`ABSENT` when there is none."""
    place: tuple[str, ...] = ()
    """Where in the frame the payload is, for what is wrong with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The client's answer to a request of the service."""

    id: Id
    value: Any
    failed: bool


class Refused(Exception):
    """A frame that is no message of the contract."""

    def __init__(self, path: str, message: str, cause: Cause, head: Head | None = None) -> None:
        super().__init__(message)
        self.problem = FieldProblem(path=path, message=message)
        self.cause: Cause = cause
        self.head = head


class Codec:
    """Writes and reads the frames of one contract, on the side of the service.

    Args:
        contract: The contract.
        defaults: By interaction, the arguments of its method and their defaults, `MISSING` where
            there is none.
    """

    def __init__(
        self, contract: WebSocketContract, defaults: Mapping[str, Mapping[str, Any]] | None = None
    ) -> None:
        self._contract = contract
        self._framing = contract.framing
        self._defaults = defaults or {}
        self._incoming = self._of("client_to_server")
        self._outgoing = self._of("server_to_client")
        self._tagged = {
            tag: each
            for each in self._incoming.values()
            for tag in tags(each, self._framing.discriminator or "")
        }
        self.has_ids = self._framing.has_ids

    def _of(self, direction: Direction) -> dict[str, Interaction]:
        return {
            each.name: each for each in self._contract.interactions if each.direction == direction
        }

    # --- writing ---

    def message(self, name: str, values: Sequence[Any], id: Id = None) -> Frame:
        """A message from server to client.

        Raises:
            LookupError: The contract has no such message.
            TypeError: There are too many values, or too few.
            ValidationError: A value is not of the declared type.
        """
        each = self.outgoing(name)
        return self._frame(
            "request" if each.is_request else "event", each, id, _dumped_message(each, values)
        )

    def outgoing(self, name: str) -> Interaction:
        """A message from server to client by its name.

        Raises:
            LookupError: The contract has none.
        """
        if name not in self._outgoing:
            raise LookupError(
                f"{self._contract.name} has no message {name!r} from server to client"
            )
        return self._outgoing[name]

    def id_of(self, frame: Frame) -> Id:
        """The id in a payload that carries it itself; None where ids are the framing's."""
        if self._framing.correlation_id is None or isinstance(frame, bytes):
            return None
        return _own_id(self._framing.correlation_id, json.loads(frame))

    def answer(self, message: Message, value: Any) -> Frame | None:
        """The answer to a message; None for an event, unless it came with an id.

        Raises:
            ValidationError: The value is not of the declared type.
        """
        each = message.interaction
        payload = _dumped(each.answer, value) if each.answer is not None else None
        if not each.is_request and (message.head.id is None or not self._framing.names_methods):
            return None
        return self._frame("answer", each, message.head.id, payload)

    def error(
        self, error: ServiceError[Any], head: Head | None, cause: Cause = "invalid"
    ) -> Frame | None:
        """The failure of a message; None where the framing does not report it.

        Args:
            error: What went wrong.
            head: The message's; None of what could not be read.
            cause: Why a message was refused.
        """
        kind: FrameKind = "refusal"
        if head is not None and (head.id is not None or not self.has_ids):
            kind = "error"
        elif head is not None and head.method is not None:
            kind = "event_error"
        template = self._framing.template(kind)
        if (
            template is None and cause == "not_a_message"
        ):  # a request without an id is no event that fails
            template = self._framing.template("refusal")
        if template is None:
            return None
        body = wire_form(error, self._contract.error_format)
        pointer = self._framing.correlation_id
        if (
            pointer is not None
            and head is not None
            and head.id is not None
            and isinstance(body, dict)
        ):
            body = {pointer[1:]: head.id, **body}
        values: dict[Placeholder, Any] = {
            Placeholder.ERROR: body,
            Placeholder.TYPE: error.type,
            Placeholder.CODE: self._framing.code(type(error), cause),
            Placeholder.MESSAGE: error.message or error.description or error.type,
        }
        values |= (
            {Placeholder.ID: head.id, Placeholder.METHOD: head.method} if head is not None else {}
        )
        return compact_json(fill(template, values)).decode()

    def _frame(self, kind: FrameKind, each: Interaction, id: Id, payload: Any) -> Frame:
        if isinstance(payload, bytes) and self._framing.template(kind) is Placeholder.PAYLOAD:
            return payload  # a binary frame
        text = base64.b64encode(payload).decode() if isinstance(payload, bytes) else payload
        values = {Placeholder.ID: id, Placeholder.METHOD: each.name, Placeholder.PAYLOAD: text}
        return compact_json(_null(fill(self._framing.template(kind, each), values))).decode()

    # --- reading ---

    def read(self, frame: Frame, waiting: Mapping[Id, Interaction]) -> Message | Reply:
        """What a client has sent.

        Args:
            frame: What has arrived.
            waiting: The requests of the service that wait for an answer, by id, the oldest first.

        Raises:
            Refused: It is no message of the contract.
        """
        if isinstance(frame, bytes):
            return self._read_bytes(frame, waiting)
        try:
            value = json.loads(frame, parse_constant=_no_number, parse_float=_finite)
        except (ValueError, RecursionError) as error:
            told = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
            raise Refused("", f"This is not JSON: {told}", "not_json") from error
        return self._named(value) if self._framing.names_methods else self._bare(value, waiting)

    def _named(self, value: Any) -> Message | Reply:
        """A message that names its interaction, or a reply."""
        framing = self._framing
        kind: FrameKind
        for kind in ("request", "event_error", "event"):
            found = match(framing.template(kind), value)
            if found is not None and kind == "event_error":
                return Reply(
                    id=None, value=None, failed=True
                )  # an event of ours has failed, which nobody waits for
            if found is not None:
                return self._message(found, value)
        for kind in ("error", "answer"):
            found = match(framing.template(kind), value)
            if found is not None and _is_id(found.get(Placeholder.ID)):
                failed = kind == "error"
                return Reply(
                    id=found[Placeholder.ID],
                    value=found.get(Placeholder.ERROR if failed else Placeholder.PAYLOAD),
                    failed=failed,
                )
        shapes = [framing.template("request"), framing.template("event")]
        raise Refused(
            "",
            f"This is no message of the framing {framing.name}: {_shape(shapes)}",
            "not_a_message",
        )

    def _message(self, found: Mapping[Placeholder, Any], value: Any) -> Message:
        id_, method = found.get(Placeholder.ID), found.get(Placeholder.METHOD)
        has_id = Placeholder.ID in found
        head = Head(
            id=id_ if _is_id(id_) else None, method=method if isinstance(method, str) else None
        )
        if has_id and head.id is None:
            raise Refused(
                self._place("request", Placeholder.ID),
                "Input should be a string or an integer",
                "not_a_message",
            )
        each = self._incoming.get(method) if isinstance(method, str) else None
        if each is None:
            told = "is not the name of a message from client to server"
            raise Refused(self._place("event", Placeholder.METHOD), told, "unknown_method", head)
        if each.is_request and self.has_ids and not has_id:
            told = f"Field required: {each.name} is a request"
            raise Refused(
                self._place("request", Placeholder.ID),
                told,
                "not_a_message",
                Head(method=each.name),
            )
        kind: FrameKind = "request" if has_id else "event"
        template = self._framing.template(kind, each)
        own = match(template, value)
        if own is None:  # the frame is right, what surrounds the payload in it is not
            path = ".".join(map(str, _steps(template, Placeholder.PAYLOAD)[:1]))
            raise Refused(path, f"This is not {_shape([template])}", "invalid", head)
        payload = own.get(Placeholder.PAYLOAD, ABSENT)
        return Message(
            interaction=each,
            head=head,
            payload=payload,
            place=_steps(template, Placeholder.PAYLOAD),
        )

    def _place(self, kind: FrameKind, placeholder: Placeholder) -> str:
        return ".".join(map(str, _steps(self._framing.template(kind), placeholder)))

    def _bare(self, value: Any, waiting: Mapping[Id, Interaction]) -> Message | Reply:
        """A payload by itself: of a message, by its discriminator or its type, or the answer to the
        oldest request.
        """
        framing = self._framing
        id_ = _own_id(framing.correlation_id, value) if framing.correlation_id else None
        asked = waiting.get(id_) if framing.correlation_id else next(iter(waiting.values()), None)
        if (
            asked is not None
            and framing.correlation_id is not None
            and framing.discriminator is None
        ):
            return self._reply(value, id_, asked)
        if framing.discriminator is not None:
            tag = value.get(framing.discriminator) if isinstance(value, dict) else None
            each = self._tagged.get(tag) if isinstance(tag, str | int) else None
            problem, path = (
                f"is not one of {', '.join(map(repr, self._tagged))}",
                framing.discriminator,
            )
        else:
            each = next((one for one in self._incoming.values() if _fits(one, value)), None)
            problem, path = "This is none of the messages from client to server", ""
        if each is None and asked is not None:
            return self._reply(value, id_, asked)
        if each is None and len(self._incoming) == 1 and framing.discriminator is None:
            each = next(iter(self._incoming.values()))  # and its type tells what is wrong
        if each is None:
            raise Refused(path, problem, "unknown_method")
        return Message(interaction=each, head=Head(id=id_, method=each.name), payload=value)

    def _reply(self, value: Any, id: Id, asked: Interaction) -> Reply:
        """An answer, or an error: what is not of the answer's type is the latter."""
        failed = asked.answer is not None and not _loads(asked.answer, value)
        return Reply(id=id, value=value, failed=failed)

    def _read_bytes(self, frame: bytes, waiting: Mapping[Id, Interaction]) -> Message | Reply:
        if self._framing.template("event") is Placeholder.PAYLOAD:
            for each in self._incoming.values():
                if each.message is not None and each.message.contents[0].type is MISSING:
                    return Message(interaction=each, head=Head(method=each.name), payload=frame)
            asked = next(iter(waiting.values()), None)
            if asked is not None and asked.answer is not None and asked.answer.type is MISSING:
                return Reply(id=None, value=frame, failed=False)
        raise Refused("", "a binary frame", "not_json")

    def arguments(self, message: Message) -> dict[str, Any]:
        """The handler's arguments.

        Raises:
            Invalid: The payload does not have the declared form.
        """
        body, defaults = (
            message.interaction.message,
            self._defaults.get(message.interaction.name, {}),
        )
        if body is None:
            return {}
        content, payload = body.contents[0], message.payload
        try:
            if content.fields is None:
                name = body.argument or next(iter(defaults))
                if payload is ABSENT and not body.required:
                    return {name: defaults.get(name)}
                return {name: _loaded(content, _null(payload), message.place)}
            given = payload if isinstance(payload, dict) else {}
            absent = [
                item.name for item in content.fields if item.required and item.name not in given
            ]
            if absent:
                places = [".".join((*message.place, name)) for name in absent]
                raise Invalid(
                    [FieldProblem(path=place, message="Field required") for place in places]
                )
            return {
                item.argument or item.name: _field(item, given, message.place)
                for item in content.fields
            }
        except ValidationError as error:
            raise Invalid(problems_of(error, *message.place)) from error

    def answered(self, interaction: Interaction, value: Any) -> Any:
        """What a client has answered, as the declared type.

        Raises:
            ValidationError: It is of another.
            Invalid: It is no Base64.
        """
        return (
            _loaded(interaction.answer, _null(value), ())
            if interaction.answer is not None
            else None
        )


def defaults_of(api: type, names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The arguments of a contract's methods and their defaults."""
    found: dict[str, dict[str, Any]] = {}
    for name in names:
        parameters = list(inspect.signature(getattr(api, name)).parameters.values())
        found[name] = {
            each.name: None if each.default is inspect.Parameter.empty else each.default
            for each in parameters[1:]
        }
    return found


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def _finite(text: str) -> float:
    """A number of JSON; Python reads one that a float cannot hold, such as 1e400, as infinity."""
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"the number {text} is too large")
    return number


def _null(value: Any) -> Any:
    return None if value is ABSENT else value


def _is_id(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _own_id(pointer: str, value: Any) -> Id:
    found = value.get(pointer[1:]) if isinstance(value, dict) else None
    return found if _is_id(found) else None


def _steps(template: Template, placeholder: Placeholder) -> tuple[str, ...]:
    return next(
        (tuple(map(str, steps)) for each, steps in placeholders(template) if each is placeholder),
        (),
    )


def _shape(templates: Iterable[Template]) -> str:
    """Templates in words: ``{"id": <id>, "method": <method>}``."""

    def shown(placeholder: Any) -> str:
        return f"<{placeholder.value}>"

    return " or ".join(
        json.dumps(template, default=shown).replace('"<', "<").replace('>"', ">")
        for template in templates
    )


def _fits(each: Interaction, value: Any) -> bool:
    if each.message is None:
        return value is None
    content = each.message.contents[0]
    if content.fields is not None:
        return isinstance(value, dict) and all(
            _loads(Content(type=item.type), value[item.name])
            if item.name in value
            else not item.required
            for item in content.fields
        )
    return content.type is not MISSING and _loads(content, value)


def _loads(content: Content, value: Any) -> bool:
    try:
        _loaded(content, value, ())
    except (ValidationError, Invalid):
        return False
    return True


def _field(item: BodyField, given: Mapping[str, Any], place: tuple[str, ...]) -> Any:
    if item.name in given:
        return _loaded(Content(type=item.type), given[item.name], place)
    return None if item.default is MISSING else item.default


def _loaded(content: Content, data: Any, place: tuple[str, ...]) -> Any:
    if content.type is MISSING:
        return data if isinstance(data, bytes) else _bytes(data, place)
    return load_json(content.type, data)


def _bytes(data: Any, place: tuple[str, ...]) -> bytes:
    try:
        return base64.b64decode(data, validate=True)
    except (TypeError, ValueError) as error:
        problem = FieldProblem(path=".".join(place), message="Input should be bytes in Base64")
        raise Invalid([problem]) from error


def _dumped(content: Content, value: Any) -> Any:
    if content.type is MISSING:
        return bytes(value)
    return from_json(as_json(content.type, value))


def _dumped_message(each: Interaction, values: Sequence[Any]) -> Any:
    """The payload of a message from its arguments; `ABSENT` when there is none."""
    if each.message is None:
        _check_count(each.name, values, 0, 0)
        return ABSENT
    content = each.message.contents[0]
    if content.fields is None:
        _check_count(each.name, values, int(each.message.required), 1)
        return _dumped(content, values[0]) if values else ABSENT
    _check_count(
        each.name, values, sum(item.required for item in content.fields), len(content.fields)
    )
    pairs = zip(content.fields, values, strict=False)
    return {item.name: _dumped(Content(type=item.type), value) for item, value in pairs}


def _check_count(name: str, values: Sequence[Any], least: int, most: int) -> None:
    if not least <= len(values) <= most:
        expected = str(most) if least == most else f"{least} to {most}"
        raise TypeError(f"{name} takes {expected} values, not {len(values)}")
