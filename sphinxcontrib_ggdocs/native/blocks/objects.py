"""The blocks of contracts, methods, types and errors: what is shown below their names, in which
order.
"""

from collections.abc import Iterator
from typing import Final

from ..view import ContractView, ErrorView, Link, MethodView, ObjectView, SchemaView
from ..view.names import ANCHOR
from .credentials import security_blocks
from .lifecycle import deprecation, history_line
from .messages import header_blocks, message_blocks, row_blocks
from .notation import (
    described_values,
    error_lines,
    fact_words,
    link_line,
    method_line,
    see_also,
    type_words,
    user_line,
)
from .scope import Scope
from .vocabulary import (
    Block,
    Blocks,
    Inline,
    Item,
    Items,
    Label,
    Line,
    Prose,
    Sample,
    Word,
    code,
    labelled,
    prose,
    separated,
)


def blocks_of(scope: Scope, view: ObjectView) -> Blocks:
    """Return the blocks of an object; of a contract without its methods."""
    match view:
        case ContractView():
            return tuple(contract_blocks(scope, view))
        case MethodView():
            return tuple(method_blocks(scope, view))
        case SchemaView():
            return (*type_blocks(scope, view), *further_blocks(scope, view))
        case ErrorView():
            return tuple(error_blocks(scope, view))
        case _:
            raise TypeError(view)


def contract_blocks(scope: Scope, contract: ContractView) -> Iterator[Block]:
    """Write what holds for all methods of a contract."""
    yield from _given(contract.description)
    yield from deprecation(contract, None)
    yield from history_line(scope, contract, _place_of_route(scope, contract))
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


def method_blocks(scope: Scope, method: MethodView) -> Iterator[Block]:
    """Write a method."""
    yield from _given(method.summary)
    yield from _given(method.description)
    yield from deprecation(method, method.deprecation_message)
    yield from history_line(scope, method, _place_of_route(scope, method))
    if method.aliases:
        yield labelled(Word("Also at"), *separated(map(code, method.aliases)))
    for server in method.servers:
        yield Line(labelled(Word("Server"), code(server.url)).words, prose(server.description))
    yield from _callers(scope, method)
    yield from row_blocks(scope, method.params, "Parameter")
    yield from _messages(scope, method)
    yield from header_blocks(scope, method.response_headers)
    yield from error_lines(scope, method.errors)
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


def _place_of_route(scope: Scope, view: ContractView | MethodView) -> str:
    """Return kind and key of a contract or a method, as changes have them."""
    key = view.route.removeprefix(f"{ANCHOR}{scope.slug}.").replace(".", "/")
    return f"{view.objtype} {key}"


def type_blocks(scope: Scope, schema: SchemaView) -> Iterator[Block]:
    """Write what a named type or a brand is."""
    facts = fact_words(schema.facts)
    if schema.definition is not None:
        words: list[Inline] = ["= ", *type_words(scope, schema.definition)]
        if facts:
            words += ["; ", *facts]
        yield Line(tuple(words), role="definition")
    yield from _given(schema.description)
    if schema.deprecated:
        yield labelled(Word("Deprecated"))
    yield from _alternatives(scope, schema)
    yield from described_values(schema.facts)
    if schema.definition is None and facts:
        yield Line((*facts, "."))
    yield from row_blocks(scope, schema.fields, "Field")
    if schema.closed:
        yield Line((Word("No other fields are accepted."),))
    if schema.rules:
        yield labelled(Word("Further rules"))
        yield Sample(schema.rules)
    yield from see_also(schema.external_docs)


def further_blocks(scope: Scope, schema: SchemaView) -> Iterator[Block]:
    """Write an example of a type, and where it is used."""
    if schema.example:
        yield Sample(schema.example)
    yield from method_line(scope, Word("Returned by"), schema.returned_by)
    yield from method_line(scope, Word("Accepted by"), schema.accepted_by)
    yield from user_line(scope, schema.used_by, schema.methods)


def _alternatives(scope: Scope, schema: SchemaView) -> Iterator[Block]:
    """List the members of a long union, or of one with a discriminator."""
    if schema.alternatives:
        lines = (Line(type_words(scope, tokens)) for tokens in schema.alternatives)
        yield Items(tuple(map(Item, lines)))
    if schema.variants:
        yield labelled(Word("By"), code(schema.discriminator))
        variants: list[Item] = []
        for value, tokens in schema.variants:
            variants.append(Item(Line((code(value), ": ", *type_words(scope, tokens)))))
        yield Items(tuple(variants))


def error_blocks(scope: Scope, error: ErrorView) -> Iterator[Block]:
    """Write a declared error."""
    yield from _given(error.description)
    yield from deprecation(error, error.deprecation_message)
    place = f"error {error.name.removeprefix(f'{scope.slug}.')}"
    yield from history_line(scope, error, place)
    if error.data is not None:
        yield from message_blocks(scope, Word("Data"), error.data)
    yield from header_blocks(scope, error.headers)
    yield from user_line(scope, error.used_by)


def _given(description: str | None) -> Iterator[Block]:
    if description:
        yield Prose(description)
