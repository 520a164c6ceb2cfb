"""The reference on paper: TeX run for real. `make test-pdf` runs this, since TeX is not on every machine."""

import re
import subprocess
from pathlib import Path

import pytest

from .marketplace import show_marketplace
from .projects import MakeProject

WIDEST = 5.0
"""Points by which a line may stand out into the margin; nobody sees so little."""


@pytest.fixture(scope="module")
def printed(make_project: MakeProject) -> Path:
    """The folder of the finished PDF."""
    project = show_marketplace(make_project("printed"))
    project.config |= {"latex_elements": {"papersize": "a4paper"}}
    built = project.build("latex")
    assert built.warnings == ""
    command = ["latexmk", "-pdf", "-interaction=nonstopmode", "-halt-on-error", "kirkgate.tex"]
    told = subprocess.run(command, cwd=built.out, capture_output=True, check=False)
    assert told.returncode == 0, told.stdout.decode(errors="replace")[-3000:]
    return built.out


def test_no_line_stands_out(printed: Path) -> None:
    log = (printed / "kirkgate.log").read_text(errors="replace")
    assert [width for width in re.findall(r"Overfull .hbox \(([\d.]+)pt", log) if float(width) > WIDEST] == []
    assert "undefined references" not in log
    assert "multiply-defined" not in log
    assert "Missing character" not in log


def test_what_is_printed(printed: Path) -> None:
    command = ["pdftotext", "-layout", "kirkgate.pdf", "-"]
    text = subprocess.run(command, cwd=printed, capture_output=True, check=True, text=True).stdout
    for part in (
        "GET /catalogue/search search",
        "max_price",
        "LISTING_NOT_FOUND",
        "string & UserId & SellerId",
        "Deprecated",
        "Use rating of get_seller.",
        '"title": "Crescent city bike, 54 cm"',
        "Used by",
    ):
        assert part in text, part
