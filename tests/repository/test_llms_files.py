"""The guide to language models, with the extensions that write `llms.txt` for a whole site."""

import re
from pathlib import Path

import pytest

from .snippets import blocks, run, write_files

GUIDE = "docs/guides/agents.md"
LINK = re.compile(r"^- \[.*?\]\((.*?)\)", re.MULTILINE)
PAGES = {
    "docs/index.rst": "Shop\n====\n\nAll of it.\n\n.. toctree::\n\n   api\n",
    "docs/api.rst": "API\n===\n\n.. ggdocs:: shop\n",
}
DESCRIPTION = "Pay for an order."


@pytest.fixture
def site(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """The output of a project that has the configuration of the guide for an extension."""
    write_files("docs/guides/clients.md", tmp_path)  # shop.py
    (tmp_path / "docs").mkdir()
    for name, text in PAGES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (conf,) = [b.text for b in blocks(GUIDE) if f'"{request.param}"]' in b.text]
    (tmp_path / "docs" / "conf.py").write_text(conf, encoding="utf-8")
    run("sphinx-build -q -W docs public", tmp_path)
    return tmp_path / "public"


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def has_our_files(site: Path) -> bool:
    index = site / "apidocs" / "llms.txt"
    files = [index.parent / link for link in LINK.findall(text_of(index))]
    assert any(file.parent.name == "methods" for file in files)
    return all(file.is_file() for file in files)


@pytest.mark.parametrize("site", ["sphinx_llm.txt"], indirect=True)
def test_sphinx_llm(site: Path) -> None:
    index = text_of(site / "llms.txt")
    assert LINK.findall(index) == ["index.html.md", "api.html.md", "llms-full.txt"]
    assert "apidocs/llms.txt" in index
    assert has_our_files(site)
    for file in ("api.html.md", "llms-full.txt"):
        assert text_of(site / file).count(DESCRIPTION) == 1


@pytest.mark.parametrize("site", ["sphinx_llms_txt"], indirect=True)
def test_sphinx_llms_txt(site: Path) -> None:
    index = text_of(site / "llms.txt")
    assert LINK.findall(index) == ["/_sources/index.rst.txt", "/_sources/api.rst.txt"]
    assert "apidocs/llms.txt" in index
    assert has_our_files(site)
    assert text_of(site / "llms-full.txt").count(DESCRIPTION) == 1
