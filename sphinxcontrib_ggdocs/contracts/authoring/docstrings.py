"""Parses docstrings: a summary, a description, and sections about arguments, the response and
exceptions.

Sections in the styles of Google, NumPy and reST are parsed by docstring-parser, which the extra
``sphinx`` installs. Only sections that it can parse are removed from the description.

The *head* of a section is its first line: ``Args:`` in Google's style, the underlined
``Parameters`` in NumPy's. In reST each field, such as ``:param id: …``, is a section of its own.
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
    """A docstring, divided into its text and what its sections say."""

    text: str
    """The text without the sections."""
    arguments: Mapping[str, str] = field(default_factory=dict)
    """The descriptions of arguments by name."""
    answer: str | None = None
    """The description of the return value."""
    raised: tuple[tuple[str, str], ...] = ()
    """The names of exceptions, each with the description of when it is raised."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """The parts of a docstring."""

    summary: str | None = None
    """The first paragraph in one line."""
    description: str | None = None
    """The other paragraphs."""
    arguments: Mapping[str, str] = field(default_factory=dict)
    """The descriptions of arguments by name."""
    answer: str | None = None
    """The description of the return value."""

    @property
    def with_answer(self) -> str | None:
        """The description, with that of the return value as its last paragraph; None if there is
        neither.
        """
        paragraphs = [text for text in (self.description, self.answer) if text]
        if not paragraphs:
            return None
        return "\n\n".join(paragraphs)


def cleaned_docstring(text: str) -> str:
    """Return a docstring without indentation, up to a form feed.

    Authors write notes that are not for readers after a form feed, as with FastAPI.
    """
    return inspect.cleandoc(text.split("\f", 1)[0]).strip()


_BLOCK = re.compile(r">|`{3}|~{3}|#{1,6} |[-*+] |\d+[.)] |\.\. ")
"""The beginnings of paragraphs that are not sentences: a quote, an alert, code, a heading, a list
or a directive."""


def read_docstring(text: str | None, known: Collection[str] | None = None) -> Prose:
    """Divide the docstring of a method into its parts.

    Args:
        text: The docstring.
        known: The names of the arguments; descriptions of other names stay in the description.
            None: all names are arguments.
    """
    if not text:
        return Prose()
    sections = sections_of(text)
    # A first paragraph that is a list, code or a section is no summary.
    summary, _, description = sections.text.partition("\n\n")
    has_summary = not _BLOCK.match(summary) and not begins_with_section(sections.text)
    if not has_summary:
        summary = ""
        description = sections.text
    unknown_names: list[str] = []
    if known is not None:
        unknown_names = [name for name in sections.arguments if name not in known]
    return Prose(
        summary=" ".join(summary.split()) or None,
        description=with_lists(description.strip(), sections, unknown_names),
        arguments=sections.arguments,
        answer=sections.answer,
    )


def with_lists(
    text: str, sections: Sections, arguments: Iterable[str] = (), *, title: str = "Parameters"
) -> str | None:
    """Return a description, followed by lists of arguments and of exceptions.

    For what sections say that documents show nowhere else. The lists are the same in Markdown and
    in reST.

    Args:
        text: The description.
        sections: The sections of its docstring.
        arguments: The names of the arguments that are listed.
        title: The title of the list of arguments.
    """
    described_arguments = [(name, sections.arguments[name]) for name in arguments]
    list_of_arguments = _list(title, described_arguments)
    list_of_exceptions = _list("Raises", sections.raised)
    # The lists are inserted at the end, or in front of a section that was not read.
    end = len(text)
    heading = _HEADING.search(text)
    if heading is not None:
        end = heading.start()
    parts = (text[:end].strip(), list_of_arguments, list_of_exceptions, text[end:])
    return "\n\n".join(filter(None, parts)) or None


_HEADING = re.compile(r"^\S.*\n-{3,}$", re.MULTILINE)
"""The heading of a further section in the style of NumPy. Lists are inserted in front of it, since
they would belong to the section after it."""


def without_hidden(text: str, is_hidden: Callable[[str], bool]) -> str | None:
    """Return a description without what its sections say about hidden names.

    Items of lists are removed, and every section of another form that mentions a hidden name.

    Args:
        text: The description, whose lists `with_lists` has written.
        is_hidden: Returns whether a name, such as ``cost`` or ``item.cost``, is hidden.
    """
    all_lines = _with_indented_sections(text).split("\n")
    lines = _without_items(all_lines, is_hidden)
    # The sections that are left may have any form, so a hidden name removes the whole section.
    for style, head in _ANY_HEADS.items():
        for start, end in _section_ranges("\n".join(lines), style, head):
            section = "\n".join(lines[start:end])
            names = [match["name"] for match in _SUBJECTS[style].finditer(section)]
            if any(map(is_hidden, names)):
                del lines[start:end]
    if lines == all_lines:  # nothing is hidden, so the text keeps its white space
        return text
    visible = _EMPTY_LIST.sub("", "\n".join(lines))
    return re.sub(r"\n{3,}", "\n\n", visible).strip() or None


def _without_items(lines: Iterable[str], is_hidden: Callable[[str], bool]) -> list[str]:
    """Return lines without the items of lists whose names are hidden, and what is indented below
    them.
    """
    visible_lines: list[str] = []
    is_in_hidden_item = False
    for line in lines:
        item = _ITEM.match(line)
        if item is not None:
            is_in_hidden_item = is_hidden(item["name"])
        elif line and not line.startswith("  "):  # the lines of an item are indented
            is_in_hidden_item = False
        # Blank lines stay, since they may separate the paragraphs around the list.
        if not line or not is_in_hidden_item:
            visible_lines.append(line)
    return visible_lines


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
"""The title of a list without items, or the head of a section without content."""


def _list(title: str, items: Iterable[tuple[str, str]]) -> str:
    """Return a list with a title in Markdown and reST; empty without items.

    Args:
        title: The title.
        items: Names, each with its description.
    """
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
    """Return a text as an item of a list, with its further lines indented."""
    return f"- {indent(text, '  ').lstrip()}"


def sections_of(text: str) -> Sections:
    """Divide the docstring of a function into its text and its sections.

    A section that cannot be parsed stays in the text.
    """
    return _divided(cleaned_docstring(text), _HEADS)


def sections_of_class(text: str) -> Sections:
    """Divide the docstring of a class into its text and its sections about fields.

    The fields are in `Sections.arguments`. A section that cannot be parsed stays in the text.
    """
    return _divided(cleaned_docstring(text), _HEADS_OF_CLASSES)


def _divided(cleaned: str, heads: "Mapping[str, re.Pattern[str]]") -> Sections:
    """Divide a docstring into its text and its sections.

    Sections that cannot be parsed stay in the text; without docstring-parser these are all.

    Args:
        cleaned: The docstring without indentation.
        heads: By style, the regular expression of a section's first line.
    """
    text = _with_indented_sections(cleaned)
    # All sections of a docstring have one style: that of the first one that is found.
    style = next((style for style, head in heads.items() if head.search(text)), None)
    if style is None:
        return Sections(text=cleaned)
    library = _docstring_parser()
    if library is None:
        return Sections(text=cleaned)
    lines = text.split("\n")
    arguments: dict[str, str] = {}
    answers: list[str] = []
    raised: list[tuple[str, str]] = []
    # The last section comes first, so that removing it does not change the numbers of the lines
    # above. So everything that is read later is put in front.
    for start, end in _section_ranges(text, style, heads[style]):
        section = "\n".join(lines[start:end])
        # docstring-parser removes the indentation of all lines but the first, so a line is added
        # in front of the section.
        try:
            parsed = library.parse(f"_\n\n{section}", library.DocstringStyle[_PARSER_STYLES[style]])
        except library.ParseError:  # the section stays in the text
            continue
        arguments = dict(_described_arguments(parsed.params)) | arguments
        raised[:0] = _raised_exceptions(parsed.raises)
        if parsed.returns is not None:
            answers.insert(0, parsed.returns.description or "")
        del lines[start:end]
    return Sections(
        text="\n".join(lines).strip(),
        arguments=arguments,
        answer="\n\n".join(filter(None, answers)) or None,
        raised=tuple(raised),
    )


def _section_ranges(text: str, style: str, head: "re.Pattern[str]") -> list[tuple[int, int]]:
    """Return the ranges of lines of all sections, from the last section to the first.

    In this order a caller can delete them, since the numbers of the lines above stay the same.

    Args:
        text: The docstring.
        style: The style of the sections: ``google``, ``numpy`` or ``rest``.
        head: The regular expression of a section's first line.

    Returns:
        For each section its first line, and the line after its last one.
    """
    end_of_section = _ENDS[style]
    lines = text.split("\n")
    ranges: list[tuple[int, int]] = []
    for match in head.finditer(text):
        # The number of line breaks in front of a section is the index of its first line.
        start = text.count("\n", 0, match.start())
        ranges.append((start, end_of_section(lines, start)))
    ranges.reverse()
    return ranges


def without_unread_sections(text: str, *, of_class: bool = False) -> str | None:
    """Return a description without the sections that were not read.

    They stay in a description if docstring-parser is not installed or cannot parse them, and may
    describe parts that an audience must not see.

    Args:
        text: The description.
        of_class: Whether it is that of a class with fields.
    """
    remaining_text = _with_indented_sections(text)
    heads = list(_HEADS.items())
    if of_class:
        heads += [*_HEADS_OF_CLASSES.items(), *_FIELDS_OF_CLASSES.items()]
    for style, head in heads:
        lines = remaining_text.split("\n")
        for start, end in _section_ranges(remaining_text, style, head):
            del lines[start:end]
        remaining_text = "\n".join(lines)
    return remaining_text.strip() or None


def begins_with_section(text: str) -> bool:
    """Return whether a description begins with a section instead of a paragraph."""
    first_block, _, _ = text.partition("\n\n")
    first_block = _with_indented_sections(first_block)
    heads = (*_HEADS.values(), *_HEADS_OF_CLASSES.values())
    return any(head.search(first_block) for head in heads)


def _described_arguments(items: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """Yield the name and the description of each argument that docstring-parser has described."""
    for item in items:
        if item.description:
            yield _bare_name(item.arg_name), item.description


def _bare_name(name: str) -> str:
    """Return the name in ``**options``, or in ``- `word` ``, an item of a list in Markdown."""
    return name.lstrip("*- ").strip("`")


def _raised_exceptions(items: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """Yield the name and the description of each exception that docstring-parser has found."""
    for item in items:
        if item.type_name:
            yield _bare_name(item.type_name), item.description or ""


_PARSER_STYLES = {"google": "GOOGLE", "numpy": "NUMPYDOC", "rest": "REST"}
"""The names of styles in docstring-parser."""
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
"""The first lines of the sections of a function's docstring, by style."""


