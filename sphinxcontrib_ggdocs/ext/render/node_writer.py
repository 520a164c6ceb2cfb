"""The lines of one object, with descriptions as nodes in slots."""

from typing import Literal

from docutils import nodes

from ...native.lines.blocks import AnchorLink, ObjectLink, Parts, Piece, SlotRef, words_of
from ...native.lines.line_writer import LineWriter, ParsedText
from ...native.view import ContractView, ErrorView, MethodView, ObjectType, ObjectView, SchemaView
from .. import _
from ..domain.refs import CHANGE, DOMAIN, optional_xref
from .body import gg_body, gg_slot
from .context import RenderContext


class NodeWriter(LineWriter):
    """Writes the lines of an object of a page."""

    def __init__(self, context: RenderContext, view: ObjectView) -> None:
        super().__init__(context.slug, context.brands, _, context.words)
        self._context = context
        self._view = view
        self._slots: list[gg_slot] = []
        self._links: dict[ObjectLink, None] = {}

    def is_words(self, text: str) -> bool:
        """Not for translators, who get all texts."""
        return not self._context.for_translators and self._context.describe.is_words(text)

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
        if is_sentence or self._context.for_translators:
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
        xref = optional_xref(DOMAIN, CHANGE, target, nodes.inline("", text))
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
        return gg_body(
            "",
            nodes.Text(words_of(parts)),
            *self._slots,
            objtype=self._view.kind,
            name=self._view.name,
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
