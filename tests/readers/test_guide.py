"""The guide to OpenAPI files works, word for word."""

from pathlib import Path

from ..repository.snippets import commands, run, write_files

GUIDE = "docs/guides/openapi-files.md"


def test_the_guide(tmp_path: Path) -> None:
    write_files(GUIDE, tmp_path)
    installation, *others = commands(GUIDE)
    assert installation.startswith("pip install ")
    for line in others:
        run(line, tmp_path)
    page = (tmp_path / "public" / "index.html").read_text(encoding="utf-8")
    assert 'href="#gg-pets.API.getPet"' in page
    assert (tmp_path / "site" / "index.html").is_file()
