"""Builds blocks that say how messages are sent over a WebSocket."""

from collections.abc import Iterator
from typing import Final

from ...contracts.envelopes import MARK, outline
from ...document import parts as doc
from ..view import ContractView, MethodView
from ..vocabulary import Block, Inline, Line, Ref, Word, code, labelled, prose, separated
from .scope import Scope

_REPLY_LABEL: Final = Word("Replies as sent")
_ERROR_LABEL: Final = Word("Errors as sent")


def message_frame(view: MethodView) -> Iterator[Block]:
    """Yield how a message is sent: its frame with the name of the method, as one line of code.

    Frames of replies are described with the contract.
    """
    contract, method = view.contract, view.part
    assert isinstance(contract, doc.WebSocketContract)
    assert isinstance(method, doc.WebSocketMethod)
    framing = contract.framing
    if MARK in framing.request:  # the envelope is only a placeholder: payloads are sent alone
        return
    envelope = framing.event
    if method.ws_pattern == "req":
        envelope = framing.request
    # A method may have a frame of its own.
    sent = outline(method.ws_frame or envelope, method=method.name, empty=method.ws_input is None)
    yield Line((Word("As sent"), " ", code(sent)))


def framing_blocks(scope: Scope, view: ContractView) -> Iterator[Block]:
    """Yield the frames of a WebSocket contract: those of replies, and those that report failed
    events and refused messages.
    """
    if view.lacks_messages:
        yield labelled(
            Word("Messages"), Word("not described; in FastAPI, messages() describes them")
        )
    contract = view.part
    # Messages of brokers, whose protocol is named, are sent without frames of ours.
    if not isinstance(contract, doc.WebSocketContract) or contract.protocol is not None:
        return
    if not contract.methods:
        return
    framing = contract.framing
    clauses: list[Inline] = []
    # Without duplicates: most methods have the same frames.
    for label, frame in dict.fromkeys(_reply_frames(contract)):
        clauses += [label, " ", code(frame), ". "]
    for label, envelope, keys in (
        (Word("A failed event is reported with"), framing.event_error, framing.event_errors),
        (Word("Invalid messages get the reply"), framing.refusal, framing.refusals),
    ):
        if envelope is not None and keys:  # it is reported, and some errors are known
            errors: list[Inline] = []
            for key in keys:
                full_name = scope.view.names.part(key)
                errors.append(scope.link(Ref("error", full_name, text=key)))
            clauses += [label, " ", code(outline(envelope)), ": ", *separated(errors), ". "]
    words = labelled(Word("Framing"), framing.name).words
    facts = tuple(clauses[:-1])  # the writer ends the sentence itself
    yield Line(words, prose(framing.description), facts)


def _reply_frames(contract: doc.WebSocketContract) -> Iterator[tuple[Word, str]]:
    """Yield the labels and frames of the replies and errors that answer the messages of a
    contract.
    """
    framing = contract.framing
    if MARK in framing.request:  # the envelope is only a placeholder: there is no frame to show
        return
    for method in contract.methods:
        failure = framing.event_error  # None if failures of events are not reported
        if method.ws_pattern == "req":
            yield _REPLY_LABEL, outline(framing.answer)
            failure = framing.error
        if method.errors and failure is not None:
            yield _ERROR_LABEL, outline(failure)
