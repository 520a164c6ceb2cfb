"""A document as a whole: its overview, its brand, its colours."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sphinxcontrib_ggdocs.catalog import Branding

from . import zoo
from .axe import violations
from .conftest import Held, Site, served
from .pages import FULL, SCHEMES, SETTLED, heading, open_page, open_view


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


def test_on_a_dark_system_one_click_leads_to_light(page: Page, site: Site) -> None:
    page.emulate_media(color_scheme="dark")
    open_view(page, site, "platform")
    root = page.locator("[data-scheme]")
    expect(root).to_have_attribute("data-scheme", "dark")
    page.get_by_role("button", name=re.compile("^Colours")).click()
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


def test_what_the_service_sends_is_not_called(local: Page, tmp_path: Path) -> None:
    zoo.write(tmp_path)
    code = local.get_by_role("complementary", name="Code")
    with served(tmp_path) as url:
        local.goto(f"{url}#/zoo/api/HookApi/escaped")
        expect(heading(local, "escaped")).to_be_visible()
        expect(local.get_by_role("main")).to_contain_text("Server → client")
        expect(code).to_have_count(0)
        example = local.get_by_role("complementary", name="Example")
        local.set_viewport_size({"width": 1920, "height": 900})
        box = example.bounding_box()
        assert box is not None
        assert box["width"] > 500
        assert 1920 - box["x"] - box["width"] < 100, "width that nothing uses"
        expect(example).to_contain_text("POST /escaped HTTP/1.1\nContent-Type: application/json")
        local.goto(f"{url}#/zoo/api/ZooApi/save")
        expect(code).to_be_visible()


@pytest.mark.parametrize("by", ["http", "file"])
def test_the_logo_stands_in_the_header(local: Page, tmp_path: Path, by: str) -> None:
    out = tmp_path / "site"
    zoo.write(out, Branding(logo_url=LOGO))
    with served(out) as url:
        local.goto(url if by == "http" else f"{out.as_uri()}/index.html")
        logo = local.get_by_role("banner").locator("img")
        expect(logo).to_be_visible()
        local.wait_for_function("image => image.naturalWidth > 0", arg=logo.element_handle())


@pytest.mark.parametrize("path", [FULL, "both.html"])
def test_loading_is_said(page: Page, site: Site, path: str) -> None:
    held = Held(page, "**/platform/api-docs.json")
    open_page(page, site, f"{path}#/platform")
    if path == FULL:
        expect(page.get_by_role("status").filter(has_text="Loading")).to_be_visible()
    else:
        expect(
            page.get_by_text("Somebody was faster.").first
        ).to_be_visible()  # there is text to read meanwhile
    held.release()
    expect(page.get_by_role("heading", name="Kirkgate Platform API")).to_be_visible()


def test_embedded_the_text_stays_where_the_document_is_missing(anywhere: Page, site: Site) -> None:
    anywhere.route("**/platform/api-docs.json", lambda route: route.fulfill(status=404))
    open_page(anywhere, site, "both.html")
    expect(anywhere.get_by_role("alert")).to_contain_text("The document is missing (404)")
    expect(anywhere.get_by_text("Somebody was faster.").first).to_be_visible()
    anywhere.unroute("**/platform/api-docs.json")
    anywhere.get_by_role("button", name="Try again").click()
    expect(anywhere.get_by_role("heading", name="Kirkgate Platform API")).to_be_visible()


def test_from_the_disk_a_missing_document_is_told(browser_page: Page, tmp_path: Path) -> None:
    zoo.write(tmp_path)
    (tmp_path / "zoo/api-docs.js").unlink()
    browser_page.goto(f"{tmp_path.as_uri()}/index.html")
    expect(browser_page.get_by_role("alert")).to_contain_text("The document is missing")
    zoo.write(tmp_path)
    browser_page.get_by_role("button", name="Try again").click()
    expect(heading(browser_page, "Zoo")).to_be_visible()


def test_large_documents_are_drawn_in_part(anywhere: Page, site: Site) -> None:
    """Of 10 000 methods the page holds what can be seen, and the palette finds any."""
    file = site.folder / "apidocs/platform/api-docs.json"
    document = json.loads(file.read_text())
    group = next(group for group in document["groups"] if group["slug"] == "orders")
    many = [
        {**contract, "name": f"{contract['name']}{number}"}
        for number in range(
            10_000 // sum(len(contract["methods"]) for contract in group["contracts"]) + 1
        )
        for contract in group["contracts"]
    ]
    document["groups"] = [{**group, "contracts": many}]
    body = json.dumps(document)
    anywhere.route(
        "**/platform/api-docs.json",
        lambda route: route.fulfill(body=body, content_type="application/json"),
    )
    open_view(anywhere, site, "platform/orders/PaymentApi500/pay")
    expect(heading(anywhere, "pay")).to_be_visible()
    drawn = anywhere.locator("gg-docs").evaluate(
        "host => host.shadowRoot.querySelectorAll('*').length"
    )
    assert drawn < 6000
    anywhere.keyboard.press("Control+k")
    anywhere.get_by_role("combobox", name="Search the API").fill("PaymentApi600")
    expect(
        anywhere.get_by_role("option", selected=True).filter(has_text="PaymentApi600")
    ).to_be_visible()
    anywhere.keyboard.press("Enter")
    expect(heading(anywhere, "PaymentApi600")).to_be_visible()
