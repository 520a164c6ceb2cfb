"""Lines of text: types, facts, parameters and fields, bodies."""

from collections.abc import Iterable, Iterator, Sequence

from docutils import nodes
from sphinx import addnodes

from ...native.view import BodyView, ContentView, Facts, Link, ObjectType, Row, Tokens, text_of
from .. import _
from .context import RenderContext


def paragraph(*content: nodes.Node) -> nodes.paragraph:
    """A paragraph. Without a source: these words are ours, not to be translated as prose."""
    return nodes.paragraph("", "", *merged(content))


def merged(content: Iterable[nodes.Node]) -> Iterator[nodes.Node]:
    """The same with pieces of text that follow each other as one: Sphinx goes over every node some
    fifty times.
    """
    words = ""
    for node in content:
        if isinstance(node, nodes.Text):
            words += node
            continue
        if words:
            yield nodes.Text(words)
            words = ""
        yield node
    if words:
        yield nodes.Text(words)


def text(words: str) -> nodes.Text:
    """Plain words."""
    return nodes.Text(words)


def code(words: str) -> nodes.inline:
    """Inline code. No literal, of which Sphinx writes each word as an element of its own."""
    return nodes.inline("", words, classes=["gg-type"], support_smartquotes=False)


def label(words: str) -> list[nodes.Node]:
    """What a line is about."""
    return [nodes.strong("", words, classes=["gg-label"]), text(" ")]


def separated(parts: Iterable[nodes.Node], separator: str = ", ") -> Iterator[nodes.Node]:
    """Nodes with text between them."""
    for position, part in enumerate(parts):
        if position:
            yield text(separator)
        yield part


def type_nodes(context: RenderContext, tokens: Tokens) -> list[nodes.Node]:
    """A type expression, its names linked; with one name in it all of it is the link."""
    named = [token for token in tokens if token.name]
    if not named:
        return [code(text_of(tokens))]
    if len(named) == 1:
        return [_link(context, named[0].name, code(text_of(tokens)))]
    whole = nodes.inline("", "", classes=["gg-type"], support_smartquotes=False)
    for token in tokens:
        words = text(token.text)
        whole += _link(context, token.name, words) if token.name else words
    return [whole]


def _link(context: RenderContext, key: str, content: nodes.Node) -> nodes.Element:
    name = f"{context.slug}.{key}"
    objtype: ObjectType = "brand" if name in context.brands else "schema"
    link = context.link(objtype, name, content)
    if isinstance(link, nodes.reference) and isinstance(
        content, nodes.inline
    ):  # one element is enough
        link.replace(content, content.children)
        link["classes"] += content["classes"]
        link["support_smartquotes"] = False
    return link


def fact_nodes(context: RenderContext, facts: Facts) -> list[nodes.Node]:
    """The facts as one clause: ``1–99; default 20``."""
    clauses: list[list[nodes.Node]] = [
        [text(each.text(context.words))] for each in facts.constraints
    ]
    clauses += [_values(_("pattern"), facts.patterns)] if facts.patterns else []
    clauses += [_values(_("one of"), facts.values)] if facts.values else []
    clauses += [_values(_("media types"), facts.media_types)] if facts.media_types else []
    clauses += (
        [[text(_("at most %s bytes") % facts.max_size)]] if facts.max_size is not None else []
    )
    clauses += [[text(f"{_('default')} {facts.default}")]] if facts.default is not None else []
    clauses += [_values(_("for example"), facts.examples)] if facts.examples else []
    found: list[nodes.Node] = []
    for clause in clauses:
        found += [text("; "), *clause] if found else clause
    return found


def _values(words: str, values: Sequence[str]) -> list[nodes.Node]:
    return [text(f"{words} "), *separated(map(code, values))]


def row_list(context: RenderContext, rows: Sequence[Row], within: str) -> nodes.bullet_list:
    """Parameters or fields, a line for each."""
    return compact_list(_row(context, row, within) for row in rows)


def compact_list(items: Iterable[list[nodes.Node]]) -> nodes.bullet_list:
    """A list of lines, each with what follows it."""
    return nodes.bullet_list(
        "", *(nodes.list_item("", *blocks) for blocks in items), classes=["gg-rows"]
    )


