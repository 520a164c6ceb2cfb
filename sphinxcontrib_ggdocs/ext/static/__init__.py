"""The contract document as docutils nodes: the reference that every builder can print."""

from .details import gg_details, gg_prose
from .names import Anchors, Names
from .pages import Page, front_digest, front_nodes, page_digest, page_nodes, pages_of
from .parts import parts_of, read_document
from .reference import Describe, Scope, render_reference
from .scope import gg_kept

__all__ = [
    "Anchors",
    "Describe",
    "Names",
    "Page",
    "Scope",
    "front_digest",
    "front_nodes",
    "gg_details",
    "gg_kept",
    "gg_prose",
    "page_digest",
    "page_nodes",
    "pages_of",
    "parts_of",
    "read_document",
    "render_reference",
]
