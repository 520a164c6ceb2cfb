"""The second distribution: files as their makers published them, with their licences, and nothing
else.
"""

import hashlib
import json
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

import sphinxcontrib_ggdocs
from scripts.viewers import PACKAGES, TARGET, Package

from ..wheels import build_wheel

ROOT = Path(__file__).parents[2]
each_package = pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.folder)


def said(package: Package) -> Any:
    return json.loads((TARGET / package.folder / "VERSION.json").read_bytes())


@each_package
def test_nobody_has_changed_a_file(package: Package) -> None:
    found = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in (TARGET / package.folder).glob("[!V]*")
    }
    assert found == said(package)["files"]


@each_package
def test_the_version_is_the_one_that_the_script_takes(package: Package) -> None:
    record = said(package)
    assert (record["package"], record["version"]) == (package.name, package.version)
    assert record["integrity"].startswith("sha512-")
    assert set(record["files"]) == set(package.files.values())


@each_package
def test_it_is_licensed(package: Package) -> None:
    assert said(package)["license"] == "Apache-2.0"
    assert "Apache License" in (TARGET / package.folder / "LICENSE").read_text(encoding="utf-8")


def test_its_wheel_holds_every_file(tmp_path: Path) -> None:
    wheel = build_wheel(ROOT / "viewers", tmp_path)
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for package in PACKAGES:
        expected = {
            f"sphinxcontrib_ggdocs_viewers/{package.folder}/{name}"
            for name in package.files.values()
        }
        assert expected <= names
    assert {name.split("/")[0].split("-")[0] for name in names} == {"sphinxcontrib_ggdocs_viewers"}


def test_it_goes_with_this_version() -> None:
    viewers = tomllib.loads((ROOT / "viewers" / "pyproject.toml").read_text(encoding="utf-8"))[
        "project"
    ]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert viewers["version"] == sphinxcontrib_ggdocs.__version__
    assert [each.partition(">=")[0] for each in project["optional-dependencies"]["viewers"]] == [
        viewers["name"]
    ]
