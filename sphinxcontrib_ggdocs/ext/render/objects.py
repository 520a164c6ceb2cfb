"""Contracts, methods, types and errors as object descriptions: ``desc``, ``desc_signature``,
``desc_content``.
"""

from collections.abc import Sequence
from itertools import chain

from docutils import nodes
from sphinx import addnodes

from ...native import document_parts as doc
from ...native.view import (
    ContractView,
    ErrorView,
    Facts,
    Link,
    MethodView,
    ObjectView,
    SchemaView,
    definition_text,
    text_of,
)
from .. import _
from ..domain.links import python_link
from ..object_entries import DOMAIN, ObjectEntry
from .body import Block, ExampleText, Item, ItemList, Line, Parts, Piece, SlotRef, UrlLink, gg_body
from .context import RenderContext
from .lines import BodyText, code, label, sentence_after
from .security import security_text


def contract_nodes(context: RenderContext, contract: ContractView) -> list[nodes.Node]:
    """A contract with all of its methods."""
    context.docstrings[contract.name] = contract.description or ""
    kind = _("HTTP") if contract.protocol == "http" else _("WebSocket")
    signature: list[nodes.Node] = [nodes.Text(f"{kind} "), _name(contract.own_name)]
    if contract.path:
        signature.append(_aside(f" {contract.path}"))
    body = _contract_body(context, contract)
    for method in contract.methods:
        body += method_nodes(context, method, inside=True)
    ids = _ids(context, contract, contract.route)
    entry = ObjectEntry(
        "contract",
        contract.name,
        ids[0],
        contract.display,
        kind=contract.protocol,
        deprecated=contract.deprecated,
        summary=context.summary(contract.description),
    )
    described = _describe(
        context,
        entry,
        signature,
        body,
        ids,
        contents=_contents_name(context, contract.name, contract.own_name),
    )
    described["classes"].append(f"gg-{contract.protocol}")
    return [*context.index_node(ids[0], context.disambiguate(contract.own_name, kind)), described]


def _contract_body(context: RenderContext, contract: ContractView) -> gg_body:
    text = BodyText(context, contract)
    parts: Parts = {
        "description": text.described(contract.description),
        "deprecation": _deprecation(text, contract, None),
        "authentication": security_text(text, contract.security, undeclared=contract.undeclared),
        "parameters": text.rows(contract.params),
        "permission": _permission(contract.permission),
        "errors": text.link_line(_("Errors"), contract.errors),
        "error_format": _error_format(contract.error_format),
        "framing": _framing(text, contract),
        "see_also": _external(contract.external_docs),
    }
    return text.slots.body("contract", contract.name, parts)


def _framing(text: BodyText, contract: ContractView) -> tuple[Block, ...]:
    """How messages are sent over a WebSocket: what all methods have in common, and what answers
    messages that fail or are refused.
    """
    if contract.is_undescribed:
        return (Line((*label(_("Messages")), _("not described"))),)
    name, description = contract.framing
    if not name:
        return ()
    titles = {
        "Its answer as sent": _("Answers as sent"),
        "Its errors as sent": _("Errors as sent"),
        "A failed event": _("A failed event is reported with"),
        "Invalid message": _("Invalid messages are answered with"),
    }
    frames = dict.fromkeys(frame for method in contract.methods for frame in method.frames)
    clauses: list[Piece] = []
    for what, outline in frames:
        if what in titles:
            clauses += [f"{titles[what]} ", code(outline), ". "]
    for what, outline, keys in contract.failures:
        errors = [Link("error", f"{text.context.slug}.{key}", key) for key in keys]
        clauses += [f"{titles[what]} ", code(outline), ": ", *text.links(errors), ". "]
    words, blocks = text.continued(description, Facts())
    more = sentence_after(description or name, tuple(clauses[:-1]))
    return (Line((*label(_("Framing")), name, *words, *more)), *blocks)


def _error_format(error_format: str) -> tuple[Block, ...]:
    if not error_format:
        return ()
    is_problem = error_format == "problem"
    form = code("application/problem+json") if is_problem else _("the data alone")
    return (Line((*label(_("Form of errors")), form)),)


