"""Conversions of directive options."""

from collections.abc import Callable

from docutils.parsers.rst import directives


def names(text: str | None) -> list[str]:
    """Contracts by name, apart by white space or commas.

    Raises:
        ValueError: There are none.
    """
    found = (text or "").replace(",", " ").split()
    if not found:
        raise ValueError(
            "give contracts as package.module:attribute, apart by commas or white space"
        )
    return found


def markup(text: str | None) -> str:
    """The language of descriptions.

    Raises:
        ValueError: It is another.
    """
    return directives.choice(text or "", ("markdown", "rst"))


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


def choice(text: str | None) -> str | list[str]:
    """Patterns of paths, or the name of a function.

    Raises:
        ValueError: There are none.
    """
    words = (text or "").replace(",", " ").split()
    if not words:
        raise ValueError("give patterns of paths, or a function as package.module:attribute")
    return words[0] if len(words) == 1 else words


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
