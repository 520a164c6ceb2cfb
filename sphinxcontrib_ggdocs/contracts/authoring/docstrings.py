"""Parses docstrings: a summary, a description, and sections about arguments, the response and
exceptions.

Sections in the styles of Google, NumPy and reST are parsed by docstring-parser, which the extra
``sphinx`` installs. Only sections that it can parse are removed from the description.
"""

import inspect
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from textwrap import indent
from types import ModuleType
from typing import Any

from pydantic.fields import FieldInfo

from ..annotations import metadata_of
from ..lifecycle import Deprecated, with_deprecation
from ..markers import Brand
from ..message_model import TypeForm


@dataclass(frozen=True, slots=True, kw_only=True)
class Sections:
    """A docstring whose sections are taken out."""

    text: str
    """What is left."""
    arguments: Mapping[str, str] = field(default_factory=dict)
    """By argument."""
    answer: str | None = None
    raised: tuple[tuple[str, str], ...] = ()
    """Exceptions by name, and when they are raised."""


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
    """Return a docstring without indentation, up to a form feed, which ends what is meant for
    readers.
    """
    return inspect.cleandoc(text.split("\f", 1)[0]).strip()


_BLOCK = re.compile(r">|`{3}|~{3}|#{1,6} |[-*+] |\d+[.)] |\.\. ")
"""How a paragraph begins that is not a sentence: a quote, an alert, code, a heading, a list or a
directive."""


def read_docstring(text: str | None, known: Collection[str] | None = None) -> Prose:
    """Return the parts of a docstring.

    Args:
        text: The docstring.
        known: The arguments that there are; descriptions of others stay in the text.
    """
    if not text:
        return Prose()
    sections = sections_of(text)
    first, _, rest = sections.text.partition("\n\n")
    if _BLOCK.match(first) or begins_with_section(sections.text):
        first, rest = "", sections.text
    others = () if known is None else (name for name in sections.arguments if name not in known)
    return Prose(
        summary=" ".join(first.split()) or None,
        description=with_lists(rest.strip(), sections, others),
        arguments=sections.arguments,
        answer=sections.answer,
    )


def with_lists(
    text: str, sections: Sections, arguments: Iterable[str] = (), *, title: str = "Parameters"
) -> str | None:
    """Return a description, and what sections say that has no other place, as lists.

    The lists are the same in Markdown and in reST.

    Args:
        text: The description.
        sections: What was taken out of its docstring.
        arguments: The arguments that are listed.
        title: What they are called.
    """
    lists = (
        _list(title, [(name, sections.arguments[name]) for name in arguments]),
        _list("Raises", sections.raised),
    )
    heading = _HEADING.search(text)
    place = len(text) if heading is None else heading.start()
    parts = (text[:place].strip(), *lists, text[place:])
    return "\n\n".join(filter(None, parts)) or None


_HEADING = re.compile(r"^\S.*\n-{3,}$", re.MULTILINE)
"""That of a further section in the style of NumPy, to which no list belongs."""


def without_hidden(text: str, is_hidden: Callable[[str], bool]) -> str | None:
    """Return a description without what its sections say of hidden names: items of lists, and
    whole sections of any other form that name one.

    Args:
        text: The description, whose lists `with_lists` has made.
        is_hidden: Whether what has a name is hidden, such as ``cost`` or ``item.cost``.
    """
    all_lines = _with_indented(text).split("\n")
    lines = _without_items(all_lines, is_hidden)
    for style, head in _ANY_HEADS.items():
        for start, end in _places("\n".join(lines), style, head):
            section = "\n".join(lines[start:end])
            if any(is_hidden(match["name"]) for match in _SUBJECTS[style].finditer(section)):
                del lines[start:end]
    if lines == all_lines:
        return text
    visible = _EMPTY_LIST.sub("", "\n".join(lines))
    return re.sub(r"\n{3,}", "\n\n", visible).strip() or None


def _without_items(lines: Iterable[str], is_hidden: Callable[[str], bool]) -> list[str]:
    """Return lines without the items of lists whose names are hidden."""
    kept: list[str] = []
    is_left_out = False
    for line in lines:
        item = _ITEM.match(line)
        if item is not None:
            is_left_out = is_hidden(item["name"])
        elif line and not line.startswith("  "):  # what belongs to an item is indented
            is_left_out = False
        if not line or not is_left_out:
            kept.append(line)
    return kept


_ITEM = re.compile(
    r"[-*+] +[`*]*(?P<name>[\w.-]+)[`*]*(?: *\([^)]*\))?(?: *[:\u2013\u2014]| - | *$)"
)
"""An item of a list that begins with a name: ``- `name` (type): text``."""
_EMPTY_LIST = re.compile(
    r"""^(?:\*\*(?:Parameters|Attributes|Raises)\*\*
    |(?:Args|Arguments|Params|Parameters|Attributes|Raises|Exceptions):)
    (?:\n+(?![-*+][ ]|\s)|\Z)""",
    re.MULTILINE | re.VERBOSE,
)


