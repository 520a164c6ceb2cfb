"""Builds blocks that say how messages are sent over a WebSocket.

A *frame* is the JSON in which a message is sent, such as its name and its payload in a list. The
document describes it by an *envelope*: a schema with marked placeholders for what differs between
messages, which `outline` writes as one line, ``{"id": <id>, "data": <payload>}``.
"""

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
    # If the envelope is nothing but the placeholder of the payload, payloads are sent alone.
    if MARK in framing.request:
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
    if not contract.methods:  # without messages there is nothing to send
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
        # The envelope is None if the service reports nothing; `keys` are those of the errors that
        # it reports.
        if envelope is not None and keys:
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
    # If the envelope is nothing but the placeholder of the payload, there is no frame to show.
    if MARK in framing.request:
        return
    for method in contract.methods:
        # The envelope of errors; that of an event is None if its failures are not reported.
        failure = framing.event_error
        if method.ws_pattern == "req":
            yield _REPLY_LABEL, outline(framing.answer)
            failure = framing.error
        if method.errors and failure is not None:
            yield _ERROR_LABEL, outline(failure)
