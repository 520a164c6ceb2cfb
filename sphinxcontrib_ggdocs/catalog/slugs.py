"""Defines slugs, the names of documents in URLs and on disk, and checks them."""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence

from ..capabilities import OUTPUTS
from ..value_messages import excerpt
from .fields import problem
from .spec_errors import BadSlug

SLUG = re.compile(r"[A-Za-z0-9]+(?:[-_]+[A-Za-z0-9]+)*(?:\.[0-9]+)*")
"""A dot is allowed before the numbers of a version only: names of objects begin with slugs,
``v1.2.OrderApi``.
"""

OUR_PATHS = frozenset(
    {"assets", "index", "api-docs", *(output.name for output in OUTPUTS if output.is_surface)}
)
"""What we write next to the folders of documents, or what a viewer may request."""

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
    """Return the text with Latin letters in place of those made of them: ``Größe`` gives
    ``Grosse``.
    """
    # Compatibility decomposition: a letter with a mark becomes the letter and the mark, which
    # `slugify` drops.
    return unicodedata.normalize("NFKD", text.translate(_LATIN))


def slugify(name: str) -> str:
    """Return a slug for a name: ``orders-refunds`` for ``Orders & Refunds``; empty if the name has
    no Latin letters or digits.
    """
    ascii_only = without_marks(name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_only.lower()).strip("-")


def numbered(wanted: str, separator: str, taken: Collection[str]) -> str:
    """`wanted`, with a number where something else has it.

    Numbers are tried by halving, since thousands of things in a file may have one name.
    """
    if wanted not in taken:
        return wanted
    below, number = 1, 2
    while f"{wanted}{separator}{number}" in taken:
        below, number = number, 2 * number
    while number - below > 1:
        middle = (below + number) // 2
        if f"{wanted}{separator}{middle}" in taken:
            below = middle
        else:
            number = middle
    return f"{wanted}{separator}{number}"


SLUG_LENGTH = 100
"""Files are named after slugs with something before and behind, and file systems take 255 bytes."""

SLUG_HINT = "use letters, digits and hyphens between them, such as 'platform-api' or 'v1.2'"


def check_slug(slug: str) -> str:
    """Return the slug itself, if it is one."""
    if not slug:
        raise problem(BadSlug, "the slug is empty", SLUG_HINT)
    if len(slug) > SLUG_LENGTH:
        raise problem(
            BadSlug,
            f"the slug {slug[:20]}… has {len(slug)} letters, too many for the name of a folder",
            f"use at most {SLUG_LENGTH}",
        )
    if not SLUG.fullmatch(slug):
        near = slugify(slug)
        raise problem(
            BadSlug,
            f"the slug {excerpt(slug)} is not URL-safe",
            f"{SLUG_HINT}; here {near!r}" if near else SLUG_HINT,
        )
    return slug


def check_document_slug(slug: str) -> str:
    """Return the slug itself, if a document can have it."""
    if check_slug(slug).lower() in RESERVED_SLUGS:
        raise problem(
            BadSlug,
            f"the slug {slug!r} is reserved",
            f"choose another one, such as '{slug}-service'",
        )
    return slug


def duplicates(names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Position and name of each one that is not the first of its name."""
    seen: set[str] = set()
    for position, name in enumerate(names):
        if name in seen:
            yield position, name
        seen.add(name)
