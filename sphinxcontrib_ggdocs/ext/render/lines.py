"""Lines of text: types, facts, parameters and fields, bodies."""

from collections.abc import Iterable, Iterator, Sequence

from docutils import nodes

from ...native.view import (
    BodyView,
    ContentView,
    ErrorView,
    Facts,
    Link,
    ObjectType,
    ObjectView,
    Row,
    SchemaView,
    Tokens,
    text_of,
)
from .. import _
from .body import AnchorLink, Block, Code, Item, ItemList, Label, Line, Piece, SlotRef, Slots
from .context import RenderContext


class BodyText:
    """Builds the text of one body, and its slots.

    Args:
        context: What it is rendered in.
        view: The object: references mean what is nearest to it.
    """

    def __init__(self, context: RenderContext, view: ObjectView) -> None:
        self.context = context
        self.name = view.name
        context.modules[view.name] = _origin(context, view)
        self.slots = Slots()

    def described(self, text: str | None) -> tuple[Block, ...]:
        """A description as blocks."""
        if text and self.context.is_words(text):
            return (Line((text,)),)
        content = self.context.described(text, self.name)
        return (SlotRef(self.slots.add(*content)),) if content else ()

    def type(self, tokens: Tokens) -> tuple[Piece, ...]:
        """A type expression, its names linked; with one name in it all of it is the link."""
        named = [token.name for token in tokens if token.name]
        if not named:
            return (code(text_of(tokens)),)
        if len(named) == 1:
            return (self._type_link(named[0], text_of(tokens), is_type=True),)
        return (
            Code(
                tuple(
                    self._type_link(token.name, token.text) if token.name else token.text
                    for token in tokens
                )
            ),
        )

    def _type_link(self, key: str, text: str, *, is_type: bool = False) -> AnchorLink | SlotRef:
        name = f"{self.context.slug}.{key}"
        objtype: ObjectType = "brand" if name in self.context.brands else "schema"
        return self._link(objtype, name, text, is_type=is_type)

    def link(self, link: Link) -> AnchorLink | SlotRef:
        """A mention of another object."""
        return self._link(link.objtype, link.name, link.text)

    def _link(
        self, objtype: ObjectType, name: str, text: str, *, is_type: bool = False
    ) -> AnchorLink | SlotRef:
        """A link to an object: direct when it is on this page, else left to the domain."""
        anchor = self.context.ids.get((objtype, name))
        if anchor is not None:
            return AnchorLink(anchor, text, is_type)
        content: nodes.Node = nodes.Text(text)
        if is_type:
            content = nodes.inline("", text, classes=["gg-type"], support_smartquotes=False)
        xref = self.context.reference(objtype, name, content)
        # In a paragraph, since Sphinx writes references in text only; without a source, which
        # keeps it from translators.
        return SlotRef(self.slots.add(nodes.paragraph("", "", xref)), "inline")

    def links(self, links: Sequence[Link]) -> tuple[Piece, ...]:
        """Mentions of other objects, with commas."""
        return tuple(separated(map(self.link, links)))

    def facts(self, facts: Facts) -> tuple[Piece, ...]:
        """The facts as one clause: ``1–99; default 20``."""
        clauses: list[tuple[Piece, ...]] = [
            (constraint.text(self.context.words),) for constraint in facts.constraints
        ]
        named = (
            (_("pattern"), facts.patterns),
            (_("one of"), facts.values),
            (_("media types"), facts.media_types),
        )
        clauses += [_values(words, values) for words, values in named if values]
        if facts.max_size is not None:
            clauses.append((_("at most %s bytes") % facts.max_size,))
        if facts.default is not None:
            clauses.append((f"{_('default')} {facts.default}",))
        if facts.examples:
            clauses.append(_values(_("for example"), facts.examples))
        content: list[Piece] = []
        for clause in clauses:
            content += ["; ", *clause] if content else clause
        return tuple(content)

    def rows(self, rows: Sequence[Row]) -> tuple[Block, ...]:
        """Parameters or fields, a line for each."""
        return (ItemList(tuple(map(self._row, rows))),) if rows else ()

    def _row(self, row: Row) -> Item:
        places = {
            "path": _("path"),
            "query": _("query"),
            "header": _("header"),
            "cookie": _("cookie"),
        }
        notes = [places[row.place]] if row.place else []
        notes += [] if row.required else [_("optional")]
        notes += [_("deprecated")] if row.deprecated else []
        text, blocks = self.continued(row.description, row.facts)
        written = "".join(f", {note}" for note in notes)
        return Item(row.name, self.type(row.type), written, text, blocks)

    def line(
        self, content: Iterable[Piece], description: str | None, facts: Facts
    ) -> tuple[Block, ...]:
        """A paragraph that goes on with a description and with facts; what does not fit into it
        follows.
        """
        text, blocks = self.continued(description, facts)
        return (Line((*content, *text)), *blocks)

    def continued(
        self, description: str | None, facts: Facts
    ) -> tuple[tuple[Piece, ...], tuple[Block, ...]]:
        """How a line goes on with a description and with facts, and what does not fit into it."""
        written = self.facts(facts)
        if description and self.context.is_words(description):
            return (" – ", description, *sentence_after(description, written)), ()
        content = self.context.described(description, self.name)
        if not content:
            return ((" – ", *written, ".") if written else ()), ()
        number = self.slots.add(*content)
        first = content[0]
        if not isinstance(first, nodes.paragraph) or first["ids"]:
            return ((" – ", *written, ".") if written else ()), (SlotRef(number),)
        text = (" – ", SlotRef(number, "inline"), *sentence_after(first.astext(), written))
        return text, (SlotRef(number, "rest"),) if content[1:] else ()

    def content(self, content: ContentView) -> tuple[Piece, ...]:
        """One representation in a line: its type, and its media type where that is not JSON."""
        line: list[Piece] = [_("bytes")] if content.type is None else [*self.type(content.type)]
        if content.media_type:
            line += [_(" as "), code(content.media_type)]
        if content.stream:
            line.append(_(", one event of a stream"))
        return tuple(line)

    def message(self, title: str, view: BodyView) -> tuple[Block, ...]:
        """A request body, a message or a response, and the fields of those that have no name."""
        line = label(title)
        if view.status is not None:
            line.append(f"{view.status} ")
        if not view.contents:
            line.append(_("no content"))
        for position, content in enumerate(view.contents):
            line += [_(" or ")] if position else []
            line += self.content(content)
        if not view.required:
            line.append(f", {_('optional')}")
        facts = view.contents[0].facts if len(view.contents) == 1 else Facts()
        blocks = [*self.line(line, view.description, facts)]
        for content in view.contents:
            blocks += self.rows(content.fields)
        return tuple(blocks)

    def link_line(self, title: str, links: Sequence[Link]) -> tuple[Block, ...]:
        """Mentions of other objects in a line, if there are any."""
        return (Line((*label(title), *self.links(links))),) if links else ()

    def uses(self, links: Sequence[Link], methods: int = 0) -> tuple[Block, ...]:
        """Who mentions an object directly, if anybody does.

        Args:
            links: Those who mention it.
            methods: How many methods mention it, also inside other types; said where other types
                mention it.
        """
        if not links:
            return ()
        line: list[Piece] = [f"{_('Used by')} ", *self.links(links)]
        if any(link.objtype not in ("method", "contract") for link in links):
            line.append(f" ({_('methods in all')}: {methods})")
        return (Line(tuple(line), "gg-uses"),)


