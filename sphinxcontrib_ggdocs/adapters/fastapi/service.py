"""Reads what a FastAPI application says about itself: version, texts, links, servers and tags."""

from collections.abc import Iterator
from typing import Any

from fastapi.encoders import jsonable_encoder

from ...catalog import ServerSpec, ServiceInfo
from ..shared.tolerance import readable_info_object, readable_servers

DEFAULT_TITLE = "FastAPI"
"""The title of an application to which its author gave none."""


def service_of(app: Any) -> ServiceInfo:
    """Return the head of the application's own OpenAPI document; a router has none."""
    if not hasattr(app, "openapi_version"):
        return ServiceInfo()
    title, terms_of_service = app.title, None
    if title == DEFAULT_TITLE:
        title = None
    if app.terms_of_service:
        terms_of_service = str(app.terms_of_service)
    return ServiceInfo(
        title=title,
        version=app.version or None,
        description=app.description or None,
        summary=app.summary or None,
        terms_of_service=terms_of_service,
        contact=_info("contact", app.contact),
        license=_info("license", app.license_info),
        # FastAPI 0.115 has no external documentation
        external_docs=_info("external_docs", getattr(app, "openapi_external_docs", None)),
        servers=tuple(_servers(app)),
        tags=tuple(jsonable_encoder(tag, exclude_none=True) for tag in app.openapi_tags or ()),
    )


def _info(name: str, given: object) -> dict[str, Any] | None:
    """Return an object of ``info``, which may have models and URLs of pydantic inside."""
    return readable_info_object(name, jsonable_encoder(given))


def _servers(app: Any) -> Iterator[ServerSpec]:
    """Return the servers, after the prefix that a proxy takes off if there is one."""
    servers = list(map(_server, app.servers or ()))
    root = ""
    if app.root_path_in_servers:
        root = (app.root_path or "").rstrip("/")
    urls = [server.get("url") for server in servers]
    if root and root not in urls:
        servers.insert(0, {"url": root})
    return readable_servers(servers)


def _server(declared: Any) -> dict[str, Any]:
    """Return a server of the application; without an address it is where the documentation is."""
    server: dict[str, Any] = jsonable_encoder(declared, exclude_none=True)
    server["url"] = server.get("url") or "/"
    return server
