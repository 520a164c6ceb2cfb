"""Writes JSON values as YAML 1.2 that readers of YAML 1.1 understand in the same way."""

import json
import re
from collections.abc import Iterator
from typing import Any

_PLAIN = re.compile(r"[A-Za-z/$][A-Za-z0-9_./+-]*(?: [A-Za-z0-9_./+-]+)*")
"""Text that needs no quotes, except `_RESERVED`."""
_RESERVED = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
"""Words that some version of YAML reads as a boolean or null, in any case of letters."""
_BLOCK = re.compile(r"[^\s#][^\n]*(?:\n+[^\s\n][^\n]*)+\n?")
"""Text that a literal block can hold: no line starts with a space, and it ends with at most one
newline."""
_UNPRINTABLE = re.compile(
    r"[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
"""Characters that need an escape, or that break lines in some version of YAML."""
INDENT = "  "


def to_yaml(value: Any) -> str:
    """A JSON value in block style, its keys in their order."""
    return "\n".join(_lines(value)) + "\n"


def _lines(value: Any) -> Iterator[str]:
    """The lines of a value; the first may follow a dash on the same line."""
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from _under(f"{_text(str(key))}:", item)
    elif isinstance(value, list) and value:
        for item in value:
            inner = _lines(item)
            yield f"- {next(inner)}"
            yield from (INDENT + line if line else "" for line in inner)
    else:
        yield _scalar(value)


def _under(key: str, item: Any) -> Iterator[str]:
    if isinstance(item, dict | list) and item:
        yield key
        yield from (INDENT + line if line else "" for line in _lines(item))
    elif isinstance(item, str) and _fits_block(item):
        yield f"{key} |" if item.endswith("\n") else f"{key} |-"
        yield from (INDENT + line if line else "" for line in item.removesuffix("\n").split("\n"))
    else:
        yield f"{key} {_scalar(item)}"


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        return _text(value)
    written = json.dumps(value)
    if isinstance(value, float) and "e" in written and "." not in written:
        return written.replace("e", ".0e")  # YAML 1.1 reads 1e+16 as text
    return written


def _text(text: str) -> str:
    if _PLAIN.fullmatch(text) and text.lower() not in _RESERVED:
        return text
    return _UNPRINTABLE.sub(_escaped, json.dumps(text, ensure_ascii=False))


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match.group()):04x}"


def _fits_block(text: str) -> bool:
    return _BLOCK.fullmatch(text) is not None and _UNPRINTABLE.search(text) is None
