"""``ggdocs snapshot``: where it writes, and what it refuses."""

import json
from pathlib import Path
from typing import Any

import pytest

from .project import CONTRACTS, PYPROJECT, good, run

HISTORY = PYPROJECT.replace('title = "Shop"', 'title = "Shop"\nversion = "1.0"\nhistory = "docs/h"')


@pytest.fixture
def project(project: Path) -> Path:
    (project / "pyproject.toml").write_text(HISTORY)
    return project


def change(project: Path) -> None:
    """A change that breaks clients."""
    source = project / "src" / "shop" / "contracts.py"
    source.write_text(CONTRACTS.replace("    id: OrderId\n", "    id: OrderId | None = None\n"))


def test_a_release(project: Path) -> None:
    path = project / "docs" / "h" / "shop" / "1.0.json"
    assert good(project, "snapshot", "--doc", "shop") == f"{path}\n"
    released = path.read_bytes()
    assert json.loads(released)["service"]["version"] == "1.0"
    source = project / "src" / "shop" / "contracts.py"
    source.write_text(f"\n\n{CONTRACTS}")  # methods have other lines
    assert good(project, "snapshot", "--doc", "shop") == f"{path} (as before)\n"
    assert path.read_bytes() == released


def test_a_released_snapshot_is_not_changed(project: Path) -> None:
    good(project, "snapshot", "--doc", "shop")
    path = project / "docs" / "h" / "shop" / "1.0.json"
    released = path.read_bytes()
    change(project)
    done = run(project, "snapshot", "--doc", "shop")
    assert (done.returncode, done.stdout) == (1, "")
    assert "1.0.json is released and would change: 2 breaking" in done.stderr
    assert "--force" in done.stderr
    assert path.read_bytes() == released
    good(project, "snapshot", "--doc", "shop", "--version", "2.0")
    assert path.read_bytes() == released
    good(project, "snapshot", "--doc", "shop", "--force")
    assert path.read_bytes() != released
    assert good(project, "diff", str(path), "shop") == "no changes\n"


def in_reverse(value: Any) -> Any:
    """The same JSON with the keys of each object in another order."""
    if isinstance(value, dict):
        return {key: in_reverse(value[key]) for key in reversed(value)}
    if isinstance(value, list):
        return [in_reverse(item) for item in value]
    return value


def test_a_snapshot_with_another_order_of_keys_is_the_same_release(project: Path) -> None:
    good(project, "snapshot", "--doc", "shop")
    path = project / "docs" / "h" / "shop" / "1.0.json"
    path.write_text(json.dumps(in_reverse(json.loads(path.read_text()))))
    released = path.read_bytes()
    assert good(project, "snapshot", "--doc", "shop") == f"{path} (as before)\n"
    assert path.read_bytes() == released
    change(project)
    assert "2 breaking" in run(project, "snapshot", "--doc", "shop").stderr
    (project / "src" / "shop" / "contracts.py").write_text(CONTRACTS)
    assert good(project, "snapshot", "--doc", "shop", "--force") == f"{path}\n"
    assert path.read_bytes() != released


def test_nothing_is_written_if_one_snapshot_is_refused(project: Path) -> None:
    good(project, "snapshot", "--doc", "shop")
    change(project)
    assert run(project, "snapshot", "--version", "1.0", "--history", "docs/h").returncode == 1
    assert not (project / "docs" / "h" / "other").exists()


def test_what_is_missing(project: Path) -> None:
    done = run(project, "snapshot")
    assert done.returncode == 2
    assert "the document 'other' has no folder for snapshots: set history" in done.stderr
    done = run(project, "snapshot", "--doc", "other", "--history", "h")
    assert done.returncode == 1
    assert "a snapshot cannot be named after no version" in done.stderr