_UNINDENTED_SECTION = re.compile(
    r"""^(?P<head>(?:Args|Arguments|Params|Parameters|Raises|Exceptions):\n)\n?
    (?P<items>(?:
        [-*]\ +`{0,2}\*{0,2}[\w.]+`{0,2}\ *(?:\([^\n]*?\))?:.*(?:\n|\Z)  # - word (type): text
        (?:\n*[ \t].*(?:\n|\Z))*\n?  # what belongs to it is indented
    )+)(?![-*]\ )""",
    re.MULTILINE | re.VERBOSE,
)
"""A section of Google's style whose items are a list of Markdown that is not indented."""


_SECTION_AT_START = re.compile(
    r"""\A(?P<head>(?:Args|Arguments|Params|Parameters|Returns|Yields|Raises|Exceptions):\n\n?)
    (?P<items>\S.*(?:\n.*\S.*)*)""",
    re.VERBOSE,
)
"""A section of Google's style at the start of a docstring. `inspect.cleandoc`, which measures the
margin from the second line on, has removed its indentation."""


def _with_indented_sections(text: str) -> str:
    """Return a docstring in which the items of all sections of Google's style are indented.

    docstring-parser needs that.
    """
    return _UNINDENTED_SECTION.sub(
        _with_indented_items, _SECTION_AT_START.sub(_with_indented_items, text)
    )