def _list(title: str, items: Iterable[tuple[str, str]]) -> str:
    lines: list[str] = []
    for name, text in items:
        if text:
            lines.append(_item(f"``{name}``: {text}"))
        else:
            lines.append(_item(f"``{name}``"))
    if lines:
        return "\n".join((f"**{title}**", "", *lines))
    return ""


def _item(text: str) -> str:
    return f"- {indent(text, '  ').lstrip()}"


def sections_of(text: str) -> Sections:
    """Return a docstring whose sections are taken out; one that cannot be parsed stays in the
    text.
    """
    return _parsed(cleaned_docstring(text), _HEADS)


def sections_of_class(text: str) -> Sections:
    """Return the docstring of a class whose sections about its fields are taken out, as
    arguments.
    """
    return _parsed(cleaned_docstring(text), _HEADS_OF_CLASSES)


def _parsed(cleaned: str, heads: "Mapping[str, re.Pattern[str]]") -> Sections:
    text = _with_indented(cleaned)
    style = next((style for style, head in heads.items() if head.search(text)), None)
    library = _library() if style else None
    if style is None or library is None:
        return Sections(text=cleaned)
    lines = text.split("\n")
    arguments: dict[str, str] = {}
    answers: list[str] = []
    raised: list[tuple[str, str]] = []
    # From the last section to the first, so that the numbers of lines above stay right; what is
    # read later comes first.
    for start, end in _places(text, style, heads[style]):
        section = "\n".join(lines[start:end])
        # Below a first line: docstring-parser cleans the text by `inspect.cleandoc`, which takes
        # away the indentation of all lines but the first.
        try:
            parsed = library.parse(f"_\n\n{section}", library.DocstringStyle[_NAMES[style]])
        except library.ParseError:
            continue
        arguments = dict(_arguments(parsed.params)) | arguments
        raised[:0] = _raised(parsed.raises)
        if parsed.returns is not None:
            answers.insert(0, parsed.returns.description or "")
        del lines[start:end]
    return Sections(
        text="\n".join(lines).strip(),
        arguments=arguments,
        answer="\n\n".join(filter(None, answers)) or None,
        raised=tuple(raised),
    )


def _places(text: str, style: str, head: "re.Pattern[str]") -> list[tuple[int, int]]:
    """Return the first line of each section and the line after it, from the last section to the
    first.
    """
    starts = [text.count("\n", 0, match.start()) for match in head.finditer(text)]
    lines = text.split("\n")
    return [(start, _ENDS[style](lines, start)) for start in reversed(starts)]


def without_unread_sections(text: str, *, of_class: bool = False) -> str | None:
    """Return a description without the sections that were not read, because docstring-parser is not
    installed or cannot parse them. They may describe parts that are left out.

    Args:
        text: The description.
        of_class: Whether it is that of a class with fields.
    """
    kept = _with_indented(text)
    heads = list(_HEADS.items())
    if of_class:
        heads += [*_HEADS_OF_CLASSES.items(), *_FIELDS_OF_CLASSES.items()]
    for style, head in heads:
        lines = kept.split("\n")
        for start, end in _places(kept, style, head):
            del lines[start:end]
        kept = "\n".join(lines)
    return kept.strip() or None


def begins_with_section(text: str) -> bool:
    """Return whether the first paragraph of a description is none, but a section."""
    first = _with_indented(text.partition("\n\n")[0])
    heads = (*_HEADS.values(), *_HEADS_OF_CLASSES.values())
    return any(head.search(first) for head in heads)


def _arguments(items: Iterable[Any]) -> Iterator[tuple[str, str]]:
    return ((_bare_name(item.arg_name), item.description) for item in items if item.description)


def _bare_name(name: str) -> str:
    """``**options``, and ``- `word` `` in an argument list that is one of Markdown."""
    return name.lstrip("*- ").strip("`")


def _raised(items: Iterable[Any]) -> Iterator[tuple[str, str]]:
    for item in items:
        if item.type_name:
            yield _bare_name(item.type_name), item.description or ""


_NAMES = {"google": "GOOGLE", "numpy": "NUMPYDOC", "rest": "REST"}
_HEADS: Mapping[str, "re.Pattern[str]"] = {
    "rest": re.compile(
        r"^:(?:(?:param|parameter|arg|argument|key|keyword|type|raises?|except|exception)\b[^:\n]+"
        r"|returns?|yields?|rtype):",
        re.MULTILINE,
    ),
    "numpy": re.compile(
        r"^(?:Other Parameters|Parameters|Returns|Yields|Raises)\n-{3,}$", re.MULTILINE
    ),
    "google": re.compile(
        r"^(?:Args|Arguments|Params|Parameters|Returns|Yields|Raises|Exceptions):$(?=\n+[ \t])",
        re.MULTILINE,
    ),
}


