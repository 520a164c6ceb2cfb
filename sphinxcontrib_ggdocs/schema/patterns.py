r"""Patterns of Python's ``re`` and of Rust's ``regex`` as JSON Schema wants them: ECMA-262 with the
flag ``u``.

pydantic hands patterns on unchanged; JavaScript refuses many of them, or reads them differently.
`translated` keeps or rewrites each part; a part without equivalent (atomic groups, possessive
quantifiers, conditions, set operations) makes the whole pattern None.

``\d``, ``\w``, ``\s``, ``\b`` and ``.`` stay: for ECMA-262 they are a little narrower than for
Python, and what authors mean is as a rule the ASCII that both agree on.
"""

import re
from functools import lru_cache

SYNTAX = frozenset("^$\\.*+?()[]{}|/")
"""The characters that may be escaped with the flag ``u``, besides letters with a meaning."""

_FLAGS = re.compile(r"\(\?([a-zA-Z]*)(?:-([a-zA-Z]+))?([:)])")
_QUANTIFIER = re.compile(r"\{(\d*)(,?)(\d*)\}")
_SET_OPERATION = re.compile(r"&&|--|~~")
_PROPERTY = re.compile(r"[pP](?:\{([A-Z][a-z]?)\}|([A-Z]))")
"""A general category; names of scripts are spelled differently in the two languages."""
_CHARACTER = re.compile(r"x\{([0-9A-Fa-f]+)\}")
_KEPT = re.compile(r"[dDwWsSfnrtv]|c[A-Za-z]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]+\}")


@lru_cache(maxsize=1024)
def translated(pattern: str) -> str | None:
    """Translate a pattern to ECMA-262; None if that is impossible."""
    try:
        return _Translator(pattern).read()
    except _Untranslatable:
        return None


class _Untranslatable(Exception):
    """ECMA-262 has no word for it."""


