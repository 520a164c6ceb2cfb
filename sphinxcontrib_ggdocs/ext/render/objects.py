"""Contracts, methods, types and errors as object descriptions: ``desc``, ``desc_signature``,
``desc_content``.
"""

from collections.abc import Sequence

from docutils import nodes
from sphinx import addnodes

from ...native.lines.object_lines import contract_lines, error_lines, method_lines, schema_lines
from ...native.named_objects import ObjectEntry
from ...native.summaries import summary_of
from ...native.view import (
    ContractView,
    ErrorView,
    MethodView,
    ObjectView,
    SchemaView,
    definition_text,
    text_of,
)
from .. import _
from ..domain.refs import DOMAIN, python_link
from .body import gg_body
from .context import RenderContext
from .node_writer import NodeWriter


def contract_nodes(context: RenderContext, contract: ContractView) -> list[nodes.Node]:
    """A contract with all of its methods."""
    kind = _("HTTP") if contract.protocol == "http" else _("WebSocket")
    signature: list[nodes.Node] = [nodes.Text(f"{kind} "), _name(contract.own_name)]
    if contract.path:
        signature.append(_aside(f" {contract.path}"))
    writer = NodeWriter(context, contract)
    body = writer.body(contract_lines(writer, contract))
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
        summary=summary_of(contract.description),
    )
    contents = _contents_name(context, contract.name, contract.own_name)
    described = _describe(context, entry, signature, body, ids, contents=contents)
    return [*context.index_node(ids[0], context.disambiguate(contract.own_name, kind)), described]


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
        summary=summary_of(method.summary or method.description),
    )
    contents = _contents_name(
        context, method.name, method.own_name if inside else called, method.own_name
    )
    writer = NodeWriter(context, method)
    body = writer.body(method_lines(writer, method))
    described = _describe(context, entry, signature, body, ids, contents=contents)
    entries += [f"{name}; {called}" for name in _searched(method)]
    return [*context.index_node(ids[0], *entries), described]


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
        heading=schema.display[:1].upper(),
        extra=definition_text(schema) if schema.is_brand else "",
        deprecated=schema.deprecated,
        summary=summary_of(schema.description),
    )
    writer = NodeWriter(context, schema)
    body = writer.body(schema_lines(writer, schema))
    described = _describe(context, entry, signature, body, [anchor])
    owner = context.disambiguate(schema.display)
    entries = [f"{row.name}; {owner}" for row in schema.fields]
    called = context.disambiguate(schema.display, kind)
    return [*context.index_node(anchor, called, *entries), described]


def error_nodes(context: RenderContext, error: ErrorView) -> list[nodes.Node]:
    """A declared error."""
    type_ = error.data.type if error.data is not None else None
    anchor = context.id_of(error)
    entry = ObjectEntry(
        "error",
        error.name,
        anchor,
        error.display,
        heading=str(error.status),
        extra=text_of(type_) if type_ is not None else "",
        summary=summary_of(error.description),
    )
    writer = NodeWriter(context, error)
    body = writer.body(error_lines(writer, error))
    signature = [nodes.Text(f"{error.status} "), _name(error.display)]
    described = _describe(context, entry, signature, body, [anchor])
    return [*context.index_node(anchor, context.disambiguate(error.display, _("error"))), described]


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
    described["classes"] += [f"gg-{entry.kind}"] if entry.kind else []
    described["no-index"] = not context.listing.index
    described["no-index-entry"] = not context.listing.index_entries
    described["no-contents-entry"] = context.listing.contents == "none"
    described["no-typesetting"] = False
    if context.listing.index:
        context.entries.append(entry)
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
