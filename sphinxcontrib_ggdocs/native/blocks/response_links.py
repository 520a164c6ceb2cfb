"""Builds the blocks of a response's links: calls that take its values."""

from collections.abc import Iterator, Sequence

from ...document import parts as doc
from ..view import literal
from ..vocabulary import Block, Inline, Item, Items, Line, Ref, Word, code, labelled, prose
from .scope import Scope


def link_blocks(scope: Scope, links: Sequence[doc.ResponseLink] | None) -> Iterator[Block]:
    """Yield the list of links of a response or an error, if there are any."""
    if links:
        yield labelled(Word("Links"))
        yield Items(tuple(_link_item(scope, link) for link in links))


def _link_item(scope: Scope, link: doc.ResponseLink) -> Item:
    """Return a link as an item: ``name: method with id = $response.body#/id, Body = …``."""
    words: list[Inline] = [code(link.name), ": "]
    method = scope.view.methods.get(link.method or "")
    if method is None:  # an operation that the document does not have
        words.append(code(link.operation or link.name))
    else:
        words.append(scope.link(Ref("method", method.name, method.part.name)))
    # Names of parameters, or the word for the body, with values.
    arguments: list[tuple[Inline, object]] = []
    for name, value in (link.parameters or {}).items():
        arguments.append((code(name), value))
    if link.body is not None:
        arguments.append((Word("Body"), link.body))
    separator: Inline = Word(" with ")
    for argument, value in arguments:
        text = literal(value)
        if isinstance(value, str):
            text = value  # nearly always an expression, `$response.body#/id`
        words += [separator, argument, " = ", code(text)]
        separator = ", "
    return Item(Line(tuple(words), prose(link.description)))
