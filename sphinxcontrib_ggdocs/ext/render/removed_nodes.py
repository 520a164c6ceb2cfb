"""What released versions had and the current one has not, as docutils nodes at the old anchors."""

from collections.abc import Iterable, Iterator

from docutils import nodes

from ...native import document_parts as doc
from ...native.document_model import ApiDocsDocument
from ...native.view.names import ANCHOR, anchor_of
from .. import _
from ..domain.refs import CHANGE, optional_xref
from .context import Anchors


class RemovedWriter:
    """Writes what is gone or has another name, with when that happened and what to use now.

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
        """A list under a title; nothing if everything is there."""
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
            is_brand = any("x-brand" in schema for schema in self._schemas_of(now))
            line += self._now(_("Now called"), "brand" if is_brand else "schema", now)
        return nodes.list_item("", line)

    def _schemas_of(self, name: str) -> Iterator[doc.JsonSchema]:
        """The schema of a type, or those of its two facets."""
        for written_as, schema in self._document.schemas.items():
            if schema.get("x-type", written_as) == name:
                yield schema

    def _line(
        self,
        anchors: Iterable[str],
        removed: doc.RemovedMethod | doc.RemovedObject,
        title: str,
        place: str,
    ) -> nodes.paragraph:
        """What is gone, and when it went, which is a link to the changelog."""
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
        link = optional_xref(objtype, f"{self._slug}.{name}", nodes.literal("", name))
        return [nodes.Text(f" {words} "), link, nodes.Text(".")]