def method_nodes(
    context: RenderContext, method: MethodView, *, inside: bool = False
) -> list[nodes.Node]:
    """One method; `inside` the description of its contract or alone."""
    called = f"{method.contract}.{method.own_name}"
    short = f"{method.own_name}; {context.disambiguate(method.contract)}"
    if method.protocol == "http":
        signature = [_annotation(f"{', '.join(method.verbs)} "), _name(method.path)]
        signature.append(_aside(f" {method.own_name}"))
        signature += [_annotation(f" ({_('server to client')})")] if method.outgoing else []
        extra = called
        entries = [method.display, short, called]
    else:
        direction = _("client to server") if method.direction == "OUT" else _("server to client")
        extra = f"{direction}, {_('request') if method.pattern == 'req' else _('event')}"
        signature = [_name(method.own_name), _annotation(f" ({extra})")]
        entries = [short, called]
    ids = _ids(context, method, method.route)
    entry = ObjectEntry(
        "method",
        method.name,
        ids[0],
        method.display,
        kind=method.protocol,
        heading=method.heading,
        extra=extra,
        deprecated=method.deprecated,
        summary=context.summary(method.summary or method.description),
    )
    contents = _contents_name(
        context, method.name, method.own_name if inside else called, method.own_name
    )
    described = _describe(
        context, entry, signature, _method_body(context, method), ids, contents=contents
    )
    described["classes"].append(f"gg-{method.protocol}")
    entries += [f"{name}; {called}" for name in _searched(method)]
    return [*context.index_node(ids[0], *entries), described]


def _method_body(context: RenderContext, method: MethodView) -> gg_body:
    context.docstrings[method.name] = method.description or ""
    text = BodyText(context, method)
    is_http = method.protocol == "http"
    parts: dict[str, tuple[Block, ...]] = {
        "summary": text.described(method.summary),
        "description": text.described(method.description),
        "deprecation": _deprecation(text, method, method.deprecation_message),
        "authentication": security_text(text, method.security),
        "permission": _permission(method.permission),
        "parameters": text.rows(method.params),
    }
    if parts["permission"]:
        parts |= _in_one_line(parts["authentication"], parts["permission"])
    if method.body is not None:
        parts["body"] = text.message(_("Body") if is_http else _("Message"), method.body)
    answer = _("Response") if is_http else _("Answer")
    responses = [text.message(answer, response) for response in method.responses]
    parts["responses"] = tuple(chain.from_iterable(responses))
    if method.response_headers:
        head = Line(tuple(label(_("Response headers"))))
        parts["response_headers"] = (head, *text.rows(method.response_headers))
    parts["errors"] = text.link_line(_("Errors"), method.errors)
    parts["frame"] = _frame(method)
    parts["see_also"] = _external(method.external_docs)
    return text.slots.body("method", method.name, parts)


def _frame(method: MethodView) -> tuple[Block, ...]:
    """A message as it is sent over a WebSocket; the frames of answers are said of the contract."""
    sent = [outline for what, outline in method.frames if what == "As sent"]
    return tuple(Line((f"{_('As sent')} ", code(outline))) for outline in sent)


def _searched(method: MethodView) -> list[str]:
    """Names by which somebody may look for a method: its parameters, but for those in the path, and
    its own fields.
    """
    names = [row.name for row in method.params if row.place != "path"]
    for content in method.body.contents if method.body is not None else ():
        names += [row.name for row in content.fields]
    return list(dict.fromkeys(names))


def schema_nodes(context: RenderContext, schema: SchemaView) -> list[nodes.Node]:
    """A named type or a brand."""
    kind = _("brand") if schema.is_brand else _("type")
    signature: list[nodes.Node] = [nodes.Text(f"{kind} ")] if schema.is_brand else []
    signature.append(_name(schema.display))
    if schema.facet:
        facet = _("input") if schema.facet == "input" else _("output")
        signature.append(_annotation(f" ({facet})"))
    if schema.key in context.origins:
        signature += [nodes.Text(" "), python_link(context.origins[schema.key])]
    anchor = context.id_of(schema)
    entry = ObjectEntry(
        schema.kind,
        schema.name,
        anchor,
        schema.display,
        alias=schema.alias,
        extra=definition_text(schema) if schema.is_brand else "",
        deprecated=schema.deprecated,
        summary=context.summary(schema.description),
    )
    described = _describe(context, entry, signature, _schema_body(context, schema), [anchor])
    owner = context.disambiguate(schema.display)
    entries = [
        context.disambiguate(schema.display, kind),
        *(f"{row.name}; {owner}" for row in schema.fields),
    ]
    return [*context.index_node(anchor, *entries), described]


def _schema_body(context: RenderContext, schema: SchemaView) -> gg_body:
    text = BodyText(context, schema)
    parts: dict[str, tuple[Block, ...]] = {}
    facts = text.facts(schema.facts)
    if schema.definition is not None:
        line = ("= ", *text.type(schema.definition), *(("; ", *facts) if facts else ()))
        parts["definition"] = (Line(line, "gg-definition"),)
    parts["description"] = text.described(schema.description)
    if schema.deprecated:
        parts["deprecation"] = (Line(tuple(label(_("Deprecated")))),)
    parts["alternatives"] = _alternatives(text, schema)
    if schema.definition is None and facts:
        parts["facts"] = (Line((*facts, ".")),)
    parts["fields"] = text.rows(schema.fields)
    if schema.closed:
        parts["closed"] = (Line((_("No other fields are accepted."),)),)
    if schema.example:
        parts["example"] = (ExampleText(schema.example),)
    parts["used_by"] = text.uses(schema.used_by, schema.methods)
    return text.slots.body(schema.kind, schema.name, parts)


