"""Implements ``ggdocs diff``, which prints what changed between two documents, and whom it
breaks.
"""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence

from ..catalog.spec_errors import BadHistory
from ..history import RULES, VERDICTS, Change, compare
from ..history.policy import ChangePolicy
from ..history.reports import FORMATS, as_annotations, as_text
from .compared_documents import Side, read_side
from .project import project_file
from .source_arguments import add_project_arguments
from .terminal import ProjectError, UsageError, print_result

SIDE_HELP = """\
a contract document (api-docs.json), an OpenAPI or an AsyncAPI file; package.module:attribute;
or the slug of a document of the project"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ggdocs diff`` to its parser."""
    # Both are optional, since `--rules` needs none.
    parser.add_argument("old", nargs="?", metavar="OLD", help=f"what clients have: {SIDE_HELP}")
    parser.add_argument(
        "new", nargs="?", metavar="NEW", help="what they will get, in the same notation"
    )
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="text",
        help="text for people (default), Markdown for pull requests, JSON, or annotations of "
        "GitHub Actions",
    )
    parser.add_argument(
        "--fail-on",
        choices=[*VERDICTS[1:], "nothing"],  # not `safe`, with which every change would fail
        metavar="VERDICT",
        help="the lowest verdict that gives exit status 1: breaking (default), risky or nothing",
    )
    parser.add_argument(
        "--show",
        choices=VERDICTS,
        default="safe",
        metavar="VERDICT",
        help="the lowest verdict that is printed: safe (default), risky or breaking",
    )
    parser.add_argument("--rules", action="store_true", help="list the kinds of changes, and exit")
    add_project_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the changes, and return the exit status: 1 if a change has at least the verdict of
    ``--fail-on`` (by default that of the project), else 0. With ``--rules``, print only the kinds
    of changes.

    Raises:
        ProjectError: A document is missing, or the project's file is wrong.
        UsageError: A document cannot be read, or the two cannot be compared.
    """
    if arguments.rules:
        width = max(map(len, RULES))
        print_result("\n".join(f"{name:{width}}  {message}" for name, message in RULES.items()))
        return 0
    policy = _policy(arguments)
    if arguments.old is None or arguments.new is None:
        raise ProjectError("two documents are needed: ggdocs diff OLD NEW")
    old, new = _read_sides(arguments)
    changes = policy.judged(compare(old.document, new.document))
    lowest_shown = VERDICTS.index(arguments.show)  # verdicts are sorted, the mildest first
    reported = [change for change in changes if VERDICTS.index(change.verdict) >= lowest_shown]
    print_result(_writer(arguments.format, new)(reported))
    # All changes count, also those that `--show` leaves out.
    return _exit_status(changes, arguments.fail_on or policy.options.fail_on)


def _read_sides(arguments: argparse.Namespace) -> tuple[Side, Side]:
    """Read both documents that are compared.

    Raises:
        UsageError: A name leads to no document; if both do not, one message has both errors. Or one
            side is a file of a format with less information than the other side has.
    """
    sides: list[Side] = []
    errors: list[str] = []
    for name in (arguments.old, arguments.new):
        try:
            sides.append(read_side(name, arguments))
        except UsageError as error:
            errors.append(str(error))
    if errors:
        raise UsageError("\n".join(errors))
    old, new = sides
    if old.format != new.format:
        file_format = old.format or new.format
        raise UsageError(
            f"one side is a file in the format {file_format}, which says less than the other\n"
            f"  hint: run  ggdocs export {file_format} --out FILE  for the other side, "
            "then compare files"
        )
    return old, new


def _policy(arguments: argparse.Namespace) -> ChangePolicy:
    """Return the rules by which the project judges changes.

    Raises:
        ProjectError: The table in the project's file is wrong.
    """
    try:
        return ChangePolicy.read(project_file(arguments.config))
    except BadHistory as error:
        raise ProjectError(str(error)) from error


def _writer(name: str, new: Side) -> Callable[[Sequence[Change]], str]:
    """Return the function that writes changes in a format of ``--format``.

    `new` is the new document, which has the places of annotations.
    """
    writers: Mapping[str, Callable[[Sequence[Change]], str]] = {
        **FORMATS,
        "text": lambda changes: as_text(changes, colour=_has_colours()),
        "github": lambda changes: as_annotations(changes, new.place_of),
    }
    return writers[name]


def _has_colours() -> bool:
    """Return whether to write colours: if the output goes to a terminal and NO_COLOR is not set."""
    # `sys.stdout` is redirected to standard error, since imported modules may print (`Results`).
    return sys.__stdout__ is not None and sys.__stdout__.isatty() and not os.environ.get("NO_COLOR")


def _exit_status(changes: Sequence[Change], lowest: str) -> int:
    """Return 1 if a change has at least a verdict, which may be ``nothing`` for always 0."""
    if lowest == "nothing":
        return 0
    order: list[str] = list(VERDICTS)
    for change in changes:
        if order.index(change.verdict) >= order.index(lowest):
            return 1
    return 0
