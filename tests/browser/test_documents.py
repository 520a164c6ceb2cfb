"""A document as a whole: its overview, its brand, its colours."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sphinxcontrib_ggdocs.catalog import Branding

from . import zoo
from .axe import violations
from .conftest import Site, served
from .pages import SCHEMES, SETTLED, heading, open_page, open_view


def test_the_colours_are_chosen_and_kept(page: Page, site: Site) -> None:
    open_view(page, site, "platform")
    root = page.locator("[data-scheme]")
    expect(root).to_have_attribute("data-scheme", "light")
    toggle = page.get_by_role("button", name=re.compile("^Colours"))
    toggle.click()
    expect(root).to_have_attribute("data-scheme", "dark")
    page.reload()
    expect(root).to_have_attribute("data-scheme", "dark")
    toggle.click()
    expect(root).to_have_attribute("data-scheme", "light")
    toggle.click()  # system
    page.emulate_media(color_scheme="dark")
    expect(root).to_have_attribute("data-scheme", "dark")
    page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-scheme", "light")


LOGO = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='20'%3E"
    "%3Crect width='40' height='20'/%3E%3C/svg%3E"
)


@pytest.mark.parametrize(
    "color", ["#ffff00", pytest.param("#000000", marks=pytest.mark.part("journeys"))]
)
def test_any_primary_colour_is_readable(local: Page, tmp_path: Path, color: str) -> None:
    zoo.write(tmp_path, Branding(primary_color=color))
    with served(tmp_path) as url:
        local.goto(f"{url}#/zoo/api/ZooApi/save")
        expect(heading(local, "save")).to_be_visible()
        for scheme in SCHEMES:
            local.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            local.evaluate(SETTLED)
            assert violations(local, only=["color-contrast"]) == [], scheme


@pytest.mark.parametrize("by", ["http", "file"])
def test_the_logo_stands_in_the_header(local: Page, tmp_path: Path, by: str) -> None:
    out = tmp_path / "site"
    zoo.write(out, Branding(logo_url=LOGO))
    with served(out) as url:
        local.goto(url if by == "http" else f"{out.as_uri()}/index.html")
        logo = local.get_by_role("banner").locator("img")
        expect(logo).to_be_visible()
        local.wait_for_function("image => image.naturalWidth > 0", arg=logo.element_handle())


def test_embedded_the_text_stays_where_the_document_is_missing(anywhere: Page, site: Site) -> None:
    anywhere.route("**/platform/api-docs.json", lambda route: route.fulfill(status=404))
    open_page(anywhere, site, "both.html")
    expect(anywhere.get_by_role("alert")).to_contain_text("The document is missing (404)")
    expect(anywhere.get_by_text("Somebody was faster.").first).to_be_visible()
    anywhere.unroute("**/platform/api-docs.json")
    anywhere.get_by_role("button", name="Try again").click()
    expect(anywhere.get_by_role("heading", name="Kirkgate Platform API")).to_be_visible()
