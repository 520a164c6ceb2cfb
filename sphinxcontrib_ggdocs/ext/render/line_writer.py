"""Writes the lines below one object: types, facts, parameters and fields, bodies."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter

from docutils import nodes

from ...document import parts as doc
from ...native.view import (
    NO_FACTS,
    BodyView,
    ContentView,
    ContractView,
    ExampleView,
    Facts,
    Link,
    MethodList,
    MethodView,
    ObjectType,
    ObjectView,
    Row,
    Tokens,
    alike,
    text_of,
)
from .. import _
from ..domain.refs import CHANGE, optional_xref
from .context import RenderContext
from .lines import Piece, code, example, item, item_list, label, line, linked, separated

MANY_VALUES = 12
"""More of them are one element, not one each: a list of 200 time zones in each of 30 methods would
be most of a page."""

MOST_USERS = 24
"""A list of all users would be hundreds of methods for common errors."""

_BRACKETS = re.compile(r"[)\]](?:\[\])+")
"""Brackets between which a line may break (Unicode Standard Annex 14, LB30 and LB31)."""


class LineWriter:
    """Writes the lines of one object of a page.

    Args:
        context: The document and the page.
        view: The object.
        place: Kind and key of the object, as changes have them.
    """

    def __init__(self, context: RenderContext, view: ObjectView, place: str) -> None:
        self.context = context
        self._view = view
        self._place = place

    def described(self, text: str | None) -> list[nodes.Node]:
        """Parse a description of the object."""
        docstring = ""
        if isinstance(self._view, ContractView | MethodView):
            docstring = self._view.description or ""
        return self.context.described(text, self._view.name, docstring)

    def _inline(self, paragraph: nodes.Element) -> list[nodes.Node]:
        """Return the content of a paragraph for a place inside of another one."""
        if not self.context.is_translated:
            return list(paragraph.children)
        # Sphinx translates this element as it does a paragraph. It puts the translation at the end
        # of the element around it, which therefore has nothing else.
        message = nodes.inline(paragraph.rawsource, "", *paragraph.children, translatable=True)
        message.source, message.line = paragraph.source, paragraph.line
        return [nodes.inline("", "", message)]

    def sentence(self, description: str) -> list[Piece]:
        """Return a description of one paragraph as a part of a sentence; a longer one unchanged."""
        match self.described(description):
            case [nodes.paragraph() as paragraph]:
                return [*self._inline(paragraph)]
        return [description]

    def deprecation(self, message: str | None) -> nodes.warning:
        """Warn that the object is deprecated; writers of other extensions know a ``warning``."""
        reason = self.described(message) or [line(_("Do not use this in new code."))]
        title = nodes.strong("", f"{_('Deprecated')}.")
        match reason:
            case [nodes.paragraph() as first, *others]:
                reason = [line(title, " ", *self._inline(first)), *others]
            case _:
                reason.insert(0, line(title))
        return nodes.warning("", *reason, classes=["gg-deprecated"])

    def type(self, tokens: Tokens) -> list[Piece]:
        """Write a type, its names linked; with one name in it all of it is the link."""
        named = [token.name for token in tokens if token.name]
        text = text_of(tokens)
        # One element in HTML instead of two, in thousands of mentions.
        if len(named) == 1 and not _BRACKETS.search(text):
            return [self._type_link(named[0], text, is_type=True)]
        pieces: list[Piece] = []
        for is_named, run in groupby(tokens, key=lambda token: bool(token.name)):
            if is_named:
                pieces += [self._type_link(token.name, token.text) for token in run]
            else:
                pieces += _with_whole_brackets(text_of(tuple(run)))
        return [code(*pieces)]

    def _type_link(self, key: str, text: str, *, is_type: bool = False) -> nodes.Node:
        name = f"{self.context.slug}.{key}"
        objtype: ObjectType = "brand" if name in self.context.brands else "schema"
        return self._link(objtype, name, text, is_type=is_type)

    def _link(
        self, objtype: ObjectType, name: str, text: str, *, is_type: bool = False
    ) -> nodes.Node:
        """Link an object: on this page at once, else when the page is written."""
        anchor = self.context.ids.get((objtype, name))
        if name in self.context.types:
            # When the page is written: what is described below a type may be described elsewhere.
            objtype, name, anchor = "type", self.context.types[name], None
        if anchor is None:
            return optional_xref(objtype, name, code(text) if is_type else nodes.Text(text))
        css = ["gg-type"] if is_type else []
        return nodes.reference(
            "", text, refid=anchor, internal=True, classes=css, support_smartquotes=False
        )

    def links(self, links: Sequence[Link]) -> list[Piece]:
        """Mention other objects, with commas."""
        return [*separated(self._link(link.objtype, link.name, link.text) for link in links)]

    def link_to_change(self, version: str | None, text: str) -> nodes.Node:
        """Link the changes of an object in a version; the domain knows the changelogs."""
        target = f"{self.context.slug} {version or ''} {self._place}"
        return optional_xref(CHANGE, target, nodes.inline("", text))

    def facts(self, facts: Facts) -> list[Piece]:
        """Write the facts as one clause: ``1–99; default 20``."""
        words = self.context.words
        clauses: list[list[Piece]] = [[constraint.text(words)] for constraint in facts.constraints]
        named = (
            (_("pattern"), facts.patterns),
            (_("one of"), facts.values),
            (_("media types"), facts.media_types),
        )
        clauses += [_values(words, values) for words, values in named if values]
        if facts.max_size is not None:
            clauses.append([_("at most %s bytes") % facts.max_size])
        if facts.default is not None:
            clauses.append([f"{_('default')} ", code(facts.default)])
        if facts.examples:
            clauses.append(_values(_("for example"), facts.examples))
        content: list[Piece] = []
        for clause in clauses:
            if content:
                content += ["; ", *clause]
            else:
                content += clause
        return content

    def described_values(self, facts: Facts) -> list[nodes.Node]:
        """List the values of an enumeration with their names and descriptions."""
        items: list[nodes.list_item] = []
        for value, name, description in facts.described_values:
            text, blocks = self.continued(description or None, NO_FACTS)
            named = ""
            if name:
                named = f" ({name})"
            items.append(item([code(value), named, *text], blocks))
        if items:
            return [item_list(items)]
        return []

    def rows(self, rows: Sequence[Row]) -> list[nodes.Node]:
        """List parameters or fields."""
        if rows:
            return [item_list(map(self._row, rows))]
        return []

    def _row(self, row: Row) -> nodes.list_item:
        places = {
            "path": _("path"),
            "query": _("query"),
            "header": _("header"),
            "cookie": _("cookie"),
        }
        notes = [places[row.place]] if row.place else []
        if not row.required:
            notes.append(_("optional"))
        if row.deprecated:
            notes.append(_("deprecated"))
        name = nodes.strong("", row.name, support_smartquotes=False)
        text, blocks = self.continued(row.description, row.facts)
        written = "".join(f", {note}" for note in notes)
        more = [*blocks, *self._examples(row.examples), *self.external(row.external_docs)]
        return item([name, " ", *self.type(row.type), written, *text], more)

    def line(
        self, content: Iterable[Piece], description: str | None, facts: Facts
    ) -> list[nodes.Node]:
        """Write a paragraph with a description and facts, and further blocks of the description."""
        text, blocks = self.continued(description, facts)
        return [line(*content, *text), *blocks]

    def continued(
        self, description: str | None, facts: Facts
    ) -> tuple[list[Piece], list[nodes.Node]]:
        """Return how a line goes on with a description and with facts, and the blocks after it."""
        written, values = self.facts(facts), self.described_values(facts)
        blocks = self.described(description)
        match blocks:
            case [nodes.paragraph() as first, *others] if not first["ids"]:
                text = first.astext()
                words = [" – ", *self._inline(first), *sentence_after(text, written)]
                return words, [*others, *values]
        return [" – ", *written, "."] if written else [], [*blocks, *values]

    def content(self, content: ContentView) -> list[Piece]:
        """Write one representation in a line: its type, and its media type where that is not
        JSON; of bytes the media type alone, if it is known.
        """
        words: list[Piece] = [] if content.type is None else self.type(content.type)
        if content.type is None and (content.stream or not content.media_type):
            words.append(_("bytes"))
        if content.media_type:
            words += [*([_(" as ")] if words else ()), code(content.media_type)]
        if content.stream:
            words.append(_(", one event of a stream"))
        return words

    def message(self, title: str, view: BodyView) -> list[nodes.Node]:
        """Write a request body, a message or a response, with the fields of unnamed types."""
        words = label(title)
        if view.status is not None:
            words.append(f"{view.status} ")
        if not view.contents:
            words.append(_("no content"))
        for position, content in enumerate(view.contents):
            if position:
                words += [_(" or ")]
            words += self.content(content)
        if not view.required:
            words.append(f", {_('optional')}")
        contents, facts = view.contents, NO_FACTS
        if len({content.facts for content in contents}) == 1:
            facts = contents[0].facts
            contents = tuple(replace(content, facts=NO_FACTS) for content in contents)
        return [
            *self.line(words, view.description, facts),
            *self._representations(contents),
        ]

    def _representations(self, contents: Sequence[ContentView]) -> Iterator[nodes.Node]:
        """Write fields, texts and examples, below the media types of representations that are
        alike.
        """
        parts = attrgetter("fields", "files", "description", "facts", "examples")
        for names, (content, *_others) in alike(contents, parts):
            blocks = [*self.rows(content.fields), *self._files(content)]
            blocks += self._examples(content.examples)
            if names and (blocks or content.description or content.facts != NO_FACTS):
                media_types = separated(map(code, names), _(" or "))
                yield from self.line(media_types, content.description, content.facts)
            yield from blocks

    def _examples(self, examples: Sequence[ExampleView]) -> list[nodes.Node]:
        """Write examples with their texts, a line for each; a value that is too long for it
        follows. Those without names and texts are values alone.
        """
        if not examples:
            return []
        head = line(*label(_("Examples")))
        if all(one == ExampleView(value=one.value, indented=one.indented) for one in examples):
            return [head, *(example(one.indented or one.value) for one in examples)]
        return [head, item_list(map(self._example, examples))]

    def _example(self, view: ExampleView) -> nodes.list_item:
        words: list[Piece] = [code(view.name), ": "] if view.name else []
        if view.summary:
            words += [view.summary, " "]
        if url := view.external_value:
            words.append(linked(url))
        elif view.value and not view.indented:
            words.append(code(view.value))
        else:
            words = words[:-1]
        text, blocks = self.continued(view.description, NO_FACTS)
        if view.indented:
            blocks.append(example(view.indented))
        # A name may be empty; then a description begins the line.
        return item([*words, *(text if words else text[1:])], blocks)

    def external(self, link: doc.ExternalDocs | None) -> list[nodes.Node]:
        """Link documentation elsewhere, if there is any."""
        if link is None:
            return []
        return [line(*label(_("See also")), linked(link.url, link.description or link.url))]

    def _files(self, content: ContentView) -> list[nodes.Node]:
        """List the files among the parts of a form."""
        if not content.files:
            return []
        items = [item([code(name), ": ", media_types]) for name, media_types in content.files]
        return [line(*label(_("Sent as"))), item_list(items)]

    def link_line(self, title: str, links: Sequence[Link]) -> list[nodes.Node]:
        """Mention other objects in a line, if there are any."""
        if links:
            return [line(*label(title), *self.links(links))]
        return []

    def errors(self, errors: Sequence[Link]) -> list[nodes.Node]:
        """Write errors in a line, or in a list where some have descriptions instead of names."""
        title = _("Errors")
        if not any(error.description for error in errors):
            return self.link_line(title, errors)
        texts = [[*self.links([error]), *self._first_words(error)] for error in errors]
        if len(texts) == 1:
            return [line(*label(title), *texts[0])]
        return [line(*label(title)), item_list(map(item, texts))]

    def _first_words(self, link: Link) -> list[Piece]:
        text, _blocks = self.continued(link.description, NO_FACTS)
        return text

    def methods(self, title: str, methods: MethodList) -> list[nodes.Node]:
        """List methods in a line, if there are any."""
        if not methods.links:
            return []
        words: list[Piece] = [f"{title} ", *self.links(methods.links)]
        if methods.more:
            words.append(_(" and %s more") % methods.more)
        return [line(*words, css="gg-uses")]

    def uses(self, links: Sequence[Link], methods: int = 0) -> list[nodes.Node]:
        """Write which objects mention an object directly.

        Args:
            links: The objects that mention it.
            methods: How many methods mention it, also inside other types; shown where other types
                mention it.
        """
        if not links:
            return []
        words: list[Piece] = [f"{_('Used by')} ", *self.links(links[:MOST_USERS])]
        if len(links) > MOST_USERS:
            words.append(_(" and %s more") % (len(links) - MOST_USERS))
        if methods and any(link.objtype not in ("method", "contract") for link in links):
            words.append(f" ({_('methods in all')}: {methods})")
        return [line(*words, css="gg-uses")]


def _values(words: str, values: Sequence[str]) -> list[Piece]:
    if len(values) > MANY_VALUES:
        return [f"{words} ", code(", ".join(values))]
    return [f"{words} ", *separated(map(code, values))]


def sentence_after(description: str, facts: Sequence[Piece]) -> list[Piece]:
    """Write facts as a sentence of their own."""
    if not facts:
        return []
    ends = description.rstrip().endswith((".", "!", "?", "…", ":"))
    first, *rest = facts
    if isinstance(first, str):
        first = first[:1].upper() + first[1:]
    return [" " if ends else ". ", first, *rest, "."]


def _with_whole_brackets(text: str) -> Iterator[Piece]:
    """Split a part of a type, in which the brackets of ``(A | B)[]`` and ``A[][]`` are elements of
    their own: a style keeps each on one line.
    """
    end = 0
    for brackets in _BRACKETS.finditer(text):
        yield text[end : brackets.start()]
        yield code(brackets[0])
        end = brackets.end()
    yield text[end:]
