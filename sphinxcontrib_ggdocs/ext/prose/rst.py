"""reStructuredText, read apart from the page: names and targets in a description do not leak out of it."""

from docutils import nodes
from docutils.parsers.rst import Parser

from .blank import finished


def parse_rst(text: str, document: nodes.document) -> list[nodes.Node]:
    """Read a description; headings become rubrics."""
    Parser().parse(text, document)
    for section in list(document.findall(nodes.section)):
        title = section[0]
        section.replace_self([nodes.rubric("", "", *title.children), *section.children[1:]])
    return finished(document)
