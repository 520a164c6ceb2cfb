"""Warns of references without a target, with similar targets."""

from typing import TYPE_CHECKING

from sphinx import addnodes
from sphinx.domains import Domain

from ..problems import Problem, Subtype, logger, warn
from .gg import GgDomain, gg_domain
from .refs import OPTIONAL

if TYPE_CHECKING:
    from sphinx.application import Sphinx


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
