"""What every part of the rendering needs: the document, its names, the anchors of the page, the prose."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from docutils import nodes
from sphinx import addnodes

from ...native.document import ApiDocsDocument, JsonSchema
from ..nodes import gg_kept
from ..objects import DOMAIN, OPTIONAL, ObjectEntry, ObjectType
from .names import Anchors, Names
from .types import Named, Types

Describe: TypeAlias = Callable[[str], list[nodes.Node]]
"""Turns a description into block nodes."""

Make: TypeAlias = Callable[[], list[nodes.Node]]
"""Makes block nodes when they are needed."""

Refer: TypeAlias = Callable[..., nodes.Node]
"""Called with kind and full name of an object, and the content of a link to it."""


class Scope:
    """One document on one page.

    Args:
        document: What is described.
        describe: Turns descriptions into nodes.
        key: The key of the document's record.
        anchors: The ids of the page.
        local: The ids that objects have on the page, when they have them already.
        refer: Links to an object elsewhere; without it the domain does, later.
        origins: Where each named schema was defined.
        index: Whether the objects go into the index, the search and the inventory.
        keeps: Whether the writer knows `gg_kept`.
    """

    def __init__(
        self,
        document: ApiDocsDocument,
        *,
        describe: Describe,
        key: str = "",
        anchors: Anchors | None = None,
        local: dict[str, str] | None = None,
        refer: Refer | None = None,
        origins: Mapping[str, str] | None = None,
        index: bool = True,
        keeps: bool = False,
    ) -> None:
        self.document = document
        self.key = key
        self.slug = document.service.slug
        self.describe = describe
        self.names = Names(document)
        self.types = Types(document.schemas)
        self.index = index
        self.origins = origins or {}
        self.entries: list[ObjectEntry] = []
        self.anchors: dict[str, str] = {} if local is None else local
        self.keeps = keeps
        self._claimed = anchors or Anchors()
        self._refer = refer

    def reserve(self, objtype: ObjectType, name: str) -> str:
        """The id that an object will have on this page; links to it can be made from then on."""
        key = f"{objtype}:{name}"
        anchor = self._claimed.claim(anchor_of(objtype, name))
        self.anchors[key] = anchor
        return anchor

    def anchor(self, objtype: ObjectType, name: str) -> str | None:
        """The id of an object of this page."""
        return self.anchors.get(f"{objtype}:{name}")

    def claim(self, wanted: str) -> str:
        """An id of the page."""
        return self._claimed.claim(wanted)

    def schema_type(self, name: str) -> ObjectType:
        """Whether a named schema is a brand."""
        return "brand" if "x-brand" in self.document.schemas.get(name, {}) else "schema"

    def link(self, objtype: ObjectType, name: str, *content: nodes.Node) -> nodes.Node:
        """A link to an object: direct when it is on this page, else left to the domain."""
        if (anchor := self.anchor(objtype, name)) is not None:
            return nodes.reference("", "", *content, refid=anchor, internal=True)
        if self._refer is not None:
            return self._refer(objtype, name, *content)
        xref = addnodes.pending_xref(
            "", *content, refdomain=DOMAIN, reftype=objtype, reftarget=name, refexplicit=True, refwarn=False
        )
        xref[OPTIONAL] = True
        return xref

    def kept(self, key: tuple[object, ...], make: Make) -> list[nodes.Node]:
        """Blocks that look the same wherever `key` is the same, such as the cell of a type.

        A writer that can keep what it has written is given a stand-in, and draws the blocks once for each page.
        """
        return [gg_kept("", key=(self.key, id(self.anchors), *key), make=make)] if self.keeps else make()

    def inline(self, text: str) -> list[nodes.Node]:
        """A description of one sentence, to stand inside another; what is longer is left as written."""
        blocks = self.describe(text)
        if len(blocks) == 1 and isinstance(blocks[0], nodes.paragraph):
            return [child.deepcopy() for child in blocks[0].children]
        return [nodes.Text(text)]

    def type_of(self, schema: JsonSchema | bool) -> nodes.literal:
        """A type expression with links."""
        return self.expression(self.types.expression(schema))

    def expression(self, parts: tuple[str | Named, ...]) -> nodes.literal:
        """The parts of an expression as one piece of inline code."""
        whole = nodes.literal("", "", classes=["gg-type"])
        text = ""
        for part in parts:
            if isinstance(part, str):
                text += part
                continue
            if text:
                whole.append(nodes.Text(text))
                text = ""
            title = nodes.Text(self.types.title(part.name))
            whole.append(self.link(self.schema_type(part.name), self.names.part(part.name), title))
        if text:
            whole.append(nodes.Text(text))
        return whole

    def note(self, entry: ObjectEntry) -> None:
        """Tell the domain of an object."""
        if self.index:
            self.entries.append(entry)

    def index_node(self, anchor: str, *texts: str) -> list[nodes.Node]:
        """Entries of the general index that lead to an anchor."""
        if not self.index:
            return []
        return [addnodes.index("", entries=[("single", text, anchor, "", None) for text in texts])]


def anchor_of(objtype: ObjectType, name: str) -> str:
    """The readable id of an object; it ends with the name, which the inventory then need not repeat."""
    return f"gg-{name}" if objtype in ("contract", "method") else f"gg-{objtype}-{name}"
