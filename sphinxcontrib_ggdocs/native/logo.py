"""The logo: a URL used as written, or a file that becomes part of the site."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..catalog import Branding, SpecError
from ..contracts.contract_errors import Where
from ..serving import Resource
from ..value_messages import no_such_file
from .bundle import ASSETS

MEDIA_TYPES = {
    ".avif": "image/avif",
    ".gif": "image/gif",
    ".ico": "image/x-icon",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
}

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:|/|#")
"""A scheme (of two letters at least: ``C:`` is a drive), or a path from the root of the host."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Logo:
    """A logo that is a file."""

    path: str
    """Inside a site; changes when the bytes do."""
    resource: Resource


def logo_file(branding: Branding | None, base: Path | None = None) -> Logo | None:
    """The file that the branding's logo is; None when it is a URL, or when there is none.

    Args:
        branding: Its `logo_url` is a file when it is an absolute path that exists, or relative.
        base: The folder from which a relative path leads on; the working directory unless given.

    Raises:
        SpecError: There is no such file, or it is no image that browsers show.
    """
    if branding is None or branding.logo_url is None:
        return None
    written = Path(branding.logo_url)
    # `/static/logo.svg` is an address, unless the disk has such a file.
    if _URL.match(branding.logo_url) and not (written.is_absolute() and written.is_file()):
        return None
    file = (base or Path()) / written
    where = Where(owner="Branding", path="logo_url")
    media_type = MEDIA_TYPES.get(file.suffix.lower())
    if media_type is None:
        raise SpecError(
            f"{branding.logo_url!r} is not an image that browsers show",
            where=where,
            hint=f"use {', '.join(MEDIA_TYPES)}",
        )
    try:
        content = file.read_bytes()
    except OSError as error:
        message, near = no_such_file(str(file), branding.logo_url)
        place = base or "the working directory"
        hint = f"{near}; paths are relative to {place}, and URLs start with https:// or /"
        raise SpecError(message, where=where, hint=hint) from error
    # In the name, so that browsers may keep the file for ever.
    digest = hashlib.sha256(content).hexdigest()[:8]
    return Logo(
        path=f"{ASSETS}/logo-{digest}{file.suffix.lower()}",
        resource=Resource.of(media_type, content, immutable=True),
    )


def usable_branding(
    values: Mapping[str, Any], base: Path
) -> tuple[Branding | None, str | None, SpecError | None]:
    """The part of a given branding that can be shown: itself, without its logo if that is wrong,
    or nothing; the path inside the site of a logo that is a file; and what is wrong.
    """
    branding = None
    try:
        branding = Branding.model_validate(values)
        logo = logo_file(branding, base)
    except SpecError as error:
        if branding is not None:
            branding = branding.model_copy(update={"logo_url": None})
        return branding, None, error
    return branding, logo.path if logo is not None else None, None


def shown_branding(
    branding: Branding | None, base: Path | None = None, *, prefix: str
) -> Branding | None:
    """The branding as a file of the site says it: a logo that is a file by its path inside the
    site.

    Args:
        branding: As the user wrote it.
        base: As `logo_file` takes it.
        prefix: Leads from the file to the root of the site.
    """
    logo = logo_file(branding, base)
    if logo is None:
        return branding
    assert branding is not None, "it has a logo"
    return branding.model_copy(update={"logo_url": prefix + logo.path})
