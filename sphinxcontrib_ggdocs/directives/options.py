"""Conversions of directive options."""

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

CONTRACTS = {"http": names, "ws": names}
