"""Findings as SARIF 2.1.0, the format that code hosts and editors show next to the code."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from .. import __version__
from ..lint import RULES, Finding, Severity

LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def sarif(findings: Iterable[Finding]) -> dict[str, Any]:
    """The findings as a SARIF log, with file names relative to the working directory."""
    rules = [_rule(rule.name, rule.about, rule.severity) for rule in RULES.values()]
    driver = {"name": "ggdocs", "version": __version__, "rules": rules}
    results = [_result(finding) for finding in findings]
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }


def _rule(name: str, about: str, severity: Severity) -> dict[str, Any]:
    return {
        "id": name,
        "shortDescription": {"text": about},
        "defaultConfiguration": {"level": LEVELS[severity]},
    }


def _result(finding: Finding) -> dict[str, Any]:
    owner = ".".join(part for part in (finding.contract, finding.method) if part)
    location: dict[str, Any] = {}
    if file := _file(finding.module):
        location["physicalLocation"] = {
            "artifactLocation": {"uri": file},
            "region": {"startLine": finding.line or 1},
        }
    if owner:
        location["logicalLocations"] = [{"fullyQualifiedName": owner}]
    result = {
        "ruleId": finding.rule,
        "ruleIndex": [*RULES].index(finding.rule),
        "level": LEVELS[finding.severity],
        "message": {"text": f"{owner}: {finding.message}" if owner else finding.message},
    }
    if location:
        return {**result, "locations": [location]}
    return result


def _file(module: str | None) -> str | None:
    path = getattr(sys.modules.get(module or ""), "__file__", None)
    if path is not None:
        return file_address(path)
    return None


def file_address(path: str) -> str:
    """Return the URI of a file, relative below the working directory, as code hosts need it."""
    try:
        relative = os.path.relpath(path)
    except ValueError:  # another drive on Windows
        return Path(path).as_uri()
    if relative.startswith(".."):
        return Path(path).as_uri()
    return quote(PurePath(relative).as_posix())
