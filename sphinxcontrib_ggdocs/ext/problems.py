"""Warnings and the texts of their messages.

There is one type, ``ggdocs``, and a subtype for each kind, so that ``suppress_warnings`` can name
exactly one. Besides the subtypes here there is one for each error in a contract or a document, its
`code`: see `sphinxcontrib_ggdocs.contracts.contract_errors` and
`sphinxcontrib_ggdocs.catalog.spec_errors`.
"""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from enum import StrEnum
from inspect import isclass, isfunction
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from sphinx.util import logging

if TYPE_CHECKING:
    from ..contracts import ContractError

logger = logging.getLogger("sphinxcontrib_ggdocs")

TYPE = "ggdocs"

NOTICE = "gg-notice"
"""The class of what a page shows in the place of a reference."""


class Subtype(StrEnum):
    """What can be wrong besides contracts and documents themselves."""

    CONFIG = "config"
    """A configuration value of the wrong form."""
    OPTION = "option"
    """A directive's option or content of the wrong form."""
    UNKNOWN_SLUG = "unknown-slug"
    """A directive names a document that is not configured."""
    DUPLICATE_SLUG = "duplicate-slug"
    """Two different documents with one slug."""
    DUPLICATE_OBJECT = "duplicate-object"
    """A thing is described in two places, and both want to be the one that links lead to."""
    FAILED = "failed"
    """Something that nobody foresaw; the traceback is shown at ``-v``."""
    MISSING = "missing"
    """A cross-reference to an object that there is not."""
    AMBIGUOUS = "ambiguous"
    """A cross-reference that more than one object could be meant by."""
    IMPORT_OUTPUT = "import-output"
    """A module that writes to standard output while it is imported."""
    EXPORT = "export"
    """What OpenAPI or AsyncAPI cannot say, and so leaves out."""
    OUTPUT = "output"
    """A file that cannot be written."""


class Problem(NamedTuple):
    """Why a document could not be made; plain data, so that it pickles."""

    subtype: str
    message: str
    trace: str = ""
    """The traceback of the cause."""


def warn(problem: Problem, location: nodes.Node | tuple[str, int] | str | None) -> None:
    """Report a problem once; its traceback at ``-v``."""
    logger.warning("%s", problem.message, location=location, type=TYPE, subtype=problem.subtype)
    if problem.trace:
        logger.verbose("%s", problem.trace)


def in_config(confdir: str | PathLike[str], key: str) -> str:
    """The place where a value is set in ``conf.py``, as far as that can be seen."""
    lines = enumerate(read_config_file(confdir).splitlines(), 1)
    line = next((number for number, text in lines if text.lstrip().startswith(key)), 1)
    return f"{Path(confdir, 'conf.py')}:{line}"


def read_config_file(confdir: str | PathLike[str]) -> str:
    """The text of ``conf.py``; nothing where the command line alone configures."""
    file = Path(confdir, "conf.py")
    return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""


def notice(message: str) -> nodes.Element:
    """What the page shows in the place of a reference."""
    block = nodes.error("", classes=[NOTICE])
    for line in message.splitlines():
        # It quotes what is written in code.
        block += nodes.paragraph("", line.strip(), support_smartquotes=False)
    return block


def is_notice(node: nodes.Node) -> bool:
    """Whether a node was made by `notice`."""
    return isinstance(node, nodes.error) and NOTICE in node["classes"]


def suggestion(written: str, known: Iterable[str], prefix: str = "") -> str:
    """The end of a message: the nearest known name, or all of them; all have the prefix, which
    makes none nearer.
    """
    names = [name.removeprefix(prefix) for name in known]
    if close := get_close_matches(written.removeprefix(prefix), names, n=1):
        return f"; did you mean {prefix + close[0]!r}?"
    return f"; known: {', '.join(repr(prefix + name) for name in names)}" if names else ""


def not_accepted(written: object, values: Iterable[str]) -> str:
    """A message for a value that is none of a few: all of them, and the nearest."""
    names = list(values)
    close = get_close_matches(str(written), names, n=1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    return f"{written!r} is not accepted, but {' or '.join(map(repr, names))} is{hint}"


def error_text(error: "ContractError", place: str) -> str:
    """The text of an error for who writes ``conf.py``, with places such as
    ``ggdocs_docs[0].http[1]`` of fields.

    Args:
        error: One error, or several; those of contracts have places of their own.
        place: Where the fields are written; empty in a directive.
    """
    from ..catalog import SpecError
    from ..contracts.contract_errors import Where

    return "\n".join(
        str(one.at(Where(path=place)) if isinstance(one, SpecError) else one)
        for one in error.exceptions
    )


class Unfit(ValueError):
    """A configuration value that cannot be used: where it is written, and why not."""

    def __init__(self, place: str, message: str, subtype: str = Subtype.CONFIG) -> None:
        super().__init__(message)
        self.place = place
        self.slug: str | None = None
        """Of a document that is left out."""
        self.problem = Problem(subtype, f"{place}: {message}")


def check_plain(value: object, place: str) -> None:
    """Check that a configuration value has no other parts than texts, numbers, lists and mappings.

    Args:
        value: As written.
        place: Where it is written.

    Raises:
        Unfit: It has one, which is named with what to write in its place.
    """
    if isinstance(value, Mapping):
        for key, part in value.items():
            check_plain(part, f"{place}.{key}" if isinstance(key, str) else f"{place}[{key!r}]")
    elif isinstance(value, list | tuple):
        for position, part in enumerate(value):
            check_plain(part, f"{place}[{position}]")
    elif isinstance(value, set | frozenset):
        raise Unfit(place, "a set has no order that an author chose; write a list")
    elif isclass(value) or isfunction(value):
        name = f"{value.__module__}:{value.__qualname__}"
        raise Unfit(place, f"{displayed(value)} is not allowed here; name it, '{name}'")
    elif value is not None and not isinstance(value, str | int | float):
        what = "a text, a number, a list or a mapping"
        raise Unfit(place, f"{displayed(value)} is not allowed here; write {what}")


def displayed(value: object) -> str:
    """A value in a message: as written, or what kind of thing it is, whose address would differ
    from build to build.
    """
    if isclass(value) or isfunction(value):
        return f"the {'class' if isclass(value) else 'function'} {value.__qualname__}"
    if value is None or isinstance(value, str | int | float | list | tuple | dict | set):
        from ..contracts.contract_errors import excerpt  # pydantic, only where something is wrong

        return excerpt(value)
    return f"an object of the type {type(value).__name__}"
