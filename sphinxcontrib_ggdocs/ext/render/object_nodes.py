"""Contracts, methods, types and errors as object descriptions: ``desc``, ``desc_signature``,
``desc_content``, with the lines of each object, in which descriptions are nodes in slots.
"""

from collections.abc import Iterable
from typing import Literal

from docutils import nodes
from sphinx import addnodes

from ...native.lines.blocks import AnchorLink, ObjectLink, Parts, Piece, SlotRef
from ...native.lines.line_writer import LineWriter, ParsedText
from ...native.lines.object_heads import (
    called_of,
    entry_of,
    index_terms,
    search_terms,
    signature_of,
)
from ...native.lines.object_lines import lines_of
from ...native.view import ContractView, ErrorView, MethodView, ObjectType, ObjectView, SchemaView
from .. import _
from ..domain.indices import index_node
from ..domain.refs import CHANGE, DOMAIN, optional_xref, python_link
from ..gg_nodes import gg_body, gg_slot
from .context import RenderContext


class NodeWriter(LineWriter):
    """Writes the lines of an object of a page."""

    def __init__(self, context: RenderContext, view: ObjectView) -> None:
        super().__init__(context.slug, context.brands, _, context.words, context.schemes)
        self._context = context
        self._view = view
        self._slots: list[gg_slot] = []
        self._links: dict[ObjectLink, None] = {}

    def is_words(self, text: str) -> bool:
        """Not where Sphinx translates texts, which it finds in nodes."""
        return not self._context.is_translated and self._context.describe.is_words(text)

    def parsed(self, text: str | None) -> ParsedText | None:
        content = self._parsed(text)
        if not content:
            return None
        first, *more = content
        is_paragraph = isinstance(first, nodes.paragraph) and not first["ids"]
        return ParsedText(
            self._slot(*content).number, first.astext() if is_paragraph else None, bool(more)
        )

    def sentence(self, description: str) -> Piece:
        if self.is_words(description):
            return description
        content = self._parsed(description)
        is_sentence = len(content) == 1 and isinstance(content[0], nodes.paragraph)
        if is_sentence or self._context.is_translated:
            return self._slot(*content, part="inline")
        return description

    def link_to(
        self, objtype: ObjectType, name: str, text: str, *, is_type: bool = False
    ) -> AnchorLink | ObjectLink:
        """Direct when the object is on this page, else left to the domain."""
        anchor = self._context.ids.get((objtype, name))
        if anchor is not None:
            return AnchorLink(anchor, text, is_type)
        link = ObjectLink(objtype, name, text, is_type)
        self._links[link] = None
        return link

    def link_to_change(self, target: str, text: str) -> SlotRef:
        """Left to the domain, which knows the changelogs of all pages."""
        xref = optional_xref(CHANGE, target, nodes.inline("", text))
        # In a paragraph, since Sphinx writes references in text only; without a source, which
        # keeps it from translators.
        return self._slot(nodes.paragraph("", "", xref), part="inline")

    def deprecation(self, message: str | None) -> SlotRef:
        """As a ``warning``, which writers of other extensions know as well."""
        words = _("Do not use this in new code.")
        reason = self._parsed(message) or [nodes.paragraph("", words)]
        title = nodes.strong("", f"{_('Deprecated')}.")
        if isinstance(reason[0], nodes.paragraph):
            reason[0][:0] = [title, nodes.Text(" ")]
        else:
            reason.insert(0, nodes.paragraph("", "", title))
        return self._slot(nodes.warning("", *reason, classes=["gg-deprecated"]))

    def body(self, parts: Parts) -> gg_body:
        """The node of a text and its slots."""
        type_name = ""
        if isinstance(self._view, SchemaView):
            type_name = self._view.alias or self._view.name
            self._context.types.append((self._view.kind, type_name))
        return gg_body(
            "",
            *self._slots,
            objtype=self._view.kind,
            name=self._view.name,
            type=type_name,
            parts={name: blocks for name, blocks in parts.items() if blocks},
            links=tuple(self._links),
        )

    def _parsed(self, text: str | None) -> list[nodes.Node]:
        view, origins = self._view, self._context.origins
        docstring = ""
        match view:
            case SchemaView():
                origin = origins.get(view.key, "")
            case ErrorView():
                origin = origins.get(f"error {view.display}", "")
            case _:
                origin = next(iter(view.modules), "")
        if isinstance(view, ContractView | MethodView):
            docstring = view.description or ""
        return self._context.described(text, view.name, docstring, origin)

    def _slot(self, *content: nodes.Node, part: Literal["all", "inline"] = "all") -> SlotRef:
        self._slots.append(gg_slot("", *content))
        return SlotRef(len(self._slots) - 1, part)


