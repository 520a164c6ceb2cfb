"""Conversions of directive options."""

from docutils.parsers.rst import directives


def names(text: str | None) -> list[str]:
    """Contracts by name, apart by white space or commas.

    Raises:
        ValueError: There are none.
    """
    found = (text or "").replace(",", " ").split()
    if not found:
        raise ValueError("give contracts as package.module:attribute, apart by commas or white space")
    return found


def markup(text: str | None) -> str:
    """The language of descriptions.

    Raises:
        ValueError: It is another.
    """
    return directives.choice(text or "", ("markdown", "rst"))


CONTRACTS = {"http": names, "ws": names}