class _Translator:
    """Reads one pattern from left to right and writes it anew."""

    def __init__(self, pattern: str) -> None:
        self.text = pattern
        self.at = 0
        self.flags = frozenset[str]()
        self.groups: list[frozenset[str]] = []
        """The flags outside each open group."""

    def read(self) -> str:
        written: list[str] = []
        while self.at < len(self.text):
            written.append(self._next())
        if self.groups:
            raise _Untranslatable
        return "".join(written)

    def _next(self) -> str:
        character = self.text[self.at]
        match character:
            case "\\":
                return self._escape(inside=False)
            case "[":
                return self._set()
            case "(":
                return self._group()
            case "{" | "*" | "+" | "?":
                return self._quantifier()
        self.at += 1
        return self._single(character)

    def _single(self, character: str) -> str:
        """Write a single character that is no start of a longer token."""
        match character:
            case ")":
                if not self.groups:
                    raise _Untranslatable
                self.flags = self.groups.pop()
                return ")"
            case "." if "s" in self.flags:
                return r"[\s\S]"
            # ECMA-262 has a flag for it, JSON Schema has no place for flags.
            case "^" if "m" in self.flags:
                return r"(?<![^\n])"
            case "$" if "m" in self.flags:
                return r"(?![^\n])"
            # Alone, they are literals elsewhere and syntax errors with the flag `u`.
            case "]" | "}":
                return "\\" + character
        return self._literal(character)

    def _literal(self, character: str) -> str:
        """Write a literal character, in both cases if case does not matter."""
        if "i" not in self.flags:
            return character
        return "[" + "".join(_cases(character)) + "]" if len(_cases(character)) > 1 else character

    def _quantifier(self) -> str:
        match = _QUANTIFIER.match(self.text, self.at)
        if self.text[self.at] == "{" and (match is None or match[0] == "{}"):
            # Python takes `{` and `{}` for literals.
            self.at += 1
            return r"\{"
        if match is not None:
            self.at = match.end()
            # `{,3}` and `{,}` of Python have a first number in ECMA-262.
            written = f"{{{match[1] or 0}{match[2]}{match[3]}}}"
        else:
            written = self.text[self.at]
            self.at += 1
        if self.text.startswith(
            "+", self.at
        ):  # possessive in Python, a repetition of a repetition in Rust
            raise _Untranslatable
        if self.text.startswith("?", self.at):
            self.at += 1
            return written + "?"
        return written

    def _group(self) -> str:
        rest = self.text[self.at :]
        if rest.startswith("(?#"):
            self.at = self.text.find(")", self.at) + 1 or len(self.text)
            return ""
        if (reference := re.match(r"\(\?P=(\w+)\)", rest)) is not None:
            self.at += reference.end()
            return rf"\k<{reference[1]}>"
        # `(?<` begins a group with a name in Rust, `(?<=` and `(?<!` look behind in both.
        for opening, written in (("(?P<", "(?<"), ("(?=",) * 2, ("(?!",) * 2, ("(?<",) * 2):
            if rest.startswith(opening):
                self.at += len(opening)
                self.groups.append(self.flags)
                return written
        if not rest.startswith("(?"):
            self.at += 1
            self.groups.append(self.flags)
            return "("
        return self._flagged()

    def _flagged(self) -> str:
        """Read ``(?:``, ``(?i)`` and ``(?i-s:``; flags apply until the enclosing group ends."""
        match = _FLAGS.match(self.text, self.at)
        if match is None:
            raise _Untranslatable
        on, off = frozenset(match[1]), frozenset(match[2] or "")
        # `a` and `u` choose between ASCII and Unicode, of which the head of the module says more.
        # `L` of Python depends on the locale; `U` and `R` of Rust change quantifiers and lines.
        if not (on | off) <= frozenset("imsau"):
            raise _Untranslatable
        self.at = match.end()
        if match[3] == ")":
            self.flags = (self.flags | on) - off
            return ""
        self.groups.append(self.flags)
        self.flags = (self.flags | on) - off
        return "(?:"

    def _escape(self, *, inside: bool) -> str:
        """Translate an escape.

        Args:
            inside: Whether it is in a set.
        """
        self.at += 1
        if self.at >= len(self.text):
            raise _Untranslatable
        character = self.text[self.at]
        for special in (self._property, self._character):
            if (written := special()) is not None:
                return written
        if (kept := _KEPT.match(self.text, self.at)) is not None:
            self.at = kept.end()
            return "\\" + kept[0]
        if not inside and (written := self._place(character)) is not None:
            return written
        self.at += 1
        return _escaped(character, inside=inside)

    def _place(self, character: str) -> str | None:
        """Translate an assertion or a reference, which cannot be in a set; None for
        other escapes.
        """
        if character in "AZz":
            self.at += 1
            return "^" if character == "A" else "$"
        if character in "bB":
            self.at += 1
            # `\b{start}` of Rust.
            if self.text.startswith("{", self.at):
                raise _Untranslatable
            return "\\" + character
        reference = re.compile(r"[1-9]\d?(?!\d)|k<\w+>").match(self.text, self.at)
        if reference is None:
            return None
        # What it repeats may be in the other case; letters can be written in both, this cannot.
        if "i" in self.flags:
            raise _Untranslatable
        self.at = reference.end()
        return "\\" + reference[0]

    def _property(self) -> str | None:
        match = _PROPERTY.match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        return rf"\{self.text[match.start()]}{{{match[1] or match[2]}}}"

    def _character(self) -> str | None:
        """Translate a character given by number or name, in a spelling that JavaScript lacks."""
        match = _CHARACTER.match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        return rf"\u{{{int(match[1], 16):x}}}"

    def _set(self) -> str:
        """Translate a set; a ``]`` at its start and a ``-`` at its edge are literals."""
        self.at += 1
        written = "["
        if self.text.startswith("^", self.at):
            self.at += 1
            written += "^"
        start = self.at
        items: list[str] = []
        if re.match("-[^-]", self.text[start : start + 2]):
            self.at += 1
            items.append("-")
        while not self.text.startswith("]", self.at) or self.at == start:
            if self.at >= len(self.text):
                raise _Untranslatable
            items.append("-" if self.text.startswith("-]", self.at) else self._item())
            self.at += items[-1] == "-"
        self.at += 1
        return written + "".join(items) + "]"

    def _item(self) -> str:
        """Translate a character, class or range of a set."""
        first = self._member()
        if _SET_OPERATION.match(self.text, self.at):
            raise _Untranslatable
        follows = self.text[self.at + 1 : self.at + 2]
        if not self.text.startswith("-", self.at) or follows in ("]", "") or _is_class(first):
            return first if "i" not in self.flags or len(first) > 1 else "".join(_cases(first))
        self.at += 1
        last = self._member()
        # Neither Python nor Rust has `[a-\d]`. Authors of JSON Schemas do, for JavaScript reads
        # three alternatives without the flag `u` (ECMA-262, B.1.2), and an error with it.
        if _is_class(last):
            return rf"{first}\-{last}"
        return _both_cases(first, last) if "i" in self.flags else f"{first}-{last}"

    def _member(self) -> str:
        if self.text.startswith("[:", self.at):  # a named set of Rust, such as `[:alpha:]`
            raise _Untranslatable
        character = self.text[self.at]
        if character == "\\":
            return self._escape(inside=True)
        self.at += 1
        return "\\" + character if character in "[]-" else character


def _escaped(character: str, *, inside: bool) -> str:
    """Translate an escaped character that is no class, number, name or assertion.

    Args:
        character: The character.
        inside: Whether it is in a set.
    """
    if character == "a":
        return r"\x07"
    if inside and character in "b-":
        return "\\" + character
    if character in SYNTAX:
        return "\\" + character
    if character.isalnum() or character in "<>":  # ``\<`` is the start of a word in Rust
        raise _Untranslatable
    return character


def _is_class(member: str) -> bool:
    r"""Return whether a member of a set is a class such as ``\w`` or ``a-z``."""
    return member[:2] in (r"\d", r"\D", r"\w", r"\W", r"\s", r"\S", r"\p", r"\P") or (
        len(member) > 2 and not member.startswith("\\")
    )


def _cases(character: str) -> list[str]:
    """Return a letter in both cases; a case of several letters is left out."""
    return [
        form
        for form in dict.fromkeys((character, character.lower(), character.upper()))
        if len(form) == 1
    ]


def _both_cases(first: str, last: str) -> str:
    """Write a range in both cases."""
    for letters in ("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"):
        if first in letters and last in letters:
            return f"{first}-{last}{first.swapcase()}-{last.swapcase()}"
    # Before the letters of ASCII nothing has a case; later ranges may have letters in them.
    if len(first) == len(last) == 1 and last < "A":
        return f"{first}-{last}"
    raise _Untranslatable
