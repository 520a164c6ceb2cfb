"""Defines the context of the rendering: ids of the page, parser of descriptions, listings."""

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
    """Hands out the ids of one page, none of them twice."""

    def __init__(self, taken: Container[str] = ()) -> None:
        self._taken = taken
        self._given: set[str] = set()

    def claim(self, wanted: str) -> str:
        """Reserve an id, with a number after it when the page has that id already."""
        anchor, number = wanted, 1
        while anchor in self._given or anchor in self._taken:
            number += 1
            anchor = f"{wanted}~{number}"
        self._given.add(anchor)
        return anchor


@dataclass(slots=True, kw_only=True)
class RenderContext:
    """One document on one page."""

    slug: str
    describe: Describer
    scope: Scope
    """The same for blocks."""
    anchors: Anchors
    in_inventory: bool
    """Whether the inventory, the search and the indices list the objects, so that links lead
    here."""
    in_general_index: bool
    document: str
    """The name of the document in the general index; empty for a single document."""
    contents: Literal["domain", "hide", "all", "none"]
    """Tables of contents list objects with the contract in front where it is not above, without, by
    full names, not at all."""
    page: str
    for_translators: bool
    """Whether messages are collected: then paragraphs of descriptions stay as they are."""
    is_translated: bool
    """Whether messages are collected, or Sphinx has translations of them."""
    ids: dict[tuple[ObjectType, str], str] = field(default_factory=dict)
    """Of the objects on this page."""
    entries: list[ObjectEntry] = field(default_factory=list)
    """Entries of the objects for the domain."""

    def reserve(self, views: Iterable[ObjectView]) -> None:
        """Reserve ids for objects and the methods of contracts, before links are made."""
        for view in views:
            if (key := (view.kind, view.name)) not in self.ids:
                self.ids[key] = self.anchors.claim(anchor_of(*key))
            if isinstance(view, ContractView):
                self.reserve(view.methods)

    def id_of(self, view: ObjectView) -> str:
        """Return the id of an object of this page."""
        self.reserve([view])
        return self.ids[view.kind, view.name]

    def described(
        self, text: str | None, within: str = "", docstring: str = ""
    ) -> list[nodes.Node]:
        """Parse a description, and resolve its references from its object or document.

        Args:
            text: The description.
            within: The full name of its object.
            docstring: The docstring that contains the text, and may define links.
        """
        if not text:
            return []
        blocks = self.describe(text, within or self.slug, docstring)
        for block in blocks:
            for reference in block.findall(addnodes.pending_xref):
                reference[WITHIN] = within or self.slug
        return blocks

    def leaf(self, blocks: Iterable[Block], within: str = "", docstring: str = "") -> gg_leaf:
        """Make the node of some blocks, which are written when the page is, and parse their
        descriptions.

        Args:
            blocks: The blocks.
            within: The full name of their object, if they are of one.
            docstring: The docstring that contains the descriptions, and may define links.
        """
        leaf = gg_leaf("", blocks=tuple(blocks), anchors=self.ids)
        for prose in dict.fromkeys(parts_of(leaf["blocks"], Prose)):
            parsed = self.described(prose.source, prose.owner or within, docstring)
            leaf += gg_prose("", *parsed, prose=prose)
        return leaf
