"""Writes the methods that only former versions have, at their old anchors."""

from collections.abc import Iterable

from docutils import nodes

from ...native import document_parts as doc
from ...native.document_model import ApiDocsDocument
from ...native.view.names import ANCHOR, anchor_of
from .. import _
from ..domain.refs import CHANGE, optional_xref
from .context import Anchors


class RemovedWriter:
    """Writes removed and renamed methods, with the version of the change and the replacement.

    Args:
        document: The current document.
        slug: Its slug.
        anchors: Hands out the ids of the page.
    """

    def __init__(self, document: ApiDocsDocument, slug: str, anchors: Anchors) -> None:
        self._document = document
        self._slug = slug
        self._anchors = anchors

    def written(self) -> list[nodes.Node]:
        """Write a list of removed methods under a title; empty if there are none."""
        methods = [self._method(method) for method in self._document.removed or ()]
        if not methods:
            return []
        title = _("Removed")
        listed = nodes.bullet_list("", *methods, classes=["gg-changes"])
        return [nodes.rubric(title, title, classes=["gg-changes"]), listed]

    def _method(self, method: doc.RemovedMethod) -> nodes.list_item:
        key = f"{method.group}/{method.contract}/{method.name}"
        name = anchor_of("method", f"{self._slug}.{method.contract}.{method.name}")
        route = f"{ANCHOR}{self._slug}.{key.replace('/', '.')}"
        line = self._line((name, route), method, f"method {key}")
        if method.renamed_to:
            line += self._now(_("Now called"), method.renamed_to)
        if method.deprecation_message:
            line += nodes.Text(f" {method.deprecation_message}")
        if method.replacement and not method.renamed_to:
            line += self._now(_("Replaced by"), method.replacement)
        return nodes.list_item("", line)

    def _line(
        self, anchors: Iterable[str], removed: doc.RemovedMethod, place: str
    ) -> nodes.paragraph:
        """Write a removed method, and a link to the change that removed it."""
        version = removed.version or _("the next version")
        sentence = _("Renamed in %s") if removed.renamed_to else _("Removed in %s")
        target = f"{self._slug} {removed.version or ''} {place}"
        when = nodes.inline("", sentence % version)
        return nodes.paragraph(
            "",
            "",
            nodes.target("", "", ids=[self._anchors.claim(anchor) for anchor in anchors]),
            nodes.literal("", removed.title),
            nodes.Text(" "),
            optional_xref(CHANGE, target, when),
            nodes.Text("."),
        )

    def _now(self, words: str, name: str) -> list[nodes.Node]:
        """Write a sentence that links the replacement of a removed method."""
        link = optional_xref("method", f"{self._slug}.{name}", nodes.literal("", name))
        return [nodes.Text(f" {words} "), link, nodes.Text(".")]
