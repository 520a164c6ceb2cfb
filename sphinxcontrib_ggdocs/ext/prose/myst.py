"""Markdown read by MyST, with the project's own configuration."""

from typing import Any

from docutils import nodes
from myst_parser.config.main import MdParserConfig
from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer
from myst_parser.parsers.mdit import create_md_parser
from sphinx.environment import BuildEnvironment


class MystReader:
    """Reads descriptions; the parser is made once a page."""

    def __init__(self, env: BuildEnvironment) -> None:
        config: MdParserConfig = getattr(env, "myst_config", None) or MdParserConfig()
        self._parser: Any = create_md_parser(config, SphinxRenderer)

    def __call__(self, text: str, document: nodes.document) -> None:
        """Read a description. Its headings are no sections of the page, so they become rubrics."""
        holder = nodes.Element()
        self._parser.options["document"] = document
        self._parser.options["current_node"] = holder
        self._parser.render(text)
        document.extend(holder.children)
