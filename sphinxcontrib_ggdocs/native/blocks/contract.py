"""Builds the blocks of a contract: what holds for all of its methods.

A *scope* is the document and the text that shows the blocks.
"""

from collections.abc import Iterator

from ...document import parts as doc
from ..view import ContractView
from ..vocabulary import Block, Word, code, description_block, labelled
from .credentials import lacks_credentials, permission_of, security_blocks
from .framing import framing_blocks
from .lifecycle import deprecation, history_line
from .messages import param_blocks
from .notation import error_lines, is_named, see_also
from .scope import Scope


def contract_blocks(scope: Scope, view: ContractView) -> Iterator[Block]:
    """Yield the blocks of a contract, without those of its methods."""
    yield from description_block(view.description)
    yield from shared_blocks(scope, view)


def shared_blocks(scope: Scope, view: ContractView) -> Iterator[Block]:
    """Yield what holds for all methods of a contract: lifecycle, credentials, parameters, errors,
    framing.
    """
    contract = view.part
    yield from deprecation(contract)
    yield from history_line(scope, f"contract {view.key}", contract.lifecycle)
    yield from security_blocks(
        scope, contract.security, lacks_credentials=lacks_credentials(contract)
    )
    yield from param_blocks(scope, view.params, "Parameter")
    if permission := permission_of(contract.permission, contract.security):
        yield labelled(Word("Permission"), permission)
    if isinstance(contract, doc.WebSocketContract):
        # Those with which opening the WebSocket fails; errors of HTTP belong to the methods.
        yield from error_lines(scope, contract.errors or ())
    yield from _error_format(scope, contract)
    yield from framing_blocks(scope, view)
    yield from see_also(contract.external_docs)


def _error_format(
    scope: Scope, contract: doc.HttpContract | doc.WebSocketContract
) -> Iterator[Block]:
    """Yield the format of error responses, if the contract or one of its methods has named errors.

    Errors without a name on the wire are not in this format.
    """
    keys: list[str] = []
    if isinstance(contract, doc.WebSocketContract):
        keys += contract.errors or ()
    for method in contract.methods:
        keys += method.errors
    if not any(is_named(scope, key) for key in keys):
        return
    # None is the usual format, which needs no words.
    if contract.error_format == "problem":
        yield labelled(Word("Error format"), code("application/problem+json"))
    elif contract.error_format:  # `plain`
        yield labelled(Word("Error format"), Word("the data alone"))
