"""reStructuredText, read apart from the page: names and targets in a description do not leak out of it."""

from docutils import nodes
from docutils.parsers.rst import Parser, states
from docutils.statemachine import StringList, string2lines

from .blank import finished
from .sources import Place


def parse_rst(text: str, document: nodes.document, place: Place) -> list[nodes.Node]:
    """Read a description, each of its lines knowing its own in the file; headings become rubrics."""
    parser = Parser()
    parser.setup_parse(text, document)
    lines = string2lines(text, tab_width=document.settings.tab_width, convert_whitespace=True)
    items = [(place.path, place.line_of(own) - 1) for own in range(1, len(lines) + 1)]
    machine = states.RSTStateMachine(state_classes=parser.state_classes, initial_state=parser.initial_state)
    machine.run(StringList(lines, items=items), document, inliner=parser.inliner)
    parser.finish_parse()
    for section in list(document.findall(nodes.section)):
        title = section[0]
        section.replace_self([nodes.rubric("", "", *title.children), *section.children[1:]])
    return finished(document)
