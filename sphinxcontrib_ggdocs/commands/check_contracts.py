"""Implements ``ggdocs check``, which prints the findings of the linter as text or annotations."""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from ..catalog import ApplicationWarning
from ..lint import RULES, Finding, Severity, check_contracts
from ..native import build_contract_doc
from ..value_messages import annotation_property, annotation_text
from .project import read_project
from .source_arguments import add_source_arguments
from .terminal import print_result, printed_warnings

SEVERITIES: tuple[Severity, ...] = ("info", "warning", "error")
"""The severities of findings, the lowest first."""


ANNOTATION_LEVELS: dict[Severity, str] = {"info": "notice", "warning": "warning", "error": "error"}
"""The levels by which GitHub Actions calls the severities."""

MOST_PLACES = 5
"""For equal findings the text lists so many places."""


def as_text(findings: Sequence[Finding]) -> str:
    """Return the findings as text. Equal findings are one entry with a list of places."""
    findings_by_text: dict[tuple[str, str, str], list[Finding]] = {}
    for finding in findings:
        key = (finding.severity, finding.message, finding.rule)
        findings_by_text.setdefault(key, []).append(finding)
    lines: list[str] = []
    for (severity, message, rule), equal_findings in findings_by_text.items():
        count = len(equal_findings)
        if count == 1:
            lines.append(f"{severity}: {equal_findings[0]}")
            continue
        lines.append(f"{severity}: {count} × {message} [{rule}]")
        lines += [f"  {finding.place}" for finding in equal_findings[:MOST_PLACES]]
        if count > MOST_PLACES:
            lines.append(f"  and {count - MOST_PLACES} more; --format github lists all")
    lines.append(_summary(findings))
    return "\n".join(lines)


def _summary(findings: Sequence[Finding]) -> str:
    """Return the number of findings of each severity, the highest first: ``1 × error, 3 ×
    info``.
    """
    counts = Counter(finding.severity for finding in findings)
    severities = filter(counts.get, reversed(SEVERITIES))
    texts = [f"{counts[severity]} × {severity}" for severity in severities]
    return ", ".join(texts) or "no findings"


def as_annotations(findings: Sequence[Finding]) -> str:
    """Return the findings as workflow commands, from which GitHub Actions makes annotations of
    files.
    """
    lines: list[str] = []
    for finding in findings:
        place = ""  # a finding without a place is shown for the whole run
        # The contracts have been checked, so that their modules are imported.
        file = getattr(sys.modules.get(finding.module or ""), "__file__", None)
        if file is not None:
            with suppress(ValueError):  # another drive on Windows
                file = os.path.relpath(file)
            place = f"file={annotation_property(Path(file).as_posix())},line={finding.line or 1},"
        lines.append(
            f"::{ANNOTATION_LEVELS[finding.severity]} {place}title={finding.rule}::"
            f"{annotation_text(str(finding))}"
        )
    return "\n".join(lines)


FORMATS: dict[str, Callable[[Sequence[Finding]], str]] = {
    "text": as_text,
    "github": as_annotations,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ggdocs check`` to its parser."""
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="text",
        help="text for people (default), or annotations of GitHub Actions",
    )
    parser.add_argument(
        "--off",
        action="append",
        default=[],
        choices=[*RULES],
        metavar="RULE",
        help=f"turn a rule off; may be repeated: {', '.join(RULES)}",
    )
    parser.add_argument(
        "--fail-on",
        choices=SEVERITIES,
        default="error",
        metavar="SEVERITY",
        help="the lowest severity that gives exit status 1: info, warning or error (default)",
    )
    add_source_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the findings; return 1 if one has at least the severity of ``--fail-on``, else 0."""
    specs = read_project(arguments).specs(arguments.doc)
    with printed_warnings(ApplicationWarning):
        findings = check_contracts(*specs, off=arguments.off)
        for spec in specs:
            if spec.workflows:
                build_contract_doc(spec)  # raises the errors in workflows, which rules do not check
    print_result(FORMATS[arguments.format](findings))
    lowest = SEVERITIES.index(arguments.fail_on)
    if any(SEVERITIES.index(finding.severity) >= lowest for finding in findings):
        return 1
    return 0
