"""Links types and Python classes, and warns about references without a target."""

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.domains import Domain
from sphinx.transforms.post_transforms import SphinxPostTransform

from ..problems import Problem, Subtype, logger, warn
from .gg import TYPE, GgDomain, gg_domain
from .refs import DOMAIN, NESTED, OPTIONAL, handed_on, reference_to

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

CLASSES = ("class", "obj", "exc", "data", "type")
"""Kinds of Python objects that may be types."""


def warn_of_missing(
    app: "Sphinx", domain: Domain | None, node: addnodes.pending_xref
) -> bool | None:
    """Warn of a missing target, with the nearest names (``warn-missing-reference``)."""
    # With `nitpicky` Sphinx warns of these, too, whatever their `refwarn` says.
    if node.get(OPTIONAL):
        return True
    objtype, target = node["reftype"], node["reftarget"]
    if isinstance(domain, GgDomain):
        hint = domain.lookup.hint(objtype, target)
        message = f"no page describes the {objtype} {target!r}{hint}"
        warn(Problem(Subtype.MISSING, message), node)
        return True
    is_any = domain is None and objtype == "any"
    if is_any and (hint := gg_domain(app.env).lookup.hint(objtype, target)):
        message = f"'any' reference target not found: {target}{hint}"
        logger.warning("%s", message, location=node, type="ref", subtype="any")
        return True
    return None


def link_type(
    app: "Sphinx", env: "BuildEnvironment", node: addnodes.pending_xref, contnode: nodes.Element
) -> nodes.Element | None:
    """Link a type to its Python class, where that is documented instead, and a Python class to its
    type (``missing-reference``).
    """
    target, page = node["reftarget"], node["refdoc"]
    is_type = node.get("refdomain") == DOMAIN and node["reftype"] == TYPE
    if not is_type and (node.get("refdomain") != "py" or node["reftype"] not in CLASSES):
        return None
    for name in (target, f"{node.get('py:module')}.{target}"):
        if (described := gg_domain(env).type_of(name)) is not None:
            return reference_to(app.builder, page, described, contnode)
    if not is_type:
        return None
    python = env.domains.python_domain
    for name in handed_on(target):
        if name in python.objects:
            if isinstance(app.builder, SingleFileHTMLBuilder):  # as in `reference_to`
                page = python.objects[name].docname
            return python.resolve_xref(env, page, app.builder, "obj", name, node, contnode)
    return None


class PlaceNestedTypes(SphinxPostTransform):
    """Removes descriptions of nested types that are described elsewhere."""

    default_priority = 3  # before references are resolved

    def run(self, **kwargs: Any) -> None:
        nested = [node for node in self.document.findall(addnodes.desc) if NESTED in node]
        if not nested:
            return
        objects = gg_domain(self.env).described_objects()
        described = {(docname, entry.anchor) for docname, entry in objects}
        for node in nested:
            if node[NESTED] not in described:
                node.parent.remove(node)
