"""What holds for all tests."""

import os
from collections.abc import Generator

import pytest

pytest_plugins = ["sphinx.testing.fixtures"]

IN_CI = os.environ.get("GGDOCS_CI") == "1"
"""In CI nothing may be left out: a skipped or an expectedly failing test is a failure there."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """In CI, turn a skip or an expected failure into a failure that says so."""
    report = yield
    if IN_CI and report.outcome == "skipped":
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was left out, and CI runs everything: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """The same for a module that leaves itself out."""
    report = yield
    if IN_CI and report.outcome == "skipped":
        report.outcome = "failed"
        report.longrepr = f"{collector.nodeid} was left out, and CI runs everything: {report.longrepr}"
    return report