def compact(*content: nodes.Node) -> addnodes.compact_paragraph:
    """A line of a list, which is no element of its own in HTML."""
    return addnodes.compact_paragraph("", "", *merged(content))


def _row(context: RenderContext, row: Row, within: str) -> list[nodes.Node]:
    places = {"path": _("path"), "query": _("query"), "header": _("header"), "cookie": _("cookie")}
    notes = [places[row.place]] if row.place else []
    notes += [] if row.required else [_("optional")]
    notes += [_("deprecated")] if row.deprecated else []
    line: list[nodes.Node] = [nodes.strong("", row.name), text(" "), *type_nodes(context, row.type)]
    if notes:
        line.append(text(", " + ", ".join(notes)))
    line, blocks = _continued(context, line, row.description, row.facts, within)
    return [compact(*line), *blocks]


def described_line(
    context: RenderContext,
    line: list[nodes.Node],
    description: str | None,
    facts: Facts,
    within: str,
) -> list[nodes.Node]:
    """A paragraph that goes on with a description and with facts; what does not fit into it
    follows.
    """
    line, blocks = _continued(context, line, description, facts, within)
    return [paragraph(*line), *blocks]


def _continued(
    context: RenderContext,
    line: list[nodes.Node],
    description: str | None,
    facts: Facts,
    within: str,
) -> tuple[list[nodes.Node], list[nodes.Node]]:
    blocks = context.described(description, within)
    first = blocks[0] if blocks else None
    written = fact_nodes(context, facts)
    if isinstance(first, nodes.paragraph) and not (context.for_translators or first["ids"]):
        line += [text(" – "), *first.children]
        blocks = blocks[1:]
        ends = first.astext().rstrip().endswith((".", "!", "?", "…", ":"))
        line += [text(" " if ends else ". "), *_capitalised(written), text(".")] if written else []
    elif written:
        line += [text(" – "), *written, text(".")]
    return line, blocks


def _capitalised(clause: list[nodes.Node]) -> list[nodes.Node]:
    words = clause[0].astext()
    return (
        [text(words[:1].upper() + words[1:]), *clause[1:]]
        if isinstance(clause[0], nodes.Text)
        else clause
    )


def content_nodes(context: RenderContext, content: ContentView, within: str) -> list[nodes.Node]:
    """One representation in a line: its type, and its media type where that is not JSON."""
    line: list[nodes.Node] = (
        [text(_("bytes"))] if content.type is None else type_nodes(context, content.type)
    )
    if content.media_type:
        line += [text(_(" as ")), code(content.media_type)]
    if content.stream:
        line.append(text(_(", one event of a stream")))
    return line


def body_nodes(context: RenderContext, title: str, body: BodyView, within: str) -> list[nodes.Node]:
    """A request body, a message or a response, and the fields of those that have no name."""
    line = label(title)
    if body.status is not None:
        line.append(text(f"{body.status} "))
    if not body.contents:
        line.append(text(_("no content")))
    for position, content in enumerate(body.contents):
        line += [text(_(" or "))] if position else []
        line += content_nodes(context, content, within)
    if not body.required:
        line.append(text(", " + _("optional")))
    facts = body.contents[0].facts if len(body.contents) == 1 else Facts()
    found = described_line(context, line, body.description, facts, within)
    for content in body.contents:
        if content.fields:
            found.append(row_list(context, content.fields, within))
    return found


def link_line(context: RenderContext, title: str, links: Sequence[Link]) -> list[nodes.Node]:
    """Mentions of other objects in a line, if there are any."""
    if not links:
        return []
    return [paragraph(*label(title), *separated(context.link_to(link) for link in links))]


def uses_line(context: RenderContext, links: Sequence[Link], methods: int = 0) -> list[nodes.Node]:
    """Who mentions an object directly, if anybody does.

    Args:
        context: The context.
        links: Those who mention it.
        methods: How many methods mention it, also inside other types; said where other types
            mention it.
    """
    if not links:
        return []
    line = paragraph(
        text(_("Used by")), text(" "), *separated(context.link_to(link) for link in links)
    )
    if any(link.objtype not in ("method", "contract") for link in links):
        line += text(f" ({_('methods in all')}: {methods})")
    line["classes"].append("gg-uses")
    return [line]
