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
_SYNTAX: Final = re.compile(r"\\.|\[[^\]]*\]|\{[^}]*\}|\(\?[^:)]*:?")
"""The parts of a pattern that are not literal text: escapes, sets, counts, starts of groups."""
_WORD: Final = re.compile(r"[^\W_]+")


def matches(pattern: str, text: str) -> bool | None:
    """Return whether a regular expression matches anywhere in a text; None if that is not known.

    Args:
        pattern: The regular expression; it is not anchored.
        text: The text. The result is None if it has characters other than printable ASCII: the
            engine and ECMA-262 differ in which of them are digits, letters and line breaks.
    """
    if not text.isascii() or not text.isprintable():
        return None
    validator = _validator(pattern)
    if validator is None:  # the engine does not support the pattern
        return None
    return validator.isinstance_python(text)


def may_reveal(pattern: str, name: str) -> bool:
    """Return whether a pattern may reveal a property's name to readers who must not see the name.

    ``^(cost|sku)$`` and ``^cost_`` reveal the name ``cost``. ``^[a-z]+$`` does not, because it
    matches all names of the same kind. The result is also True if it is not known whether a pattern
    reveals the name, as for patterns that the engine does not support.

    Args:
        pattern: A regular expression; it is not anchored.
        name: The name.
    """
    validator = _validator(pattern)
    if validator is None:  # the engine does not support the pattern
        return True
    # The spaces around both texts make `cost` a part of `the cost of`, but not of `costs`.
    literal_text = f" {' '.join(_WORD.findall(_SYNTAX.sub(' ', pattern)))} "
    words_of_name = f" {' '.join(_WORD.findall(name))} "
    if words_of_name in literal_text:
        return True
    if not validator.isinstance_python(name):  # it neither contains nor matches the name
        return False
    # A pattern that matches the name, but not all names like it, was written for this name.
    similar_names = list(_similar_names(name))
    if not similar_names:  # no letters or digits to shift, so nothing is known
        return True
    return not all(map(validator.isinstance_python, similar_names))


def _similar_names(name: str) -> Iterator[str]:
    """Yield the names that result from shifting all letters of a name along the alphabet.

    ``ab_1`` gives ``bc_1``, ``cd_1`` and so on. In a name without letters the digits are shifted.
    """
    alphabets: tuple[str, ...] = (digits,)
    if any(letter in ascii_letters for letter in name):
        alphabets = (ascii_lowercase, ascii_uppercase)
    for shift in range(1, len(alphabets[0])):  # both alphabets of letters have the same length
        shifted_name = name
        for letters in alphabets:
            shifted_letters = letters[shift:] + letters[:shift]
            shifted_name = shifted_name.translate(str.maketrans(letters, shifted_letters))
        if shifted_name != name:  # equal without letters and digits
            yield shifted_name


@lru_cache(maxsize=1024)
def _validator(pattern: str) -> SchemaValidator | None:
    """Return a pydantic validator that accepts the texts in which a pattern matches.

    None if the engine cannot compile the pattern, or would read it differently from ECMA-262.
    """
    if _DIFFERENT.search(pattern):
        return None
    try:
        return SchemaValidator(core_schema.str_schema(pattern=pattern))
    except SchemaError:
        return None
