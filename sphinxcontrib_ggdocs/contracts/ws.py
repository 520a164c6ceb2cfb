"""The namespace of WebSocket contracts: ``@ws.api`` on a class, a direction on each of its
methods.
"""

from .framing import DEFAULT, Framing, Placeholder
from .framings import JSON_RPC, Bare
from .ws_class import api, client_to_server, server_to_client

__all__ = [
    "DEFAULT",
    "JSON_RPC",
    "Bare",
    "Framing",
    "Placeholder",
    "api",
    "client_to_server",
    "server_to_client",
]
