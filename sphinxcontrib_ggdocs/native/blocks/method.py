"""The blocks of a method or an interaction."""

from collections.abc import Iterator

from ..view import MethodView
from ..vocabulary import Block, Label, Line, Sample, Word, code, given, labelled, prose, separated
from .credentials import security_blocks
from .lifecycle import deprecation, history_line, place_of
from .messages import header_blocks, message_blocks, row_blocks
from .notation import error_lines, link_line, see_also
from .scope import Scope


def method_blocks(scope: Scope, method: MethodView) -> Iterator[Block]:
    """Write a method."""
    yield from given(method.summary)
    yield from given(method.description)
    yield from deprecation(method, method.deprecation_message)
    yield from history_line(scope, method, place_of(scope, method))
    if method.aliases:
        yield labelled(Word("Also at"), *separated(map(code, method.aliases)))
    for server in method.servers:
        yield Line(labelled(Word("Server"), code(server.url)).words, prose(server.description))
    yield from _callers(scope, method)
    yield from row_blocks(scope, method.params, "Parameter")
    yield from _messages(scope, method)
    yield from header_blocks(scope, method.response_headers)
    declared = [error for error in method.errors if error not in method.runtime_errors]
    yield from error_lines(scope, declared)
    yield from link_line(scope, Word("Errors of the runtime"), method.runtime_errors)
    yield from link_line(scope, Word("Callbacks"), method.callbacks)
    for sample in method.code_samples:
        yield labelled(sample.label or sample.language)
        yield Sample(sample.code, sample.language)
    # The frames of answers are described at the contract.
    for what, outline in method.frames:
        if what == "As sent":
            yield Line((Word("As sent"), " ", code(outline)))
    yield from see_also(method.external_docs)


def _messages(scope: Scope, method: MethodView) -> Iterator[Block]:
    """Write request and responses of a method."""
    sent, answered = Word("Message"), Word("Reply")
    if method.protocol == "http":
        sent, answered = Word("Body"), Word("Response")
    if method.body is not None:
        yield from message_blocks(scope, sent, method.body)
    for response in method.responses:
        yield from message_blocks(scope, answered, response)


def _callers(scope: Scope, method: MethodView) -> Iterator[Block]:
    """Write how callers identify themselves, and who may call: in one line, if both need but
    one.
    """
    security = [*security_blocks(scope, method.security)]
    if not method.permission:
        yield from security
        return
    permission = (Label(Word("Permission")), method.permission)
    match security:
        case [Line(words)]:
            yield Line((*words, " · ", *permission))
        case _:
            yield from security
            yield Line(permission)
