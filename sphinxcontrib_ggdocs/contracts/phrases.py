"""Words from names of code: ``getHTTPStatus`` is "Get HTTP status"."""

import re

_PARTS = re.compile(r"[^\W_]+")
_PLURAL = r"s(?![a-z])"
"""The ``s`` of ``URLs``, which begins no word."""

_BOUNDARY = re.compile(rf"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z](?!{_PLURAL})[a-z])")
_ACRONYM = re.compile(rf"[A-Z][A-Z0-9]+(?:{_PLURAL})?")


def sentence_of(name: str) -> str:
    """A name in snake_case, camelCase or CONSTANT_CASE as words, of which the first is capitalized.

    Acronyms keep their capitals unless the whole name has no other letters. A name without letters
    and digits is returned without changes.
    """
    found = _words(name)
    if not found:
        return name
    text = " ".join(found)
    return text[0].upper() + text[1:]


def title_of(name: str) -> str:
    """The same with each word capitalized."""
    return " ".join(word[0].upper() + word[1:] for word in _words(name)) or name


def _words(name: str) -> list[str]:
    parts = _PARTS.findall(name)
    if len(parts) > 1 and name.isupper():
        return [part.lower() for part in parts]
    words = [word for part in parts for word in _BOUNDARY.split(part)]
    return [word if _ACRONYM.fullmatch(word) else word.lower() for word in words]
