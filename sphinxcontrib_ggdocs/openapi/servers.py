"""Server objects (OpenAPI 3.1, 4.8.5)."""

from collections.abc import Iterable
from typing import Any

from ..catalog import ServerSpec
from ..catalog.export import without_nothing
from ..catalog.server_specs import is_websocket, server_variables


def server_objects(servers: Iterable[ServerSpec]) -> list[dict[str, Any]]:
    """The servers but for those of WebSockets; without any, the one that the document came from."""
    found = [
        without_nothing(
            url=server.url,
            description=server.description,
            variables=server_variables(server) or None,
        )
        for server in servers
        if not is_websocket(server)
    ]
    return found or [{"url": "/"}]


def below(document: dict[str, Any], base: str) -> None:
    """Put the relative servers of a document below the path at which the service is mounted.

    Args:
        document: The document, which is changed.
        base: The path; a server that has it already is left alone.
    """
    for server in document["servers"]:
        url: str = server["url"]
        if url.startswith("/") and url != base and not url.startswith(f"{base}/"):
            server["url"] = base + (url if url != "/" else "")
