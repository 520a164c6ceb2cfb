"""Limits how much one client may send, and the JSON in it before it is parsed."""

import json
import re
from dataclasses import dataclass, fields
from itertools import accumulate

from starlette.types import Message, Receive

_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
"""A string of JSON, also one without an end."""
_EMPTY = re.compile(r"\[\s*\]|\{\s*\}")
"""An empty array or object."""
_NO_BRACKET = re.compile(r"[^\[\]{}]+")
_DEPTH_CHANGE = {"[": 1, "{": 1, "]": -1, "}": -1}


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonLimits:
    """How much may be in one JSON text.

    Raises:
        ValueError: A limit is not positive.
    """

    json_values: int = 1_000_000
    """The number of values, including nested ones."""
    json_depth: int = 200
    """The number of levels of nested values; pydantic reads no more."""

    def __post_init__(self) -> None:
        """Check that all limits are positive."""
        for limit in fields(self):
            value = getattr(self, limit.name)
            if value <= 0:
                raise ValueError(f"{type(self).__name__}: {limit.name}={value!r} is not positive")

    def check(self, text: str | bytes) -> None:
        """Check a JSON text before it is parsed, which would take many times its size.

        Raises:
            ValueError: It has too many values, or they are nested too deeply.
        """
        if isinstance(text, bytes):
            text = text.decode(json.detect_encoding(text), "replace")
        # Every value except for the outermost is the first one in brackets, or follows a comma. So
        # the number of these characters, including those in strings, is never too small: most texts
        # are accepted without a closer look.
        brackets = text.count("[") + text.count("{")
        if brackets <= self.json_depth and brackets + text.count(",") < self.json_values:
            return
        without_strings = _STRING.sub("", text)
        brackets_and_commas = sum(map(without_strings.count, "[{,"))
        values = 1 + brackets_and_commas - len(_EMPTY.findall(without_strings))
        if values > self.json_values:
            raise ValueError(f"there are more than {self.json_values:,} values (json_values)")
        only_brackets = _NO_BRACKET.sub("", without_strings)
        depths = accumulate(map(_DEPTH_CHANGE.__getitem__, only_brackets))
        if max(depths, default=0) > self.json_depth:
            raise ValueError(f"it is nested deeper than {self.json_depth:,} levels (json_depth)")


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyLimits(JsonLimits):
    """The limits for the body of one request of an HTTP contract.

    Raises:
        ValueError: A limit is not positive.
    """

    body_bytes: int = 16 * 1024 * 1024
    """The size of a JSON body, or of a form without files."""


class TooManyBytes(ValueError):
    """A body is longer than its limit."""


def limited_receive(receive: Receive, most: int) -> Receive:
    """Return an ASGI ``receive`` that raises `TooManyBytes` once all messages together have more
    bytes than allowed.

    Args:
        receive: The function of the server.
        most: How many bytes are allowed.
    """
    size = 0

    async def receive_counted() -> Message:
        """Receive the next message, and add its bytes to the size."""
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > most:
            raise TooManyBytes(f"must have at most {most:,} bytes (body_bytes)")
        return message

    return receive_counted


@dataclass(frozen=True, slots=True, kw_only=True)
class SocketLimits(JsonLimits):
    """The limits for one client, and when it is disconnected. The limits for JSON apply to each
    message; a message that exceeds them gets the response for an invalid message.

    Raises:
        ValueError: A limit is not positive.
    """

    json_values: int = 100_000
    """The number of values in one message, including nested ones."""
    concurrent_requests: int = 1
    """Messages of one client that are handled at once. With one they are handled in the order in
    which they were sent. A framing whose answers have no id keeps to one."""
    waiting_messages: int = 1000
    """Messages of one client that wait to be handled. One more closes the connection with 1008."""
    waiting_bytes: int = 4 * 1024 * 1024
    """The same, in bytes, counted before a message is parsed. A longer message is accepted when no
    other waits; how long one may be is an option of the server (uvicorn's ``ws_max_size``)."""
    outbox_messages: int = 256
    """Messages that wait to be written to one client. When they are so many, whoever sends another
    waits."""
    outbox_bytes: int = 4 * 1024 * 1024
    """The same, in bytes. A longer message is accepted when no other waits."""
    outbox_seconds: float = 1.0
    """Seconds. A client is slow when its outbox is full and nothing could be written to it for this
    time: it is disconnected with 1008, and what waits is dropped."""
    write_seconds: float = 30.0
    """Seconds in which one message must be written, else the client is disconnected with 1008."""
