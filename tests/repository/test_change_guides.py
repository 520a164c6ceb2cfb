"""The guides to breaking changes, to changelogs and to several versions, run word for word: the
pipelines in a repository with a branch, with substitutes for the commands that talk to the code
host.
"""

import json
from pathlib import Path
from shutil import rmtree

import pytest

from .snippets import blocks, commands, run, write_files

CI = "docs/guides/changes.md"
CHANGELOG = "docs/guides/changelog.md"
VERSIONS = "docs/guides/versions.md"
CONTRACTS = '''\
"""A shop."""

from typing import Protocol

from pydantic import BaseModel

from sphinxcontrib_ggdocs.contracts import http


class Order(BaseModel):
    """What somebody has bought."""

    id: str
    note: str | None = None


@http.api("/orders")
class OrderApi(Protocol):
    """Orders."""

    @http.get("/{id}")
    def get_order(self, id: str) -> Order:
        """Get an order."""
        ...
'''
BREAKING = CONTRACTS.replace("    note: str | None = None\n", "")
SAFE = CONTRACTS.replace(
    "def get_order(self, id: str)", "def get_order(self, id: str, q: str = '')"
)
COMMIT = "git add . && git -c user.name=a -c user.email=a@b commit -qm a"


def write_project(page: str, folder: Path) -> None:
    """The files of a guide, and the package that it documents."""
    write_files(page, folder)
    (folder / "src" / "shop").mkdir(parents=True)
    change(folder, CONTRACTS)


def change(folder: Path, contracts: str) -> None:
    (folder / "src" / "shop" / "contracts.py").write_text(contracts, encoding="utf-8")


def test_against_the_last_release(tmp_path: Path) -> None:
    """What the guide to changelogs keeps is what the other one compares with."""
    write_project(CHANGELOG, tmp_path)
    keep, build = commands(CHANGELOG)
    run(keep, tmp_path)
    change(tmp_path, BREAKING)
    run(build, tmp_path)
    unreleased = (tmp_path / "public" / "changes" / "unreleased.html").read_text(encoding="utf-8")
    assert "note: property removed" in unreleased
    released = (tmp_path / "public" / "changes" / "1-0-0.html").read_text(encoding="utf-8")
    assert "The first version of this changelog." in released

    with_one_changelog(tmp_path)
    run(build, tmp_path)
    changes = (tmp_path / "public" / "changes.html").read_text(encoding="utf-8")
    assert "note: property removed" in changes
    assert 'href="index.html#gg-schema-shop.Order"' in changes
    reference = (tmp_path / "public" / "index.html").read_text(encoding="utf-8")
    assert "changes.html#changes-shop-unreleased-type-order" in reference
    kept = tmp_path / "docs" / "history" / "shop" / "1.0.0.json"
    assert json.loads(kept.read_bytes())["service"]["version"] == "1.0.0"
    *_, line = commands(CI)
    with pytest.raises(AssertionError, match="breaking  note: property removed"):
        run(line, tmp_path)


def with_one_changelog(folder: Path) -> None:
    """The page that the guide has first, with all versions."""
    page = next(block for block in blocks(CHANGELOG) if block.file == "docs/changes.rst")
    rmtree(folder / "docs" / "changes")
    (folder / "docs" / "changes.rst").write_text(page.text, encoding="utf-8")


def test_several_versions(tmp_path: Path) -> None:
    write_project(CHANGELOG, tmp_path)
    with_one_changelog(tmp_path)
    keep, _ = commands(CHANGELOG)
    run(keep, tmp_path)
    run(f"git init -q && {COMMIT} && git tag v1.0.0", tmp_path)
    change(tmp_path, SAFE)
    choice, document, static, *by_tag = commands(VERSIONS)

    run(choice, tmp_path)
    assert queries_of(tmp_path / "public" / "apidocs" / "shop") == ["q"]
    released = tmp_path / "public" / "apidocs" / "shop" / "versions"
    assert queries_of(released, "1.0.0.json") == []
    full_page = (tmp_path / "public" / "apidocs" / "index.html").read_text(encoding="utf-8")
    assert "&quot;versions&quot;:&quot;shop/versions/&quot;" in full_page

    (tmp_path / "docs" / "changes.rst").unlink()
    write_files(VERSIONS, tmp_path)
    run(document, tmp_path)
    start = (tmp_path / "public" / "index.html").read_text(encoding="utf-8")
    assert 'href="#gg-shop.OrderApi.get_order"' in start
    assert 'href="version-1-0.html#gg-shop-1-0.OrderApi.get_order"' in start
    assert queries_of(tmp_path / "public" / "apidocs" / "shop") == ["q"]
    assert queries_of(tmp_path / "public" / "apidocs" / "shop-1-0") == []

    run(static, tmp_path)
    assert queries_of(tmp_path / "site" / "shop") == ["q"]
    assert queries_of(tmp_path / "site" / "shop-1-0") == []
    assert queries_of(tmp_path / "site" / "shop" / "versions", "1.0.0.json") == []
    run("ggdocs snapshot --doc shop", tmp_path)
    kept = sorted((tmp_path / "docs" / "history").rglob("*.json"))
    assert [path.name for path in kept] == ["1.0.0.json", "2.0.0.json"]

    for line in by_tag:
        run(line, tmp_path)
    assert queries_of(tmp_path / "public" / "1.0" / "apidocs" / "shop") == []
    assert queries_of(tmp_path / "public" / "latest" / "apidocs" / "shop") == ["q"]


def queries_of(folder: Path, file: str = "api-docs.json") -> list[str]:
    """The query parameters of the one method of a document."""
    document = json.loads((folder / file).read_bytes())
    ((contract,),) = (group["contracts"] for group in document["groups"])
    (method,) = contract["methods"]
    return [parameter["name"] for parameter in method.get("queryParams", [])]


def test_find_breaking_changes(tmp_path: Path) -> None:
    """The commands of the guide, then its settings, which accept the change."""
    page = "docs/guides/changes.md"
    write_project(CI, tmp_path)
    run("ggdocs export contract-document --doc shop --out docs/history/shop/3.1.json", tmp_path)
    run("ggdocs export openapi --doc shop --out openapi-3.1.yaml", tmp_path)
    run(f"git init -q && {COMMIT} && git tag v3.1", tmp_path)
    change(tmp_path, BREAKING)
    run("ggdocs export openapi --doc shop --out openapi.yaml", tmp_path)
    for line in commands(page)[:-1]:
        with pytest.raises(AssertionError, match="breaking  note: property removed"):
            run(line, tmp_path)

    (settings,) = (
        block.text for block in blocks(page) if block.language == "toml" and not block.file
    )
    with (tmp_path / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write(f"\n{settings}")
    for line in commands(page)[:-1]:
        assert "breaking" not in run(line, tmp_path)
