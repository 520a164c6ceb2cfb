"""Serves contracts: `implement` turns a contract and a handler into a FastAPI router.

The router validates requests and messages by the types of the contract, calls guards and the
handler, and sends errors in the format that the contract declares. Read `implement.py` first, then
`http_routes.py` or `websocket_routes.py`; the other modules are the steps of one call.
"""

from .guards import Call, Guard, Reply, reply
from .implement import implement
from .limits import BodyLimits, SocketLimits
from .peers import Peer, PeerError, PeerGone, PeerGroup

__all__ = [
    "BodyLimits",
    "Call",
    "Guard",
    "Peer",
    "PeerError",
    "PeerGone",
    "PeerGroup",
    "Reply",
    "SocketLimits",
    "implement",
    "reply",
]
