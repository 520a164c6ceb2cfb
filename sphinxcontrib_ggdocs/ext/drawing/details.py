"""Draws what stands below signatures, when a page is written.

HTML pages of a site draw it in the visitor, which spares it all of Sphinx's transforms. Other writers, and those that
rearrange pages first (e-books, one page for everything), get it as the first of their transforms.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from docutils import nodes
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxTranslator

from ..domain.gg import gg_domain
from ..domain.links import reference_to
from ..nodes import SLOT, gg_details, gg_prose, gg_signature, gg_slot
from ..records import CONTRACT_DOCUMENT
from ..writer import builder_of, note_builder
from .mount import has_own_files

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from ..objects import ObjectType
    from ..static import Scope
    from ..static.parts import Part
    from .press import Press, Shapes


_shapes: "WeakKeyDictionary[Builder, Shapes]" = WeakKeyDictionary()
"""What each builder's writer has written for all pages."""


class Drawer:
    """Draws the objects of one page.

    Args:
        env: The environment.
        builder: Who writes, to make links at once; without it links are left to the domain.
        docname: The page.
    """

    def __init__(self, env: BuildEnvironment, builder: Builder | None, docname: str) -> None:
        self._env = env
        self._domain = gg_domain(env)
        self._builder = builder
        self._docname = docname
        self._scopes: dict[tuple[str, int], Scope] = {}
        self._presses: dict[Scope, Press] = {}

    def content(self, node: nodes.Element) -> list[nodes.Node]:
        """The content that a `gg_details` stands for, as nodes."""
        from ..static.as_nodes import as_nodes

        part = self._part(node)
        return as_nodes(part[1], part[0].draw(part[1])) if part is not None else []

    def html(self, node: nodes.Element, translator: SphinxTranslator) -> str:
        """The same as HTML."""
        from .press import Press

        found = self._part(node)
        if found is None or self._builder is None:
            return ""
        part, scope = found
        press = self._presses.get(scope)
        if press is None:
            press = self._presses[scope] = Press(translator, scope, shapes_of(self._builder))
        return press.blocks(part.draw(scope))

    def _part(self, node: nodes.Element) -> "tuple[Part, Scope] | None":
        from ..static import Scope, parts_of, read_document
        from ..translation import document_translator

        record = self._domain.records.get(node["document"])
        text = record.files.get(CONTRACT_DOCUMENT) if record is not None else None
        part = parts_of(text).get((node["objtype"], node["name"])) if text else None
        if record is None or text is None or part is None:
            return None
        place = (node["document"], id(node["anchors"]))
        scope = self._scopes.get(place)
        if scope is None:
            refer = self._refer if self._builder is not None else None
            scope = Scope(
                read_document(text),
                describe=_nothing,
                key=node["document"],
                local=node["anchors"],
                refer=refer,
                translate=document_translator(self._env, record),
            )
            self._scopes[place] = scope
        scope.describe = _Prose(node)
        return part, scope

    def _refer(self, objtype: "ObjectType", name: str, *content: nodes.Node) -> nodes.Node:
        found = self._domain.lookup.find(objtype, name, self._docname)
        if not found or self._builder is None:
            return nodes.inline("", "", *content)
        return reference_to(self._builder, self._docname, found[0], *content)


class DrawDetails(SphinxPostTransform):
    """Draws before references are resolved, for everyone who does not draw in the visitor."""

    default_priority = 5

    def run(self, **kwargs: Any) -> None:
        builder = builder_of(self.env)
        if draws_in_visitor(builder):
            return
        if builder.name == "gettext":
            self._leave_messages()
            return
        from ..static.signatures import signature_node

        draw = Drawer(self.env, None, self.env.docname)
        for signature in list(self.document.findall(gg_signature)):
            signature.replace_self([signature_node(part) for part in signature["parts"]])
        for node in list(self.document.findall(gg_details)):
            node.replace_self(draw.content(node))

    def _leave_messages(self) -> None:
        """Put what was written in the place of what would be drawn, where some of it stands inside other lines."""
        for node in list(self.document.findall(gg_details)):
            node.replace_self([block for prose in node.findall(gg_prose) for block in prose.children])


class _Prose:
    """The descriptions of one object, each handed out as it was read; a second time as a copy."""

    def __init__(self, node: nodes.Element) -> None:
        self._found = {each["text"]: each for each in node.children if isinstance(each, gg_prose)}
        self._used: set[str] = set()

    def __call__(self, text: str, _beside: Sequence[str] = ()) -> list[nodes.Node]:
        blocks = self._found[text].children if text in self._found else []
        if text in self._used:
            return [block.deepcopy() for block in blocks]
        self._used.add(text)
        return list(blocks)


def _nothing(_text: str, _beside: Sequence[str] = ()) -> list[nodes.Node]:
    return []


def draws_in_visitor(builder: Builder) -> bool:
    """Whether each page is written as it was read: the HTML of a site."""
    return has_own_files(builder) and builder.name != "singlehtml"


def visit_details_html(self: SphinxTranslator, node: nodes.Element) -> None:
    """Write what the node stands for."""
    translator: Any = self
    drawer = getattr(translator, "gg_drawer", None)
    if drawer is None:
        drawer = translator.gg_drawer = Drawer(self.builder.env, self.builder, translator.builder.current_docname)
    translator.body.append(drawer.html(node, self))
    raise nodes.SkipNode


def visit_signature_html(self: SphinxTranslator, node: nodes.Element) -> None:
    """Write a heading line."""
    from .press import press_signature

    translator: Any = self
    translator.body.append(press_signature(node["parts"], self, shapes_of(self.builder)))
    raise nodes.SkipNode


def visit_slot_html(self: SphinxTranslator, node: nodes.Element) -> None:
    """Leave a mark, see `press`."""
    translator: Any = self
    translator.body.append(SLOT)
    raise nodes.SkipNode


def shapes_of(builder: Builder) -> "Shapes":
    """What the builder's writer has written for all pages."""
    from .press import Shapes

    return _shapes.setdefault(builder, Shapes())


def register_drawing(app: "Sphinx") -> None:
    """Make the node known, and the transform."""
    app.connect("builder-inited", note_builder)
    app.add_node(gg_details, html=(visit_details_html, None))
    app.add_node(gg_signature, html=(visit_signature_html, None))
    app.add_node(gg_slot, html=(visit_slot_html, None))
    app.add_post_transform(DrawDetails)
