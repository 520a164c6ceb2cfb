"""`Branding`: the look of the pages."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from ..value_messages import excerpt
from .fields import Spec, Text, problem
from .spec_errors import BadColor, SpecError

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")


def _check_color(color: str) -> str:
    """Return a colour if it is a hex colour, such as ``#4f46e5``.

    Raises:
        PydanticCustomError: It is not.
    """
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
    """Return the languages of code samples if all of them are known.

    Args:
        languages: A list of languages, or the names for readers by language; None if the author
            does not choose.

    Raises:
        PydanticCustomError: A language is unknown.
    """
    for name in languages or ():
        if name not in SAMPLE_LANGUAGES:
            raise problem(
                SpecError,
                f"there are no samples in {excerpt(name)}",
                f"use some of {', '.join(SAMPLE_LANGUAGES)}",
            )
    return languages


_URL = re.compile(r"(?:https?|data):|/|#", re.IGNORECASE)
"""How an address begins that is used unchanged: a URL, a path on the host, or a fragment."""
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]+:", re.IGNORECASE)
"""The scheme of a URL; it has two letters at least, since one letter is a drive of Windows."""

IMAGE_TYPES = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".avif": "image/avif",
    ".ico": "image/x-icon",
}
"""The media types of images, by the suffix of the file."""


def _check_logo(url: str) -> str:
    """Return the address of a logo, if browsers can show an image with its scheme.

    Raises:
        PydanticCustomError: It has another scheme, such as ``javascript:``.
    """
    if _SCHEME.match(url) and not _URL.match(url):
        hint = "write https://..., data:image/..., or the path of a file such as logo.svg"
        raise problem(SpecError, f"{excerpt(url)} is not the URL of a logo", hint)
    return url


class Branding(Spec):
    """The look of the pages."""

    logo_url: Annotated[Text, AfterValidator(_check_logo)] | None = Field(
        default=None,
        description="an image: a file, an address relative to the site, or a URL",
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

    @property
    def logo_file(self) -> Path | None:
        """The file of the logo; None if the logo is a URL, an address relative to the site, or a
        file that is no image.
        """
        if not self.logo_url or Path(self.logo_url).suffix.lower() not in IMAGE_TYPES:
            return None
        file = Path(self.logo_url)
        if file.is_file():
            return file
        return None

    def logo_address(self, prefix: str) -> str | None:
        """Return the address of the logo for a page; None without a logo.

        Args:
            prefix: The relative path from the page to the root of the site, which has a copy of the
                logo's file: ``../`` or empty.
        """
        if not self.logo_url:
            return None
        if self.logo_file is not None:
            return f"{prefix}{LOGO}{self.logo_file.suffix.lower()}"
        if _URL.match(self.logo_url):
            return self.logo_url
        return prefix + self.logo_url


LOGO = "assets/logo"
"""The path of the file of a logo in a site, without its suffix."""


def with_logo_of(folder: Path, branding: object) -> object:
    """Return branding whose logo, if it is a file in a folder, is named by the folder and the file.

    Args:
        folder: The folder that paths of logos are relative to.
        branding: A mapping of the fields of `Branding`, not validated yet; another value is
            returned unchanged.
    """
    if not isinstance(branding, Mapping):
        return branding
    values = dict(branding)
    for name in ("logo_url", "logoUrl"):
        logo = values.get(name)
        if not isinstance(logo, str):
            continue
        path_in_folder = str(folder / logo)
        is_file = Branding(logo_url=path_in_folder).logo_file is not None
        if is_file:  # otherwise it is a URL, or an address relative to the site
            values[name] = path_in_folder
    return values
