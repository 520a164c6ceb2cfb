"""The blocks of a contract: what holds for all of its methods."""

from collections.abc import Iterator
from typing import Final

from ..view import ContractView, Link
from ..vocabulary import Block, Inline, Line, Word, code, given, labelled, prose, separated
from .credentials import security_blocks
from .lifecycle import deprecation, history_line, place_of
from .messages import row_blocks
from .notation import error_lines, see_also
from .scope import Scope


def contract_blocks(scope: Scope, contract: ContractView) -> Iterator[Block]:
    """Write what holds for all methods of a contract."""
    yield from given(contract.description)
    yield from deprecation(contract, None)
    yield from history_line(scope, contract, place_of(scope, contract))
    yield from security_blocks(scope, contract.security, undeclared=contract.undeclared)
    yield from row_blocks(scope, contract.params, "Parameter")
    if contract.permission:
        yield labelled(Word("Permission"), contract.permission)
    yield from error_lines(scope, contract.errors)
    yield from _error_format(contract.error_format)
    yield from _framing(scope, contract)
    yield from see_also(contract.external_docs)


def _error_format(error_format: str) -> Iterator[Block]:
    if error_format == "problem":
        yield labelled(Word("Error format"), code("application/problem+json"))
    elif error_format:
        yield labelled(Word("Error format"), Word("the data alone"))


_SENT: Final = {
    "Its reply as sent": Word("Replies as sent"),
    "Its errors as sent": Word("Errors as sent"),
    "A failed event": Word("A failed event is reported with"),
    "Invalid message": Word("Invalid messages get the reply"),
}


def _framing(scope: Scope, contract: ContractView) -> Iterator[Block]:
    """Write the frames of a WebSocket: those that all methods share, and those of failures and
    refusals.
    """
    if contract.lacks_messages:
        yield labelled(Word("Messages"), Word("not described"))
    name, description = contract.framing
    if not name or contract.lacks_messages:
        return
    # Each once, for the frames of most methods are those of the contract.
    frames = dict.fromkeys(frame for method in contract.methods for frame in method.frames)
    clauses: list[Inline] = []
    for what, outline in frames:
        if what in _SENT:
            clauses += [_SENT[what], " ", code(outline), ". "]
    for what, outline, keys in contract.failures:
        errors = [scope.link(Link("error", f"{scope.slug}.{key}", key)) for key in keys]
        clauses += [_SENT[what], " ", code(outline), ": ", *separated(errors), ". "]
    words = labelled(Word("Framing"), name).words
    yield Line(words, prose(description), tuple(clauses[:-1]))
