"""An empty document to parse a description into, and what is done with it afterwards."""

from collections.abc import Callable, Iterable
from copy import copy
from typing import Any

from docutils import nodes
from docutils.transforms import Transform, references
from docutils.utils import get_source_line, new_document
from sphinx.transforms import DefaultSubstitutions
from sphinx.util.docutils import LoggingReporter

from .sources import Place

TRANSFORMS: tuple[type[Transform], ...] = (
    DefaultSubstitutions,
    references.Substitutions,
    references.PropagateTargets,
    references.AnonymousHyperlinks,
    references.IndirectHyperlinks,
    references.Footnotes,
    references.ExternalTargets,
    references.InternalTargets,
    references.DanglingReferences,
)
"""What a page gets from docutils and Sphinx after reading; a description is no page, so it gets them here."""


def blank_document(source: str, settings: Any, *, place: Place, ids: str) -> nodes.document:
    """A document with the settings of the page, its environment included.

    Args:
        source: The path of the page, from which paths in a description start.
        settings: The docutils settings of the page.
        place: Of the description, where everything that is wrong is told.
        ids: Stands before the ids that the description makes, since a page has many descriptions.
    """
    own = copy(settings)
    own.id_prefix = ids
    document = new_document(source, own)
    document.reporter = PlacedReporter(place)
    return document


def finished(document: nodes.document, more: Iterable[type[Transform]] = ()) -> list[nodes.Node]:
    """The blocks of a parsed description: what refers to what inside it is resolved, messages of docutils taken out."""
    document.transformer.add_transforms((*TRANSFORMS, *more))
    document.transformer.apply_transforms()
    for message in list(document.findall(nodes.system_message)):
        message.parent.remove(message)
    for wrong in list(document.findall(nodes.problematic)):
        wrong.parent.replace(wrong, nodes.Text(wrong.astext()))
    for node in list(document.findall(nodes.Element)):
        if isinstance(node, nodes.substitution_definition) or (isinstance(node, nodes.target) and "refuri" in node):
            node.parent.remove(node)
        elif node is not document:
            node["names"] = []  # which the page would look for among its own
    for line in list(document.findall(nodes.transition)):  # stands between sections, and there are none
        line.parent.remove(line)
    return list(document.children)


class PlacedReporter(LoggingReporter):
    """Tells everything through Sphinx, at the line of the file in which the description is written."""

    def __init__(self, place: Place) -> None:
        super().__init__(place.path)
        self._place = place
        self.line_of: Callable[[int | None], int] = place.line_of
        """The line in the file of one that the parser names, which counts those of the description."""

    def get_source_and_line(self, line: int | None = None) -> tuple[str, int]:
        """What parsers ask for."""
        return self._place.path, self.line_of(line)

    def system_message(
        self, level: int, message: str | Exception, *children: nodes.Node, **kwargs: Any
    ) -> nodes.system_message:
        node = kwargs.pop("base_node", None)
        line = get_source_line(node)[1] if node is not None else None
        where = self._place.nearest(line) if line is not None else self.line_of(kwargs.get("line"))
        return super().system_message(
            level, message, *children, **{**kwargs, "source": self._place.path, "line": where}
        )
