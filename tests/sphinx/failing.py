"""Builds that fail, and what they say."""

from .projects import Built

PAGE = "Shop\n====\n\n.. ggdocs::\n"
HERE = "index.rst:4: WARNING: "
NOTICE = "gg-notice"


def only_warning(built: Built, place: str, parts: tuple[str, ...]) -> None:
    """One warning, at that place, that says all of this."""
    assert built.warnings.count("WARNING") == 1, built.warnings
    assert built.warnings.startswith(place)
    for part in parts:
        assert part in built.warnings, built.warnings
