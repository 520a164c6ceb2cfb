"""Reads the description of a FastAPI application itself: version, texts, links, servers and
tags.
"""

from collections.abc import Iterator
from typing import Any

from fastapi.encoders import jsonable_encoder

from ...catalog import ServerSpec, ServiceInfo
from ..shared.tolerance import readable_info_object, readable_servers

DEFAULT_TITLE = "FastAPI"
"""FastAPI's title of an application whose author gave none."""


def service_of(app: Any) -> ServiceInfo:
    """Return the service that an application describes; an empty one for a router. An empty text
    counts as none.
    """
    if not hasattr(app, "openapi_version"):  # a router
        return ServiceInfo()
    title = app.title
    if title == DEFAULT_TITLE:
        title = None
    terms_of_service = None
    if app.terms_of_service:
        terms_of_service = str(app.terms_of_service)
    tags = [jsonable_encoder(tag, exclude_none=True) for tag in app.openapi_tags or ()]
    return ServiceInfo(
        title=title,
        version=app.version or None,
        description=app.description or None,
        summary=app.summary or None,
        terms_of_service=terms_of_service,
        contact=_info_object("contact", app.contact),
        license=_info_object("license", app.license_info),
        # FastAPI 0.115 does not have this attribute.
        external_docs=_info_object("external_docs", getattr(app, "openapi_external_docs", None)),
        servers=tuple(_servers(app)),
        tags=tuple(tags),
    )


def _info_object(name: str, declared_value: object) -> dict[str, Any] | None:
    """Return a contact, license or external documentation object of OpenAPI; None if it has no
    valid members.

    Args:
        name: ``contact``, ``license`` or ``external_docs``.
        declared_value: The application's mapping, which may contain models and URLs of pydantic.
    """
    return readable_info_object(name, jsonable_encoder(declared_value))


def _servers(app: Any) -> Iterator[ServerSpec]:
    """Yield the servers of an application. Like in FastAPI's own document, the prefix that a proxy
    removes (`root_path`) comes first.
    """
    servers = list(map(_server_object, app.servers or ()))
    root_path = ""
    if app.root_path_in_servers:
        root_path = (app.root_path or "").rstrip("/")
    urls = [server.get("url") for server in servers]
    if root_path and root_path not in urls:
        servers.insert(0, {"url": root_path})
    return readable_servers(servers)


def _server_object(declared: Any) -> dict[str, Any]:
    """Return a server object of OpenAPI. Without a URL it is the host of the document: ``/``."""
    server: dict[str, Any] = jsonable_encoder(declared, exclude_none=True)
    server["url"] = server.get("url") or "/"
    return server
