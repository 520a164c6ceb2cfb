"""Docstrings: a summary, a description, and sections about arguments and the answer.

Sections are read in the styles of Google, NumPy and reST by docstring-parser when it is installed
(the extra ``docstrings``). Only sections that it parses are removed from the description; without
the library all of them stay there.
"""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType

from pydantic.fields import FieldInfo

from ..annotations import metadata_of
from ..brands import Brand
from ..message_model import TypeForm


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """The parts of a docstring."""

    summary: str | None = None
    description: str | None = None
    arguments: Mapping[str, str] = field(default_factory=dict)
    """By argument."""
    answer: str | None = None

    @property
    def with_answer(self) -> str | None:
        """The description with the text about the answer as its last paragraph."""
        return "\n\n".join(part for part in (self.description, self.answer) if part) or None


def cleaned_docstring(text: str) -> str:
    """A docstring without indentation, up to a form feed, which ends what is meant for readers."""
    return inspect.cleandoc(text.split("\f", 1)[0]).strip()


def read_docstring(text: str | None) -> Prose:
    """The parts of a docstring."""
    if not text:
        return Prose()
    cleaned = cleaned_docstring(text)
    style = _style_of(cleaned)
    library = _library() if style else None
    if style is None or library is None:
        return _split(cleaned)
    rest, sections = _take_out(cleaned, style)
    try:
        parsed = library.parse(f"_\n\n{sections}", library.DocstringStyle[_LIBRARY_NAMES[style]])
    except library.ParseError:
        return _split(cleaned)
    prose = _split(rest)
    return Prose(
        summary=prose.summary,
        description=prose.description,
        arguments={
            parameter.arg_name.lstrip("*"): parameter.description
            for parameter in parsed.params
            if parameter.description
        },
        answer=(parsed.returns.description or None) if parsed.returns else None,
    )


def _split(cleaned: str) -> Prose:
    first, _, rest = cleaned.partition("\n\n")
    return Prose(summary=" ".join(first.split()) or None, description=rest.strip() or None)


_LIBRARY_NAMES = {"google": "GOOGLE", "numpy": "NUMPYDOC", "rest": "REST"}
_HEADS: Mapping[str, "re.Pattern[str]"] = {
    "rest": re.compile(
        r"^:(?:(?:param|parameter|arg|argument|key|keyword|type)\b[^:\n]+|returns?|rtype):",
        re.MULTILINE,
    ),
    "numpy": re.compile(r"^(?:Other Parameters|Parameters|Returns)\n-{3,}$", re.MULTILINE),
    "google": re.compile(
        r"^(?:Args|Arguments|Params|Parameters|Returns):$(?=\n+[ \t])", re.MULTILINE
    ),
}


def _style_of(text: str) -> str | None:
    """The style of a docstring's sections, by the first of their heads."""
    return next((style for style, head in _HEADS.items() if head.search(text)), None)


def _take_out(text: str, style: str) -> tuple[str, str]:
    """The text without its sections of arguments and answer, and these."""
    lines = text.split("\n")
    taken: set[int] = set()
    for match in _HEADS[style].finditer(text):
        start = text.count("\n", 0, match.start())
        taken.update(range(start, _ENDS[style](lines, start)))
    kept = "\n".join(line for number, line in enumerate(lines) if number not in taken)
    sections = "\n".join(line for number, line in enumerate(lines) if number in taken)
    return re.sub(r"\n{3,}", "\n\n", kept).strip(), sections


def _end_of_indented(lines: list[str], start: int) -> int:
    """A section of Google's style, or a field of reST: its head and what is indented below."""
    for number in range(start + 1, len(lines)):
        if lines[number] and not lines[number][0].isspace():
            return number
    return len(lines)


def _end_of_underlined(lines: list[str], start: int) -> int:
    """A section of NumPy's style: up to the next underlined line."""
    for number in range(start + 2, len(lines) - 1):
        if lines[number] and re.fullmatch("-{3,}", lines[number + 1]):
            return number
    return len(lines)


_ENDS: Mapping[str, Callable[[list[str], int], int]] = {
    "google": _end_of_indented,
    "rest": _end_of_indented,
    "numpy": _end_of_underlined,
}


@cache
def _library() -> ModuleType | None:
    try:
        import docstring_parser
    except ModuleNotFoundError:
        return None
    return docstring_parser


def describes_itself(form: TypeForm) -> bool:
    """Whether a ``Field`` at an argument's type describes the argument. The first ``Field`` after a
    `Brand`, and all before it, describe the brand.
    """
    metadata = metadata_of(form)
    brand = next((index for index, item in enumerate(metadata) if isinstance(item, Brand)), None)
    fields = [item for item in metadata[brand or 0 :] if isinstance(item, FieldInfo)]
    own = fields if brand is None else fields[1:]
    return any(field.description for field in own)
