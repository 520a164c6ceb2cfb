"""Reports warnings, and contains the texts of their messages.

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
    MISSING = "missing"  # a cross-reference to an object that there is not
    AMBIGUOUS = "ambiguous"  # a cross-reference that more than one object could be meant by
    EXPORT = "export"  # what OpenAPI or AsyncAPI cannot say, and so leaves out
    OUTPUT = "output"  # a file that cannot be written
    NO_MARKDOWN = "no-markdown"  # descriptions without markup, for lack of a parser


class Problem(NamedTuple):
    """A problem as plain data, so that it pickles."""

    subtype: str
    message: str
    trace: str = ""
    """The traceback of the cause."""


def trace_of(error: BaseException) -> str:
    """Return the traceback of an error, or of the errors in a group."""
    parts = getattr(error, "exceptions", ())
    raised = [part for part in parts if part.__traceback__ is not None] or [error]
    return "\n".join("".join(format_exception(cause)).rstrip() for cause in raised)


def failure(what: str, error: BaseException) -> Problem:
    """Return the problem for an unexpected exception."""
    message = f"{what}: {type(error).__name__}: {error}"
    return Problem(Subtype.FAILED, message, trace_of(error))


def warn(
    problem: Problem,
    location: nodes.Node | tuple[str, int] | str | None,
    *,
    once: bool = False,
) -> None:
    """Report a problem; its traceback at ``-v``.

    Args:
        problem: The problem.
        location: Where it is.
        once: Whether a build reports it at the first place only.
    """
    logger.warning(
        "%s", problem.message, location=location, type=TYPE, subtype=problem.subtype, once=once
    )
    if problem.trace:
        logger.verbose("%s", problem.trace)


def notice(message: str) -> nodes.Element:
    """Create the notice that replaces a reference on a page."""
    block = nodes.error("", classes=[NOTICE])
    for line in message.splitlines():
        # It quotes what is written in code.
        block += nodes.paragraph("", line.strip(), support_smartquotes=False)
    return block


def is_notice(node: nodes.Node) -> bool:
    """Return whether a node was made by `notice`."""
    return isinstance(node, nodes.error) and NOTICE in node["classes"]
