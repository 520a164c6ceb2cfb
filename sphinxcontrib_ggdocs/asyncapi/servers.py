"""Writes server objects (AsyncAPI 3.0, "Server Object")."""

import re
from collections.abc import Iterable
from typing import Any

from ..catalog import ServerSpec
from ..catalog.export import warn_export, without_nothing
from ..catalog.servers import is_broker, is_websocket, server_variables
from ..schema.components import unused
from ..schema.schema_names import plain_name

_URL = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.-]*)://(?P<host>[^/?#]+)(?P<path>[^?#]*)", re.IGNORECASE
)

_PROTOCOLS = {"http": "ws", "https": "wss"}
"""Of servers of HTTP, where there are no others."""


def server_objects(servers: Iterable[ServerSpec]) -> dict[str, dict[str, Any]]:
    """Write the WebSocket servers by name; without any, the hosts of the HTTP servers."""
    specs = []
    for spec in servers:
        if _URL.match(spec.url):
            specs.append(spec)
        else:
            warn_export(
                f"the server {spec.url!r} has no host, which AsyncAPI requires; write the "
                "whole address, such as 'wss://...'"
            )
    # Servers of HTTP are in the document of OpenAPI.
    chosen = [spec for spec in specs if is_websocket(spec) or is_broker(spec)] or specs
    taken: set[str] = set()
    return {unused(_name(spec), taken): _server(spec) for spec in chosen}


def _name(spec: ServerSpec) -> str:
    match = _URL.match(spec.url)
    return plain_name(match["host"].replace("{", "").replace("}", "")) if match else "server"


def _server(spec: ServerSpec) -> dict[str, Any]:
    match = _URL.match(spec.url)
    assert match, "ServerSpec has checked the URL"
    # `pathname` is put before addresses, which begin with a slash ("Server Object").
    path, scheme = match["path"].rstrip("/"), match["scheme"].lower()
    return without_nothing(
        host=match["host"],
        pathname=path or None,
        protocol=_PROTOCOLS.get(scheme, scheme),
        description=spec.description,
        variables=server_variables(spec) or None,
    )


def below_root_path(document: dict[str, Any], base: str) -> None:
    """Put the channels of a document below the path at which the service is mounted, unless servers
    say where it is.

    Args:
        document: The document, which is changed.
        base: The path.
    """
    if "servers" in document:
        return
    for channel in document["channels"].values():
        channel["address"] = base + channel["address"]
