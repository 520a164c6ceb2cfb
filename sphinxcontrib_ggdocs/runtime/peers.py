"""Manages the clients of a WebSocket contract: sends to one or to many at once, and handles slow
clients.
"""

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect

from ..contracts.model import WebSocketContract
from .frame_codec import ClientAnswer, Frame, FrameCodec, Id
from .limits import SocketLimits

UNSUPPORTED, GOING_WRONG, POLICY = 1003, 1011, 1008
"""Why a connection is closed (RFC 6455, 7.4.1)."""


class PeerError(Exception):
    """The client responded to a request with an error; `failure` is what it sent."""

    def __init__(self, failure: Any) -> None:
        super().__init__(json.dumps(failure))
        self.failure = failure


class PeerGone(ConnectionError):
    """The client disconnected before it received a request or responded to it."""


def bytes_of(frame: Frame) -> int:
    """Return the length of a message as it is sent: texts are UTF-8 (RFC 6455, 5.6)."""
    # `isascii` reads a flag: only texts with other letters are encoded to be measured.
    if isinstance(frame, bytes) or frame.isascii():
        return len(frame)
    return len(frame.encode("utf-8", "surrogatepass"))


class Outbox:
    """Messages that wait to be written to one client, the oldest first.

    Args:
        websocket: Where they go.
        limits: How many may wait, and for how long.
    """

    def __init__(self, websocket: WebSocket, limits: SocketLimits) -> None:
        self._websocket = websocket
        self._limits = limits
        self._frames: deque[Frame] = deque()
        self._size = 0
        self._written = 0
        self._ready = asyncio.Event()
        self._room = asyncio.Event()
        self._turn = asyncio.Lock()
        self.closed = asyncio.Event()
        self.reason: tuple[int, str] | None = None
        """Code and reason, when the client is to be disconnected."""

    def __len__(self) -> int:
        return len(self._frames)

    @property
    def size(self) -> int:
        """Bytes that wait."""
        return self._size

    def offer(self, frame: Frame) -> bool:
        """Take a message if there is room for it now and nobody waits for room.

        Raises:
            PeerGone: The client has left.
        """
        if self.closed.is_set():
            raise PeerGone("the client has left")
        # A locked turn means that somebody waits: a later message must not overtake theirs.
        if self._turn.locked() or self._is_full(frame):
            return False
        self._frames.append(frame)
        self._size += bytes_of(frame)
        self._ready.set()
        return True

    async def put(self, frame: Frame) -> None:
        """Take a message; wait while the outbox is full.

        Raises:
            PeerGone: The client has left, or has been disconnected because it does not read.
        """
        if self.offer(frame):
            return
        async with self._turn:  # whoever comes first gets room first
            while self._is_full(frame) and not self.closed.is_set():
                await self._wait_for_room()
            if self.closed.is_set():
                raise PeerGone("the client has left")
            self._frames.append(frame)
            self._size += bytes_of(frame)
            self._ready.set()

    def close(self, code: int | None = None, reason: str = "") -> None:
        """Take nothing any more and drop what waits.

        Args:
            code: Disconnect the client with this code; without one it has left.
            reason: For the client.
        """
        if self.closed.is_set():
            return
        self.reason = (code, reason) if code is not None else None
        self._frames.clear()
        self._size = 0
        self.closed.set()
        # Whoever waits for room has to wake up to see that there will be none.
        self._room.set()

    async def write(self) -> None:
        """Write message after message, until the outbox is closed."""
        try:
            while not self.closed.is_set():
                if not self._frames:
                    self._ready.clear()
                    await self._ready.wait()
                    continue
                frame = self._frames.popleft()
                self._size -= bytes_of(frame)
                # The transport takes bytes until its buffer is full, and waits then: only a client
                # that does not read at all makes this end.
                async with asyncio.timeout(self._limits.write_seconds):
                    await self._send(frame)
                self._written += 1
                self._room.set()
        except TimeoutError:
            self.close(POLICY, "a message could not be written in time (write_seconds)")
        # Starlette turns the OSError of a lost connection into the former, and raises the latter
        # for what is sent after a close.
        except (WebSocketDisconnect, RuntimeError):
            self.close()

    async def _send(self, frame: Frame) -> None:
        if isinstance(frame, str):
            await self._websocket.send_text(frame)
        else:
            await self._websocket.send_bytes(frame)

    def _is_full(self, frame: Frame) -> bool:
        # A single message may be larger than the limit; alone, it is sent nevertheless.
        if not self._frames:
            return False
        limits = self._limits
        return (
            len(self._frames) >= limits.outbox_messages
            or self._size + bytes_of(frame) > limits.outbox_bytes
        )

    async def _wait_for_room(self) -> None:
        count = self._written
        self._room.clear()
        try:
            async with asyncio.timeout(self._limits.outbox_seconds):
                await self._room.wait()
        except TimeoutError:
            # A client that reads slowly makes no room for some time, but something is written.
            if self._written == count:
                waiting = f"{len(self._frames)} messages wait to be read"
                self.close(POLICY, f"too slow: {waiting} (outbox_seconds)")


