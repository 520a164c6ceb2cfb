"""``.. ggdocs-group::`` inside ``.. ggdocs::``: contracts that belong together."""

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from ..ext.problems import Subtype
from .base import ReferenceDirective


def names(text: str | None) -> list[str]:
    """Contracts by name, or patterns of paths.

    Raises:
        ValueError: There are none.
    """
    found = (text or "").replace(",", " ").split()
    if not found:
        hint = "apart by commas or white space"
        raise ValueError(f"give package.module:attribute, or patterns of paths, {hint}")
    return found


CONTRACTS = {"http": names, "ws": names}
INSIDE = "ggdocs-inside"
"""Key of the page's temporary data while a ``ggdocs`` directive reads its content."""


class gg_group(nodes.Invisible, nodes.Element):  # noqa: N801 - nodes are named like this
    """A group on its way to the directive around it; ``values`` holds the fields of a
    `GroupSpec`.
    """


class GgdocsGroupDirective(ReferenceDirective):
    """A group of a document in place. Its content is the group's description."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"slug": directives.unchanged_required, **CONTRACTS}

    def run(self) -> list[nodes.Node]:
        if INSIDE not in self.env.temp_data:
            place = "inside a ggdocs directive that has a :slug: and a :title:"
            return self.problem(f"ggdocs-group: a group belongs {place}", Subtype.OPTION)
        values = {"name": self.arguments[0], **self.options}
        if self.content:
            values["description"] = "\n".join(self.content)
        return [gg_group("", values=values)]
