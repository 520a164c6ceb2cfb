"""Builds blocks that say how messages are sent over a WebSocket."""

from collections.abc import Iterator
from typing import Final

from ...contracts.envelopes import MARK, outline
from ...document import parts as doc
from ..view import ContractView, MethodView
from ..vocabulary import Block, Inline, Line, Ref, Word, code, labelled, prose, separated
from .scope import Scope

_REPLIES: Final = Word("Replies as sent")
_ERRORS: Final = Word("Errors as sent")


def message_frame(view: MethodView) -> Iterator[Block]:
    """Write how a message is sent; the frames of answers are described at the contract."""
    contract, method = view.contract, view.part
    assert isinstance(contract, doc.WebSocketContract)
    assert isinstance(method, doc.WebSocketMethod)
    framing = contract.framing
    if MARK in framing.request:  # a message is its payload
        return
    outer = framing.event
    if method.ws_pattern == "req":
        outer = framing.request
    sent = outline(method.ws_frame or outer, method=method.name, empty=method.ws_input is None)
    yield Line((Word("As sent"), " ", code(sent)))


def framing_blocks(scope: Scope, view: ContractView) -> Iterator[Block]:
    """Write the frames of a WebSocket: those that all methods share, and those of failures and
    refusals.
    """
    if view.lacks_messages:
        yield labelled(
            Word("Messages"), Word("not described; in FastAPI, messages() describes them")
        )
    contract = view.part
    if not isinstance(contract, doc.WebSocketContract) or contract.protocol is not None:
        return
    if not contract.methods:
        return
    framing = contract.framing
    clauses: list[Inline] = []
    # Each once, for the frames of most methods are those of the contract.
    for label, frame in dict.fromkeys(_answers(contract)):
        clauses += [label, " ", code(frame), ". "]
    for label, outer, keys in (
        (Word("A failed event is reported with"), framing.event_error, framing.event_errors),
        (Word("Invalid messages get the reply"), framing.refusal, framing.refusals),
    ):
        if outer is not None and keys:
            names = [(key, scope.view.names.part(key)) for key in keys]
            errors = [scope.link(Ref("error", name, key)) for key, name in names]
            clauses += [label, " ", code(outline(outer)), ": ", *separated(errors), ". "]
    words = labelled(Word("Framing"), framing.name).words
    yield Line(words, prose(framing.description), tuple(clauses[:-1]))


def _answers(contract: doc.WebSocketContract) -> Iterator[tuple[Word, str]]:
    """Yield the frames of what is answered to the messages of a contract."""
    framing = contract.framing
    if MARK in framing.request:
        return
    for method in contract.methods:
        failure = framing.event_error
        if method.ws_pattern == "req":
            yield _REPLIES, outline(framing.answer)
            failure = framing.error
        if method.errors and failure is not None:
            yield _ERRORS, outline(failure)
