"""Reads the description of a Django Ninja API itself: version, texts, links, servers and tags."""

import json
from collections.abc import Mapping
from typing import Any

from ninja import NinjaAPI
from ninja.responses import NinjaJSONEncoder

from ...catalog import ServiceInfo
from ..shared.tolerance import readable_info_object, readable_servers

DEFAULT_TITLE = "NinjaAPI"
"""Ninja's title of an API whose author gave none."""


def api_info(api: NinjaAPI) -> ServiceInfo:
    """Return the service that an API describes. Members of ``info`` in its ``openapi_extra`` take
    precedence over its title, version and description.
    """
    extra = as_json(api.openapi_extra)
    title = None
    # Ninja's default says nothing about the service.
    if api.title != DEFAULT_TITLE:
        title = api.title
    info = {
        "title": title,
        "version": api.version,
        "description": api.description,
        **extra.get("info", {}),
    }
    return ServiceInfo(
        title=_text(info["title"]),
        version=_text(info["version"]),
        description=_text(info["description"]),
        summary=_text(info.get("summary")),
        terms_of_service=_text(info.get("termsOfService")),
        contact=readable_info_object("contact", info.get("contact")),
        license=readable_info_object("license", info.get("license")),
        external_docs=readable_info_object("external_docs", extra.get("externalDocs")),
        servers=tuple(readable_servers(api.servers)),
        tags=tuple(tags_of(api)),
    )


def tags_of(api: NinjaAPI) -> list[Mapping[str, Any]]:
    """Return the tag objects of OpenAPI that an API declares, as JSON."""
    return list(as_json(api.openapi_extra.get("tags", ())))


def as_json(value: Any) -> Any:
    """Return a value that an author adds to the OpenAPI document, as JSON.

    Ninja's encoder converts models, dates, decimals, and the lazy texts that Django translates.
    """
    return json.loads(json.dumps(value, cls=NinjaJSONEncoder))


def _text(value: object) -> str | None:
    """Return a value as a text, also one that Django translates lazily; None for an empty value."""
    return str(value) if value else None
