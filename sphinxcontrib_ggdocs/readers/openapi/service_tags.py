"""Reads the service of a document, its tags, and the hierarchy of tags."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ...catalog import ServiceInfo
from ...value_messages import excerpt
from ..elements import Element
from ..info_reader import info_object, service_info
from ..schema_reader import SchemaReader
from ..server_reader import read_servers

_TEXTS_OF_TAGS = ("description", "summary", "parent", "kind")
"""The members of a Tag Object that are texts."""
_NO_PARENT = "it becomes a group of its own"
"""The end of a warning about a tag with an invalid parent."""


def read_service(root: Element, schemas: SchemaReader) -> ServiceInfo:
    """Return what a document says about its service, and the types that it names."""
    info = info_object(root)
    components = root.get("components")
    named = [] if components is None else components.members("schemas")
    service = service_info(
        root,
        info,
        links=root,
        servers=read_servers(root.items("servers")),
        types=schemas.components(named),
    )
    return replace(
        service,
        openapi_version=root.text("openapi"),
        tags=tuple(_exported_tag(name, tag) for name, tag in named_tags(root)),
    )


def _exported_tag(name: str, tag: Element) -> dict[str, Any]:
    """Return a Tag Object for exports, with its valid name; a number in the place of a text becomes
    a text, and other invalid texts are left out.
    """
    exported = {**tag.value, "name": name}
    for member in _TEXTS_OF_TAGS:
        if member not in tag.value:
            continue
        text = tag.text(member)
        if text is None:  # `text` has warned of it
            del exported[member]
        else:
            exported[member] = text
    return exported


def named_tags(root: Element) -> Iterator[tuple[str, Element]]:
    """Yield the name and the Tag Object of each tag that the document describes; of several with
    one name, only the first.
    """
    seen: set[str] = set()
    for item in root.items("tags"):
        tag = item.resolved()
        name = None if tag is None else tag.text("name")
        if tag is not None and name is not None and name not in seen:
            seen.add(name)
            yield name, tag


def tags_below(tags: Mapping[str, Element]) -> dict[str, list[str]]:
    """Return each tag that has other tags below it and none above it, with the names of all tags
    below it at any depth (OpenAPI 3.2, Tag Object). The topmost tag itself is first in its list.

    Args:
        tags: The Tag Objects by name. One with an unknown ``parent``, or in a circle of parents,
            gets a warning and counts as topmost.
    """
    parents: dict[str, str] = {}
    for name, tag in tags.items():
        parent = tag.text("parent")
        if parent is None:
            continue
        if parent not in tags:
            message = f"there is no tag {excerpt(parent)}"
            tag.warn(message, "describe it in tags, or drop it", _NO_PARENT)
        elif name in (parent, *_ancestors(parent, parents)):
            tag.warn("the tag is its own ancestor", "give it another parent", _NO_PARENT)
        else:
            parents[name] = parent
    names_by_topmost: dict[str, list[str]] = {}
    for name in tags:
        topmost = [name, *_ancestors(name, parents)][-1]
        names_by_topmost.setdefault(topmost, []).append(name)
    return {topmost: names for topmost, names in names_by_topmost.items() if len(names) > 1}


def _ancestors(name: str, parents: Mapping[str, str]) -> Iterator[str]:
    """Yield the tags above a tag, its parent first.

    Args:
        name: The tag.
        parents: The parent of each tag that has one, without circles.
    """
    while name in parents:
        name = parents[name]
        yield name
