"""The roles of the domain, cross-references by name, and the references that a page has."""

from collections.abc import Iterator
from typing import TypeAlias

from docutils import nodes
from sphinx import addnodes
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole

from ..object_entries import DOMAIN, OPTIONAL
from .ref_context import RefContext, note_context


class GgRole(XRefRole):
    """``~`` shows the last part of the name only, ``!`` makes no link, a title in front of ``<…>``
    is shown instead.
    """

    def __init__(self) -> None:
        super().__init__(warn_dangling=True)

    def process_link(
        self,
        env: BuildEnvironment,
        refnode: nodes.Element,
        has_explicit_title: bool,
        title: str,
        target: str,
    ) -> tuple[str, str]:
        note_context(refnode, env)
        target = " ".join(target.split()).removesuffix("()")
        if has_explicit_title or not target.startswith("~"):
            return title, target
        refnode["refexplicit"] = (
            True  # so that intersphinx keeps the name, rather than show what the inventory does
        )
        name, blank, path = target[1:].partition(" ")  # of ``GET /v1.0/users``, too
        return name.rpartition(".")[2] + blank + path, target[1:]


Reference: TypeAlias = tuple[str, str, RefContext]
"""The kind of object that is meant, ``any``, or ``ref`` for a label; the name as written; what it
is written in."""


def references_of(document: nodes.document) -> tuple[Reference, ...]:
    """What a page refers to that may be an object of ours."""
    return tuple(sorted(set(_references(document))))


def _references(document: nodes.document) -> Iterator[Reference]:
    for node in document.findall(addnodes.pending_xref):
        kind, target = node.get("reftype"), node.get("reftarget")
        ours = node.get("refdomain") == DOMAIN and not node.get(OPTIONAL)
        if ours or kind == "any" or (kind == "ref" and target.startswith(f"{DOMAIN}-")):
            yield kind, target, RefContext.of(node)