_LISTED = re.compile(
    r"""^(?P<head>(?:Args|Arguments|Params|Parameters|Raises|Exceptions):\n)\n?
    (?P<items>(?:
        [-*]\ +`{0,2}\*{0,2}[\w.]+`{0,2}\ *(?:\([^\n]*?\))?:.*(?:\n|\Z)  # - word (type): text
        (?:\n*[ \t].*(?:\n|\Z))*\n?  # what belongs to it is indented
    )+)(?![-*]\ )""",
    re.MULTILINE | re.VERBOSE,
)
"""A section of Google's style whose items are a list of Markdown that is not indented."""


_FIRST = re.compile(
    r"""\A(?P<head>(?:Args|Arguments|Params|Parameters|Returns|Yields|Raises|Exceptions):\n\n?)
    (?P<items>\S.*(?:\n.*\S.*)*)""",
    re.VERBOSE,
)
"""A section of Google's style that a docstring begins with. `inspect.cleandoc`, which counts the
margin from the second line on, takes away its indentation."""


def _with_indented(text: str) -> str:
    """Return a docstring whose sections of Google's style are indented."""
    return _LISTED.sub(_indented, _FIRST.sub(_indented, text))


def _indented(section: "re.Match[str]") -> str:
    """Return the section as Google writes it."""
    return section["head"] + indent(section["items"], "    ")


_HEADS_OF_CLASSES: Mapping[str, "re.Pattern[str]"] = {
    "numpy": re.compile(r"^(?:Attributes|Parameters)\n-{3,}$", re.MULTILINE),
    "google": re.compile(r"^(?:Attributes|Args|Arguments|Parameters):$(?=\n+[ \t])", re.MULTILINE),
}


_FIELDS_OF_CLASSES: Mapping[str, "re.Pattern[str]"] = {
    "rest": re.compile(
        r"^:(?:param|parameter|arg|argument|type|i?var|cvar|vartype|attribute)\b[^:\n]+:",
        re.MULTILINE,
    ),
}
"""Fields of reST in a docstring of a class, which are not read."""


def _end_of_indented(lines: list[str], start: int) -> int:
    """Return a section of Google's style, or a field of reST: its head and what is indented
    below.
    """
    for number in range(start + 1, len(lines)):
        if lines[number] and not lines[number][0].isspace():
            return number
    return len(lines)


def _end_of_underlined(lines: list[str], start: int) -> int:
    """Return a section of NumPy's style: up to the next underlined line."""
    for number in range(start + 2, len(lines) - 1):
        if lines[number] and re.fullmatch("-{3,}", lines[number + 1]):
            return number
    return len(lines)


_ANY_HEADS: Mapping[str, "re.Pattern[str]"] = {
    "rest": re.compile(r"^(?::[a-z]+ [^:\n]+:|@\w+)", re.MULTILINE),
    "numpy": re.compile(r"^[A-Z][\w ]*\n-{3,}$", re.MULTILINE),
    "google": re.compile(r"^[A-Z][\w ]*:$(?=\n+[ \t*-])", re.MULTILINE),
}
"""How sections begin, also those that are not read; Javadoc's as fields of reST."""
_SUBJECT = r"^[ \t]*(?:[-*+|][ \t]*)?[`*]*(?P<name>[\w.-]+)"
_SUBJECTS: Mapping[str, "re.Pattern[str]"] = {
    # :param str name: text, @param {str} name - text
    "rest": re.compile(
        r"\A(?::\w+[^:\n]*[ \t`*]|@\w+(?:[ \t]+\{[^}\n]*\})?[ \t]+[`*]*)(?P<name>[\w.-]+)"
    ),
    "numpy": re.compile(_SUBJECT, re.MULTILINE),
    "google": re.compile(_SUBJECT, re.MULTILINE),
}
"""What a section is about: the first word of each line."""

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


def describes_itself(annotation: TypeForm) -> bool:
    """Return whether a ``Field`` at an argument's type describes the argument. The first ``Field``
    after a `Brand`, and all before it, describe the brand.
    """
    fields: list[FieldInfo] = []
    has_brand = False
    for item in metadata_of(annotation):
        if isinstance(item, Brand) and not has_brand:
            has_brand = True
            fields = []
        elif isinstance(item, FieldInfo):
            fields.append(item)
    if has_brand:
        fields = fields[1:]
    return any(field.description for field in fields)


def with_message(text: str | None, annotation: TypeForm) -> str | None:
    """Return the description of an argument and, after it, what its type says to use instead."""
    messages = [item for item in metadata_of(annotation) if isinstance(item, Deprecated)]
    if text and messages:
        return with_deprecation(text, messages[-1])
    return text
