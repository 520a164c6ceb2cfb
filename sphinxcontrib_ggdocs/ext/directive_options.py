"""The options of the directives ``ggdocs`` and ``ggdocs-group`` that define a document, and the
fields of an `ApiDocSpec` that they give.
"""

import os
from collections.abc import Callable, Container, Mapping, Sequence
from pathlib import Path
from typing import Any

from docutils.parsers.rst import directives
from sphinx.builders import Builder

from ..conf_values import MARKUPS, SINGLE_SLUG, SPLITS
from ..value_messages import is_url
from .directive_text import choice, names, words_of


def flag(text: str | None) -> bool:
    """True, for the option is there; it has no value."""
    directives.flag(text)
    return True


CONTRACTS = {"http": names, "ws": names}
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
    **CONTRACTS,
    **FILES,
}
APP_OPTIONS: dict[str, Callable[..., object]] = {
    "group-by": directives.unchanged_required,
    **dict.fromkeys(("include", "exclude"), choice),
}
"""Those of `AppOptions` that a page may need; others, as further fields, are for ``conf.py``."""
IN_PLACE = FIELDS | APP_OPTIONS
"""The options that define a document; without all of them the directive shows configured ones."""
GROUP: dict[str, Callable[..., object]] = {"slug": directives.unchanged_required, **CONTRACTS}
SPLIT: dict[str, Callable[..., object]] = {"split": lambda text: directives.choice(text, SPLITS)}


def spec_values(
    builder: Builder,
    docname: str,
    options: Mapping[str, Any],
    groups: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """The inline document that options and groups define, as ``conf.py`` would have it.

    Args:
        builder: Knows where ``conf.py`` is.
        docname: The page, where paths begin.
        options: Values of `IN_PLACE`; others are ignored.
        groups: What `group_values` returns for each group.
    """
    values: dict[str, Any] = {"slug": SINGLE_SLUG} | _named_in_python(options, FIELDS)
    for field, paths in _named_in_python(options, FILES).items():
        values[field] = [_from_conf(path, builder, docname) for path in paths]
    if app_options := _named_in_python(options, APP_OPTIONS):
        values["app_options"] = app_options
    if groups:
        values["groups"] = [*groups]
    return values


def _from_conf(path: str, builder: Builder, docname: str) -> str:
    """A path that begins at a page as one from the folder of ``conf.py`` on."""
    if is_url(path):  # which has a message of its own
        return path
    return path_from(builder.env.relfn2path(path, docname)[1], str(builder.confdir))


def path_from(file: str, folder: str) -> str:
    """Return a file as seen from a folder, with slashes; the whole path of one on another drive."""
    try:
        return Path(os.path.relpath(file, folder)).as_posix()
    except ValueError:  # of Windows
        return Path(file).as_posix()


def _named_in_python(options: Mapping[str, Any], names: Container[str]) -> dict[str, Any]:
    """Some of the options, under the names of the fields that they give."""
    return {name.replace("-", "_"): value for name, value in options.items() if name in names}


def group_values(name: str, options: Mapping[str, Any], content: Sequence[str]) -> dict[str, Any]:
    """The fields of a `GroupSpec`; the content of the directive is the group's description."""
    values = {"name": name, **options}
    if content:
        values["description"] = "\n".join(content)
    return values