def _with_indented_items(section: "re.Match[str]") -> str:
    """Return a section of Google's style with its items indented."""
    return section["head"] + indent(section["items"], "    ")


_HEADS_OF_CLASSES: Mapping[str, "re.Pattern[str]"] = {
    "numpy": re.compile(r"^(?:Attributes|Parameters)\n-{3,}$", re.MULTILINE),
    "google": re.compile(r"^(?:Attributes|Args|Arguments|Parameters):$(?=\n+[ \t])", re.MULTILINE),
}
"""The first lines of the sections about fields in a class's docstring, by style."""


_FIELDS_OF_CLASSES: Mapping[str, "re.Pattern[str]"] = {
    "rest": re.compile(
        r"^:(?:param|parameter|arg|argument|type|i?var|cvar|vartype|attribute)\b[^:\n]+:",
        re.MULTILINE,
    ),
}
"""Fields of reST in a docstring of a class, which are not read."""


def _end_of_indented(lines: list[str], start: int) -> int:
    """Return the line after a section of Google's style, or a field of reST.

    It ends in front of the next line that has text and is not indented.

    Args:
        lines: The lines of the docstring.
        start: The first line of the section.
    """
    for number in range(start + 1, len(lines)):
        if lines[number] and not lines[number][0].isspace():
            return number
    return len(lines)


