"""Markdown read by MyST, with the project's configuration where it uses MyST itself."""

from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.transforms import Transform
from myst_parser.config.main import MdParserConfig
from myst_parser.mdit_to_docutils import transforms
from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer
from myst_parser.parsers.mdit import create_md_parser
from myst_parser.sphinx_ext.myst_refs import MystReferenceResolver
from myst_parser.warnings_ import MystWarnings, create_warning
from sphinx.environment import BuildEnvironment

from .blank import finished
from .sources import Place

if TYPE_CHECKING:
    from markdown_it.token import Token

_WANTED = ("SortFootnotes", "ResolveAnchorIds", "ResolveSectionRefs")
_TRANSFORMS: list[type[Transform]] = [getattr(transforms, name) for name in _WANTED if hasattr(transforms, name)]
"""What MyST does with a page; which of them there are depends on its version."""

_AS_TEXT = ["html_inline", "html_block"]
"""What stays text where the project has not set MyST up, as in the UI: a list<int> in a docstring is no HTML."""

DOMAINS = "myst_ref_domains"
"""The one configuration value that resolving asks for."""


class _Renderer(SphinxRenderer):
    """Warns at the place of a description, not in the page that shows it."""

    place: Place

    def create_warning(
        self,
        message: str,
        subtype: MystWarnings | str,
        *,
        wtype: str | None = None,
        line: int | None = None,
        append_to: nodes.Element | None = None,
    ) -> nodes.system_message | None:
        node = nodes.Element()
        node.source, node.line = self.place.path, self.place.nearest(line)
        return create_warning(self.document, message, subtype, wtype=wtype, node=node, append_to=append_to)


class MystReader:
    """Reads descriptions; the parser is made once a page."""

    def __init__(self, env: BuildEnvironment) -> None:
        config: MdParserConfig = getattr(env, "myst_config", None) or MdParserConfig(disable_syntax=_AS_TEXT)
        self._parser: Any = create_md_parser(config, _Renderer)

    def __call__(self, text: str, document: nodes.document, place: Place) -> list[nodes.Node]:
        """Read a description. Its headings are no sections of the page, so they become rubrics."""
        holder = nodes.Element()
        sandbox: dict[str, Any] = {}
        reporter: Any = document.reporter
        reporter.line_of = place.nearest  # the renderer names those of the file
        self._parser.renderer.place = place
        self._parser.options["document"] = document
        self._parser.options["current_node"] = holder
        tokens: list[Token] = self._parser.parse(text, sandbox)
        for token in tokens:
            if token.map:
                token.map = [place.line_of(token.map[0] + 1) - 1, place.line_of(token.map[1])]
        self._parser.renderer.render(tokens, self._parser.options, sandbox)
        document.extend(holder.children)
        return finished(document, _TRANSFORMS)


def resolve_references(document: nodes.document, start: nodes.Node | None, env: BuildEnvironment) -> None:
    """Resolve MyST's own references, in a project that has not set MyST up."""
    if DOMAINS not in env.config:
        env.config.add(DOMAINS, None, "", ())
    resolver: Any = MystReferenceResolver(document, start)
    resolver.run()
