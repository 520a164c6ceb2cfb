"""Writes the lines below the signatures of contracts, methods, types and errors."""

from collections.abc import Iterator
from itertools import chain
from typing import TypeAlias

from ..view import (
    ContractView,
    ErrorView,
    Facts,
    Link,
    MethodView,
    ObjectView,
    SchemaView,
)
from ..view.names import ANCHOR
from .blocks import (
    Block,
    ExampleText,
    Item,
    ItemList,
    Line,
    Parts,
    Piece,
    code,
    label,
)
from .credential_lines import security_lines
from .line_writer import LineWriter, sentence_after


def lines_of(writer: LineWriter, view: ObjectView) -> Parts:
    """An object; a contract without its methods."""
    writer.place = _place_of(view, writer.slug)
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


def _contract(writer: LineWriter, contract: ContractView) -> Parts:
    """A contract without its methods."""
    _ = writer.translate
    return {
        "description": writer.described(contract.description),
        "deprecation": (writer.deprecation(None),) if contract.deprecated else (),
        "history": _history(writer, contract),
        "authentication": security_lines(writer, contract.security, undeclared=contract.undeclared),
        "parameters": writer.rows(contract.params),
        "permission": _permission(writer, contract.permission),
        "errors": writer.errors(contract.errors),
        "error_format": _error_format(writer, contract.error_format),
        "framing": _framing(writer, contract),
        "see_also": writer.external(contract.external_docs),
    }


def _framing(writer: LineWriter, contract: ContractView) -> tuple[Block, ...]:
    """How messages are sent over a WebSocket: what all methods have in common, and what answers
    messages that fail or are refused.
    """
    _ = writer.translate
    if contract.lacks_messages:
        return (Line((*label(_("Messages")), _("not described"))),)
    name, description = contract.framing
    if not name:
        return ()
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
        errors = [Link("error", f"{writer.slug}.{key}", key) for key in keys]
        clauses += [f"{titles[what]} ", code(outline), ": ", *writer.links(errors), ". "]
    words, blocks = writer.continued(description, Facts())
    more = sentence_after(description or name, tuple(clauses[:-1]))
    return (Line((*label(_("Framing")), name, *words, *more)), *blocks)


def _error_format(writer: LineWriter, error_format: str) -> tuple[Block, ...]:
    if not error_format:
        return ()
    _ = writer.translate
    is_problem = error_format == "problem"
    form = code("application/problem+json") if is_problem else _("the data alone")
    return (Line((*label(_("Error format")), form)),)


def _method(writer: LineWriter, method: MethodView) -> Parts:
    """A method."""
    _ = writer.translate
    is_http = method.protocol == "http"
    deprecated = method.deprecated
    parts: dict[str, tuple[Block, ...]] = {
        "summary": writer.described(method.summary),
        "description": writer.described(method.description),
        "deprecation": (writer.deprecation(method.deprecation_message),) if deprecated else (),
        "history": _history(writer, method),
        "aliases": _aliases(writer, method),
        "servers": _servers(writer, method),
        "authentication": security_lines(writer, method.security),
        "permission": _permission(writer, method.permission),
        "parameters": writer.rows(method.params),
    }
    if parts["permission"]:
        parts |= _in_one_line(parts["authentication"], parts["permission"])
    if method.body is not None:
        parts["body"] = writer.message(_("Body") if is_http else _("Message"), method.body)
    answer = _("Response") if is_http else _("Reply")
    responses = [writer.message(answer, response) for response in method.responses]
    parts["responses"] = tuple(chain.from_iterable(responses))
    if method.response_headers:
        head = Line(tuple(label(_("Response headers"))))
        parts["response_headers"] = (head, *writer.rows(method.response_headers))
    parts["errors"] = writer.errors(method.errors)
    parts["callbacks"] = writer.link_line(_("Callbacks"), method.callbacks)
    parts["code_samples"] = tuple(_code_samples(method))
    # The frames of answers are described at the contract.
    sent = [outline for what, outline in method.frames if what == "As sent"]
    parts["frame"] = tuple(Line((f"{_('As sent')} ", code(outline))) for outline in sent)
    parts["see_also"] = writer.external(method.external_docs)
    return parts


def _aliases(writer: LineWriter, method: MethodView) -> tuple[Block, ...]:
    """The other paths of a method."""
    _ = writer.translate
    if not method.aliases:
        return ()
    pieces: list[Piece] = label(_("Also at"))
    for number, path in enumerate(method.aliases):
        pieces += [", ", code(path)] if number else [code(path)]
    return (Line(tuple(pieces)),)


def _servers(writer: LineWriter, method: MethodView) -> tuple[Block, ...]:
    """Where a method is served, if not as all of the document."""
    _ = writer.translate
    blocks: list[Block] = []
    for server in method.servers:
        line = (*label(_("Server")), code(server.url))
        blocks += writer.line(line, server.description, Facts())
    return tuple(blocks)


