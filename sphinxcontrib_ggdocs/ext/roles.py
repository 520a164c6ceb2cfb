"""The roles of the domain: cross-references by name."""

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.domains import Domain
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole

from .objects import DOMAIN, OPTIONAL
from .problems import Problem, Subtype, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class GgRole(XRefRole):
    """``~`` shows the last part of the name only, ``!`` makes no link, a title in front of ``<…>`` is shown instead."""

    def __init__(self) -> None:
        super().__init__(warn_dangling=True)

    def process_link(
        self, env: BuildEnvironment, refnode: nodes.Element, has_explicit_title: bool, title: str, target: str
    ) -> tuple[str, str]:
        env.domaindata[DOMAIN]["referrers"][env.docname] = True
        if has_explicit_title or not target.startswith("~"):
            return title, target
        return target.rpartition(".")[2].removeprefix("~"), target[1:]


def warn_of_missing(app: "Sphinx", domain: Domain | None, node: addnodes.pending_xref) -> bool | None:
    """Name what may have been meant (``warn-missing-reference``)."""
    from .domain import GgDomain

    if node.get(OPTIONAL):
        return True
    if not isinstance(domain, GgDomain):
        return None
    objtype, target = node["reftype"], node["reftarget"]
    near = domain.lookup.near(objtype, target)
    hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
    warn(Problem(Subtype.MISSING, f"there is no {objtype} {target!r}{hint}"), node)
    return True
