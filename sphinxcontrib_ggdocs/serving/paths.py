"""Normalises URL paths given as options."""

import re
from typing import Annotated

from pydantic import AfterValidator

from ..catalog import SpecError
from ..catalog.fields import problem

_PATH = re.compile(r"(?:/[A-Za-z0-9_.~-]+)*")


def _check_path(path: str) -> str:
    """Return a path without a slash at its end; pydantic reports the error of an invalid one.

    The placeholder ``{slug}``, which stands for the name of a document in URLs, is allowed once.
    """
    trimmed = path.removesuffix("/")
    with_slug = trimmed.replace("{slug}", "slug", 1)
    has_dot_segments = not {".", ".."}.isdisjoint(trimmed.split("/"))
    if not _PATH.fullmatch(with_slug) or has_dot_segments:
        raise problem(
            SpecError,
            f"{path!r} is not a valid path",
            "start with a slash, such as '/docs', without . and ..",
        )
    return trimmed


UrlPath = Annotated[str, AfterValidator(_check_path)]
"""A path with a slash at its start and none at its end; empty for the root."""
