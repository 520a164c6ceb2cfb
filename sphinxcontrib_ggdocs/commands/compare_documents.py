"""``ggdocs diff``: prints what changed between two documents, and whom it breaks."""

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

SIDE = """\
a contract document (api-docs.json), an OpenAPI or an AsyncAPI file; package.module:attribute;
or the slug of a document of the project"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("old", nargs="?", metavar="OLD", help=f"what clients have: {SIDE}")
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
        choices=[*VERDICTS[1:], "nothing"],
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
    """Print the changes; 1 if one has at least the verdict of ``--fail-on``."""
    if arguments.rules:
        width = max(map(len, RULES))
        print_result("\n".join(f"{name:{width}}  {message}" for name, message in RULES.items()))
        return 0
    policy = _policy(arguments)
    if arguments.old is None or arguments.new is None:
        raise ProjectError("two documents are needed: ggdocs diff OLD NEW")
    old, new = _sides(arguments)
    changes = policy.judged(compare(old.document, new.document))
    least = VERDICTS.index(arguments.show)
    reported = [change for change in changes if VERDICTS.index(change.verdict) >= least]
    print_result(_writer(arguments.format, new)(reported))
    return _status(changes, arguments.fail_on or policy.options.fail_on)


def _sides(arguments: argparse.Namespace) -> tuple[Side, Side]:
    """Read both sides.

    Raises:
        UsageError: One of them names nothing, or both do, which are reported together; or they
            have different formats.
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
        form = old.format or new.format
        raise UsageError(
            f"one side is a file in the format {form}, which says less than the other\n"
            f"  hint: run  ggdocs export {form} --out FILE  for the other side, then compare files"
        )
    return old, new


def _policy(arguments: argparse.Namespace) -> ChangePolicy:
    try:
        return ChangePolicy.read(project_file(arguments.config))
    except BadHistory as error:
        raise ProjectError(str(error)) from error


def _writer(name: str, new: Side) -> Callable[[Sequence[Change]], str]:
    writers: Mapping[str, Callable[[Sequence[Change]], str]] = {
        **FORMATS,
        "text": lambda changes: as_text(changes, colour=_has_colours()),
        "github": lambda changes: as_annotations(changes, new.place_of),
    }
    return writers[name]


def _has_colours() -> bool:
    """Return whether to write colours: to terminals, unless NO_COLOR is set."""
    # `sys.stdout` is standard error here, where prints of imported modules go (`Results`).
    return sys.__stdout__ is not None and sys.__stdout__.isatty() and not os.environ.get("NO_COLOR")


def _status(changes: Sequence[Change], lowest: str) -> int:
    if lowest == "nothing":
        return 0
    order: list[str] = list(VERDICTS)
    return int(any(order.index(change.verdict) >= order.index(lowest) for change in changes))
