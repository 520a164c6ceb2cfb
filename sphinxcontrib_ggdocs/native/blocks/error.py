"""The blocks of a declared error."""

from collections.abc import Iterator

from ..view import ErrorView
from ..vocabulary import Block, Word, given
from .lifecycle import deprecation, history_line
from .messages import header_blocks, message_blocks
from .scope import Scope


def error_blocks(scope: Scope, error: ErrorView) -> Iterator[Block]:
    """Write what a declared error is."""
    yield from given(error.description)
    yield from deprecation(error, error.deprecation_message)
    place = f"error {error.name.removeprefix(f'{scope.slug}.')}"
    yield from history_line(scope, error, place)
    if error.data is not None:
        yield from message_blocks(scope, Word("Data"), error.data)
    yield from header_blocks(scope, error.headers)
