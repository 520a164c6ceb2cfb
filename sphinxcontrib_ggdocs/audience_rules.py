"""Decides whether something is shown to an audience. It imports nothing, so that ``conf.py`` values
can be read by the same rules without importing contracts.
"""

from collections.abc import Collection
from typing import TypeAlias

Audiences: TypeAlias = tuple[str, ...]
"""The names of a mark, or of a request."""


def is_shown(mark: Collection[str], asked: Collection[str] | None) -> bool:
    """Return whether a thing is part of what was requested."""
    return asked is None or not mark or not set(mark).isdisjoint(asked)


def shared_audience(own: Audiences | None, asked: Audiences | None) -> Audiences | None:
    """What a document's own audience and a requested one have in common; None: everything is shown.

    Args:
        own: For whom the document is; None: it does not say.
        asked: What is requested; None: nothing is.
    """
    if own is None or asked is None:
        return asked if own is None else own
    return tuple(name for name in own if name in asked)
