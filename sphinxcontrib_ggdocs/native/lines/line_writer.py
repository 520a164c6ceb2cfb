"""Writes the lines below one object: types, facts, parameters and fields, bodies."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from .. import document_parts as doc
from ..view import (
    NEXT,
    NO_FACTS,
    BodyView,
    Constraint,
    ContentView,
    ExampleView,
    Facts,
    Link,
    MethodList,
    ObjectType,
    Row,
    Tokens,
    alike,
    text_of,
)
from .blocks import (
    AnchorLink,
    Block,
    Code,
    ExampleText,
    Item,
    ItemList,
    Line,
    ObjectLink,
    Piece,
    SlotRef,
    Translate,
    code,
    label,
    linked,
    separated,
)

MANY_VALUES = 12
"""More of them are one element, not one each: a list of 200 time zones in each of 30 methods would
be most of a page."""

MOST_USERS = 24
"""An error that every method may have has hundreds, of which nobody reads the list."""

_BRACKETS = re.compile(r"[)\]](?:\[\])+")
"""Brackets between which a line may break (Unicode Standard Annex 14, LB30 and LB31)."""


class ParsedText(NamedTuple):
    """A description in a markup, which is put into a slot."""

    slot: int
    paragraph: str | None
    """The text of the paragraph that it begins with, which may go on in a line."""
    more: bool
    """Whether anything follows."""


class LineWriter(ABC):
    """Writes the lines of one object; subclasses parse descriptions, and make links, for an output.

    Args:
        slug: Of the document.
        brands: The full names of the types that are brands.
        translate: Translates the words of the static text.
        words: The catalogue of the UI in the same language, for facts.
        schemes: The security schemes that are described already; None where the head of the
            document describes them.
    """

    def __init__(
        self,
        slug: str,
        brands: frozenset[str],
        translate: Translate,
        words: Mapping[str, str],
        schemes: set[str] | None = None,
    ) -> None:
        self.slug = slug
        self.translate = translate
        self.schemes = schemes
        self.place = ""
        """Kind and key of the object, as changes have them."""
        self._brands = brands
        self._words = words

    @abstractmethod
    def is_words(self, text: str) -> bool:
        """Whether a description is shown without a parser: one paragraph of mere words."""

    @abstractmethod
    def parsed(self, text: str | None) -> ParsedText | None:
        """A description in a slot; None when there is nothing in it."""

    @abstractmethod
    def sentence(self, description: str) -> Piece:
        """A description of one sentence, made part of another sentence; a longer one unchanged."""

    @abstractmethod
    def link_to(
        self, objtype: ObjectType, name: str, text: str, *, is_type: bool = False
    ) -> AnchorLink | ObjectLink:
        """A link to an object, on this page or on another."""

    @abstractmethod
    def link_to_change(self, target: str, text: str) -> Piece:
        """A link to an entry of a changelog: slug, version, and kind and key of what changed."""

    @abstractmethod
    def deprecation(self, message: str | None) -> SlotRef:
        """A warning that the object is deprecated."""

    def described(self, text: str | None) -> tuple[Block, ...]:
        """A description as blocks."""
        if text and self.is_words(text):
            return (Line((text,)),)
        parsed = self.parsed(text)
        return (SlotRef(parsed.slot),) if parsed is not None else ()

    def type(self, tokens: Tokens) -> tuple[Piece, ...]:
        """A type expression, its names linked; with one name in it all of it is the link."""
        named = [token.name for token in tokens if token.name]
        text = text_of(tokens)
        # One element in HTML instead of two, in thousands of mentions.
        if len(named) == 1 and not _BRACKETS.search(text):
            return (self._type_link(named[0], text, is_type=True),)
        pieces: list[str | Code | AnchorLink | ObjectLink] = []
        for is_named, run in groupby(tokens, key=lambda token: bool(token.name)):
            if is_named:
                pieces += [self._type_link(token.name, token.text) for token in run]
            else:
                pieces += _with_whole_brackets(text_of(tuple(run)))
        return (Code(tuple(pieces)),)

    def _type_link(self, key: str, text: str, *, is_type: bool = False) -> AnchorLink | ObjectLink:
        name = f"{self.slug}.{key}"
        return self.link_to(
            "brand" if name in self._brands else "schema", name, text, is_type=is_type
        )

    def links(self, links: Sequence[Link]) -> tuple[Piece, ...]:
        """Mentions of other objects, with commas."""
        return tuple(separated(self.link_to(link.objtype, link.name, link.text) for link in links))

    def facts(self, facts: Facts) -> tuple[Piece, ...]:
        """The facts as one clause: ``1–99; default 20``."""
        _ = self.translate
        clauses: list[tuple[Piece, ...]] = [*map(self._constraint, facts.constraints)]
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

    def _constraint(self, constraint: Constraint) -> tuple[Piece, ...]:
        """A demand; a version that has brought it is a link to the change."""
        text = constraint.text(self._words)
        if constraint.changed is None or not self.place:
            return (text,)
        version = constraint.changed or self._words.get(NEXT, NEXT)
        before, _, after = text.partition(version)
        link = self.link_to_change(f"{self.slug} {constraint.changed} {self.place}", version)
        return (before, link, *((after,) if after else ()))

    def described_values(self, facts: Facts) -> tuple[Block, ...]:
        """The values of an enumeration with their names and descriptions, a line for each."""
        items: list[Item] = []
        for value, name, description, since in facts.described_values:
            versions = Facts(constraints=(since,) if since is not None else ())
            text, blocks = self.continued(description or None, versions)
            named = (f" ({name})",) if name else ()
            items.append(Item(text=(code(value), *named, *text), blocks=blocks))
        return (ItemList(tuple(items)),) if items else ()

    def rows(self, rows: Sequence[Row]) -> tuple[Block, ...]:
        """Parameters or fields, a line for each."""
        return (ItemList(tuple(map(self._row, rows))),) if rows else ()

    def _row(self, row: Row) -> Item:
        _ = self.translate
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
        blocks = (*blocks, *self._examples(row.examples), *self.external(row.external_docs))
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
        written, values = self.facts(facts), self.described_values(facts)
        if description and self.is_words(description):
            return (" – ", description, *sentence_after(description, written)), values
        parsed = self.parsed(description)
        if parsed is None or parsed.paragraph is None:
            alone: tuple[Piece, ...] = (" – ", *written, ".") if written else ()
            return alone, values if parsed is None else (SlotRef(parsed.slot), *values)
        after = sentence_after(parsed.paragraph, written)
        rest = (SlotRef(parsed.slot, "rest"),) if parsed.more else ()
        return (" – ", SlotRef(parsed.slot, "inline"), *after), (*rest, *values)

    def content(self, content: ContentView) -> tuple[Piece, ...]:
        """One representation in a line: its type, and its media type where that is not JSON; of
        bytes the media type alone, if it is known.
        """
        _ = self.translate
        line: list[Piece] = [] if content.type is None else [*self.type(content.type)]
        if content.type is None and (content.stream or not content.media_type):
            line.append(_("bytes"))
        if content.media_type:
            line += [*([_(" as ")] if line else ()), code(content.media_type)]
        if content.stream:
            line.append(_(", one event of a stream"))
        return tuple(line)

    def message(self, title: str, view: BodyView) -> tuple[Block, ...]:
        """A request body, a message or a response, and the fields of those that have no name."""
        _ = self.translate
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
        contents, facts = view.contents, NO_FACTS
        if len({content.facts for content in contents}) == 1:
            facts = contents[0].facts
            contents = tuple(replace(content, facts=NO_FACTS) for content in contents)
        return (
            *self.line(line, view.description, facts),
            *self._representations(contents),
            *self._links_of_response(view),
        )

    def _representations(self, contents: Sequence[ContentView]) -> Iterator[Block]:
        """The fields, examples and texts of representations, below the media types of those that
        are alike.
        """
        for names, group in alike(contents, attrgetter("fields", "encodings")):
            members = (*self.rows(group[0].fields), *self._encodings(group[0]))
            texts = [*alike(group, attrgetter("description", "facts"))]
            head = self._as(names, members, group[0] if len(texts) == 1 else None)
            yield from head
            above = () if head else names
            for some, (content, *_others) in alike(group, attrgetter("examples")):
                yield from self._as(some or above, self._examples(content.examples))
            for some, (content, *_others) in texts if len(texts) > 1 else ():
                yield from self._as(some, (), content)

    def _as(
        self, names: Sequence[str], blocks: tuple[Block, ...], described: ContentView | None = None
    ) -> tuple[Block, ...]:
        """Blocks about some representations, below their media types and what describes these."""
        description = described.description if described is not None else None
        facts = described.facts if described is not None else NO_FACTS
        if not names or not (blocks or description or facts != NO_FACTS):
            return blocks
        _ = self.translate
        media_types = separated(map(code, names), _(" or "))
        return (*self.line(media_types, description, facts), *blocks)

    def _examples(self, examples: Sequence[ExampleView]) -> tuple[Block, ...]:
        """Examples with their texts, a line for each; a value that is too long for it follows.
        Those without names and texts are values alone.
        """
        if not examples:
            return ()
        _ = self.translate
        head = Line(tuple(label(_("Examples"))))
        if all(one == ExampleView(value=one.value, indented=one.indented) for one in examples):
            return (head, *(ExampleText(one.indented or one.value) for one in examples))
        return (head, ItemList(tuple(map(self._example, examples))))

    def _example(self, example: ExampleView) -> Item:
        line: list[Piece] = [code(example.name), ": "] if example.name else []
        line += [example.summary, " "] if example.summary else []
        if url := example.external_value:
            line.append(linked(url))
        elif example.value and not example.indented:
            line.append(code(example.value))
        else:
            line = line[:-1]
        text, blocks = self.continued(example.description, NO_FACTS)
        if example.indented:
            blocks = (*blocks, ExampleText(example.indented))
        # A name may be empty; then a description begins the line.
        return Item(text=(*line, *(text if line else text[1:])), blocks=blocks)

    def external(self, link: doc.ExternalDocs | None) -> tuple[Block, ...]:
        """A link to documentation elsewhere, if there is one."""
        if link is None:
            return ()
        _ = self.translate
        return (Line((*label(_("See also")), linked(link.url, link.description or link.url))),)

    def _encodings(self, content: ContentView) -> tuple[Block, ...]:
        """How parts of a form are sent, a line for each."""
        if not content.encodings:
            return ()
        _ = self.translate
        items: list[Item] = []
        for name, facts, headers in content.encodings:
            texts = [fact.text(self._words) for fact in facts]
            texts += [f"{_('headers')} {', '.join(headers)}"] if headers else []
            items.append(Item(text=(code(name), ": ", "; ".join(texts))))
        return (Line(tuple(label(_("Sent as")))), ItemList(tuple(items)))

    def _links_of_response(self, view: BodyView) -> tuple[Block, ...]:
        """Calls that values of a response are good for, a line for each."""
        if not view.links:
            return ()
        _ = self.translate
        items: list[Item] = []
        for name, target, arguments, description in view.links:
            line: list[Piece] = [code(name), ": "]
            line += self.links([target]) if isinstance(target, Link) else [code(target)]
            for position, (argument, value) in enumerate(arguments):
                line += [", " if position else f" {_('with')} "]
                line += [code(argument) if argument else _("Body"), " = ", code(value)]
            text, blocks = self.continued(description, NO_FACTS)
            items.append(Item(text=(*line, *text), blocks=blocks))
        return (Line(tuple(label(_("Links")))), ItemList(tuple(items)))

    def link_line(self, title: str, links: Sequence[Link]) -> tuple[Block, ...]:
        """Mentions of other objects in a line, if there are any."""
        return (Line((*label(title), *self.links(links))),) if links else ()

    def errors(self, errors: Sequence[Link]) -> tuple[Block, ...]:
        """Errors in a line, or in a list where it says what some without a name are."""
        _ = self.translate
        title = _("Errors")
        if not any(error.description for error in errors):
            return self.link_line(title, errors)
        texts = [
            (self.link_to(error.objtype, error.name, error.text), *self._first_words(error))
            for error in errors
        ]
        if len(texts) == 1:
            return (Line((*label(title), *texts[0])),)
        items = tuple(Item(text=text) for text in texts)
        return (Line(tuple(label(title))), ItemList(items))

    def _first_words(self, link: Link) -> tuple[Piece, ...]:
        text, _rest = self.continued(link.description, NO_FACTS)
        return text

    def methods(self, title: str, methods: MethodList) -> tuple[Block, ...]:
        """A list of methods in a line, if there are any."""
        if not methods.links:
            return ()
        _ = self.translate
        line: list[Piece] = [f"{title} ", *self.links(methods.links)]
        if methods.more:
            line.append(_(" and %s more") % methods.more)
        return (Line(tuple(line), "gg-uses"),)

    def uses(self, links: Sequence[Link], methods: int = 0) -> tuple[Block, ...]:
        """Who mentions an object directly, if anybody does; the first ones of very many.

        Args:
            links: Those who mention it.
            methods: How many methods mention it, also inside other types; shown where other types
                mention it.
        """
        if not links:
            return ()
        _ = self.translate
        line: list[Piece] = [f"{_('Used by')} ", *self.links(links[:MOST_USERS])]
        if len(links) > MOST_USERS:
            line.append(_(" and %s more") % (len(links) - MOST_USERS))
        if any(link.objtype not in ("method", "contract") for link in links):
            line.append(f" ({_('methods in all')}: {methods})")
        return (Line(tuple(line), "gg-uses"),)


def _values(words: str, values: Sequence[str]) -> tuple[Piece, ...]:
    if len(values) > MANY_VALUES:
        return (f"{words} ", code(", ".join(values)))
    return (f"{words} ", *separated(map(code, values)))


def sentence_after(description: str, facts: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Facts as a sentence of their own."""
    if not facts:
        return ()
    ends = description.rstrip().endswith((".", "!", "?", "…", ":"))
    first, *rest = facts
    capitalised = first[:1].upper() + first[1:] if isinstance(first, str) else first
    return (" " if ends else ". ", capitalised, *rest, ".")


def _with_whole_brackets(text: str) -> Iterator[str | Code]:
    """A part of a type, in which the brackets of ``(A | B)[]`` and ``A[][]`` are elements of their
    own: a style keeps each on one line.
    """
    end = 0
    for brackets in _BRACKETS.finditer(text):
        yield from filter(None, [text[end : brackets.start()]])
        yield code(brackets[0])
        end = brackets.end()
    yield from filter(None, [text[end:]])
