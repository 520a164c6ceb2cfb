"""An empty document to parse a description into."""

from typing import Any

from docutils import nodes
from docutils.utils import new_document


def blank_document(source: str, settings: Any) -> nodes.document:
    """A document with the settings of the page, its environment included."""
    return new_document(source, settings)
