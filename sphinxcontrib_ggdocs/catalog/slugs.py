"""Slugs: names that stand in URLs and on disks."""

import re
import unicodedata

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")

OUR_PATHS = frozenset({"assets", "index", "api-docs", "openapi", "asyncapi"})
"""What we write beside the documents' folders, or may be asked for by a viewer."""

WINDOWS_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
)
"""No folder on Windows can have one of these names."""

RESERVED_SLUGS = OUR_PATHS | WINDOWS_DEVICES


_SMALL = {"ß": "ss", "æ": "ae", "ð": "d", "đ": "d", "ł": "l", "ø": "o", "œ": "oe", "þ": "th"}
_LATIN = str.maketrans(
    _SMALL | {small.upper(): plain.capitalize() for small, plain in _SMALL.items() if small != "ß"}
)
"""Letters that Unicode does not take for others with marks."""


def without_marks(text: str) -> str:
    """The text with Latin letters in place of those made of them: ``Größe`` gives ``Grosse``."""
    return unicodedata.normalize("NFKD", text.translate(_LATIN))


def slugify(name: str) -> str:
    """A slug made of a name: ``Orders & Refunds`` gives ``orders-refunds``; empty when nothing of
    it is Latin.
    """
    ascii_only = without_marks(name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_only.lower()).strip("-")
