"""Implements ``.. ggdocs-catalog::``, the list of the services of a project."""

from typing import TYPE_CHECKING

from docutils import nodes

from ..ext.build import CONTRACT_DOCUMENT
from ..ext.domain.gg import CATALOG, build_of
from ..ext.page_sources import words_of
from ..ext.stored_records import Record
from .base import ReferenceDirective

if TYPE_CHECKING:
    from ..native import ApiDocsDocument


class GgdocsCatalogDirective(ReferenceDirective):
    """Shows a catalogue of the configured documents with the given slugs, or of all."""

    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        from ..ext.render.catalog_nodes import catalog_nodes, service_nodes

        slugs = None
        if self.arguments:
            slugs = tuple(words_of(self.arguments[0]))
        records, problems = self.configured(slugs)
        self.note_shown(kind=CATALOG, slugs=self.asked(slugs))
        if not records:
            return problems
        level = self._depth() + 1
        services = [service_nodes(record, self._document(record), level) for record in records]
        return [*problems, catalog_nodes(services)]

    def _document(self, record: Record) -> "ApiDocsDocument | None":
        """Return the contract document; None if it was never built."""
        if CONTRACT_DOCUMENT not in record.files:
            return None
        return build_of(self.env).document(record)

    def _depth(self) -> int:
        """Return the level of the heading above."""
        depth = 0
        # The node into which the parser puts what the directive returns.
        node: nodes.Node | None = self.state_machine.node
        while node is not None:
            depth += isinstance(node, nodes.section)
            node = node.parent
        return depth
