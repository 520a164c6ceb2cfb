"""``.. ggdocs-group::`` inside ``.. ggdocs::``: contracts that belong together."""

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from ..ext.problems import Problem, Subtype, notice, warn
from .base import LocatedDirective
from .options import CONTRACTS


class gg_group(nodes.Invisible, nodes.Element):  # noqa: N801 - nodes are named like this
    """A group on its way to the directive around it; ``values`` holds the fields of a
    `GroupSpec`.
    """


class GgdocsGroupDirective(LocatedDirective):
    """A group of a document in place. Its content is the group's description."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"slug": directives.unchanged_required, **CONTRACTS}

    def run(self) -> list[nodes.Node]:
        if self.env.temp_data.get(INSIDE) is None:
            message = (
                "ggdocs-group: a group belongs inside a ggdocs directive that has a :slug: "
                "and a :title:"
            )
            warn(Problem(Subtype.OPTION, message), self.get_location())
            return [notice(message)]
        values = {"name": self.arguments[0], **self.options}
        if self.content:
            values["description"] = "\n".join(self.content)
        return [gg_group("", values=values)]


INSIDE = "ggdocs-inside"
"""Key of the page's temporary data while a ``ggdocs`` directive reads its content."""
