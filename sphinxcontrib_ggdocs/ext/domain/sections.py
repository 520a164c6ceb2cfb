"""Sections of ours, which several documents have under the same titles.

`sphinx.ext.autosectionlabel` makes labels of what titles were written as, and warns of those that are there twice;
catalogues of translations know titles by it too. So titles have other names only while the former looks.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docutils import nodes

from ..objects import LABEL
from .gg import gg_domain

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def name_titles(app: "Sphinx", document: nodes.document) -> None:
    """Give titles the names of their sections (``doctree-read``, before `autosectionlabel`)."""
    for section, title in _ours(app, document):
        title.rawsource, section[LABEL] = section[LABEL], title.rawsource


def restore_titles(app: "Sphinx", document: nodes.document) -> None:
    """Give titles back what they were written as (``doctree-read``, after it)."""
    for section, title in _ours(app, document):
        title.rawsource = section.attributes.pop(LABEL)


def _ours(app: "Sphinx", document: nodes.document) -> Iterator[tuple[nodes.section, nodes.title]]:
    if app.env.docname in gg_domain(app.env).shown:
        for section in document.findall(nodes.section):
            if LABEL in section and isinstance(title := section[0], nodes.title):
                yield section, title


def register_sections(app: "Sphinx") -> None:
    """Connect to both sides of `autosectionlabel`."""
    app.connect("doctree-read", name_titles, priority=490)
    app.connect("doctree-read", restore_titles, priority=510)
