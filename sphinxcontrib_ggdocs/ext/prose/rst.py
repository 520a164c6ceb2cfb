"""reStructuredText, read apart from the page: names and targets in a description do not leak out of it."""

from docutils import nodes
from docutils.parsers.rst import Parser, states
from docutils.statemachine import StringList, string2lines
from sphinx.config import Config

from .blank import blank_document, finished
from .sources import Place


class RstReader:
    """Reads descriptions, in which what ``rst_prolog`` and ``rst_epilog`` define is known.

    Args:
        config: The project's configuration.
        settings: The docutils settings of the page.
    """

    def __init__(self, config: Config, settings: object) -> None:
        document = blank_document("", settings, place=Place("", 1), ids="")
        document.reporter.report_level = 4  # pages have these texts too, and tell what is wrong with them
        if text := "\n\n".join(filter(None, (config.rst_prolog, config.rst_epilog))):
            Parser().parse(text, document)
        self._substitutions = document.substitution_defs
        self._targets = [target for target in document.findall(nodes.target) if "refuri" in target]

    def __call__(self, text: str, document: nodes.document, place: Place) -> list[nodes.Node]:
        """Read a description, each of its lines knowing its own in the file; headings become rubrics."""
        parser = Parser()
        parser.setup_parse(text, document)
        lines = string2lines(text, tab_width=document.settings.tab_width, convert_whitespace=True)
        items = [(place.path, place.line_of(own) - 1) for own in range(1, len(lines) + 1)]
        machine = states.RSTStateMachine(state_classes=parser.state_classes, initial_state=parser.initial_state)
        machine.run(StringList(lines, items=items), document, inliner=parser.inliner)
        parser.finish_parse()
        self._define(document)
        for section in list(document.findall(nodes.section)):
            title = section[0]
            section.replace_self([nodes.rubric("", "", *title.children), *section.children[1:]])
        return finished(document)

    def _define(self, document: nodes.document) -> None:
        """Define what the project does and the description does not."""
        for name, definition in self._substitutions.items():
            if name not in document.substitution_defs:
                document.note_substitution_def(definition, name)
        for target in self._targets:
            if document.nameids.keys().isdisjoint(target["names"]):
                own = target.deepcopy()
                document += own
                document.note_explicit_target(own)
