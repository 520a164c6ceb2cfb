"""The head of a document: what it says of the service as a whole."""

from collections.abc import Iterator
from typing import Any

from ...catalog import ServiceInfo
from ..elements import Element
from ..schema_reader import SchemaReader
from ..server_reader import servers_of


def service_of(root: Element, schemas: SchemaReader) -> ServiceInfo:
    """What a document says of its service, and the types that it names."""
    info = root.get("info")
    if info is None or not info.is_object():
        root.fault("there is no info", "write info with title and version", "it has no title")
        info = root.inner("info", {})
    components = root.get("components")
    named = [] if components is None else components.members("schemas")
    if "swagger" in root.value:
        named = root.members("definitions")
    return ServiceInfo(
        title=info.text("title"),
        version=info.text("version"),
        description=info.text("description"),
        summary=info.text("summary"),
        terms_of_service=info.text("termsOfService"),
        contact=_object(info, "contact"),
        license=_object(info, "license"),
        external_docs=_object(root, "externalDocs"),
        servers=tuple(servers_of(root.items("servers"))),
        tags=tuple({**tag.value, "name": name} for name, tag in named_tags(root)),
        types=schemas.components(named),
    )


def named_tags(root: Element) -> Iterator[tuple[str, Element]]:
    """The tags that the document describes, each once, with their names."""
    seen: set[str] = set()
    for tag in root.items("tags"):
        if tag.is_object() and (name := tag.text("name")) is not None and name not in seen:
            seen.add(name)
            yield name, tag


def _object(owner: Element, name: str) -> dict[str, Any] | None:
    found = owner.get(name)
    return dict(found.value) if found is not None and found.is_object() else None
