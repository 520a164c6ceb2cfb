"""Object descriptions as autodoc makes them: ``desc``, ``desc_signature``, ``desc_content``."""

from collections.abc import Sequence

from docutils import nodes
from sphinx import addnodes

from ..objects import DOMAIN, ObjectEntry
from .scope import Scope


def describe_object(
    scope: Scope,
    entry: ObjectEntry,
    *,
    signature: Sequence[nodes.Node],
    content: Sequence[nodes.Node],
    ids: Sequence[str],
    toc: tuple[str, ...] = (),
    classes: Sequence[str] = (),
) -> addnodes.desc:
    """The description of one object, noted for the domain.

    Args:
        scope: The page and the document.
        entry: What the domain should know of it.
        signature: What stands in the heading line.
        content: What stands below.
        ids: Anchors; the first is the object's own.
        toc: Names from the contract down to this object, for the table of contents; none: not listed there.
        classes: Further classes.
    """
    head = addnodes.desc_signature(
        "",
        "",
        *signature,
        ids=list(ids),
        names=[],
        fullname=entry.name,
        _toc_parts=toc,
        _toc_name=toc[-1] if toc else "",
        toc_title=toc[-1] if toc else entry.display,  # what sphinx-immaterial lists
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
    for flag in ("no-index", "no-index-entry", "no-contents-entry", "no-typesetting"):
        description[flag] = False
    scope.note(entry)
    return description


def annotation(text: str) -> addnodes.desc_annotation:
    """A word before or after the name."""
    return addnodes.desc_annotation(text, text)


def space() -> addnodes.desc_sig_space:
    """The white space between two parts of a signature."""
    return addnodes.desc_sig_space()


def name_node(text: str) -> addnodes.desc_name:
    """The name, which writers set in bold."""
    return addnodes.desc_name(text, text)


def aside(text: str) -> addnodes.desc_addname:
    """What belongs to the name but is not it."""
    return addnodes.desc_addname(text, text)
