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


_LATIN = str.maketrans({"æ": "ae", "ð": "d", "đ": "d", "ł": "l", "ø": "o", "œ": "oe", "þ": "th"})
"""Letters that Unicode does not take for others with marks."""


def slugify(name: str) -> str:
    """A slug made of a name: ``Orders & Refunds`` gives ``orders-refunds``; empty when nothing of it is Latin."""
    folded = unicodedata.normalize("NFKD", name.casefold().translate(_LATIN))
    return re.sub(r"[^a-z0-9]+", "-", folded.encode("ascii", "ignore").decode()).strip("-")
