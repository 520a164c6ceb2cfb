"""The roles of the domain: cross-references by name."""

from operator import itemgetter
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.domains import Domain
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole

from ..objects import DOMAIN, OPTIONAL
from ..problems import Problem, Subtype, logger, warn
from .context import Context, note_context
from .lookup import NEAREST, question

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from .gg import GgDomain


class GgRole(XRefRole):
    """``~`` shows the last part of the name only, ``!`` makes no link, a title in front of ``<…>``
    is shown instead.
    """

    def __init__(self) -> None:
        super().__init__(warn_dangling=True)

    def process_link(
        self,
        env: BuildEnvironment,
        refnode: nodes.Element,
        has_explicit_title: bool,
        title: str,
        target: str,
    ) -> tuple[str, str]:
        note_context(refnode, env)
        target = " ".join(target.split()).removesuffix("()")
        if has_explicit_title or not target.startswith("~"):
            return title, target
        refnode["refexplicit"] = (
            True  # so that intersphinx keeps the name, rather than show what the inventory does
        )
        name, blank, path = target[1:].partition(" ")  # of ``GET /v1.0/users``, too
        return name.rpartition(".")[2] + blank + path, target[1:]


def warn_of_missing(
    app: "Sphinx", domain: Domain | None, node: addnodes.pending_xref
) -> bool | None:
    """Name what may have been meant (``warn-missing-reference``)."""
    from .gg import GgDomain, gg_domain

    if node.get(OPTIONAL):
        return True
    objtype, target = node["reftype"], node["reftarget"]
    if isinstance(domain, GgDomain):
        hint = _elsewhere(app, domain, node) or domain.lookup.hint(objtype, target)
        warn(Problem(Subtype.MISSING, f"there is no {objtype} {target!r}{hint}"), node)
        return True
    if (
        domain is None
        and objtype == "any"
        and (hint := gg_domain(app.env).lookup.hint(objtype, target))
    ):
        message = f"'any' reference target not found: {target}{hint}"
        logger.warning("%s", message, location=node, type="ref", subtype="any")
        return True
    return None


def _elsewhere(app: "Sphinx", domain: "GgDomain", node: addnodes.pending_xref) -> str:
    """The end of a message when the name is known, but not here: on no page, or in another
    project.
    """
    objtype, target, records = node["reftype"], node["reftarget"], domain.records
    result = domain.part(objtype, target, Context.of(node).name(app.env, records).partition(".")[0])
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
    found = [
        f"{name!r} of the project {project!r}"
        for project, inventory in sorted(
            getattr(app.env, "intersphinx_named_inventory", {}).items()
        )
        for name, item in sorted(
            inventory.get(f"{DOMAIN}:{objtype}", {}).items(), key=itemgetter(0)
        )
        if name.endswith(f".{target}") or item.display_name == target
    ]
    if not found and failed and len(failed) == len(records):
        return f": the document {min(failed)!r} could not be made"
    return question(found[:NEAREST])
