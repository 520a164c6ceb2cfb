"""`Branding`: how the pages look."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field

from ..value_messages import excerpt
from .fields import Spec, Text, problem
from .spec_errors import BadColor, SpecError

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def _check_color(color: str) -> str:
    if not _HEX.fullmatch(color):
        raise problem(
            BadColor, f"{excerpt(color)} is not a hex colour", "write it as '#4f46e5' or '#46e'"
        )
    return color


SAMPLE_LANGUAGES = (
    "curl",
    "python",
    "javascript",
    "typescript",
    "go",
    "java",
    "csharp",
    "php",
    "ruby",
    "websocat",
)
"""The languages in which the UI shows how a method is called."""


def _check_languages(
    languages: tuple[str, ...] | dict[str, str] | None,
) -> tuple[str, ...] | dict[str, str] | None:
    for name in languages or ():
        if name not in SAMPLE_LANGUAGES:
            raise problem(
                SpecError,
                f"there are no samples in {excerpt(name)}",
                f"use some of {', '.join(SAMPLE_LANGUAGES)}",
            )
    return languages


_URL = re.compile(r"(?:https?|data):|/|#")


def _check_logo(url: str) -> str:
    if not _URL.match(url):
        hint = "write https://..., /static/logo.svg from the root of the host, or data:image/..."
        raise problem(SpecError, f"{excerpt(url)} is not the URL of a logo", hint)
    return url


class Branding(Spec):
    """How the pages look."""

    logo_url: Annotated[Text, AfterValidator(_check_logo)] | None = Field(
        default=None, description="the URL of an image"
    )
    primary_color: Annotated[str, AfterValidator(_check_color)] | None = Field(
        default=None, description="a hex colour, such as '#4f46e5'"
    )
    languages: Annotated[
        tuple[str, ...] | dict[str, str] | None, AfterValidator(_check_languages)
    ] = Field(
        default=None,
        description="a list of the languages of samples, in their order, or a mapping to names",
    )