_SIGNATURE = {
    "name": addnodes.desc_name,
    "aside": addnodes.desc_addname,
    "annotation": addnodes.desc_annotation,
}


def object_nodes(
    context: RenderContext, views: Iterable[ObjectView], *, inside: bool = False
) -> list[nodes.Node]:
    """Some objects, one after the other, contracts with all of their methods; each is noted for
    the domain. Methods may be `inside` the description of their contract, or below its title.
    """
    rendered: list[nodes.Node] = []
    for view in views:
        rendered += _object_nodes(context, view, inside=inside)
    return rendered


def _object_nodes(context: RenderContext, view: ObjectView, *, inside: bool) -> list[nodes.Node]:
    writer = NodeWriter(context, view)
    body = writer.body(lines_of(writer, view))
    for method in view.methods if isinstance(view, ContractView) else ():
        body += _object_nodes(context, method, inside=True)
    ids = _ids(context, view)
    entry = entry_of(view, ids[0], _)
    contents = _contents_name(context, view, inside=inside)
    head = addnodes.desc_signature(
        "",
        "",
        *_signature(context, view),
        ids=ids,
        names=[],
        fullname=entry.name,
        # Sphinx reads these attributes of signatures for the table of contents of a page.
        _toc_parts=(contents,) if contents else (),
        _toc_name=contents,
        toc_title=contents or entry.display,  # what sphinx-immaterial lists
    )
    head["class"] = entry.name.rpartition(".")[0]
    objtype = entry.objtype
    described = addnodes.desc("", head, body, domain=DOMAIN, objtype=objtype, desctype=objtype)
    described["classes"] += [DOMAIN, objtype]
    described["classes"] += [f"gg-{entry.kind}"] if entry.kind else []
    described["no-index"] = not context.in_inventory
    described["no-index-entry"] = not context.in_general_index
    described["no-contents-entry"] = context.contents == "none"
    described["no-typesetting"] = False
    if not context.in_inventory:
        return [described]
    context.entries.append(entry)
    if not context.in_general_index:
        return [described]
    terms = index_terms(view, context.document, _)
    return [index_node(terms, search_terms(view, context.document), ids[0]), described]


def _signature(context: RenderContext, view: ObjectView) -> list[nodes.Node]:
    signature: list[nodes.Node] = []
    for role, text in signature_of(view, _):
        signature.append(nodes.Text(text) if role == "text" else _SIGNATURE[role](text, text))
    if isinstance(view, SchemaView) and view.key in context.origins:
        signature += [nodes.Text(" "), python_link(context.origins[view.key])]
    return signature


def _ids(context: RenderContext, view: ObjectView) -> list[str]:
    """An object's own id and the one that the browser UI looks for, which may be the same."""
    own = context.id_of(view)
    route = view.route if isinstance(view, ContractView | MethodView) else own
    return [own] if own == route else [own, context.anchors.claim(route)]


def _contents_name(context: RenderContext, view: ObjectView, *, inside: bool) -> str:
    """What a table of contents calls an object (``toc_object_entries_show_parents``); types and
    errors are not in it.
    """
    if not isinstance(view, ContractView | MethodView):
        return ""
    own = usual = view.own_name
    if isinstance(view, MethodView) and not inside:
        usual = called_of(view)
    names = {"none": "", "all": view.name, "hide": own, "domain": usual}
    return names[context.contents]
