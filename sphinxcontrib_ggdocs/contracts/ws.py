"""The namespace of WebSocket contracts: ``@ws.api`` for a class, a direction for each of its
methods.
"""

from .authoring.ws_decorators import api, client_to_server, server_to_client
from .framing import DEFAULT, Framing, Placeholder
from .standard_framings import JSON_RPC, Bare

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
