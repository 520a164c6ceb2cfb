"""Matches regular expressions in linear time, by the engine that pydantic validates with.

Python's ``re`` cannot be interrupted, and may take years. The engine knows no lookaround, and reads
some sets in another way than ECMA-262: the result of such patterns is not known.
"""

import re
from functools import lru_cache
from typing import Final

from pydantic_core import SchemaError, SchemaValidator, core_schema

_DIFFERENT: Final = re.compile(
    r"&&|--|~~|\[[^\]]*\[|\[\^?\]|[*+?}]\+|[$^][*+?{]|\(\?[^:<P]|\\[aAzZGU<>]|\\b\{"
)
"""Operations of sets, possessive counts, flags and escapes that ECMA-262 lacks or reads in another
way."""


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


@lru_cache(maxsize=1024)
def _validator(pattern: str) -> SchemaValidator | None:
    if _DIFFERENT.search(pattern):
        return None
    try:
        return SchemaValidator(core_schema.str_schema(pattern=pattern))
    except SchemaError:
        return None
