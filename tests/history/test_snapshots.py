"""Snapshots: their content, their names, and the order of versions."""

import itertools
from pathlib import Path

import pytest

from sphinxcontrib_ggdocs.catalog import BadDocument, SpecError
from sphinxcontrib_ggdocs.history import compare
from sphinxcontrib_ggdocs.history.snapshots import (
    Snapshot,
    snapshot_of,
    snapshot_path,
    snapshots_in,
    version_order,
)
from sphinxcontrib_ggdocs.native import build_contract_doc

from ..native.contracts_for_tests import UserApi, UserFeed

ORDER = [
    "0.9",
    "1.0a1",
    "1.0a2",
    "1.0b1",
    "1.0-rc.1",
    "1.0-rc.11",
    "1.0",
    "1.0.1",
    "1.2",
    "v1.10",
    "2025-01-31",
]


@pytest.mark.parametrize(("older", "newer"), [*itertools.pairwise(ORDER)])
def test_the_order_of_versions(older: str, newer: str) -> None:
    assert version_order(older) < version_order(newer)


@pytest.mark.parametrize("version", ["v3", "V3", "v-v3", "v.V.v3"])
def test_v_at_the_beginning_does_not_count(version: str) -> None:
    assert version_order(version) == version_order("3")


def test_a_snapshot_holds_what_comparisons_need(tmp_path: Path) -> None:
    document = build_contract_doc([UserApi, UserFeed], title="Shop")
    content = snapshot_of(document, "3.1")
    assert b'"source"' in document.to_json()
    assert b'"source"' not in content
    assert content.count(b"\n") == 1
    path = snapshot_path(tmp_path, document.service.slug, "3.1")
    path.parent.mkdir()
    path.write_bytes(content)
    (snapshot,) = snapshots_in(tmp_path, document.service.slug)
    assert snapshot == Snapshot("3.1", path)
    read = snapshot.read()
    assert read.service.version == "3.1"
    assert {change.rule for change in compare(document, read)} <= {"service-version-changed"}
    assert snapshot_of(read) == content


def test_the_snapshots_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    for name in ("1.10.json", "1.9.json", "notes.md", ".hidden.json", "1.9rc1.json"):
        (tmp_path / "shop" / name).write_text("{}")
    found = [snapshot.version for snapshot in snapshots_in(tmp_path, "shop")]
    assert found == ["1.9rc1", "1.9", "1.10"]
    assert snapshots_in(tmp_path, "other") == ()
    with pytest.raises(BadDocument, match=r"1\.9\.json: the file is not a contract document"):
        snapshots_in(tmp_path, "shop")[1].read()


@pytest.mark.parametrize("version", [None, "", "../3", "3.", "3/1", "a b", "3" * 101])
def test_versions_that_cannot_be_names(version: str | None, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="a snapshot cannot be named after"):
        snapshot_path(tmp_path, "shop", version)
