"""Compares two contract documents of a service: what changed, and whom it breaks.

In: an old and a new document, or snapshots of released versions. Out: a `Change` for each
difference, and from these reports, changelogs, feeds, and the history of each method.

A change has two verdicts: whether it breaks running clients ("wire"), and whether it breaks code
with types that are generated from schemas ("code"). Both depend on the flow, the direction in which
values travel: the old schema is that of the sender for what clients send, and that of the receiver
for what they receive. A witness is a value that shows a breaking change.

Read `document_comparison` first, then `method_comparison` and `parts_comparison`. For schemas,
`schema_differences` finds differences, `schema_changes` judges them by `inclusion`, which compares
`shapes`; `samples` generates values.
"""

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
