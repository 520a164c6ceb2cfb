"""Handles references without a target.

A type links to its Python class where that is documented: in this project by autodoc, or in one
that intersphinx knows. Where it is not, nothing is shown: readers of an API need not know how its
modules are called. For other references the warning names similar targets.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.domains import Domain

from ..problems import Problem, Subtype, logger, warn
from .gg import GgDomain, gg_domain
from .refs import OPTIONAL, PYTHON

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


def resolve_python_link(
    app: "Sphinx", env: "BuildEnvironment", node: addnodes.pending_xref, contnode: nodes.Element
) -> nodes.Element | nodes.Text | None:
    """Resolve a link to a Python class, also in the packages that re-export it
    (``missing-reference``).
    """
    if not node.get(PYTHON):
        return None
    domain = env.domains.python_domain
    for name in _handed_on(node["reftarget"]):
        if name in domain.objects:
            return domain.resolve_xref(
                env, node["refdoc"], app.builder, "obj", name, node, contnode
            )
    # A node, for None would have Sphinx ask others and warn.
    return nodes.Text("")


def _handed_on(name: str) -> Iterator[str]:
    """Yield the names in outer packages: ``shop.models.orders.Order`` → ``shop.models.Order``,
    ``shop.Order``.
    """
    *modules, own = name.split(".")
    for length in range(len(modules) - 1, 0, -1):
        yield ".".join((*modules[:length], own))
