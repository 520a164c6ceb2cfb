"""The contents of the UI inside a page: beside the text, or behind a button where the theme lists
the methods already.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import ROOT, Site, served
from .pages import heading, sidebar

CONF = """\
import sys
sys.path.insert(0, {examples!r})
from marketplace.docs import DOCS
project = "Kirkgate"
extensions = ["sphinxcontrib_ggdocs"]
html_theme = "furo"
ggdocs_docs = DOCS[1:]
"""
DIRECTIVE = "Kirkgate\n========\n\nBefore: :gg:method:`StaffApi.suspend`.\n\n.. ggdocs:: internal\n"
PAGES = {
    "index": DIRECTIVE,
    **{
        name: f"{DIRECTIVE}   :layout: {name}\n   :no-index:\n"
        for name in ("sidebar", "plain", "full")
    },
    "unlisted": f":tocdepth: 1\n\n{DIRECTIVE}   :no-index:\n",
}
WIDE = {"width": 1600, "height": 900}


@pytest.fixture(scope="module")
def layouts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A page for each layout, in furo, whose table of contents lists the methods."""
    source: Path = tmp_path_factory.mktemp("layouts")
    (source / "conf.py").write_text(CONF.format(examples=str(ROOT / "examples")))
    for name, text in PAGES.items():
        head = ":orphan:\n\n" if name != "index" else ""
        (source / f"{name}.rst").write_text(head + text)
    out = source / "_html"
    build = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", str(source), str(out)]
    subprocess.run(build, check=True, cwd=ROOT)
    with served(out) as url:
        yield Site(url, out)


def opened(page: Page, layouts: Site, name: str) -> None:
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    page.goto(f"{layouts.url}{name}.html")


def test_the_contents_are_behind_a_button(local: Page, layouts: Site) -> None:
    opened(local, layouts, "index")
    button = local.get_by_role("button", name="Contents", exact=True)
    expect(button).to_be_visible()
    expect(sidebar(local)).to_be_hidden()
    button.click()
    drawer = local.get_by_role("dialog", name="Contents", exact=True)
    drawer.get_by_role("link", name="suspend").click()
    expect(heading(local, "suspend")).to_be_visible()


@pytest.mark.parametrize("name", ["sidebar", "unlisted"])
def test_the_contents_are_beside_the_text(local: Page, layouts: Site, name: str) -> None:
    opened(local, layouts, name)
    expect(sidebar(local)).to_be_visible()
    expect(local.get_by_role("button", name="Contents", exact=True)).to_be_hidden()


def test_plain_text_until_the_reader_chooses(local: Page, layouts: Site) -> None:
    opened(local, layouts, "plain")
    switch = local.get_by_role("button", name="Interactive view")
    expect(switch).to_be_visible()
    switch.click()
    expect(sidebar(local)).to_be_visible()
    local.reload()
    expect(sidebar(local)).to_be_visible()
