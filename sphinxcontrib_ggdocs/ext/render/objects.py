"""Contracts, methods, types and errors as object descriptions: ``desc``, ``desc_signature``,
``desc_content``.
"""

from collections.abc import Sequence

from docutils import nodes
from sphinx import addnodes

from ...native import document as doc
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
from ..domain.links import python_link
from ..object_entries import DOMAIN, ObjectEntry
from .context import RenderContext
from .lines import (
    body_nodes,
    code,
    compact,
    compact_list,
    described_line,
    fact_nodes,
    label,
    link_line,
    paragraph,
    row_list,
    text,
    type_nodes,
    uses_line,
)
from .security import security_nodes


def contract_nodes(context: RenderContext, contract: ContractView) -> list[nodes.Node]:
    """A contract with all of its methods."""
    context.docstrings[contract.name] = contract.description or ""
    kind = _("HTTP") if contract.protocol == "http" else _("WebSocket")
    signature: list[nodes.Node] = [text(kind), text(" "), _name(contract.own_name)]
    if contract.path:
        signature += [text(" "), _aside(contract.path)]
    content = context.described(contract.description, contract.name)
    content += _deprecation(context, contract, None)
    content += security_nodes(
        context, contract.security, contract.name, undeclared=contract.undeclared
    )
    content += [row_list(context, contract.params, contract.name)] if contract.params else []
    content += _permission(contract.permission)
    content += link_line(context, _("Errors"), contract.errors)
    if contract.error_format:
        form = (
            code("application/problem+json")
            if contract.error_format == "problem"
            else text(_("the data alone"))
        )
        content.append(paragraph(*label(_("Form of errors")), form))
    content += _external(contract.external_docs)
    for method in contract.methods:
        content += method_nodes(context, method, inside=True)
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
        content,
        ids,
        contents=_contents_name(context, contract.name, contract.own_name),
    )
    described["classes"].append(f"gg-{contract.protocol}")
    return [*context.index_node(ids[0], context.disambiguate(contract.own_name, kind)), described]


def method_nodes(
    context: RenderContext, method: MethodView, *, inside: bool = False
) -> list[nodes.Node]:
    """One method; `inside` the description of its contract or alone."""
    called = f"{method.contract}.{method.own_name}"
    short = f"{method.own_name}; {context.disambiguate(method.contract)}"
    if method.protocol == "http":
        signature = [_annotation(", ".join(method.verbs)), text(" "), _name(method.path)]
        signature += [text(" "), _aside(method.own_name)]
        signature += (
            [text(" "), _annotation(f"({_('server to client')})")] if method.outgoing else []
        )
        extra = called
        entries = [method.display, short, called]
    else:
        direction = _("client to server") if method.direction == "OUT" else _("server to client")
        extra = f"{direction}, {_('request') if method.pattern == 'req' else _('event')}"
        signature = [_name(method.own_name), text(" "), _annotation(f"({extra})")]
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
        context, entry, signature, _method_content(context, method), ids, contents=contents
    )
    described["classes"].append(f"gg-{method.protocol}")
    entries += [f"{name}; {called}" for name in _searched(method)]
    return [*context.index_node(ids[0], *entries), described]


def _method_content(context: RenderContext, method: MethodView) -> list[nodes.Node]:
    name = method.name
    context.docstrings[name] = method.description or ""
    content = [
        *context.described(method.summary, name),
        *context.described(method.description, name),
    ]
    content += _deprecation(context, method, method.deprecation_message)
    content += security_nodes(context, method.security, name)
    content += _permission(method.permission)
    content += [row_list(context, method.params, name)] if method.params else []
    is_http = method.protocol == "http"
    if method.body is not None:
        content += body_nodes(context, _("Body") if is_http else _("Message"), method.body, name)
    for response in method.responses:
        content += body_nodes(context, _("Response") if is_http else _("Answer"), response, name)
    if method.response_headers:
        content += [
            paragraph(*label(_("Response headers"))),
            row_list(context, method.response_headers, name),
        ]
    content += link_line(context, _("Errors"), method.errors)
    content += _external(method.external_docs)
    return content


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
    signature: list[nodes.Node] = [text(f"{kind} ")] if schema.is_brand else []
    signature.append(_name(schema.display))
    if schema.facet:
        facet = _("input") if schema.facet == "input" else _("output")
        signature += [text(" "), _annotation(f"({facet})")]
    if schema.key in context.origins:
        signature += [text(" "), python_link(context.origins[schema.key])]
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
    described = _describe(context, entry, signature, _schema_content(context, schema), [anchor])
    owner = context.disambiguate(schema.display)
    entries = [
        context.disambiguate(schema.display, kind),
        *(f"{row.name}; {owner}" for row in schema.fields),
    ]
    return [*context.index_node(anchor, *entries), described]


