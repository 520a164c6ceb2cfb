"""Links types to Python classes and the other way round, and warns about references without a
target.
"""

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.domains import Domain
from sphinx.transforms.post_transforms import SphinxPostTransform

from ..problems import Problem, Subtype, logger, warn
from .gg import TYPE, GgDomain, gg_domain
from .refs import DOMAIN, NESTED, OPTIONAL, names_in_outer_packages, reference_to

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

CLASSES = ("class", "obj", "exc", "data", "type")
"""The roles of the Python domain that may refer to a type."""


def warn_of_missing(
    app: "Sphinx", domain: Domain | None, node: addnodes.pending_xref
) -> bool | None:
    """Warn of a reference without a target, with similar names (``warn-missing-reference``). The
    result is True if Sphinx must not warn itself.
    """
    # With `nitpicky`, Sphinx would warn of optional references, too.
    if node.get(OPTIONAL):
        return True
    objtype, target = node["reftype"], node["reftarget"]
    if isinstance(domain, GgDomain):
        hint = domain.lookup.hint(objtype, target)
        message = f"no page describes the {objtype} {target!r}{hint}"
        warn(Problem(Subtype.MISSING, message), node)
        return True
    if domain is None and objtype == "any":
        hint = gg_domain(app.env).lookup.hint(objtype, target)
        if hint:
            # Sphinx's own warning, with a hint.
            message = f"'any' reference target not found: {target}{hint}"
            logger.warning("%s", message, location=node, type="ref", subtype="any")
            return True
    return None


def link_type(
    app: "Sphinx", env: "BuildEnvironment", node: addnodes.pending_xref, contnode: nodes.Element
) -> nodes.Element | None:
    """Resolve a reference that Sphinx cannot: one to a Python class that is described as a type of
    this domain, or one to a type that autodoc describes (``missing-reference``).
    """
    target = node["reftarget"]
    page = node["refdoc"]
    is_type = node.get("refdomain") == DOMAIN and node["reftype"] == TYPE
    is_python_class = node.get("refdomain") == "py" and node["reftype"] in CLASSES
    if not is_type and not is_python_class:
        return None
    # The target of a Python reference may be relative to the module of the text.
    for name in (target, f"{node.get('py:module')}.{target}"):
        described = gg_domain(env).described_type(name)
        if described is not None:
            return reference_to(app.builder, page, described, contnode)
    if not is_type:
        return None
    python_domain = env.domains.python_domain
    for name in names_in_outer_packages(target):
        if name in python_domain.objects:
            if isinstance(app.builder, SingleFileHTMLBuilder):
                # All pages are in one file, so a link is only an id, like one within a page.
                page = python_domain.objects[name].docname
            # The role ``obj`` accepts any kind of Python object.
            return python_domain.resolve_xref(env, page, app.builder, "obj", name, node, contnode)
    return None


class PlaceNestedTypes(SphinxPostTransform):
    """Removes the descriptions of nested types that another directive or autodoc describes."""

    default_priority = 3  # before references are resolved

    def run(self, **kwargs: Any) -> None:
        """Remove such descriptions from the page."""
        nested_types = [node for node in self.document.findall(addnodes.desc) if NESTED in node]
        if not nested_types:
            return
        remaining_places: set[tuple[str, str]] = set()
        for docname, entry in gg_domain(self.env).described_objects():
            remaining_places.add((docname, entry.anchor))
        for node in nested_types:
            if node[NESTED] not in remaining_places:
                node.parent.remove(node)
