"""Manages the clients of a WebSocket contract: sends to one or to many at once, and handles slow
clients.
"""

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any

from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect

from ..contracts.model import WebSocketContract
from .frame_codec import ClientAnswer, Frame, FrameCodec, Id
from .limits import SocketLimits

UNSUPPORTED_DATA, INTERNAL_ERROR, POLICY_VIOLATION = 1003, 1011, 1008
"""Codes with which a connection is closed (RFC 6455, 7.4.1)."""


class PeerError(Exception):
    """The client responded to a request with an error; `failure` is what it sent."""

    def __init__(self, failure: Any) -> None:
        super().__init__(json.dumps(failure))
        self.failure = failure


class PeerGone(ConnectionError):
    """The client disconnected before it received a request or responded to it."""


def bytes_of(frame: Frame) -> int:
    """Return the length of a frame in bytes as it is sent: a text is sent as UTF-8 (RFC 6455,
    5.6).
    """
    # `isascii` reads a flag: only texts with other letters are encoded to be measured.
    if isinstance(frame, bytes) or frame.isascii():
        return len(frame)
    # Half of a surrogate pair cannot be encoded otherwise; this only measures.
    return len(frame.encode("utf-8", "surrogatepass"))


class Outbox:
    """The messages that wait to be written to one client, the oldest first.

    Args:
        websocket: The connection that they are written to.
        limits: How many may wait, and for how long.
    """

    def __init__(self, websocket: WebSocket, limits: SocketLimits) -> None:
        self._websocket = websocket
        self._limits = limits
        self._frames: deque[Frame] = deque()
        self._size = 0
        """The bytes of all waiting messages."""
        self._written_count = 0
        """How many messages have been written so far."""
        self._has_frames = asyncio.Event()
        self._has_room = asyncio.Event()
        self._waiting_lock = asyncio.Lock()
        """Held by whoever waits for room; others wait for the lock, in their order."""
        self.closed = asyncio.Event()
        """Set once no more messages are taken."""
        self.reason: tuple[int, str] | None = None
        """The code and the reason with which to disconnect the client; None if it has left."""

    def __len__(self) -> int:
        """The number of messages that wait."""
        return len(self._frames)

    @property
    def size(self) -> int:
        """The number of bytes that wait."""
        return self._size

    def offer(self, frame: Frame) -> bool:
        """Take a message if there is room for it now, and nobody waits for room; return whether it
        was taken.

        Raises:
            PeerGone: The client has left.
        """
        if self.closed.is_set():
            raise PeerGone("the client has left")
        # If somebody waits for room, a later message must not overtake theirs.
        if self._waiting_lock.locked() or self._is_full(frame):
            return False
        self._frames.append(frame)
        self._size += bytes_of(frame)
        self._has_frames.set()
        return True

    async def put(self, frame: Frame) -> None:
        """Take a message; wait while the outbox is full.

        Raises:
            PeerGone: The client has left, or has been disconnected because it does not read.
        """
        if self.offer(frame):
            return
        async with self._waiting_lock:  # Whoever comes first gets room first.
            while self._is_full(frame) and not self.closed.is_set():
                await self._wait_for_room()
            if self.closed.is_set():
                raise PeerGone("the client has left")
            self._frames.append(frame)
            self._size += bytes_of(frame)
            self._has_frames.set()

    def close(self, code: int | None = None, reason: str = "") -> None:
        """Take no more messages, and drop those that wait.

        Args:
            code: The code with which to disconnect the client; None if it has left.
            reason: The reason that is sent to the client.
        """
        if self.closed.is_set():
            return
        if code is not None:
            self.reason = (code, reason)
        self._frames.clear()
        self._size = 0
        self.closed.set()
        # Wake up whoever waits for room, to see that there will be none.
        self._has_room.set()

    async def write(self) -> None:
        """Write message after message, until the outbox is closed. While none waits, `close` does
        not end this: the conversation cancels the task.
        """
        try:
            while not self.closed.is_set():
                if not self._frames:
                    self._has_frames.clear()
                    await self._has_frames.wait()
                    continue  # It may have been closed meanwhile.
                frame = self._frames.popleft()
                self._size -= bytes_of(frame)
                # The transport accepts bytes until its buffer is full, and then waits: the time is
                # only exceeded by a client that does not read at all.
                async with asyncio.timeout(self._limits.write_seconds):
                    await self._send(frame)
                self._written_count += 1
                self._has_room.set()
        except TimeoutError:
            self.close(POLICY_VIOLATION, "a message could not be written in time (write_seconds)")
        # Starlette raises WebSocketDisconnect for a lost connection, and RuntimeError if something
        # is sent after a close.
        except (WebSocketDisconnect, RuntimeError):
            self.close()

    async def _send(self, frame: Frame) -> None:
        """Write a text frame or a binary frame."""
        if isinstance(frame, str):
            await self._websocket.send_text(frame)
        else:
            await self._websocket.send_bytes(frame)

    def _is_full(self, frame: Frame) -> bool:
        """Return whether there is no room for a frame; an empty outbox takes a frame of any
        size.
        """
        # A single message may be larger than the limit; alone, it is sent nevertheless.
        if not self._frames:
            return False
        limits = self._limits
        return (
            len(self._frames) >= limits.outbox_messages
            or self._size + bytes_of(frame) > limits.outbox_bytes
        )

    async def _wait_for_room(self) -> None:
        """Wait until a message has been written; disconnect the client if none is for too long."""
        written_before = self._written_count
        self._has_room.clear()
        try:
            async with asyncio.timeout(self._limits.outbox_seconds):
                await self._has_room.wait()
        except TimeoutError:
            # If something was written, the client only reads slowly.
            if self._written_count == written_before:
                waiting = f"{len(self._frames)} messages wait to be read"
                self.close(POLICY_VIOLATION, f"too slow: {waiting} (outbox_seconds)")


