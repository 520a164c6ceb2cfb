"""The namespace of WebSocket contracts: ``@ws.api`` on a class, a direction on each of its methods."""

from .ws_class import api, client_to_server, server_to_client

__all__ = ["api", "client_to_server", "server_to_client"]
