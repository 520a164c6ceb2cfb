"""Renders contracts, methods, types and errors as object descriptions: ``desc``,
``desc_signature``, ``desc_content``.
"""

from collections.abc import Iterable

from docutils import nodes
from sphinx import addnodes

from ...native.blocks.objects import blocks_of
from ...native.view import ContractView, MethodView, ObjectView, SchemaView
from ..domain.refs import DOMAIN, TYPE
from .context import RenderContext
from .object_heads import called_of, entry_of, index_terms, signature_nodes


def object_nodes(
    context: RenderContext, views: Iterable[ObjectView], *, inside: bool = False
) -> list[nodes.Node]:
    """Write objects, contracts with all of their methods, and note them for the domain."""
    rendered: list[nodes.Node] = []
    for view in views:
        rendered += _object_nodes(context, view, inside=inside)
    return rendered


def _object_nodes(context: RenderContext, view: ObjectView, *, inside: bool) -> list[nodes.Node]:
    docstring = ""
    if isinstance(view, ContractView | MethodView):
        docstring = view.description or ""
    leaf = context.leaf(blocks_of(context.scope, view), view.name, docstring)
    body = addnodes.desc_content("", leaf)
    if isinstance(view, SchemaView):
        body[TYPE] = view.alias or view.name
    for method in view.methods if isinstance(view, ContractView) else ():
        body += _object_nodes(context, method, inside=True)
    ids = _ids(context, view)
    entry = entry_of(context.scope.view, view, ids[0])
    contents = _contents_name(context, view, inside=inside)
    head = addnodes.desc_signature(
        "",
        "",
        *signature_nodes(view),
        ids=ids,
        names=[],
        fullname=entry.name,
        # Sphinx reads these attributes of signatures for the table of contents of a page.
        _toc_parts=(contents,) if contents else (),
        _toc_name=contents,
        toc_title=contents or entry.display,  # what sphinx-immaterial lists
    )
    head["class"] = entry.name.rpartition(".")[0]
    objtype = entry.objtype
    described = addnodes.desc("", head, body, domain=DOMAIN, objtype=objtype, desctype=objtype)
    described["classes"] += [DOMAIN, objtype]
    if entry.kind:
        described["classes"] += [f"gg-{entry.kind}"]
    described["no-index"] = not context.in_inventory
    described["no-index-entry"] = not context.in_general_index
    described["no-contents-entry"] = context.contents == "none"
    described["no-typesetting"] = False
    if not context.in_inventory:
        return [described]
    context.entries.append(entry)
    if not context.in_general_index:
        return [described]
    terms = index_terms(view, context.document)
    entries = [("single", term, ids[0], "", None) for term in terms]
    return [addnodes.index("", entries=entries), described]


def _ids(context: RenderContext, view: ObjectView) -> list[str]:
    """Return the id of an object, and the id that the UI uses if it differs."""
    own = context.id_of(view)
    route = view.route if isinstance(view, ContractView | MethodView) else own
    if own == route:
        return [own]
    return [own, context.anchors.claim(route)]


def _contents_name(context: RenderContext, view: ObjectView, *, inside: bool) -> str:
    """Return the name of an object in tables of contents; errors, and types that are not alone,
    have none.
    """
    if isinstance(view, SchemaView) and view.is_alone:
        own = usual = view.display
    elif isinstance(view, ContractView | MethodView):
        own = usual = view.part.name
    else:
        return ""
    if isinstance(view, MethodView) and not inside:
        usual = called_of(view)
    names = {"none": "", "all": view.name, "hide": own, "domain": usual}
    return names[context.contents]
