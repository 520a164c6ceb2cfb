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
"""Latin letters that Unicode does not decompose into a plain letter and a mark."""


def without_marks(text: str) -> str:
    """Return a text with its Latin letters decomposed into plain ones and combining marks:
    ``Größe`` gives ``Grosse``, with a mark after the ``o``.
    """
    # NFKD is the compatibility decomposition.
    return unicodedata.normalize("NFKD", text.translate(_LATIN))


def slugify(name: str) -> str:
    """Return a slug for a name: ``Orders & Refunds`` gives ``orders-refunds``. It is empty if the
    name has no Latin letters and no digits.
    """
    ascii_only = without_marks(name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_only.lower()).strip("-")


def numbered(wanted: str, separator: str, taken: Collection[str]) -> str:
    """Return a name that is not taken: `wanted` itself, or else with a number, ``order_2``,
    ``order_3``.

    A binary search finds the number, since thousands of things in a file may have the same name. It
    relies on numbers being given out in order.
    """
    if wanted not in taken:
        return wanted
    taken_number = 1
    free_number = 2
    while f"{wanted}{separator}{free_number}" in taken:
        taken_number = free_number
        free_number *= 2
    while free_number - taken_number > 1:
        middle = (taken_number + free_number) // 2
        if f"{wanted}{separator}{middle}" in taken:
            taken_number = middle
        else:
            free_number = middle
    return f"{wanted}{separator}{free_number}"


SLUG_LENGTH = 100
"""Files are named after slugs with something before and behind, and file systems take 255 bytes."""

SLUG_HINT = "use letters, digits and hyphens between them, such as 'platform-api' or 'v1.2'"


def check_slug(slug: str) -> str:
    """Return a slug if it is valid.

    Raises:
        PydanticCustomError: It is empty, too long, or has characters that are not allowed.
    """
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
    """Return a slug if it is valid and not reserved, so that a document can have it.

    Raises:
        PydanticCustomError: It is not.
    """
    # Without regard to case, since some file systems do not distinguish it.
    if check_slug(slug).lower() in RESERVED_SLUGS:
        raise problem(
            BadSlug,
            f"the slug {slug!r} is reserved",
            f"choose another one, such as '{slug}-service'",
        )
    return slug


def duplicates(names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the position and the name of each name that occurs earlier in the list."""
    seen: set[str] = set()
    for position, name in enumerate(names):
        if name in seen:
            yield position, name
        seen.add(name)
