"""A service that sends one feed to all of its clients, and says how it fares."""

import asyncio
from pathlib import Path
from typing import ClassVar, Protocol

from fastapi import FastAPI

from sphinxcontrib_ggdocs.contracts import ws
from sphinxcontrib_ggdocs.runtime import Peer, PeerGroup, SocketLimits, implement

TEXT = "x" * 1000
LIMITS = SocketLimits(outbox_messages=64, outbox_seconds=1.0)


@ws.api("/feed")
class FeedApi(Protocol):
    """A feed."""

    @ws.client_to_server
    def ping(self, number: int) -> int:
        """Answer with the number."""
        ...

    @ws.server_to_client
    def tick(self, text: str) -> None:
        """Something has happened."""
        ...


class Feed:
    """Implements `FeedApi`."""

    watchers: ClassVar[PeerGroup] = PeerGroup()
    longest: ClassVar[int] = 0
    """Messages that waited for one client, at most."""
    reasons: ClassVar[list[tuple[int, str]]] = []

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        if "silent" not in peer.websocket.query_params:
            self.watchers.add(peer)

    async def ping(self, number: int) -> int:
        return number

    def closed(self) -> None:
        if self.peer.outbox.reason is not None:
            self.reasons.append(self.peer.outbox.reason)


app = FastAPI()
app.include_router(implement(FeedApi, Feed, limits=LIMITS))


@app.get("/facts")
def facts() -> dict[str, object]:
    """How the service fares."""
    return {
        "watchers": len(Feed.watchers),
        "longest": Feed.longest,
        "reasons": Feed.reasons,
        "kilobytes": peak_memory(),
    }


def peak_memory() -> int:
    """The most memory that this process has had, in kilobytes.

    `ru_maxrss` would be that of the process which started this one, if that is larger: Linux keeps
    it over `exec`.
    """
    (line,) = (
        line
        for line in Path("/proc/self/status").read_text().splitlines()
        if line.startswith("VmHWM")
    )
    return int(line.split()[1])


@app.post("/send/{count}")
async def send(count: int) -> None:
    """Send so many messages to all."""
    for _ in range(count):
        await Feed.watchers.send("tick", TEXT)
        Feed.longest = max(Feed.longest, *(len(peer.outbox) for peer in Feed.watchers))
        await asyncio.sleep(0)
