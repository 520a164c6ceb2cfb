"""Writes the view of a document as docutils nodes, which every builder can print."""

from .context import Anchors, Listing, RenderContext
from .reference import (
    front_nodes,
    inside,
    object_nodes,
    page_nodes,
    page_title,
    reference_nodes,
    section_node,
)

__all__ = [
    "Anchors",
    "Listing",
    "RenderContext",
    "front_nodes",
    "inside",
    "object_nodes",
    "page_nodes",
    "page_title",
    "reference_nodes",
    "section_node",
]
