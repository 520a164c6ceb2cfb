"""Defines the context of rendering a document on a page: its view, the ids of the page, the parser
of descriptions, and options.

What is shown of an object below its name are blocks, such as lines and lists. A leaf is a node that
holds them until the page is written.
"""

from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from typing import Literal

from docutils import nodes
from sphinx import addnodes

from ...named_objects import ObjectEntry
from ...native.blocks.scope import Scope
from ...native.view import ContractView, ObjectType, ObjectView, anchor_of
from ...native.vocabulary import Block, Prose, parts_of
from ..descriptions import Describer
from ..domain.refs import WITHIN
from ..gg_nodes import gg_leaf, gg_prose


class Anchors:
    """Hands out unique ids for one page.

    Args:
        taken: The ids that docutils has given to other nodes of the page.
    """

    def __init__(self, taken: Container[str] = ()) -> None:
        self._taken = taken
        self._claimed: set[str] = set()
        """The ids that were handed out."""

    def claim(self, wanted: str) -> str:
        """Return a unique id: the wanted one, or ``wanted~2`` if the page has it already."""
        anchor = wanted
        number = 1
        while anchor in self._claimed or anchor in self._taken:
            number += 1
            anchor = f"{wanted}~{number}"
        self._claimed.add(anchor)
        return anchor


@dataclass(slots=True, kw_only=True)
class RenderContext:
    """Everything that is needed to render objects of one document on one page."""

    slug: str
    """The slug of the document."""
    describe: Describer
    """Parses descriptions."""
    scope: Scope
    """The context for blocks, which has the view of the document."""
    anchors: Anchors
    """Hands out ids."""
    in_inventory: bool
    """Whether the inventory, the search and the indices list the objects, so that links lead
    here."""
    in_general_index: bool
    """Whether the general index lists the objects."""
    document: str
    """The name of the document in the general index; empty for a single document."""
    contents: Literal["domain", "hide", "all", "none"]
    """How tables of contents list objects. ``domain``: by name, with the contract in front unless
    it is above; ``hide``: by name; ``all``: by full name; ``none``: not at all."""
    page: str
    """The name of the page."""
    for_translators: bool
    """Whether the build collects messages for translators, so that descriptions are not changed."""
    is_translated: bool
    """Whether the build collects messages for translators, or has translations."""
    ids: dict[tuple[ObjectType, str], str] = field(default_factory=dict)
    """The ids of the objects on this page, by kind and name."""
    entries: list[ObjectEntry] = field(default_factory=list)
    """Entries of the objects for the domain."""

    def reserve(self, views: Iterable[ObjectView]) -> None:
        """Claim ids for objects, and for the methods of contracts, before links to them are
        created.
        """
        for view in views:
            key = (view.kind, view.name)
            if key not in self.ids:
                self.ids[key] = self.anchors.claim(anchor_of(*key))
            if isinstance(view, ContractView):
                self.reserve(view.methods)

    def id_of(self, view: ObjectView) -> str:
        """Return the id of an object on this page."""
        self.reserve([view])
        return self.ids[view.kind, view.name]

    def described(
        self, text: str | None, within: str = "", docstring: str = ""
    ) -> list[nodes.Node]:
        """Return the nodes of a description. Short names in its references refer to objects near to
        the described one.

        Args:
            text: The description; None or empty without one.
            within: The full name of the described object; empty for the document.
            docstring: The whole docstring that contains the text, and may define links.
        """
        if not text:
            return []
        described_object = within or self.slug
        blocks = self.describe(text, described_object, docstring)
        for block in blocks:
            for reference in block.findall(addnodes.pending_xref):
                reference[WITHIN] = described_object
        return blocks

    def leaf(self, blocks: Iterable[Block], within: str = "", docstring: str = "") -> gg_leaf:
        """Return a node with some blocks, which are written when the page is written. Their
        descriptions are parsed now.

        Args:
            blocks: The blocks.
            within: The full name of the object that the blocks describe; empty for the document.
            docstring: The whole docstring that contains the descriptions, and may define links.
        """
        leaf = gg_leaf("", blocks=tuple(blocks), anchors=self.ids)
        unique_descriptions = dict.fromkeys(parts_of(leaf["blocks"], Prose))
        for prose in unique_descriptions:
            # A block may show a text of another object, its owner.
            parsed = self.described(prose.source, prose.owner or within, docstring)
            leaf += gg_prose("", *parsed, prose=prose)
        return leaf
