"""The contract document as docutils nodes: the reference that every builder can print."""

from .details import gg_details, gg_prose
from .names import Anchors, Names
from .parts import parts_of, read_document
from .reference import Describe, Scope, render_reference

__all__ = [
    "Anchors",
    "Describe",
    "Names",
    "Scope",
    "gg_details",
    "gg_prose",
    "parts_of",
    "read_document",
    "render_reference",
]
