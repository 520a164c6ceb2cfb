"""Matches regular expressions in linear time, with the engine that pydantic validates with.

Python's ``re`` cannot be interrupted, and may take years. The engine does not support lookaround,
and reads some sets differently from ECMA-262; for such patterns the result is unknown.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits
from typing import Final

from pydantic_core import SchemaError, SchemaValidator, core_schema

_DIFFERENT: Final = re.compile(
    r"&&|--|~~|\[[^\]]*\[|\[\^?\]|[*+?}]\+|[$^][*+?{]|\(\?[^:<P]|\\[aAzZGU<>]|\\b\{"
)
"""Operations of sets, possessive counts, flags and escapes that ECMA-262 lacks or reads in another
way."""
_NO_TEXT: Final = re.compile(r"\\.|\[[^\]]*\]|\{[^}]*\}|\(\?[^:)]*:?")
"""What of a pattern is no text that matches: escapes, sets, counts, beginnings of groups."""
_WORD: Final = re.compile(r"[^\W_]+")


def matches(pattern: str, text: str) -> bool | None:
    """Return whether a pattern is in a text; None if that is not known.

    Args:
        pattern: A regular expression, unanchored.
        text: The text; of one with other characters than ASCII, nothing is known.
    """
    if not text.isascii() or not text.isprintable():
        return None
    validator = _validator(pattern)
    if validator is None:
        return None
    return validator.isinstance_python(text)


def singles_out(pattern: str, name: str) -> bool:
    """Return whether a pattern may show readers a name: ``^(cost|sku)$`` and ``^cost_`` do, and
    ``^[a-z]+$``, which all names of the same form match, does not. Also true where that is not
    known.

    Args:
        pattern: A regular expression, unanchored.
        name: The name.
    """
    validator = _validator(pattern)
    words = _WORD.findall(_NO_TEXT.sub(" ", pattern))
    if validator is None or f" {' '.join(_WORD.findall(name))} " in f" {' '.join(words)} ":
        return True
    if not validator.isinstance_python(name):
        return False
    alike = [*_names_alike(name)]
    return not alike or not all(map(validator.isinstance_python, alike))


def _names_alike(name: str) -> Iterator[str]:
    """Yield names with other letters in the same places, of one without letters other digits."""
    alphabets: tuple[str, ...] = (digits,)
    if any(letter in ascii_letters for letter in name):
        alphabets = (ascii_lowercase, ascii_uppercase)
    for step in range(1, len(alphabets[0])):
        other = name
        for letters in alphabets:
            other = other.translate(str.maketrans(letters, letters[step:] + letters[:step]))
        if other != name:
            yield other


@lru_cache(maxsize=1024)
def _validator(pattern: str) -> SchemaValidator | None:
    if _DIFFERENT.search(pattern):
        return None
    try:
        return SchemaValidator(core_schema.str_schema(pattern=pattern))
    except SchemaError:
        return None
