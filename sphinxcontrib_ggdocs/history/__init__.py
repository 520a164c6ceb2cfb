"""The history of a service: what changed between two contract documents, and whom it breaks."""

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
