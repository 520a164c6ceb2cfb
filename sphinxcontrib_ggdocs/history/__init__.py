"""Compares two contract documents of a service: what changed, and whom it breaks."""

from .changes import RULES, VERDICTS, Change, Place, Verdict, Witness
from .document_comparison import compare

__all__ = [
    "RULES",
    "VERDICTS",
    "Change",
    "Place",
    "Verdict",
    "Witness",
    "compare",
]
