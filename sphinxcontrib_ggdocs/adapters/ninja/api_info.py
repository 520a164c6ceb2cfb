"""Reads what a Django Ninja API says about itself: version, texts, links, servers and tags."""

import json
from collections.abc import Mapping
from typing import Any

from ninja import NinjaAPI
from ninja.responses import NinjaJSONEncoder

from ...catalog import ServiceInfo
from ..shared.tolerance import tolerated_info, tolerated_servers

DEFAULT_TITLE = "NinjaAPI"
"""The title of an API to which its author gave none."""


def api_info(api: NinjaAPI) -> ServiceInfo:
    """Return the head of the API's own OpenAPI document, with what its ``openapi_extra`` adds."""
    extra = as_json(api.openapi_extra)
    info = {
        "title": api.title if api.title != DEFAULT_TITLE else None,
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
        contact=tolerated_info("contact", info.get("contact")),
        license=tolerated_info("license", info.get("license")),
        external_docs=tolerated_info("external_docs", extra.get("externalDocs")),
        servers=tuple(tolerated_servers(api.servers)),
        tags=tuple(tags_of(api)),
    )


def tags_of(api: NinjaAPI) -> list[Mapping[str, Any]]:
    """Tag objects of OpenAPI."""
    return list(as_json(api.openapi_extra.get("tags", ())))


def as_json(value: Any) -> Any:
    """What an author adds to the OpenAPI document, as Ninja writes it there: models, dates,
    decimals, and texts that Django translates when they are read.
    """
    return json.loads(json.dumps(value, cls=NinjaJSONEncoder))


def _text(value: object) -> str | None:
    """Return a text, which may be one that Django translates when it is read; None for an empty
    one.
    """
    return str(value) if value else None
