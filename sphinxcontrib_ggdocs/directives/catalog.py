"""Implements ``.. ggdocs-catalog::``, the list of the services of a project.

A *record* is what this extension stores of a document that was built.
"""

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
    """Shows a catalogue of services: the configured documents with the given slugs, or all of
    them.
    """

    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Render a card for each service."""
        from ..ext.render.catalog_nodes import catalog_nodes, service_nodes

        slugs = None
        if self.arguments:
            slugs = tuple(words_of(self.arguments[0]))
        records, problems = self.configured(slugs)
        self.note_shown(kind=CATALOG, slugs=self.slugs_or_all(slugs))
        if not records:
            return problems
        # The names of services are headings one level below that of the section around them.
        heading_level = self._section_depth() + 1
        cards = [service_nodes(record, self._document(record), heading_level) for record in records]
        return [*problems, catalog_nodes(cards)]

    def _document(self, record: Record) -> "ApiDocsDocument | None":
        """Return the contract document of a record; None if it could never be built."""
        if CONTRACT_DOCUMENT not in record.files:
            return None
        return build_of(self.env).document(record)

    def _section_depth(self) -> int:
        """Return the number of sections that contain the directive."""
        depth = 0
        # The node to which the parser appends the nodes that the directive returns.
        node: nodes.Node | None = self.state_machine.node
        while node is not None:
            depth += isinstance(node, nodes.section)
            node = node.parent
        return depth
