"""Writes the objects that only former versions have, at their old anchors."""

from collections.abc import Iterable

from docutils import nodes

from ...native import document_parts as doc
from ...native.document_model import ApiDocsDocument
from ...native.view.names import ANCHOR, anchor_of
from .. import _
from ..domain.refs import CHANGE, optional_xref
from .context import Anchors


class RemovedWriter:
    """Writes removed and renamed objects, with the version of the change and the replacement.

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
        """Write a list of removed objects under a title; empty if there are none."""
        methods = [self._method(method) for method in self._document.removed or ()]
        objects = [self._object(removed) for removed in self._document.removed_objects or ()]
        if not (methods or objects):
            return []
        title = _("Removed")
        listed = nodes.bullet_list("", *methods, *objects, classes=["gg-changes"])
        return [nodes.rubric(title, title, classes=["gg-changes"]), listed]

    def _method(self, method: doc.RemovedMethod) -> nodes.list_item:
        key = f"{method.group}/{method.contract}/{method.name}"
        name = anchor_of("method", f"{self._slug}.{method.contract}.{method.name}")
        route = f"{ANCHOR}{self._slug}.{key.replace('/', '.')}"
        line = self._line((name, route), method, method.title, f"method {key}")
        if method.renamed_to:
            line += self._now(_("Now called"), "method", method.renamed_to)
        if method.deprecation_message:
            line += nodes.Text(f" {method.deprecation_message}")
        if method.replacement and not method.renamed_to:
            line += self._now(_("Replaced by"), "method", method.replacement)
        return nodes.list_item("", line)

    def _object(self, removed: doc.RemovedObject) -> nodes.list_item:
        anchor = anchor_of(removed.kind, f"{self._slug}.{removed.name}")
        kind = "error" if removed.kind == "error" else "type"
        now = removed.renamed_to
        line = self._line((anchor,), removed, removed.name, f"{kind} {now or removed.name}")
        if now:
            objtype = "schema"
            for written_as, schema in self._document.schemas.items():
                if schema.get("x-type", written_as) == now and "x-brand" in schema:
                    objtype = "brand"
            line += self._now(_("Now called"), objtype, now)
        return nodes.list_item("", line)

    def _line(
        self,
        anchors: Iterable[str],
        removed: doc.RemovedMethod | doc.RemovedObject,
        title: str,
        place: str,
    ) -> nodes.paragraph:
        """Write a removed object, and a link to the change that removed it."""
        version = removed.version or _("the next version")
        sentence = _("Renamed in %s") if removed.renamed_to else _("Removed in %s")
        target = f"{self._slug} {removed.version or ''} {place}"
        when = nodes.inline("", sentence % version)
        return nodes.paragraph(
            "",
            "",
            nodes.target("", "", ids=[self._anchors.claim(anchor) for anchor in anchors]),
            nodes.literal("", title),
            nodes.Text(" "),
            optional_xref(CHANGE, target, when),
            nodes.Text("."),
        )

    def _now(self, words: str, objtype: str, name: str) -> list[nodes.Node]:
        """Write a sentence that links the replacement of a removed object."""
        link = optional_xref(objtype, f"{self._slug}.{name}", nodes.literal("", name))
        return [nodes.Text(f" {words} "), link, nodes.Text(".")]
