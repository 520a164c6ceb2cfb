"""Builds the blocks of an HTTP method, or of an interaction: a message over a WebSocket.

A *scope* is the document and the text that shows the blocks.
"""

from collections.abc import Iterator

from ...document import parts as doc
from ..view import MethodView
from ..vocabulary import (
    Block,
    Label,
    Line,
    Sample,
    Word,
    code,
    description_block,
    labelled,
    prose,
    separated,
)
from .credentials import permission_of, security_blocks
from .framing import message_frame
from .lifecycle import deprecation, history_line
from .messages import header_blocks, message_blocks, param_blocks
from .notation import error_lines, link_line, see_also
from .response_links import link_blocks
from .scope import Scope


def method_blocks(scope: Scope, view: MethodView, *, errors: bool = True) -> Iterator[Block]:
    """Yield the blocks of a method or an interaction.

    Args:
        scope: The document, and the text that is written.
        view: The method.
        errors: Whether to list its errors.
    """
    method = view.part
    yield from description_block(method.summary)
    yield from description_block(method.description)
    yield from deprecation(method)
    place = f"method {view.key}"
    yield from history_line(scope, place, method.lifecycle, method.history or ())
    if further_paths := view.paths[1:]:
        yield labelled(Word("Also at"), *separated(map(code, further_paths)))
    yield from _servers(method)
    yield from _callers(scope, view)
    yield from param_blocks(scope, view.params, "Parameter")
    yield from _messages(scope, view)
    if isinstance(method, doc.HttpMethod):
        yield from header_blocks(scope, method.response_headers)
    if errors:
        # Those of the runtime, such as failed validation, are declared by no author.
        runtime_errors = method.runtime_errors or ()
        declared_errors = [key for key in method.errors if key not in runtime_errors]
        yield from error_lines(scope, declared_errors, view.error_texts)
        links = [scope.error(key) for key in runtime_errors]
        yield from link_line(scope, Word("Errors of the runtime"), links)
    yield from _further(scope, view)
    yield from see_also(method.external_docs)


def _servers(method: doc.Method) -> Iterator[Block]:
    """Yield the servers of a method, if they differ from those of the document."""
    if isinstance(method, doc.HttpMethod):
        for server in method.servers or ():
            yield Line(labelled(Word("Server"), code(server.url)).words, prose(server.description))


def _messages(scope: Scope, view: MethodView) -> Iterator[Block]:
    """Yield request and responses of a method, or the message and the reply of an interaction."""
    request_label, response_label = Word("Message"), Word("Reply")
    if view.contract.kind == "http":
        request_label, response_label = Word("Body"), Word("Response")
    if view.body is not None:
        yield from message_blocks(scope, request_label, view.body)
    for response in view.responses:
        yield from message_blocks(scope, response_label, response)
        yield from link_blocks(scope, response.links)


def _callers(scope: Scope, view: MethodView) -> Iterator[Block]:
    """Yield how callers authenticate and which permission they need, in one line if both
    are short.
    """
    method = view.part
    security = [*security_blocks(scope, method.security)]
    effective_security = method.security
    if effective_security is None:  # the method does not override that of its contract
        effective_security = view.contract.security
    # Empty also if these credentials already say the same as the permission.
    permission_text = permission_of(method.permission, effective_security)
    if not permission_text:
        yield from security
        return
    permission = (Label(Word("Permission")), permission_text)
    match security:
        case [Line(words=credentials)]:  # a single block, which is a line: short enough to share it
            yield Line((*credentials, " · ", *permission))
        case _:
            yield from security
            yield Line(permission)


def _further(scope: Scope, view: MethodView) -> Iterator[Block]:
    """Yield the callbacks and code samples of an HTTP method, or the frame of a WebSocket
    message.
    """
    method = view.part
    if isinstance(method, doc.WebSocketMethod):
        yield from message_frame(view)
        return
    group = view.key.partition("/")[0]  # `orders` of `orders/OrderApi/get_order`
    links = scope.view.links
    # Callbacks are contracts of the same group; the text is the name without the group.
    callbacks = [links.contract(group, name)._replace(text=name) for name in method.callbacks or ()]
    yield from link_line(scope, Word("Callbacks"), callbacks)
    for sample in method.code_samples or ():
        yield labelled(sample.label or sample.language)
        yield Sample(sample.code, sample.language)
