"""Logo and colour as configured, without what is wrong with them: a mistake there spoils no
document.
"""

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .config import GgConfig
from .placed import placed
from .problems import Problem

if TYPE_CHECKING:
    from ..catalog import Branding


class Look(NamedTuple):
    """What there is to show."""

    branding: "Branding | None" = None
    logo: str | None = None
    """The path of a logo that is a file, inside the site; differs when its bytes do."""
    problem: Problem | None = None


def look_of(config: GgConfig, confdir: str | PathLike[str]) -> Look:
    """The branding and its logo, read from disk now.

    Args:
        config: What ``conf.py`` says.
        confdir: The folder that a relative path of a logo leads on from.
    """
    if not config.branding:
        return Look()
    from ..catalog import Branding, SpecError
    from ..native import logo_file

    branding = None
    try:
        branding = Branding.model_validate(config.branding)
        logo = logo_file(branding, Path(confdir))
    except SpecError as error:
        if branding is not None:  # the logo is wrong, and nothing else
            branding = branding.model_copy(update={"logo_url": None})
        return Look(branding, None, Problem(error.code, placed(error, "ggdocs_branding")))
    return Look(branding, logo.path if logo is not None else None)
