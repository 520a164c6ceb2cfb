"""What a reader does with the themes that are tried, and a page built with each."""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from ..conftest import BuildOnce
from .conftest import ROOT

CONF = """\
import sys
sys.path.insert(0, {examples!r})
from marketplace.docs import DOCS
project = "Kirkgate"
extensions = ["sphinxcontrib_ggdocs"]
html_theme = {theme!r}
ggdocs_docs = DOCS[1:]
"""
PAGE = """\
Kirkgate
========

Before: :gg:method:`StaffApi.suspend`.

.. ggdocs:: internal

After.
"""


class Theme(NamedTuple):
    """A theme: how to turn its lights off, and which of its keys do what."""

    name: str
    mode: str | None = None
    """The expression of the mode that the reader has chosen; None for a theme that knows light
    only."""
    key: str | None = "/"
    """Brings the focus to the theme's search."""
    contents: str | None = None
    """Its table of contents of the page, where it has one that is open."""


THEMES = [
    Theme(
        "furo",
        mode="document.body.dataset.theme",
        contents=".toc-drawer",
    ),
    Theme(
        "pydata_sphinx_theme",
        mode="document.documentElement.dataset.mode",
        key="Control+k",
        contents="#pst-page-toc-nav",
    ),
    Theme(
        "sphinx_book_theme",
        mode="document.documentElement.dataset.mode",
        key="Control+k",
        contents="#pst-page-toc-nav",
    ),
    Theme("sphinx_rtd_theme"),
    Theme("alabaster"),
]


FURTHER = {
    "shibuya": "",
    "sphinx_immaterial": """
extensions.append("sphinx_immaterial")
toggle = {"icon": "material/lightbulb", "name": "change"}
schemes = {"light": "default", "dark": "slate"}
html_theme_options = {"font": False, "palette": [
    {"media": f"(prefers-color-scheme: {mode})", "scheme": scheme, "toggle": toggle} for mode, scheme in schemes.items()
]}
""",
}
"""Further themes, with what their projects write into conf.py."""


def made(builder: str, folder: Path, more: str = "", theme: str = "alabaster") -> Path:
    """Build the page of the themes, with all warnings on."""
    (folder / "conf.py").write_text(
        CONF.format(examples=str(ROOT / "examples"), theme=theme) + more
    )
    (folder / "index.rst").write_text(PAGE)
    run = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-W",
        "-n",
        "-b",
        builder,
        str(folder),
        str(folder / "_out"),
    ]
    subprocess.run(run, check=True, cwd=ROOT)
    return folder / "_out"


def in_theme(build_once: BuildOnce, name: str) -> Path:
    """The page in a theme, built once for all tests of themes."""
    return build_once(
        f"theme-{name}", lambda folder: made("html", folder, FURTHER.get(name, ""), name)
    )


NAMES = [*(theme.name for theme in THEMES), *FURTHER]
FIRST = ("furo", "alabaster")
"""The themes of `make test`: one with a mode of its own for light and dark, and one without any."""


def marks(name: str) -> tuple[pytest.MarkDecorator, ...]:
    """The part that tests a theme, where that is not `make test`."""
    return () if name in FIRST else (pytest.mark.part("themes"),)


IN_EACH_THEME = [pytest.param(name, marks=marks(name)) for name in NAMES]


def choose(page: Page, theme: Theme, mode: str) -> None:
    """Choose "light", "dark" or "auto" by the theme's own button."""
    if theme.name == "furo":
        switch = page.locator("button.theme-toggle:visible").first
        for _ in range(3):
            if page.evaluate(f"() => {theme.mode}") != mode:
                switch.click()
    else:
        page.locator("button.theme-switch-button:visible").first.click()
        page.locator(f".theme-change-button[data-mode={mode}]:visible").first.click()
    page.wait_for_function(f"mode => {theme.mode} === mode", arg=mode)


def scheme(page: Page, expected: str) -> None:
    """See whether the UI is light or dark."""
    expect(page.locator("gg-docs [data-scheme]")).to_have_attribute("data-scheme", expected)


ON_TOP = """each => {
  const {left, top, width, height} = each.getBoundingClientRect()
  return each.contains(each.getRootNode().elementFromPoint(left + width / 2, top + height / 2))
}"""


def uncovered(each: Locator) -> None:
    """See that something in the UI is in sight, and that nothing of the theme lies over it."""
    expect(each).to_be_in_viewport()
    each.page.wait_for_function(ON_TOP, arg=each.element_handle())