def _schema_content(context: RenderContext, schema: SchemaView) -> list[nodes.Node]:
    content: list[nodes.Node] = []
    if schema.definition is not None:
        facts = fact_nodes(context, schema.facts)
        line = paragraph(
            text("= "),
            *type_nodes(context, schema.definition),
            *([text("; "), *facts] if facts else []),
        )
        line["classes"].append("gg-definition")
        content.append(line)
    content += context.described(schema.description, schema.name)
    if schema.deprecated:
        content.append(paragraph(*label(_("Deprecated"))))
    if schema.alternatives:
        content.append(
            compact_list([compact(*type_nodes(context, each))] for each in schema.alternatives)
        )
    if schema.variants:
        content += [
            paragraph(*label(_("By")), code(schema.discriminator)),
            _variants(context, schema),
        ]
    if schema.definition is None and (facts := fact_nodes(context, schema.facts)):
        content.append(paragraph(*facts, text(".")))
    if schema.fields:
        content.append(row_list(context, schema.fields, schema.name))
    if schema.closed:
        content.append(paragraph(text(_("No other fields are accepted."))))
    if schema.example:
        content.append(nodes.literal_block("example", schema.example, classes=["gg-example"]))
    return [*content, *uses_line(context, schema.used_by, schema.methods)]


def _variants(context: RenderContext, schema: SchemaView) -> nodes.bullet_list:
    return compact_list(
        [compact(code(value), text(": "), *type_nodes(context, tokens))]
        for value, tokens in schema.variants
    )


def error_nodes(context: RenderContext, error: ErrorView) -> list[nodes.Node]:
    """A declared error."""
    signature: list[nodes.Node] = [text(str(error.status)), text(" "), _name(error.display)]
    content = context.described(error.description, error.name)
    extra = ""
    if error.data is not None and error.data.type is not None:
        extra = text_of(error.data.type)
        line = [*label(_("Data")), *type_nodes(context, error.data.type)]
        content += described_line(context, line, None, error.data.facts, error.name)
        content += [row_list(context, error.data.fields, error.name)] if error.data.fields else []
    content += uses_line(context, error.used_by)
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
    described = _describe(context, entry, signature, content, [anchor])
    return [*context.index_node(anchor, context.disambiguate(error.display, _("error"))), described]


def _describe(
    context: RenderContext,
    entry: ObjectEntry,
    signature: Sequence[nodes.Node],
    content: Sequence[nodes.Node],
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
    body = addnodes.desc_content("", *content)
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


def _deprecation(context: RenderContext, view: ObjectView, message: str | None) -> list[nodes.Node]:
    """As a ``warning``, which writers of other extensions know as well."""
    if not view.deprecated:
        return []
    reason = context.described(message, view.name) or [
        paragraph(text(_("Do not use this in new code.")))
    ]
    title = nodes.strong("", f"{_('Deprecated')}.")
    if isinstance(reason[0], nodes.paragraph):
        reason[0][:0] = [title, text(" ")]
    else:
        reason.insert(0, paragraph(title))
    return [nodes.warning("", *reason, classes=["gg-deprecated"])]


def _permission(words: str) -> list[nodes.Node]:
    return [paragraph(*label(_("Permission")), text(words))] if words else []


def _external(link: doc.ExternalDocs | None) -> list[nodes.Node]:
    if link is None:
        return []
    words = link.description or link.url
    reference = nodes.reference("", words, refuri=link.url, internal=False)
    return [paragraph(*label(_("See also")), reference)]
