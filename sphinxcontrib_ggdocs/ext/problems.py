"""Reports warnings, and shows notices on pages.

All warnings have the type ``ggdocs`` and a subtype, so that ``suppress_warnings`` can name exactly
one kind. In addition to the subtypes here, the `code` of each error in a contract or a document is
a subtype: see `sphinxcontrib_ggdocs.contracts.contract_errors` and
`sphinxcontrib_ggdocs.catalog.spec_errors`.
"""

from enum import StrEnum
from traceback import format_exception
from typing import NamedTuple

from docutils import nodes
from sphinx.util import logging

logger = logging.getLogger("sphinxcontrib_ggdocs")

TYPE = "ggdocs"

NOTICE = "gg-notice"
"""The class of notices that replace a reference."""


class Subtype(StrEnum):
    """Subtypes of warnings besides the codes of errors."""

    CONFIG = "config"  # a configuration value that does not exist, or concerns no document
    OPTION = "option"  # a directive's option or content of the wrong form
    UNKNOWN_SLUG = "unknown-slug"  # a directive names a document that is not configured
    DUPLICATE_OBJECT = "duplicate-object"  # an object is described in two places
    FAILED = "failed"  # an unexpected exception; the traceback is shown at ``-v``
    MISSING = "missing"  # a cross-reference to an object that does not exist
    AMBIGUOUS = "ambiguous"  # a cross-reference that fits more than one object
    EXPORT = "export"  # something that OpenAPI or AsyncAPI cannot express, and so leaves out
    OUTPUT = "output"  # a file that cannot be written
    NO_MARKDOWN = "no-markdown"  # descriptions without markup, for lack of a parser


class Problem(NamedTuple):
    """A problem of a build: plain data, so that it can be pickled and stored."""

    subtype: str
    message: str
    trace: str = ""
    """The traceback of the cause."""


def trace_of(error: BaseException) -> str:
    """Return the traceback of an error; of a group of errors, the tracebacks of all of them."""
    members = getattr(error, "exceptions", ())
    # Errors that were collected, and never raised, have no traceback.
    raised_errors = [member for member in members if member.__traceback__ is not None] or [error]
    return "\n".join("".join(format_exception(raised)).rstrip() for raised in raised_errors)


def failure(text: str, error: BaseException) -> Problem:
    """Return the problem for an unexpected exception.

    Args:
        text: What has failed, such as ``the description cannot be parsed``.
        error: The exception.
    """
    message = f"{text}: {type(error).__name__}: {error}"
    return Problem(Subtype.FAILED, message, trace_of(error))


def warn(
    problem: Problem,
    location: nodes.Node | tuple[str, int] | str | None,
    *,
    once: bool = False,
) -> None:
    """Report a problem as a warning of Sphinx, and its traceback if the build runs with ``-v``.

    Args:
        problem: The problem.
        location: Its place: a node, a page and line, or a path with a line.
        once: Whether a build reports the message only once.
    """
    logger.warning(
        "%s", problem.message, location=location, type=TYPE, subtype=problem.subtype, once=once
    )
    if problem.trace:
        logger.verbose("%s", problem.trace)


def notice(message: str) -> nodes.Element:
    """Create a notice that is shown on a page in the place of a reference."""
    block = nodes.error("", classes=[NOTICE])
    for line in message.splitlines():
        # Messages quote code, whose quotes must stay as they were written.
        block += nodes.paragraph("", line.strip(), support_smartquotes=False)
    return block


def is_notice(node: nodes.Node) -> bool:
    """Return whether a node was created by `notice`."""
    return isinstance(node, nodes.error) and NOTICE in node["classes"]
