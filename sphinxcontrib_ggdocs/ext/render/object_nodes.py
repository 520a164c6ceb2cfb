"""Renders contracts, methods, types and errors as object descriptions: ``desc``,
``desc_signature``, ``desc_content``.
"""

from collections.abc import Iterable

from docutils import nodes
from sphinx import addnodes

from ...named_objects import ObjectEntry
from ...native.blocks.objects import blocks_of
from ...native.view import ContractView, MethodView, ObjectView, SchemaView
from ..domain.refs import DOMAIN
from .context import RenderContext
from .object_heads import entry_of, index_terms, name_with_contract, signature_nodes


def object_nodes(
    context: RenderContext, views: Iterable[ObjectView], *, inside: bool = False
) -> list[nodes.Node]:
    """Return the descriptions of objects, and note the objects in the context. The description of a
    contract contains those of its methods.

    Args:
        context: The context.
        views: The objects.
        inside: Whether the objects are methods below a heading of their contract.
    """
    rendered: list[nodes.Node] = []
    for view in views:
        rendered += _object_nodes(context, view, inside=inside)
    return rendered


def _object_nodes(context: RenderContext, view: ObjectView, *, inside: bool) -> list[nodes.Node]:
    """Return the description of one object, after its terms for the general index, and note the
    object in the context.

    Args:
        context: The page.
        view: The object.
        inside: Whether it is a method below a heading of its contract.
    """
    # Parts of these may use links that are defined elsewhere in the docstring.
    docstring = ""
    if isinstance(view, ContractView | MethodView):
        docstring = view.description or ""
    leaf = context.leaf(blocks_of(context.scope, view), view.name, docstring)
    body = addnodes.desc_content("", leaf)
    if isinstance(view, ContractView):
        body += object_nodes(context, view.methods, inside=True)
    ids = _ids(context, view)
    entry = entry_of(context.scope.view, view, ids[0])
    description = _description_node(context, view, entry, ids, body, inside=inside)
    if not context.in_inventory:
        return [description]
    context.entries.append(entry)
    if not context.in_general_index:
        return [description]
    terms = index_terms(view, context.document)
    # The form of entries that Sphinx requires: type, term, id, main, category key.
    index_entries = [("single", term, ids[0], "", None) for term in terms]
    return [addnodes.index("", entries=index_entries), description]


def _description_node(
    context: RenderContext,
    view: ObjectView,
    entry: ObjectEntry,
    ids: list[str],
    body: addnodes.desc_content,
    *,
    inside: bool,
) -> addnodes.desc:
    """Return the node of an object's description, with all attributes that Sphinx and themes read.

    Args:
        context: The context.
        view: The object.
        entry: Its entry in the domain.
        ids: Its ids on the page.
        body: What is below its signature.
        inside: Whether it is a method below a heading of its contract.
    """
    contents_name = _contents_name(context, view, inside=inside)
    signature = addnodes.desc_signature(
        "",
        "",
        *signature_nodes(view),
        ids=ids,
        names=[],
        fullname=entry.name,
        # Sphinx reads these attributes of signatures for the table of contents of a page.
        _toc_parts=(contents_name,) if contents_name else (),
        _toc_name=contents_name,
        toc_title=contents_name or entry.display,  # listed by the theme sphinx-immaterial
    )
    signature["class"] = entry.name.rpartition(".")[0]
    objtype = entry.objtype
    description = addnodes.desc(
        "", signature, body, domain=DOMAIN, objtype=objtype, desctype=objtype
    )
    description["classes"] += [DOMAIN, objtype]
    if entry.kind:
        description["classes"] += [f"gg-{entry.kind}"]
    description["no-index"] = not context.in_inventory
    description["no-index-entry"] = not context.in_general_index
    description["no-contents-entry"] = context.contents == "none"
    description["no-typesetting"] = False
    return description


def _ids(context: RenderContext, view: ObjectView) -> list[str]:
    """Return the id of an object and, if it differs, the id that the UI uses in addresses."""
    object_id = context.id_of(view)
    if not isinstance(view, ContractView | MethodView) or view.route == object_id:
        return [object_id]
    return [object_id, context.anchors.claim(view.route)]


def _contents_name(context: RenderContext, view: ObjectView, *, inside: bool) -> str:
    """Return the name of an object in tables of contents; empty if these do not list it.

    They never list errors or the types of a document. Contracts, methods, and types that a
    directive shows by themselves are listed as `RenderContext.contents` says.

    Args:
        context: The context.
        view: The object.
        inside: Whether it is a method below a heading of its contract.
    """
    if isinstance(view, SchemaView) and view.is_alone:
        name = view.display
    elif isinstance(view, ContractView | MethodView):
        name = view.part.name
    else:
        return ""
    match context.contents:
        case "none":
            return ""
        case "all":
            return view.name
        case "hide":
            return name
        case "domain":
            if isinstance(view, MethodView) and not inside:
                # No entry above it in the table names its contract.
                return name_with_contract(view)
            return name
