"""Consoles inside the pages of four themes: nothing of the theme gets into them, and they fit."""

from functools import partial

import pytest
from playwright.sync_api import Page, expect

from ..conftest import BuildOnce
from .conftest import served
from .consoles import console, open_here, send, verdict
from .pages import SETTLED, beyond
from .themes import made

ON = '\nggdocs_docs = [{**each, "console": True} for each in DOCS[1:]]\n'
NAMES = ("furo", "pydata_sphinx_theme", "sphinx_rtd_theme", "alabaster")
ANSWER = {"hook": {"id": 5}}
CORS = {"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*"}
LOOK = """element => {
  const {marginTop, boxShadow} = getComputedStyle(element)
  return `${marginTop} ${boxShadow}`
}"""
"""What themes say of the fields of their own pages."""


@pytest.mark.part("themes")
def test_a_console_in_each_theme(browser_page: Page, build_once: BuildOnce) -> None:
    page, looks = browser_page, {}
    page.route(
        "https://api.kirkgate.example/**",
        lambda route: route.fulfill(status=201, json=ANSWER, headers=CORS),
    )
    for name in NAMES:
        folder = build_once(f"console-{name}", partial(made, "html", more=ON, theme=name))
        with served(folder) as url:
            for width in (1280, 390):
                page.set_viewport_size({"width": width, "height": 1000})
                page.goto(f"{url}index.html#/internal/partners/HookApi/create_hook")
                open_here(page)
                send(page)
                expect(verdict(page)).to_contain_text("201")
                page.evaluate(SETTLED)
                assert beyond(page) == [], (name, width)
            field = console(page).get_by_role("combobox").first
            looks[name] = field.evaluate(LOOK)
    assert set(looks.values()) == {"0px none"}, looks
