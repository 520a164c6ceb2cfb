"""When something is for a reader; needs nothing, so that the values of ``conf.py`` are read by the
same rules as all else, without the contracts.
"""

from collections.abc import Collection, Sequence
from typing import TypeAlias

Audiences: TypeAlias = tuple[str, ...]
"""The names of a mark, or of a request."""


def is_shown(mark: Collection[str], asked: Collection[str] | None) -> bool:
    """Whether a thing is part of what was requested."""
    return asked is None or not mark or not set(mark).isdisjoint(asked)


def requested_audience(
    own: Sequence[str] | None, of_application: Sequence[str] | None
) -> Sequence[str] | None:
    """The audience of a document: its own, else that in the options of its application; None:
    everyone.
    """
    return own if own is not None else of_application or None
