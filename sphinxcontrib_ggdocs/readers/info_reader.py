"""Reads the facts about a service: the Info Object, which OpenAPI and AsyncAPI define alike, and
what the two have in different places.
"""

from collections.abc import Iterable
from typing import Any

from ..catalog import ServerSpec, ServiceInfo
from ..contracts.audiences import combined
from ..contracts.model import TypeForm
from .elements import Element


def info_object(root: Element) -> Element:
    """Return the Info Object of a document; an empty one, with a warning, if there is none."""
    info = root.get("info")
    if info is not None and info.check_object():
        return info
    root.warn("there is no info", "write info with title and version", "it has no title")
    return root.child("info", {})


def service_info(
    root: Element,
    info: Element,
    *,
    links: Element,
    servers: Iterable[ServerSpec],
    types: Iterable[TypeForm],
) -> ServiceInfo:
    """Return what the root and the Info Object of a document say about its service.

    Args:
        root: The whole document.
        info: Its Info Object.
        links: The object that has ``externalDocs``: the root in OpenAPI and AsyncAPI 2, the Info
            Object in AsyncAPI 3.
        servers: The servers of the service.
        types: The types that the document names, which are documented even if nothing uses them.
    """
    return ServiceInfo(
        title=info.text("title"),
        version=info.text("version"),
        summary=info.text("summary"),
        description=info.text("description"),
        owner=info.extension_text("x-owner"),
        lifecycle=info.extension_text("x-lifecycle"),
        terms_of_service=info.text("termsOfService"),
        contact=_object(info, "contact"),
        license=_object(info, "license"),
        external_docs=_object(links, "externalDocs"),
        servers=tuple(servers),
        audience=combined(root.audience, info.audience),
        types=tuple(types),
    )


def _object(owner: Element, name: str) -> dict[str, Any] | None:
    """Return a member that is an object, such as ``contact``; None if it is absent. References are
    followed, which AsyncAPI 3 allows for ``externalDocs``.
    """
    member = owner.get(name)
    element = None if member is None else member.resolved()
    if element is None:
        return None
    return dict(element.value)