def _end_of_underlined(lines: list[str], start: int) -> int:
    """Return the line after a section of NumPy's style, which ends in front of the next heading.

    Args:
        lines: The lines of the docstring.
        start: The first line of the section, which is its heading.
    """
    # The second line of the section underlines its heading. The last line of the docstring is no
    # heading, since nothing underlines it.
    for number in range(start + 2, len(lines) - 1):
        if lines[number] and re.fullmatch("-{3,}", lines[number + 1]):
            return number
    return len(lines)


_ANY_HEADS: Mapping[str, "re.Pattern[str]"] = {
    "rest": re.compile(r"^(?::[a-z]+ [^:\n]+:|@\w+)", re.MULTILINE),
    "numpy": re.compile(r"^[A-Z][\w ]*\n-{3,}$", re.MULTILINE),
    "google": re.compile(r"^[A-Z][\w ]*:$(?=\n+[ \t*-])", re.MULTILINE),
}
"""The first lines of any section, also of those that are not read, by style. Javadoc's tags are
treated as fields of reST."""
_SUBJECT = r"^[ \t]*(?:[-*+|][ \t]*)?[`*]*(?P<name>[\w.-]+)"
"""The first word of a line, without the signs of a list, of code or of emphasis."""
_SUBJECTS: Mapping[str, "re.Pattern[str]"] = {
    # :param str name: text, @param {str} name - text
    "rest": re.compile(
        r"\A(?::\w+[^:\n]*[ \t`*]|@\w+(?:[ \t]+\{[^}\n]*\})?[ \t]+[`*]*)(?P<name>[\w.-]+)"
    ),
    "numpy": re.compile(_SUBJECT, re.MULTILINE),
    "google": re.compile(_SUBJECT, re.MULTILINE),
}
"""The names that a section is about, by style."""

_ENDS: Mapping[str, Callable[[list[str], int], int]] = {
    "google": _end_of_indented,
    "rest": _end_of_indented,
    "numpy": _end_of_underlined,
}
"""For each style the function that finds the end of a section."""


@cache
def _docstring_parser() -> ModuleType | None:
    """Return the package docstring-parser, which is optional; None if it is not installed."""
    try:
        import docstring_parser
    except ModuleNotFoundError:
        return None
    return docstring_parser


def type_describes_argument(annotation: TypeForm) -> bool:
    """Return whether the type of an argument has a description for the argument.

    It is in a ``Field``. If the type has a `Brand`, all fields up to the first one after the brand
    describe the brand instead, as in ``Annotated[str, Brand("Email"), Field(description="…")]``. Of
    several brands the first counts.
    """
    fields_of_argument: list[FieldInfo] = []
    has_brand = False
    for item in metadata_of(annotation):
        if isinstance(item, Brand) and not has_brand:
            has_brand = True
            fields_of_argument = []
        elif isinstance(item, FieldInfo):
            fields_of_argument.append(item)
    if has_brand:  # the first field after it belongs to the brand
        fields_of_argument = fields_of_argument[1:]
    return any(info.description for info in fields_of_argument)


def with_message(text: str | None, annotation: TypeForm) -> str | None:
    """Return the description of an argument, followed by the deprecation message of its type.

    Without a description the message is not needed here, since the schema of the type has it.

    Args:
        text: The description; None without one.
        annotation: The type. Of several `Deprecated` in it the last one counts.
    """
    markers = [item for item in metadata_of(annotation) if isinstance(item, Deprecated)]
    if text and markers:
        return with_deprecation(text, markers[-1])
    return text
