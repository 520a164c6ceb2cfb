"""Writes the content of contracts, methods, types and errors, below their signatures."""

from collections.abc import Sequence
from typing import TypeAlias

from docutils import nodes

from ...native.view import (
    NO_FACTS,
    ContractView,
    ErrorView,
    Link,
    MethodView,
    ObjectView,
    Row,
    SchemaView,
)
from ...native.view.names import ANCHOR
from .. import _
from .context import RenderContext
from .credential_lines import security_lines
from .line_writer import LineWriter, sentence_after
from .lines import Piece, code, example, item, item_list, label, line, separated


def lines_of(context: RenderContext, view: ObjectView) -> list[nodes.Node]:
    """Write an object; a contract without its methods."""
    writer = LineWriter(context, view, _place_of(view, context.slug))
    match view:
        case ContractView():
            return _contract(writer, view)
        case MethodView():
            return _method(writer, view)
        case SchemaView():
            return _schema(writer, view)
        case ErrorView():
            return _error(writer, view)
        case _:
            raise TypeError(view)


def _contract(writer: LineWriter, contract: ContractView) -> list[nodes.Node]:
    """Write a contract without its methods."""
    return [
        *writer.described(contract.description),
        *([writer.deprecation(None)] if contract.deprecated else ()),
        *_history(writer, contract),
        *security_lines(writer, contract.security, undeclared=contract.undeclared),
        *writer.rows(contract.params),
        *_permission(contract.permission),
        *writer.errors(contract.errors),
        *_error_format(contract.error_format),
        *_framing(writer, contract),
        *writer.external(contract.external_docs),
    ]


def _framing(writer: LineWriter, contract: ContractView) -> list[nodes.Node]:
    """Write the frames of a WebSocket: those that all methods share, and those of failures and
    refusals.
    """
    if contract.lacks_messages:
        return [line(*label(_("Messages")), _("not described"))]
    name, description = contract.framing
    if not name:
        return []
    titles = {
        "Its reply as sent": _("Replies as sent"),
        "Its errors as sent": _("Errors as sent"),
        "A failed event": _("A failed event is reported with"),
        "Invalid message": _("Invalid messages get the reply"),
    }
    # Each once, for the frames of most methods are those of the contract.
    frames = dict.fromkeys(frame for method in contract.methods for frame in method.frames)
    clauses: list[Piece] = []
    for what, outline in frames:
        if what in titles:
            clauses += [f"{titles[what]} ", code(outline), ". "]
    for what, outline, keys in contract.failures:
        errors = [Link("error", f"{writer.context.slug}.{key}", key) for key in keys]
        clauses += [f"{titles[what]} ", code(outline), ": ", *writer.links(errors), ". "]
    words, blocks = writer.continued(description, NO_FACTS)
    more = sentence_after(description or name, clauses[:-1])
    return [line(*label(_("Framing")), name, *words, *more), *blocks]


def _error_format(error_format: str) -> list[nodes.Node]:
    if not error_format:
        return []
    is_problem = error_format == "problem"
    form = code("application/problem+json") if is_problem else _("the data alone")
    return [line(*label(_("Error format")), form)]


def _method(writer: LineWriter, method: MethodView) -> list[nodes.Node]:
    """Write a method."""
    lines = [*writer.described(method.summary), *writer.described(method.description)]
    if method.deprecated:
        lines.append(writer.deprecation(method.deprecation_message))
    lines += _history(writer, method)
    if method.aliases:
        lines.append(line(*label(_("Also at")), *separated(map(code, method.aliases))))
    for server in method.servers:
        words = [*label(_("Server")), code(server.url)]
        lines += writer.line(words, server.description, NO_FACTS)
    lines += _callers(writer, method)
    lines += writer.rows(method.params)
    lines += _messages(writer, method)
    lines += _response_headers(writer, method.response_headers)
    lines += writer.errors(method.errors)
    lines += writer.link_line(_("Callbacks"), method.callbacks)
    for sample in method.code_samples:
        lines += [line(*label(sample.label or sample.language)), example(sample.code)]
    # The frames of answers are described at the contract.
    sent = [outline for what, outline in method.frames if what == "As sent"]
    lines += [line(f"{_('As sent')} ", code(outline)) for outline in sent]
    return [*lines, *writer.external(method.external_docs)]


def _messages(writer: LineWriter, method: MethodView) -> list[nodes.Node]:
    """Write request and responses of a method."""
    is_http = method.protocol == "http"
    lines: list[nodes.Node] = []
    if method.body is not None:
        lines += writer.message(_("Body") if is_http else _("Message"), method.body)
    for response in method.responses:
        lines += writer.message(_("Response") if is_http else _("Reply"), response)
    return lines


