"""Normalises URL paths given as options."""

import re
from typing import Annotated

from pydantic import AfterValidator

from ..catalog import SpecError
from ..catalog.fields import problem

_PATH = re.compile(r"(?:/[A-Za-z0-9_.~-]+)*")


def _check_path(path: str) -> str:
    trimmed = path.removesuffix("/")
    slugless = trimmed.replace("{slug}", "slug", 1)
    if not _PATH.fullmatch(slugless) or {".", ".."} & {*trimmed.split("/")}:
        raise problem(
            SpecError,
            f"{path!r} is not a valid path",
            "start with a slash, such as '/docs', without . and ..",
        )
    return trimmed


UrlPath = Annotated[str, AfterValidator(_check_path)]
"""A path with a slash at its start and none at its end; empty for the root."""
