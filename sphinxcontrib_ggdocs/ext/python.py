"""Links from a schema to the Python class that it was made of, where somebody documents that class.

The class may be documented in this project, by autodoc, or in another one that intersphinx knows.
Where it is not, nothing is shown: readers of an API need not know how its modules are called.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from .objects import OPTIONAL

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

PYTHON = "gg-python"
"""Attribute of such a link."""


def python_link(origin: str) -> addnodes.pending_xref:
    """A link to a class, by its full name."""
    link = addnodes.pending_xref(
        "",
        refdomain="py",
        reftype="obj",
        reftarget=origin,
        refexplicit=True,
        refwarn=False,
        classes=[PYTHON],
    )
    link += addnodes.desc_addname(origin, origin)
    link[OPTIONAL] = link[PYTHON] = True
    return link


def resolve_python_link(
    app: "Sphinx", env: "BuildEnvironment", node: addnodes.pending_xref, contnode: nodes.Element
) -> nodes.Element | None:
    """Try the packages that may hand the class on, then give the link up
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
    return nodes.inline()


def _handed_on(name: str) -> Iterator[str]:
    """``shop.models.orders.Order`` → ``shop.models.Order``, ``shop.Order``."""
    *modules, own = name.split(".")
    for length in range(len(modules) - 1, 0, -1):
        yield ".".join((*modules[:length], own))
