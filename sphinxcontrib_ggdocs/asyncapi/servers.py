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
"""The protocols of WebSockets on servers of HTTP."""


def server_objects(servers: Iterable[ServerSpec]) -> dict[str, dict[str, Any]]:
    """Write the servers of WebSockets and brokers by name; without any, the HTTP servers. A server
    without a host is left out, with a warning.
    """
    with_host: list[ServerSpec] = []
    for spec in servers:
        if _URL.match(spec.url):
            with_host.append(spec)
        else:
            warn_export(
                f"the server {spec.url!r} has no host, which AsyncAPI requires; write the "
                "whole address, such as 'wss://...'"
            )
    # Without servers of WebSockets, WebSockets are on those of HTTP.
    own_servers = [spec for spec in with_host if is_websocket(spec) or is_broker(spec)]
    taken_names: set[str] = set()
    objects: dict[str, dict[str, Any]] = {}
    for spec in own_servers or with_host:
        name = unused(_name(spec), taken_names)
        objects[name] = _server(spec)
    return objects


def _name(spec: ServerSpec) -> str:
    """Return the name of a server: its host, without the braces of variables."""
    host = _parts_of_url(spec)["host"]
    return plain_name(host.replace("{", "").replace("}", ""))


def _parts_of_url(spec: ServerSpec) -> re.Match[str]:
    """Return the scheme, host and path of a server, which has all of these."""
    match = _URL.match(spec.url)
    assert match is not None, "others have been left out"
    return match


def _server(spec: ServerSpec) -> dict[str, Any]:
    """Write a server object."""
    match = _parts_of_url(spec)
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
    say where it is. A channel whose address is not known before, such as an inbox for replies, has
    none here either.

    Args:
        document: The document, which is changed.
        base: The path.
    """
    if "servers" in document:
        return
    for channel in document["channels"].values():
        if "address" in channel:
            channel["address"] = base + channel["address"]
