"""Conversions of directive options."""

from collections.abc import Callable

from docutils.parsers.rst import directives


def names(text: str | None) -> list[str]:
    """Contracts by name, or patterns of paths.

    Raises:
        ValueError: There are none.
    """
    found = (text or "").replace(",", " ").split()
    if not found:
        hint = "apart by commas or white space"
        raise ValueError(f"give package.module:attribute, or patterns of paths, {hint}")
    return found


def choice(text: str | None) -> str | list[str]:
    """Patterns of paths, or the name of a function."""
    found = names(text)
    return found[0] if len(found) == 1 else found


LISTING = dict.fromkeys(
    (
        "no-index",
        "no-index-entry",
        "no-contents-entry",
        "noindex",
        "noindexentry",
        "nocontentsentry",
    ),
    directives.flag,
)
"""Where objects are not listed, as in the directives of Sphinx's own domains."""


APP_OPTIONS: dict[str, Callable[..., object]] = {
    "group-by": directives.unchanged_required,
    "include": choice,
    "exclude": choice,
    "names": directives.unchanged_required,
    "titles": directives.unchanged_required,
    "error-name": directives.unchanged_required,
    "audience": choice,
    "strict": directives.flag,
}
"""The options of `AppOptions`; mappings are given by name."""

CONTRACTS = {"http": names, "ws": names}