def _code_samples(method: MethodView) -> Iterator[Block]:
    """Code of the author."""
    for sample in method.code_samples:
        yield Line(tuple(label(sample.label or sample.language)))
        yield ExampleText(sample.code)


_Versioned: TypeAlias = MethodView | ContractView | ErrorView


def _history(writer: LineWriter, view: _Versioned) -> tuple[Block, ...]:
    """In which versions it was added, changed and deprecated, each with a link to the change; when
    it ends, and what replaces it.
    """
    _ = writer.translate
    texts = {
        "added": _("New in %s"),
        "changed": _("Changed in %s"),
        "deprecated": _("Deprecated since %s"),
    }
    pieces: list[Piece] = []
    for event in view.history:
        text = texts[event.kind] % (event.version or _("the next version"))
        target = f"{writer.slug} {event.version or ''} {writer.place}"
        pieces += [writer.link_to_change(target, text), ". "]
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
    return (Line((*pieces[:-1], "."), "gg-history"),) if pieces else ()


def _place_of(view: ObjectView, slug: str) -> str:
    """Kind and key of an object, as changes have them."""
    match view:
        case ContractView() | MethodView():
            key = view.route.removeprefix(f"{ANCHOR}{slug}.").replace(".", "/")
            return f"{view.objtype} {key}"
        case SchemaView():
            return f"type {(view.alias or view.name).removeprefix(f'{slug}.')}"
        case _:
            return f"error {view.name.removeprefix(f'{slug}.')}"


def _schema(writer: LineWriter, schema: SchemaView) -> Parts:
    """A named type or a brand."""
    _ = writer.translate
    parts: dict[str, tuple[Block, ...]] = {}
    facts = writer.facts(schema.facts)
    if schema.definition is not None:
        line = ("= ", *writer.type(schema.definition), *(("; ", *facts) if facts else ()))
        parts["definition"] = (Line(line, "gg-definition"),)
    parts["description"] = writer.described(schema.description)
    if schema.deprecated:
        parts["deprecation"] = (Line(tuple(label(_("Deprecated")))),)
    parts["alternatives"] = (
        *_alternatives(writer, schema),
        *writer.described_values(schema.facts),
    )
    if schema.definition is None and facts:
        parts["facts"] = (Line((*facts, ".")),)
    parts["fields"] = writer.rows(schema.fields)
    if schema.closed:
        parts["closed"] = (Line((_("No other fields are accepted."),)),)
    if schema.rules:
        parts["rules"] = (Line(tuple(label(_("Further rules")))), ExampleText(schema.rules))
    if schema.example:
        parts["example"] = (ExampleText(schema.example),)
    parts["see_also"] = writer.external(schema.external_docs)
    parts["returned_by"] = writer.methods(_("Returned by"), schema.returned_by)
    parts["accepted_by"] = writer.methods(_("Accepted by"), schema.accepted_by)
    parts["used_by"] = writer.uses(schema.used_by, schema.methods)
    return parts


def _alternatives(writer: LineWriter, schema: SchemaView) -> tuple[Block, ...]:
    """The members of a long union, or of one with a discriminator."""
    _ = writer.translate
    blocks: list[Block] = []
    if schema.alternatives:
        items = tuple(Item(text=writer.type(tokens)) for tokens in schema.alternatives)
        blocks.append(ItemList(items))
    if schema.variants:
        blocks.append(Line((*label(_("By")), code(schema.discriminator))))
        variants = tuple(
            Item(text=(code(value), ": ", *writer.type(tokens)))
            for value, tokens in schema.variants
        )
        blocks.append(ItemList(variants))
    return tuple(blocks)


def _error(writer: LineWriter, error: ErrorView) -> Parts:
    """A declared error."""
    _ = writer.translate
    parts: dict[str, tuple[Block, ...]] = {"description": writer.described(error.description)}
    if error.deprecated:
        parts["deprecation"] = (writer.deprecation(error.deprecation_message),)
    parts["history"] = _history(writer, error)
    if error.data is not None:
        parts["data"] = writer.message(_("Data"), error.data)
    if error.headers:
        head = Line(tuple(label(_("Response headers"))))
        parts["response_headers"] = (head, *writer.rows(error.headers))
    parts["used_by"] = writer.uses(error.used_by)
    return parts


def _permission(writer: LineWriter, words: str) -> tuple[Block, ...]:
    _ = writer.translate
    return (Line((*label(_("Permission")), words)),) if words else ()


def _in_one_line(
    authentication: tuple[Block, ...], permission: tuple[Block, ...]
) -> dict[str, tuple[Block, ...]]:
    """Who may call, in the line that says how callers identify themselves, if that is one line."""
    match authentication, permission:
        case (Line(content=credential),), (Line(content=needed),):
            line = Line((*credential, " · ", *needed))
            return {"authentication": (line,), "permission": ()}
    return {}