@dataclass(slots=True, eq=False)
class Peer:
    """The client at the other end of a connection."""

    websocket: WebSocket
    parameters: Mapping[str, Any]
    """The validated parameters of the handshake, by name."""
    contract: WebSocketContract
    codec: FrameCodec = field(repr=False)
    outbox: Outbox = field(repr=False)
    _unanswered: dict[Id, asyncio.Future[Any]] = field(default_factory=dict, repr=False)
    """The requests of the service that the client has not answered, by id."""
    _request_numbers: Iterator[int] = field(default_factory=partial(count, 1), repr=False)
    """The numbers of the requests of the service, from which their ids are made."""
    _groups: "set[PeerGroup]" = field(default_factory=set, repr=False)
    """The groups that have this client."""

    async def send(self, name: str, *values: Any, timeout: float | None = 60) -> Any:
        """Send a message from server to client; if it is a request, return the reply.

        An event for a client that has left is dropped. If too many messages are unread, this waits,
        and disconnects a client that does not read: see `SocketLimits`.

        Args:
            name: The contract's method.
            values: Its arguments, in order.
            timeout: How many seconds to wait for a response; None to wait for ever.

        Raises:
            LookupError: The contract has no such method.
            TypeError: There are too many values, or too few.
            ValidationError: The value or the response is not of the declared type.
            ValueError: A float in a value is NaN or an infinity.
            PeerError: The client responds with an error.
            PeerGone: It has left.
            TimeoutError: It does not respond in time.
        """
        interaction = self.codec.outgoing(name)
        if not interaction.is_request:
            frame = self.codec.message(name, values)
            with contextlib.suppress(PeerGone):
                await self.outbox.put(frame)
            return None
        key: Id = f"s{next(self._request_numbers)}"
        frame = self.codec.message(name, values, key)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        # Stored before the request is sent, since the answer may arrive while `put` waits.
        self._unanswered[key] = future
        try:
            await self.outbox.put(frame)
            answer = await asyncio.wait_for(future, timeout)
        finally:
            del self._unanswered[key]
        return self.codec.answered(interaction, answer)

    def resolve_answer(self, answer: ClientAnswer) -> None:
        """Pass an answer of the client to the request of the service that waits for it; drop one
        for which nothing waits.
        """
        future = self._unanswered.get(answer.id)
        if future is None or future.done():
            return
        if answer.failed:
            future.set_exception(PeerError(answer.value))
        else:
            future.set_result(answer.value)

    def leave(self) -> None:
        """Fail the requests that wait for an answer, and leave all groups."""
        self.outbox.close()
        for future in self._unanswered.values():
            if not future.done():
                future.set_exception(PeerGone("the client has left"))
        for group in tuple(self._groups):  # A copy, because `discard` changes the set.
            group.discard(self)


class PeerGroup:
    """A group of clients that get the same events. Clients that disconnect are removed."""

    def __init__(self) -> None:
        self._peers: dict[Peer, None] = {}  # A set that keeps the order.

    def __len__(self) -> int:
        return len(self._peers)

    def __iter__(self) -> Iterator[Peer]:
        # A copy: peers leave while `send` waits for others.
        return iter(tuple(self._peers))

    def __contains__(self, peer: Peer) -> bool:
        return peer in self._peers

    def add(self, peer: Peer) -> None:
        """Add a client, unless it has left."""
        if not peer.outbox.closed.is_set():
            self._peers[peer] = None
            peer._groups.add(self)

    def discard(self, peer: Peer) -> None:
        """Remove a client if it is in the group."""
        self._peers.pop(peer, None)
        peer._groups.discard(self)

    async def send(self, name: str, *values: Any, omit: Peer | None = None) -> None:
        """Send an event to all clients of the group.

        It is serialised once. Clients with room in their outbox get it at once; for all others
        together, this waits at most as long as their `SocketLimits` say.

        Args:
            name: The contract's method.
            values: Its arguments, in order.
            omit: A client that does not get it; None if all do.

        Raises:
            LookupError: The contract has no such method, or it is a request.
            TypeError: There are too many values, or too few.
            ValidationError: A value is not of the declared type.
            ValueError: A float in one is NaN or an infinity.
        """
        # A group may hold clients of several contracts, whose frames differ.
        frames_by_codec: dict[FrameCodec, Frame] = {}
        undelivered: list[tuple[Peer, Frame]] = []
        for peer in self:
            if peer is omit:
                continue
            if peer.codec not in frames_by_codec:
                frames_by_codec[peer.codec] = self._event_frame(peer.codec, name, values)
            frame = frames_by_codec[peer.codec]
            with contextlib.suppress(PeerGone):
                if not peer.outbox.offer(frame):
                    undelivered.append((peer, frame))
        if undelivered:
            await asyncio.gather(*(_deliver(peer, frame) for peer, frame in undelivered))

    @staticmethod
    def _event_frame(codec: FrameCodec, name: str, values: tuple[Any, ...]) -> Frame:
        """Return the frame of an event, or raise if it is a request."""
        if codec.outgoing(name).is_request:
            raise LookupError(
                f"{name} is a request, which one client answers: send it with Peer.send"
            )
        return codec.message(name, values)


async def _deliver(peer: Peer, frame: Frame) -> None:
    """Send a frame to a client once its outbox has room; a client that has left gets nothing."""
    with contextlib.suppress(PeerGone):
        await peer.outbox.put(frame)


Connect = Callable[[Peer], Any]
"""A function, plain or ``async``, that returns the handler of a connection."""
