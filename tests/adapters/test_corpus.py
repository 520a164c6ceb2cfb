"""The adapter against FastAPI's own account of applications: equal, operation by operation."""

import sys
from pathlib import Path

import pytest

from .corpus import applications, compared, tutorial

KNOWN = {
    "path_params.tutorial003b": "of two routes on one path FastAPI documents the second, which never answers",
}
"""Applications with differences, and the reasons."""


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Path:
    found = tutorial()
    if found is None:
        pytest.skip("FastAPI's sources cannot be fetched")
    monkeypatch.chdir(found)
    monkeypatch.setattr(sys, "path", [str(found), *sys.path])
    return found


def test_the_tutorial_is_told_as_fastapi_tells_it(folder: Path) -> None:
    total, equal, unexpected = 0, 0, []
    for name, app in applications(folder):
        for _, found in compared(app):
            total += 1
            equal += not found
            if found and not any(known in name for known in KNOWN):
                unexpected += [(name, difference) for difference in found]
    assert not unexpected, unexpected[:5]
    assert total > 350
    assert total - equal <= len(KNOWN), f"{equal} of {total}"
