"""``ggdocs check``: the linter, for people and for CI."""

import argparse
import dataclasses
import json
from collections.abc import Callable, Sequence

from ..lint import RULES, Finding, Severity, check_contracts
from .project import read_project
from .sarif import sarif
from .terminal import Progress, say

GRAVITY: tuple[Severity, ...] = ("info", "warning", "error")


def _as_text(findings: Sequence[Finding]) -> str:
    lines = [f"{finding.severity}: {finding}" for finding in findings]
    counts = [
        (each, sum(finding.severity == each for finding in findings)) for each in reversed(GRAVITY)
    ]
    summary = ", ".join(f"{count} × {each}" for each, count in counts if count)
    return "\n".join([*lines, summary or "nothing found"])


def _as_json(findings: Sequence[Finding]) -> str:
    return json.dumps(
        {"findings": [dataclasses.asdict(finding) for finding in findings]},
        indent=2,
        ensure_ascii=False,
    )


FORMATS: dict[str, Callable[[Sequence[Finding]], str]] = {
    "text": _as_text,
    "json": _as_json,
    "sarif": lambda findings: json.dumps(sarif(findings), indent=2, ensure_ascii=False),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command alone."""
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="text",
        help="for people (default), as JSON, or as SARIF",
    )
    parser.add_argument(
        "--off",
        action="append",
        default=[],
        choices=RULES,
        metavar="RULE",
        help=f"a rule not to apply: {', '.join(RULES)}",
    )
    parser.add_argument(
        "--fail-on",
        choices=GRAVITY,
        default="warning",
        metavar="SEVERITY",
        help="the least severity for exit status 1: info, warning (default) or error",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print what is found; 1 when something is grave enough."""
    specs = read_project(arguments).specs(arguments.doc)
    with Progress(len(specs) + 1) as progress:
        for spec in specs:
            progress.step(f"importing {spec.slug}")
            spec.resolved_groups()
        progress.step("checking")
        findings = check_contracts(*specs, off=arguments.off)
    say(FORMATS[arguments.format](findings))
    least = GRAVITY.index(arguments.fail_on)
    return 1 if any(GRAVITY.index(finding.severity) >= least for finding in findings) else 0