def _alternatives(text: BodyText, schema: SchemaView) -> tuple[Block, ...]:
    """The members of a long union, and those that a field tells apart."""
    blocks: list[Block] = []
    if schema.alternatives:
        items = tuple(Item(text=text.type(tokens)) for tokens in schema.alternatives)
        blocks.append(ItemList(items))
    if schema.variants:
        blocks.append(Line((*label(_("By")), code(schema.discriminator))))
        variants = tuple(
            Item(text=(code(value), ": ", *text.type(tokens))) for value, tokens in schema.variants
        )
        blocks.append(ItemList(variants))
    return tuple(blocks)


def error_nodes(context: RenderContext, error: ErrorView) -> list[nodes.Node]:
    """A declared error."""
    signature: list[nodes.Node] = [
        nodes.Text(f"{error.status} "),
        _name(error.display),
    ]
    type_ = error.data.type if error.data is not None else None
    extra = text_of(type_) if type_ is not None else ""
    anchor = context.id_of(error)
    entry = ObjectEntry(
        "error",
        error.name,
        anchor,
        error.display,
        heading=str(error.status),
        extra=extra,
        summary=context.summary(error.description),
    )
    described = _describe(context, entry, signature, _error_body(context, error), [anchor])
    return [*context.index_node(anchor, context.disambiguate(error.display, _("error"))), described]


def _error_body(context: RenderContext, error: ErrorView) -> gg_body:
    text = BodyText(context, error)
    parts: dict[str, tuple[Block, ...]] = {"description": text.described(error.description)}
    if error.data is not None and error.data.type is not None:
        line = [*label(_("Data")), *text.type(error.data.type)]
        parts["data"] = (
            *text.line(line, None, error.data.facts),
            *text.rows(error.data.fields),
        )
    parts["used_by"] = text.uses(error.used_by)
    return text.slots.body("error", error.name, parts)


def _describe(
    context: RenderContext,
    entry: ObjectEntry,
    signature: Sequence[nodes.Node],
    body: gg_body,
    ids: Sequence[str],
    *,
    contents: str = "",
) -> addnodes.desc:
    """The description of one object, noted for the domain; `contents` is what tables of contents
    call it.
    """
    head = addnodes.desc_signature(
        "",
        "",
        *signature,
        ids=list(ids),
        names=[],
        fullname=entry.name,
        _toc_parts=(contents,) if contents else (),
        _toc_name=contents,
        toc_title=contents or entry.display,  # what sphinx-immaterial lists
    )
    head["class"] = entry.name.rpartition(".")[0]
    described = addnodes.desc(
        "", head, body, domain=DOMAIN, objtype=entry.objtype, desctype=entry.objtype
    )
    described["classes"] += [DOMAIN, entry.objtype]
    described["no-index"] = not context.listing.index
    described["no-index-entry"] = not context.listing.index_entries
    described["no-contents-entry"] = context.listing.contents == "none"
    described["no-typesetting"] = False
    context.note(entry)
    return described


def _annotation(words: str) -> addnodes.desc_annotation:
    return addnodes.desc_annotation(words, words)


def _name(words: str) -> addnodes.desc_name:
    return addnodes.desc_name(words, words)


def _aside(words: str) -> addnodes.desc_addname:
    return addnodes.desc_addname(words, words)


def _ids(context: RenderContext, view: ObjectView, route: str) -> list[str]:
    """An object's own id and the one that the browser UI looks for, which may be the same."""
    own = context.id_of(view)
    return [own] if own == route else [own, context.anchors.claim(route)]


def _contents_name(context: RenderContext, full: str, usual: str, own: str | None = None) -> str:
    """What a table of contents calls an object (``toc_object_entries_show_parents``)."""
    names = {"none": "", "all": full, "hide": own or usual, "domain": usual}
    return names[context.listing.contents]


def _deprecation(text: BodyText, view: ObjectView, message: str | None) -> tuple[Block, ...]:
    """As a ``warning``, which writers of other extensions know as well."""
    if not view.deprecated:
        return ()
    words = _("Do not use this in new code.")
    reason = text.context.described(message, view.name) or [nodes.paragraph("", words)]
    title = nodes.strong("", f"{_('Deprecated')}.")
    if isinstance(reason[0], nodes.paragraph):
        reason[0][:0] = [title, nodes.Text(" ")]
    else:
        reason.insert(0, nodes.paragraph("", "", title))
    return (SlotRef(text.slots.add(nodes.warning("", *reason, classes=["gg-deprecated"]))),)


def _permission(words: str) -> tuple[Block, ...]:
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


def _external(link: doc.ExternalDocs | None) -> tuple[Block, ...]:
    if link is None:
        return ()
    return (Line((*label(_("See also")), UrlLink(link.url, link.description or link.url))),)
