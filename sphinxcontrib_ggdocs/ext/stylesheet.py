"""The style sheet of the static text, on the pages that have any, and on the indices."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.builders import Builder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder

from .domain.gg import gg_domain
from .domain.indices import PAGES

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FOLDER = Path(__file__).parent / "styles"
FILE = "ggdocs.css"


def offer_stylesheet(app: "Sphinx", builder: Builder) -> None:
    """Put it before the project's static files, which may replace it.

    Handles ``write-started``, when Sphinx has noted the configuration, which would be another one
    in the next build.
    """
    folders = app.config.html_static_path
    if builder.format == "html" and str(FOLDER) not in folders:
        app.config.html_static_path = [str(FOLDER), *folders]


def link_stylesheet(
    app: "Sphinx", page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Link it where something of ours stands (``html-page-context``)."""
    shown = gg_domain(app.env).shown
    is_everything = isinstance(app.builder, SingleFileHTMLBuilder) and bool(shown)
    if page in PAGES or (doctree is not None and (page in shown or is_everything)):
        app.add_css_file(FILE)