def _origin(context: RenderContext, view: ObjectView) -> str:
    """The module or the class that an object was made of."""
    match view:
        case SchemaView(key=key):
            return context.origins.get(key, "")
        case ErrorView(display=key):
            return context.origins.get(f"error {key}", "")
        case _:
            return next(iter(view.modules), "")


def code(words: str) -> Code:
    """A type or a value."""
    return Code((words,))


def label(words: str) -> list[Piece]:
    """What a line is about."""
    return [Label(words), " "]


def separated(parts: Iterable[Piece], separator: str = ", ") -> Iterator[Piece]:
    """Parts with text between them."""
    for position, part in enumerate(parts):
        if position:
            yield separator
        yield part


def _values(words: str, values: Sequence[str]) -> tuple[Piece, ...]:
    return (f"{words} ", *separated(map(code, values)))


def sentence_after(description: str, facts: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Facts as a sentence of their own."""
    if not facts:
        return ()
    ends = description.rstrip().endswith((".", "!", "?", "…", ":"))
    return (" " if ends else ". ", *_capitalised(facts), ".")


def _capitalised(clause: tuple[Piece, ...]) -> tuple[Piece, ...]:
    first, *rest = clause
    return (first[:1].upper() + first[1:], *rest) if isinstance(first, str) else clause
