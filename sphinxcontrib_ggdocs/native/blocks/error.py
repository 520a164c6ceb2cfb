"""Builds the blocks of a declared error.

A *scope* is the document and the text that shows the blocks.
"""

from collections.abc import Iterator

from ...document import parts as doc
from ..view import ErrorView
from ..vocabulary import Block, Word, description_block
from .lifecycle import deprecation, history_line
from .messages import header_blocks, message_blocks
from .response_links import link_blocks
from .scope import Scope


def error_blocks(scope: Scope, view: ErrorView) -> Iterator[Block]:
    """Yield the blocks of a declared error: description, lifecycle, data, headers and links."""
    error = view.part
    yield from description_block(error.description)
    yield from deprecation(error)
    yield from history_line(scope, f"error {view.key}", error.lifecycle)
    if view.contents:
        # As a body, so that the data of errors and those of requests are shown alike.
        data = doc.Body(required=True, contents=view.contents)
        yield from message_blocks(scope, Word("Data"), data, known_description=error.description)
    yield from header_blocks(scope, error.response_headers)
    yield from link_blocks(scope, error.links)
