"""Sections of ours, which several documents have under the same titles."""

from typing import TYPE_CHECKING

from docutils import nodes

from .domain import gg_domain
from .objects import LABEL

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def swap_labels(app: "Sphinx", document: nodes.document) -> None:
    """Give titles the names of their sections, or what they were written as again (``doctree-read``).

    `sphinx.ext.autosectionlabel` makes labels of what titles were written as, and warns of those that are there twice;
    catalogues of translations know titles by it too. So they have other names while the former looks.
    """
    if app.env.docname not in gg_domain(app.env).shown:
        return
    for section in document.findall(nodes.section):
        if LABEL in section and isinstance(title := section[0], nodes.title):
            title.rawsource, section[LABEL] = section[LABEL], title.rawsource


def register_sections(app: "Sphinx") -> None:
    """Connect to both sides of `autosectionlabel`."""
    for priority in (490, 510):
        app.connect("doctree-read", swap_labels, priority=priority)
