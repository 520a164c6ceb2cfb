"""Decides whether something is shown to an audience. It imports nothing, so that ``conf.py`` values
can be read by the same rules without importing contracts.
"""

from collections.abc import Collection
from typing import TypeAlias

Audiences: TypeAlias = tuple[str, ...]
"""Names of groups of readers, such as ``("internal", "partner")``: those that may see a part of a
contract, or those that a document is requested for.
"""


def is_shown(audiences: Collection[str], requested: Collection[str] | None) -> bool:
    """Return whether a part of a document is shown to the readers that it is requested for.

    Args:
        audiences: The audiences that may see the part; empty if everyone may.
        requested: The audiences that the document is requested for; None to show everything.
    """
    if requested is None or not audiences:
        return True
    return not set(audiences).isdisjoint(requested)


def shared_audience(declared: Audiences | None, requested: Audiences | None) -> Audiences | None:
    """Return the audiences that a document declares and that are requested too; None if everything
    is shown.

    Args:
        declared: The audiences that the document is for; None if it has no such restriction.
        requested: The audiences that are requested; None if none are.
    """
    if declared is None:
        return requested
    if requested is None:
        return declared
    return tuple(name for name in declared if name in requested)
