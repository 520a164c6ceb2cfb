"""The options of the directive ``ggdocs`` that define a document, as fields of an `ApiDocSpec`."""

import os
from collections.abc import Callable, Container, Mapping
from pathlib import Path
from typing import Any

from docutils.parsers.rst import directives
from sphinx.builders import Builder

from ..value_messages import is_url
from .conf_values import MARKUPS, SINGLE_SLUG


def words_of(text: str) -> list[str]:
    """Return the words of a text, separated by commas or white space."""
    return text.replace(",", " ").split()


def names(text: str | None) -> list[str]:
    """Return names of contracts, or patterns of paths.

    Raises:
        ValueError: There are none.
    """
    words = words_of(text or "")
    if not words:
        hint = "apart by commas or white space"
        raise ValueError(f"give package.module:attribute, or patterns of paths, {hint}")
    return words


def choice(text: str | None) -> str | list[str]:
    """Return patterns of paths, or the name of a function."""
    words = names(text)
    if len(words) == 1:
        return words[0]
    return words


def flag(text: str | None) -> bool:
    """Return True for an option that takes no value."""
    directives.flag(text)
    return True


FILES = {"openapi": names, "asyncapi": names, "contract-document": names}
"""The options that list files, as paths from the page on or, with a leading slash, from the folder
of the sources on."""
FIELDS: dict[str, Callable[[str], object]] = {
    **dict.fromkeys(
        ("slug", "title", "version", "description", "app"), directives.unchanged_required
    ),
    "markup": lambda text: directives.choice(text, MARKUPS),
    "strict": flag,
    "console": flag,
    "audience": lambda text: words_of(text or ""),  # none for what is for everyone
    "http": names,
    "ws": names,
    "workflows": names,
    **FILES,
}
APP_OPTIONS: dict[str, Callable[..., object]] = {
    "group-by": directives.unchanged_required,
    **dict.fromkeys(("include", "exclude"), choice),
}
"""Options of `AppOptions` for directives; ``conf.py`` has all of them."""
IN_PLACE = FIELDS | APP_OPTIONS
"""The options that define a document; without all of them the directive shows configured ones."""


def spec_values(builder: Builder, docname: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the inline document that options define, as ``conf.py`` would have it.

    Args:
        builder: Knows where ``conf.py`` is.
        docname: The page, where paths begin.
        options: Values of `IN_PLACE`; others are ignored.
    """
    values: dict[str, Any] = {"slug": SINGLE_SLUG} | _named_in_python(options, FIELDS)
    for field, paths in _named_in_python(options, FILES).items():
        values[field] = [_from_conf(path, builder, docname) for path in paths]
    if app_options := _named_in_python(options, APP_OPTIONS):
        values["app_options"] = app_options
    return values


def _from_conf(path: str, builder: Builder, docname: str) -> str:
    """Convert a path relative to a page to a path relative to ``conf.py``."""
    if is_url(path):  # which has a message of its own
        return path
    return path_from(builder.env.relfn2path(path, docname)[1], str(builder.confdir))


def path_from(file: str, folder: str) -> str:
    """Return the path of a file relative to a folder, with slashes."""
    try:
        return Path(os.path.relpath(file, folder)).as_posix()
    except ValueError:  # of Windows
        return Path(file).as_posix()


def _named_in_python(options: Mapping[str, Any], names: Container[str]) -> dict[str, Any]:
    """Select options, with hyphens in their names replaced by underscores."""
    return {name.replace("-", "_"): value for name, value in options.items() if name in names}
