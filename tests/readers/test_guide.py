"""The guides to documents that are read work, word for word."""

from pathlib import Path

from ..repository.snippets import commands, run, write_files

GUIDE = "docs/guides/openapi-files.md"
ASYNCAPI = "docs/guides/asyncapi-files.md"
OTHER_REPOSITORIES = "docs/guides/other-repositories.md"


def test_openapi_files(tmp_path: Path) -> None:
    write_files(GUIDE, tmp_path)
    installation, *others = commands(GUIDE)
    assert installation.startswith("pip install ")
    for line in others:
        run(line, tmp_path)
    page = (tmp_path / "public" / "index.html").read_text(encoding="utf-8")
    assert 'href="#gg-pets.API.getPet"' in page
    assert (tmp_path / "site" / "index.html").is_file()


def test_asyncapi_files(tmp_path: Path) -> None:
    write_files(ASYNCAPI, tmp_path)
    installation, *others = commands(ASYNCAPI)
    assert installation.startswith("pip install ")
    for line in others:
        run(line, tmp_path)
    page = (tmp_path / "public" / "index.html").read_text(encoding="utf-8")
    assert 'href="#gg-lights.Turn.turnLight"' in page
    assert "kafka" in page
    assert (tmp_path / "site" / "index.html").is_file()


def test_other_repositories(tmp_path: Path) -> None:
    write_files(OTHER_REPOSITORIES, tmp_path)
    for line in commands(OTHER_REPOSITORIES):
        run(line, tmp_path)
    page = (tmp_path / "public" / "index.html").read_text(encoding="utf-8")
    assert 'href="#gg-shop.OrderApi.get_order"' in page
    assert (tmp_path / "public" / "apidocs" / "shop" / "api-docs.json").is_file()
