"""Contracts, methods, types and errors as object descriptions: ``desc``, ``desc_signature``,
``desc_content``.
"""

from collections.abc import Iterable

from docutils import nodes
from sphinx import addnodes

from ...native.lines.object_heads import called_of, entry_of, index_terms, signature_of
from ...native.lines.object_lines import lines_of
from ...native.view import ContractView, MethodView, ObjectView, SchemaView
from .. import _
from ..domain.refs import DOMAIN, python_link
from .context import RenderContext
from .node_writer import NodeWriter

_SIGNATURE = {
    "name": addnodes.desc_name,
    "aside": addnodes.desc_addname,
    "annotation": addnodes.desc_annotation,
}


def object_nodes(
    context: RenderContext, views: Iterable[ObjectView], *, inside: bool = False
) -> list[nodes.Node]:
    """Some objects, one after the other, contracts with all of their methods; each is noted for
    the domain. Methods may be `inside` the description of their contract, or below its title.
    """
    found: list[nodes.Node] = []
    for view in views:
        found += _object_nodes(context, view, inside=inside)
    return found


def _object_nodes(context: RenderContext, view: ObjectView, *, inside: bool) -> list[nodes.Node]:
    writer = NodeWriter(context, view)
    body = writer.body(lines_of(writer, view))
    for method in view.methods if isinstance(view, ContractView) else ():
        body += _object_nodes(context, method, inside=True)
    ids = _ids(context, view)
    entry = entry_of(view, ids[0], _)
    contents = _contents_name(context, view, inside=inside)
    head = addnodes.desc_signature(
        "",
        "",
        *_signature(context, view),
        ids=ids,
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
    listing = context.listing
    described["no-index"] = not listing.index
    described["no-index-entry"] = not listing.index_entries
    described["no-contents-entry"] = listing.contents == "none"
    described["no-typesetting"] = False
    if not listing.index:
        return [described]
    context.entries.append(entry)
    if not listing.index_entries:
        return [described]
    terms = index_terms(view, listing.document, _)
    index = [("single", term, ids[0], "", None) for term in terms]
    return [addnodes.index("", entries=index), described]


def _signature(context: RenderContext, view: ObjectView) -> list[nodes.Node]:
    found: list[nodes.Node] = []
    for role, text in signature_of(view, _):
        found.append(nodes.Text(text) if role == "text" else _SIGNATURE[role](text, text))
    if isinstance(view, SchemaView) and view.key in context.origins:
        found += [nodes.Text(" "), python_link(context.origins[view.key])]
    return found


def _ids(context: RenderContext, view: ObjectView) -> list[str]:
    """An object's own id and the one that the browser UI looks for, which may be the same."""
    own = context.id_of(view)
    route = view.route if isinstance(view, ContractView | MethodView) else own
    return [own] if own == route else [own, context.anchors.claim(route)]


def _contents_name(context: RenderContext, view: ObjectView, *, inside: bool) -> str:
    """What a table of contents calls an object (``toc_object_entries_show_parents``); types and
    errors are not in it.
    """
    if not isinstance(view, ContractView | MethodView):
        return ""
    own = usual = view.own_name
    if isinstance(view, MethodView) and not inside:
        usual = called_of(view)
    names = {"none": "", "all": view.name, "hide": own, "domain": usual}
    return names[context.listing.contents]