def _callers(writer: LineWriter, method: MethodView) -> list[nodes.Node]:
    """Write how callers identify themselves, and who may call: in one line, if both need but
    one.
    """
    security, permission = security_lines(writer, method.security), _permission(method.permission)
    match security, permission:
        case [[nodes.paragraph() as credential], [nodes.paragraph() as needed]]:
            return [line(*credential.children, " · ", *needed.children)]
    return [*security, *permission]


_Versioned: TypeAlias = MethodView | ContractView | ErrorView


def _history(writer: LineWriter, view: _Versioned) -> list[nodes.Node]:
    """Write the versions in which an object was added, changed and deprecated, its end, and its
    replacement.
    """
    texts = {
        "added": _("New in %s"),
        "changed": _("Changed in %s"),
        "deprecated": _("Deprecated since %s"),
    }
    pieces: list[Piece] = []
    for event in view.history:
        text = texts[event.kind] % (event.version or _("the next version"))
        pieces += [writer.link_to_change(event.version, text), ". "]
    sunset, replacement = view.until
    if sunset:
        pieces += [_("To be removed on %s") % sunset, ". "]
    if replacement:
        pieces.append(f"{_('Replaced by')} ")
        if isinstance(replacement, Link):
            pieces += writer.links([replacement])
        else:
            pieces.append(code(replacement))
        pieces.append(". ")
    if pieces:
        return [line(*pieces[:-1], ".", css="gg-history")]
    return []


def _place_of(view: ObjectView, slug: str) -> str:
    """Return kind and key of an object, as changes have them."""
    match view:
        case ContractView() | MethodView():
            key = view.route.removeprefix(f"{ANCHOR}{slug}.").replace(".", "/")
            return f"{view.objtype} {key}"
        case SchemaView():
            return f"type {(view.alias or view.name).removeprefix(f'{slug}.')}"
        case _:
            return f"error {view.name.removeprefix(f'{slug}.')}"


def _schema(writer: LineWriter, schema: SchemaView) -> list[nodes.Node]:
    """Write a named type or a brand."""
    lines: list[nodes.Node] = []
    facts = writer.facts(schema.facts)
    if schema.definition is not None:
        after = ["; ", *facts] if facts else []
        lines.append(line("= ", *writer.type(schema.definition), *after, css="gg-definition"))
    lines += writer.described(schema.description)
    if schema.deprecated:
        lines.append(line(*label(_("Deprecated"))))
    lines += [*_alternatives(writer, schema), *writer.described_values(schema.facts)]
    if schema.definition is None and facts:
        lines.append(line(*facts, "."))
    lines += writer.rows(schema.fields)
    if schema.closed:
        lines.append(line(_("No other fields are accepted.")))
    if schema.rules:
        lines += [line(*label(_("Further rules"))), example(schema.rules)]
    if schema.example:
        lines.append(example(schema.example))
    return [
        *lines,
        *writer.external(schema.external_docs),
        *writer.methods(_("Returned by"), schema.returned_by),
        *writer.methods(_("Accepted by"), schema.accepted_by),
        *writer.uses(schema.used_by, schema.methods),
    ]


def _alternatives(writer: LineWriter, schema: SchemaView) -> list[nodes.Node]:
    """List the members of a long union, or of one with a discriminator."""
    lines: list[nodes.Node] = []
    if schema.alternatives:
        lines.append(item_list(item(writer.type(tokens)) for tokens in schema.alternatives))
    if schema.variants:
        lines.append(line(*label(_("By")), code(schema.discriminator)))
        variants = (
            item([code(value), ": ", *writer.type(tokens)]) for value, tokens in schema.variants
        )
        lines.append(item_list(variants))
    return lines


def _error(writer: LineWriter, error: ErrorView) -> list[nodes.Node]:
    """Write a declared error."""
    lines = writer.described(error.description)
    if error.deprecated:
        lines.append(writer.deprecation(error.deprecation_message))
    lines += _history(writer, error)
    if error.data is not None:
        lines += writer.message(_("Data"), error.data)
    lines += _response_headers(writer, error.headers)
    return [*lines, *writer.uses(error.used_by)]


def _response_headers(writer: LineWriter, headers: Sequence[Row]) -> list[nodes.Node]:
    if headers:
        return [line(*label(_("Response headers"))), *writer.rows(headers)]
    return []


def _permission(words: str) -> list[nodes.Node]:
    if words:
        return [line(*label(_("Permission")), words)]
    return []
