"""The skill in the package: its files are written, its commands run, and its error is the one that
it tells of.
"""

import re
from pathlib import Path

import pytest
import yaml

from .snippets import ROOT, commands, in_this_environment, run, write_files

FOLDER = "sphinxcontrib_ggdocs/.agents/skills/ggdocs-contracts"
PAGE = f"{FOLDER}/SKILL.md"


def test_its_head_is_what_agents_read() -> None:
    _, head, body = (ROOT / PAGE).read_text(encoding="utf-8").split("---\n", 2)
    described = yaml.safe_load(head)
    assert described["name"] == Path(FOLDER).name
    assert len(described["description"]) <= 1024
    assert len(body.splitlines()) < 500
    assert "](" not in body  # other pages are not next to it where it is installed


@pytest.mark.slow
def test_its_project(tmp_path: Path) -> None:
    write_files(PAGE, tmp_path)
    for line in commands(PAGE):
        run(line, tmp_path)
    html = (tmp_path / "public" / "index.html").read_text(encoding="utf-8")
    assert re.search(r'href="#gg-shop\.OrderApi\.get_order"', html)
    assert (tmp_path / "site" / "index.html").is_file()
    error = run("python -c 'import wrong' 2>&1 || true", tmp_path, in_this_environment())
    assert "WrongApi.get_order" in error
    assert "'id'" in error
    assert "hint:" in error
