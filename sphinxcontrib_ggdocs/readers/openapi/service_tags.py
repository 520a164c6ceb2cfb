"""Reads the service of a document, its tags, and the hierarchy of tags."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ...catalog import ServiceInfo
from ...value_messages import excerpt
from ..elements import Element
from ..info_reader import info_of, service_info
from ..schema_reader import SchemaReader
from ..server_reader import servers_of

_TEXTS_OF_TAGS = ("description", "summary", "parent", "kind")
_NO_PARENT = "it becomes a group of its own"


def service_of(root: Element, schemas: SchemaReader) -> ServiceInfo:
    """What a document says of its service, and the types that it names."""
    info = info_of(root)
    components = root.get("components")
    named = [] if components is None else components.members("schemas")
    service = service_info(
        root,
        info,
        links=root,
        servers=servers_of(root.items("servers")),
        types=schemas.components(named),
    )
    return replace(
        service,
        openapi_version=root.text("openapi"),
        summary=info.text("summary"),
        tags=tuple(_exported_tag(name, tag) for name, tag in named_tags(root)),
    )


def _exported_tag(name: str, tag: Element) -> dict[str, Any]:
    """Return a tag as exports have it: its texts are texts, whatever the file writes there."""
    exported = {**tag.value, "name": name}
    for member in _TEXTS_OF_TAGS:
        if member not in tag.value:
            continue
        text = tag.text(member)
        if text is None:
            del exported[member]
        else:
            exported[member] = text
    return exported


def named_tags(root: Element) -> Iterator[tuple[str, Element]]:
    """Yield the tags that the document describes, each once, with their names."""
    seen: set[str] = set()
    for item in root.items("tags"):
        tag = item.resolved()
        name = None if tag is None else tag.text("name")
        if tag is not None and name is not None and name not in seen:
            seen.add(name)
            yield name, tag


def tags_below(tags: Mapping[str, Element]) -> dict[str, list[str]]:
    """Return each topmost tag with the names of all tags below it (OpenAPI 3.2, Tag Object).

    The topmost tag is first in its list; a tag without parent and children is left out.
    """
    parents: dict[str, str] = {}
    for name, tag in tags.items():
        parent = tag.text("parent")
        if parent is None:
            continue
        if parent not in tags:
            message, hint = f"there is no tag {excerpt(parent)}", "describe it in tags, or drop it"
            tag.fault(message, hint, _NO_PARENT)
        elif name in (parent, *_above(parent, parents)):
            tag.fault("the tag is its own ancestor", "give it another parent", _NO_PARENT)
        else:
            parents[name] = parent
    below: dict[str, list[str]] = {}
    for name in tags:
        *_, top = name, *_above(name, parents)
        below.setdefault(top, []).append(name)
    return {top: names for top, names in below.items() if len(names) > 1}


def _above(name: str, parents: Mapping[str, str]) -> Iterator[str]:
    while name in parents:
        name = parents[name]
        yield name
