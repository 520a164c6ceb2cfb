"""Handles references without a target.

A type links to its Python class where that is documented: in this project by autodoc, or in one
that intersphinx knows. Where it is not, nothing is shown: readers of an API need not know how its
modules are called. For other references the warning names similar targets.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.domains import Domain
from sphinx.transforms.post_transforms import SphinxPostTransform

from ...named_objects import Lookup
from ..problems import Problem, Subtype, logger, warn
from .gg import TYPE, GgDomain, gg_domain
from .refs import (
    DOMAIN,
    NESTED,
    OPTIONAL,
    PYTHON,
    RefContext,
    handed_on,
    reference_to,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def warn_of_missing(
    app: "Sphinx", domain: Domain | None, node: addnodes.pending_xref
) -> bool | None:
    """Warn of a missing target, with the nearest names (``warn-missing-reference``)."""
    # With `nitpicky` Sphinx warns of these, too, whatever their `refwarn` says.
    if node.get(OPTIONAL):
        return True
    objtype, target = node["reftype"], node["reftarget"]
    if isinstance(domain, GgDomain):
        hint = _elsewhere(domain, node) or domain.lookup.hint(objtype, target)
        warn(Problem(Subtype.MISSING, f"there is no {objtype} {target!r}{hint}"), node)
        return True
    is_any = domain is None and objtype == "any"
    if is_any and (hint := gg_domain(app.env).lookup.hint(objtype, target)):
        message = f"'any' reference target not found: {target}{hint}"
        logger.warning("%s", message, location=node, type="ref", subtype="any")
        return True
    return None


def _elsewhere(domain: GgDomain, node: addnodes.pending_xref) -> str:
    """Return the end of a message about a name that no page describes."""
    objtype, target, records = node["reftype"], node["reftarget"], domain.records
    within = RefContext.of(node).name(domain.build)
    result = domain.part(objtype, target, within.partition(".")[0])
    failed = {record.slug for record in records.values() if record.problem is not None}
    slug, name = target.partition(".")[0], target
    if result.objects:
        slug, name = result.slug, result.objects[0].name
    if slug in failed:
        return f": the document {slug!r} could not be made"
    if result.objects:
        return (
            f" on any page, unless with :no-index:; show {name!r} by gg:{objtype}, or all of "
            f"{slug!r} by ggdocs"
        )
    if failed and len(failed) == len(records):
        return f": the document {min(failed)!r} could not be made"
    return ""


def resolve_python_link(
    app: "Sphinx", env: "BuildEnvironment", node: addnodes.pending_xref, contnode: nodes.Element
) -> nodes.Element | nodes.Text | None:
    """Resolve a link to a Python class, also in the packages that re-export it; and a link to a
    type that is described by the name of its class (``missing-reference``).
    """
    domain, objtype = node.get("refdomain"), node["reftype"]
    if node.get(PYTHON):
        # A node, for None would have Sphinx ask others and warn.
        return _link_of_class(app, node["reftarget"], node, contnode) or nodes.Text("")
    if domain == "py" and objtype in ("class", "obj", "exc", "data", "type"):
        names = (node["reftarget"], f"{node.get('py:module')}.{node['reftarget']}")
        return _link_of_type(app, names, node, contnode)
    is_type = objtype == TYPE or (node.get(OPTIONAL) and objtype in ("schema", "brand"))
    if domain == DOMAIN and is_type:
        return _link_of_class(app, _class_of(gg_domain(env), node), node, contnode)
    return None


def _class_of(domain: GgDomain, node: addnodes.pending_xref) -> str:
    """Return the name of the Python class of a type; empty where that is not known."""
    target: str = node["reftarget"]
    if node.get(OPTIONAL) and node["reftype"] == TYPE:
        return target
    if node["reftype"] == TYPE:  # of types below others, too, which are described elsewhere
        for described in Lookup(domain.objects).find(TYPE, target, node["refdoc"]):
            return described.entry.alias or described.entry.name
    slug, _dot, key = target.partition(".")
    for record in domain.records.values():
        if record.slug == slug and key in record.contents.origins:
            return record.contents.origins[key]
    return ""


def _link_of_class(
    app: "Sphinx", name: str, node: addnodes.pending_xref, contnode: nodes.Element
) -> nodes.Element | None:
    """Link what describes a Python class: autodoc, a type alone, or a document."""
    env, domain = app.env, app.env.domains.python_domain
    for outer in handed_on(name):
        if outer in domain.objects:
            origin = node["refdoc"]
            if isinstance(app.builder, SingleFileHTMLBuilder):  # as in `reference_to`
                origin = domain.objects[outer].docname
            return domain.resolve_xref(env, origin, app.builder, "obj", outer, node, contnode)
    if (link := _link_of_type(app, (name,), node, contnode)) is not None:
        return link
    # Not for a type of a document: another one is of another service.
    if node["reftype"] == TYPE and (described := gg_domain(env).classes().get(name)):
        return reference_to(app.builder, node["refdoc"], described, contnode)
    return None


def _link_of_type(
    app: "Sphinx", names: Iterable[str], node: addnodes.pending_xref, contnode: nodes.Element
) -> nodes.reference | None:
    """Link a type that is described alone, by the name of its class or that of its directive."""
    for name in names:
        for described in gg_domain(app.env).lookup.find(TYPE, name, ""):
            if name in (described.entry.name, described.entry.alias):
                return reference_to(app.builder, node["refdoc"], described, contnode)
    return None


class PlaceNestedTypes(SphinxPostTransform):
    """Leaves the types out below one that mentions them which are described elsewhere."""

    default_priority = 3  # before references are resolved

    def run(self, **kwargs: Any) -> None:
        domain = gg_domain(self.env)
        described = {(docname, entry.anchor) for docname, entry in domain.described_objects()}
        for node in [*self.document.findall(addnodes.desc)]:
            if NESTED in node and tuple(node[NESTED]) not in described:
                node.parent.remove(node)
