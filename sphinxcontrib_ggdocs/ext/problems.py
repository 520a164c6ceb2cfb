"""Warnings: one type, ``ggdocs``, and a subtype for each, so that ``suppress_warnings`` can name
exactly one.

Beside the subtypes here there is one for each mistake of a contract or a document, its `code`:
see `sphinxcontrib_ggdocs.contracts.contract_errors` and `sphinxcontrib_ggdocs.catalog.spec_errors`.
"""

from enum import StrEnum
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from sphinx.util import logging

logger = logging.getLogger("sphinxcontrib_ggdocs")

TYPE = "ggdocs"

NOTICE = "gg-notice"
"""The class of what stands in a page where the reference would."""


class Subtype(StrEnum):
    """What can be wrong beside contracts and documents themselves."""

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
    lines = read_config_file(confdir).splitlines()
    line = next(
        (number for number, text in enumerate(lines, 1) if text.lstrip().startswith(key)), 1
    )
    return f"{Path(confdir, 'conf.py')}:{line}"


def read_config_file(confdir: str | PathLike[str]) -> str:
    """The text of ``conf.py``; nothing where the command line alone configures."""
    file = Path(confdir, "conf.py")
    return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""


def notice(message: str) -> nodes.Element:
    """What stands in the page where the reference would."""
    block = nodes.error("", classes=[NOTICE])
    for line in message.splitlines():
        block += nodes.paragraph(
            "", line.strip(), support_smartquotes=False
        )  # it quotes what is written in code
    return block


def is_notice(node: nodes.Node) -> bool:
    """Whether a node was made by `notice`."""
    return isinstance(node, nodes.error) and NOTICE in node["classes"]