@dataclass(slots=True, eq=False)
class Peer:
    """The client at the other end of a connection."""

    websocket: WebSocket
    parameters: Mapping[str, Any]
    """The validated parameters of the handshake, by name."""
    contract: WebSocketContract
    codec: FrameCodec = field(repr=False)
    outbox: Outbox = field(repr=False)
    _waiting: dict[Id, asyncio.Future[Any]] = field(default_factory=dict, repr=False)
    """The requests of the service that the client has not answered, by id."""
    _numbers: Iterator[int] = field(default_factory=lambda: count(1), repr=False)
    _groups: "set[PeerGroup]" = field(default_factory=set, repr=False)

    async def send(self, name: str, *values: Any, timeout: float | None = 60) -> Any:
        """Send a message from server to client; if it is a request, return the reply.

        An event for a client that has left is dropped. If too many messages are unread, this waits,
        and disconnects a client that does not read: see `SocketLimits`.

        Args:
            name: The contract's method.
            values: Its arguments, in order.
            timeout: How many seconds to wait for a response.

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
        key: Id = f"s{next(self._numbers)}"
        frame = self.codec.message(name, values, key)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        # Before it is sent, for the answer may arrive while `put` waits.
        self._waiting[key] = future
        try:
            await self.outbox.put(frame)
            answer = await asyncio.wait_for(future, timeout)
        finally:
            del self._waiting[key]
        return self.codec.answered(interaction, answer)

    def settle(self, answer: ClientAnswer) -> None:
        """Pass a response to the request of the service that waits for it."""
        future = self._waiting.get(answer.id)
        if future is None or future.done():
            return
        if answer.failed:
            future.set_exception(PeerError(answer.value))
        else:
            future.set_result(answer.value)

    def leave(self) -> None:
        """Fail the requests that wait for a reply, and leave all groups."""
        self.outbox.close()
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(PeerGone("the client has left"))
        for group in tuple(self._groups):  # `discard` changes the set
            group.discard(self)


class PeerGroup:
    """A group of clients that get the same events. Clients that disconnect are removed."""

    def __init__(self) -> None:
        self._peers: dict[Peer, None] = {}

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
        """Send an event to all.

        It is serialised once. Clients with room in their outbox get it at once; for all others
        together, this waits at most as long as their `SocketLimits` say.

        Args:
            name: The contract's method.
            values: Its arguments, in order.
            omit: A client that does not get it.

        Raises:
            LookupError: The contract has no such method, or it is a request.
            TypeError: There are too many values, or too few.
            ValidationError: A value is not of the declared type.
            ValueError: A float in one is NaN or an infinity.
        """
        # By codec, for a group may hold clients of several contracts, whose frames differ.
        frames: dict[FrameCodec, Frame] = {}
        full: list[tuple[Peer, Frame]] = []
        for peer in self:
            if peer is omit:
                continue
            frame = frames.get(peer.codec)
            if frame is None:
                frame = frames[peer.codec] = self._event(peer.codec, name, values)
            with contextlib.suppress(PeerGone):
                if not peer.outbox.offer(frame):
                    full.append((peer, frame))
        if full:
            await asyncio.gather(*(_deliver(peer, frame) for peer, frame in full))

    @staticmethod
    def _event(codec: FrameCodec, name: str, values: tuple[Any, ...]) -> Frame:
        if codec.outgoing(name).is_request:
            raise LookupError(
                f"{name} is a request, which one client answers: send it with Peer.send"
            )
        return codec.message(name, values)


async def _deliver(peer: Peer, frame: Frame) -> None:
    with contextlib.suppress(PeerGone):
        await peer.outbox.put(frame)


Connect = Callable[[Peer], Any]
"""A function that returns the handler of a connection."""
