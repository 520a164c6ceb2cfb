"""Object descriptions as autodoc makes them: ``desc``, ``desc_signature``, ``desc_content``."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from docutils import nodes
from sphinx import addnodes

from ..nodes import gg_signature
from ..objects import DOMAIN, ObjectEntry
from .scope import Scope

SignaturePart: TypeAlias = tuple[Literal["annotation", "space", "name", "aside"], str]
"""Kind and text."""

_NODES: dict[str, type[nodes.TextElement]] = {
    "annotation": addnodes.desc_annotation,
    "name": addnodes.desc_name,
    "aside": addnodes.desc_addname,
}


def describe_object(
    scope: Scope,
    entry: ObjectEntry,
    *,
    signature: Sequence[SignaturePart],
    content: Sequence[nodes.Node],
    ids: Sequence[str],
    contents: str = "",
    classes: Sequence[str] = (),
    after: Sequence[nodes.Node] = (),
) -> addnodes.desc:
    """The description of one object, noted for the domain.

    Args:
        scope: The page and the document.
        entry: What the domain should know of it.
        signature: What stands in the heading line.
        content: What stands below.
        ids: Anchors; the first is the object's own.
        contents: What tables of contents call it; empty: they do not list it.
        classes: Further classes.
        after: What else stands at the end of the heading line.
    """
    head = addnodes.desc_signature(
        "",
        "",
        gg_signature("", parts=tuple(signature)),
        *after,
        ids=list(ids),
        names=[],
        fullname=entry.name,
        _toc_parts=(contents,) if contents else (),
        _toc_name=contents,
        toc_title=contents or entry.display,  # what sphinx-immaterial lists
    )
    head["class"] = entry.name.rpartition(".")[0]
    description = addnodes.desc(
        "",
        head,
        addnodes.desc_content("", *content),
        domain=DOMAIN,
        objtype=entry.objtype,
        desctype=entry.objtype,
        classes=[DOMAIN, entry.objtype, *classes],
    )
    description["no-index"] = not scope.listing.index
    description["no-index-entry"] = not scope.listing.index_entries
    description["no-contents-entry"] = scope.listing.contents == "none"
    description["no-typesetting"] = False
    scope.note(entry)
    return description


def annotation(text: str) -> SignaturePart:
    """A word before or after the name."""
    return ("annotation", text)


def space() -> SignaturePart:
    """The white space between two parts of a signature."""
    return ("space", " ")


def name_node(text: str) -> SignaturePart:
    """The name, which writers set in bold."""
    return ("name", text)


def aside(text: str) -> SignaturePart:
    """What belongs to the name but is not it."""
    return ("aside", text)


def signature_node(part: SignaturePart) -> nodes.Element:
    """A part as a node."""
    kind, text = part
    return addnodes.desc_sig_space() if kind == "space" else _NODES[kind](text, text)
