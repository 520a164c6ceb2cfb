"""Clients that do not read, and others that must not notice."""

import asyncio
import base64
import contextlib
import os
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from ..serving.servers import running, uvicorn
from .feed import LIMITS, TEXT

READERS, STALLED = 100, 5
NO_PINGS = ("--ws-ping-interval", "10000")
"""So that nothing but messages is counted."""
MESSAGES = 10_000
FRAME = 4 + len('{"method":"tick","data":""}') + len(TEXT)
"""Bytes of one message: a header of four, as it is longer than 125 and shorter than 64 KiB."""


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    server = uvicorn("tests.sockets.feed:app", "--ws", "websockets-sansio", *NO_PINGS)
    with running(server) as url:
        yield int(url.rpartition(":")[2])


def handshake(path: str = "/feed") -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [f"GET {path} HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade"]
    lines += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]
    return "\r\n".join(lines).encode()


async def opened(port: int, buffer: int | None = None) -> socket.socket:
    """A connection after its handshake, with a small buffer if that is given."""
    made = socket.socket()
    if buffer is not None:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    made.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(made, ("127.0.0.1", port))
    await loop.sock_sendall(made, handshake())
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += await loop.sock_recv(made, 1)
    assert b" 101 " in head
    return made


async def read(made: socket.socket, size: int) -> int:
    """Read so many bytes, or what comes until the end."""
    loop, got, buffer = asyncio.get_running_loop(), 0, bytearray(1 << 20)
    while got < size:
        count = await loop.sock_recv_into(made, buffer)
        if count == 0:
            break
        got += count
    return got


async def everybody(port: int) -> tuple[list[int], dict[str, Any]]:
    """What each reader got, and how the service fared."""
    stalled = [await opened(port, 4096) for _ in range(STALLED)]
    readers = [await opened(port) for _ in range(READERS)]
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=600) as client:
        reading = [asyncio.create_task(read(each, MESSAGES * FRAME)) for each in readers]
        (await client.post(f"/send/{MESSAGES}")).raise_for_status()
        got = await asyncio.gather(*reading)
        facts = (await client.get("/facts")).json()
    for each in (*readers, *stalled):
        each.close()
    return got, facts


def test_nobody_waits_for_clients_that_never_read(port: int) -> None:
    with contextlib.closing(asyncio.new_event_loop()) as loop:
        got, facts = loop.run_until_complete(everybody(port))
    assert got == [MESSAGES * FRAME] * READERS
    assert facts["watchers"] == READERS
    assert [code for code, _ in facts["reasons"]] == [1008] * STALLED
    assert facts["longest"] <= LIMITS.outbox_messages
    # all that waits at once, and what the service needs for itself
    assert facts["kilobytes"] < 250_000
