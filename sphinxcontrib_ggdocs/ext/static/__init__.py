"""The contract document as docutils nodes: the reference that every builder can print."""

from .names import Anchors, Names
from .pages import Page, front_digest, front_nodes, page_digest, page_nodes, pages_of
from .parts import digest_of, parts_of, read_document
from .reference import Describe, Scope, render_reference
from .scope import Listing, section_node

__all__ = [
    "Anchors",
    "Describe",
    "Listing",
    "Names",
    "Page",
    "Scope",
    "digest_of",
    "front_digest",
    "front_nodes",
    "page_digest",
    "page_nodes",
    "pages_of",
    "parts_of",
    "read_document",
    "render_reference",
    "section_node",
]
