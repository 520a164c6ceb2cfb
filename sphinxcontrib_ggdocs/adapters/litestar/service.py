"""What a Litestar application says of itself: version, texts, links, servers, tags."""

from typing import Any

from litestar import Litestar

from ...catalog import ServiceInfo
from ..shared.servers import declared_servers

DEFAULT_TITLE = "Litestar API"
"""The title of an application to which its author gave none."""


def service_of(app: Litestar) -> ServiceInfo:
    """The head of the application's own OpenAPI document; without a configuration it has none."""
    config = app.openapi_config
    if config is None:
        return ServiceInfo()
    # Litestar's default is the root of whoever serves the document, which says nothing
    servers = (server.to_schema() for server in config.servers if server.url != "/")
    return ServiceInfo(
        title=config.title if config.title != DEFAULT_TITLE else None,
        version=config.version or None,
        description=config.description or None,
        summary=config.summary or None,
        terms_of_service=config.terms_of_service or None,
        contact=_written(config.contact),
        license=_written(config.license),
        external_docs=_written(config.external_docs),
        servers=tuple(declared_servers(servers)),
        tags=tuple(tag.to_schema() for tag in config.tags or ()),
    )


def _written(part: Any) -> dict[str, str] | None:
    return None if part is None else part.to_schema()
