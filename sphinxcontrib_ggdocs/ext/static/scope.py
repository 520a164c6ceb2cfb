"""What every part of the rendering needs: the document, its names, the anchors of the page, the prose."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from docutils import nodes
from sphinx import addnodes

from ...native.document import ApiDocsDocument, JsonSchema
from ..objects import DOMAIN, LABEL, OPTIONAL, WITHIN, ObjectEntry, ObjectType, summary_of
from ..paragraphs import Translate, translate_text
from .names import Anchors, Names
from .tree import Block, Given, Inline, Typed, given
from .types import Types


class Describe(Protocol):
    """Turns a description into block nodes; what is defined in the texts beside it counts as well."""

    def __call__(self, text: str, beside: Sequence[str] = (), /) -> list[nodes.Node]: ...


Refer: TypeAlias = Callable[..., nodes.Node]
"""Called with kind and full name of an object, and the content of a link to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """Where the objects of a directive are listed beside the page itself."""

    index: bool = True
    """In the inventory, the search, the indices: they are what links lead to."""
    index_entries: bool = True
    """In the general index."""
    document: str = ""
    """What the general index calls the document, where there are several."""
    contents: Literal["domain", "hide", "all", "none"] = "domain"
    """In tables of contents: with the contract in front where it is not above, without, by full names, not at all."""


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
        listing: Where the objects are listed.
        page: The name of the page.
        translate: Translates what is told in short; descriptions are translated when they become nodes.
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
        listing: Listing = Listing(),
        page: str = "",
        translate: Translate | None = None,
    ) -> None:
        self.document = document
        self.key = key
        self.slug = document.service.slug
        self.describe = describe
        self.names = Names(document)
        self.types = Types(document.schemas)
        self.listing = listing
        self.page = page
        self.origins = origins or {}
        self.entries: list[ObjectEntry] = []
        self.anchors: dict[str, str] = {} if local is None else local
        self._claimed = anchors or Anchors()
        self._refer = refer
        self._translate = translate
        self._said: set[str] = set()

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

    def link_node(self, objtype: ObjectType, name: str, *content: nodes.Node) -> nodes.Node:
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

    def described(self, text: str, within: str = "", beside: Sequence[str] = ()) -> list[nodes.Node]:
        """A description as nodes; its references mean what is nearest to the object `within`, or in this document."""
        found = self.describe(text, beside)
        for block in found:
            for reference in block.findall(addnodes.pending_xref):
                reference[WITHIN] = within or self.slug
        return found

    def prose(self, text: str | None) -> list[Block]:
        """A description, if there is one."""
        return given(self.describe(text)) if text else []

    def summary(self, text: str | None) -> str:
        """The first paragraph of a description that stands elsewhere in full."""
        return summary_of(translate_text(text, self._translate) if text and self._translate else text)

    def inline(self, text: str) -> list[Inline]:
        """A description of one sentence, to stand inside another; what is longer is left as written."""
        blocks = self.describe(text)
        if len(blocks) == 1 and isinstance(blocks[0], nodes.paragraph):
            return [Given(child.deepcopy()) for child in blocks[0].children]
        return [text]

    def type_of(self, schema: JsonSchema | bool) -> Typed:
        """A type expression with links."""
        return Typed(self.types.expression(schema))

    def first_said(self, words: str) -> str:
        """Those of the words that no object has said before: once found, a page is found."""
        new = [word for word in dict.fromkeys(words.split()) if word not in self._said]
        self._said.update(new)
        return " ".join(new)

    def note(self, entry: ObjectEntry) -> None:
        """Tell the domain of an object."""
        if self.listing.index:
            self.entries.append(entry)

    def told_apart(self, text: str, *words: str) -> str:
        """A text for the general index: in parentheses what is meant, and in which document."""
        said = ", ".join(filter(None, (*words, self.listing.document)))
        return f"{text} ({said})" if said else text

    def index_node(self, anchor: str, *texts: str) -> list[nodes.Node]:
        """Entries of the general index that lead to an anchor."""
        if not (self.listing.index and self.listing.index_entries):
            return []
        return [addnodes.index("", entries=[("single", text, anchor, "", None) for text in texts])]


def section_node(scope: Scope, title: str, anchor: str, *content: nodes.Node) -> nodes.section:
    """A section under a title that other documents may have too, and other pages of this one."""
    section = nodes.section("", nodes.title(title, title), *content, ids=[anchor], names=[])
    section[LABEL] = f"{scope.slug} {title}" if scope.listing.index else f"{scope.page} {scope.slug} {title}"
    return section


def anchor_of(objtype: ObjectType, name: str) -> str:
    """The readable id of an object; it ends with the name, which the inventory then need not repeat."""
    return f"gg-{name}" if objtype in ("contract", "method") else f"gg-{objtype}-{name}"
