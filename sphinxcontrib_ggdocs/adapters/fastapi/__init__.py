"""FastAPI: existing applications as contracts, and contracts as routers."""

from ..shared.messages import messages, messages_at
from .adapter import FastAPIAdapter, contracts_from_fastapi
from .calls import Call, Guard, Reply, reply
from .exceptions import answers, raises
from .implement import implement
from .peers import Peer, PeerError, PeerGone, PeerGroup, SocketLimits

__all__ = [
    "Call",
    "FastAPIAdapter",
    "Guard",
    "Peer",
    "PeerError",
    "PeerGone",
    "PeerGroup",
    "Reply",
    "SocketLimits",
    "answers",
    "contracts_from_fastapi",
    "implement",
    "messages",
    "messages_at",
    "raises",
    "reply",
]
