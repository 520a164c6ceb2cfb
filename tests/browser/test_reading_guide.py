"""The guide to the UI describes what is there: its labels, addresses, searches and keys, as written."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from .conftest import ROOT, Site
from .pages import open_view, region, sidebar
from .test_search import palette

GUIDE = (ROOT / "docs" / "guides" / "reading.md").read_text(encoding="utf-8")
LANGUAGES = ROOT / "sphinxcontrib_ggdocs" / "native" / "languages"
CODE = re.compile(r"`([^`]+)`")
LABEL = re.compile(r"(?<![\w*])\*([A-Z][^*]+)\*")
PLACE_ORDER = "platform/orders/OrderApi/place_order"


def rows(head: str) -> list[list[str]]:
    """The rows of the table whose head this is."""
    _, found, rest = GUIDE.partition(f"{head}\n")
    assert found, head
    _, *lines = rest.partition("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def test_each_label_is_a_text_of_the_ui() -> None:
    texts = json.loads((LANGUAGES / "en.json").read_text(encoding="utf-8"))
    known = {re.sub(r"\{\d\}", "…", variant) for text in texts for variant in text.split("|")}
    known |= {"Show … fields"}  # two texts, one in the other
    labels = {re.sub(r"\d+", "…", label) for label in LABEL.findall(GUIDE.replace("\n", " "))}
    assert labels - known == set()


def addresses() -> Iterator[str]:
    """An ellipsis is the address of a method; after a comma, addresses are of the same document."""
    for codes, _ in rows("| Address | Shows |"):
        for code in CODE.findall(codes):
            address = code.removeprefix("#/").replace("…", PLACE_ORDER)
            if "@" in address:
                continue  # of a released version: test_switcher.py
            yield f"platform/{address}" if address.startswith("~") else address


TITLES = {"platform": "Kirkgate Platform API", "~schema": "Types", "~error": "Errors"}


@pytest.mark.part("guides")
def test_addresses(page: Page, site: Site) -> None:
    for address in addresses():
        page.goto("about:blank")
        address_shows(page, site, address)


def address_shows(page: Page, site: Site, address: str) -> None:
    """See that an address shows what its last name and its query say."""
    open_view(page, site, address)
    path, _, query = address.partition("?")
    name = path.rpartition("/")[2]
    title = page.get_by_role("main").locator("[data-level='1'], .own-name code")
    expect(title.last).to_have_text(TITLES.get(name, name), ignore_case=True)
    kind, _, wanted = query.partition("=")
    if kind == "at":
        place = region(page, "Errors")
        if wanted != "errors":
            place = place.get_by_role("article", name=wanted.removeprefix("error-"), exact=True)
            expect(place.locator(".lit")).to_be_visible()
        expect(place).to_be_in_viewport()
    elif kind == "highlight":
        expect(page.locator("gg-docs [data-lit]").filter(has_text=wanted).first).to_be_in_viewport()


@pytest.mark.part("guides")
def test_searches(page: Page, site: Site) -> None:
    open_view(page, site, "platform")
    page.keyboard.press("Control+k")
    for query, label in (
        ("plord", "place_order"),
        ("websocket bid", "bid"),
        ("GET /orders/ord_12345678", "get_order"),
    ):
        assert f"`{query}`" in GUIDE
        palette(page).get_by_role("combobox").fill(query)
        best = palette(page).get_by_role("option").first
        expect(best.locator(".palette-label")).to_have_text(label)


PREFIXES = {
    "verb:post": ("place_order", "get_order"),
    "verb:out": ("bid", "bid_placed"),
    "status:402": ("pay", "place_order"),
    "status:4xx": ("place_order", "message_posted"),
    "status:4": ("place_order", "message_posted"),
    "scope:listings": ("create_listing", "place_order"),
    "error:PAYMENT_DECLINED": ("pay", "place_order"),
    "uses:OrderId": ("get_order", "sign_in"),
    "in:orders": ("place_order", "sign_in"),
}


def test_the_table_lists_these_prefixes() -> None:
    codes = [code for codes, _ in rows("| Prefix | Leaves |") for code in CODE.findall(codes)]
    assert codes == [*PREFIXES]


@pytest.mark.part("guides")
def test_prefixes(page: Page, site: Site) -> None:
    open_view(page, site, "platform")
    page.keyboard.press("Control+k")
    query = palette(page).get_by_role("combobox")
    labels = palette(page).get_by_role("option").locator(".palette-label")
    for prefix, (left, not_left) in PREFIXES.items():
        query.fill(f"{prefix} {left}")
        expect(labels.get_by_text(left, exact=True)).to_have_count(1)
        query.fill(f"{prefix} {not_left}")
        expect(labels.get_by_text(left, exact=True)).to_have_count(0)
        expect(labels.get_by_text(not_left, exact=True)).to_have_count(0)


@pytest.mark.part("guides")
def test_the_filter_takes_words_in_any_order(page: Page, site: Site) -> None:
    assert "`listing remove` finds `remove_listing`" in GUIDE
    open_view(page, site, "platform")
    sidebar(page).get_by_role("textbox").or_(sidebar(page).get_by_role("searchbox")).fill(
        "listing remove"
    )
    expect(sidebar(page).get_by_role("link", name=re.compile("remove_listing"))).to_be_visible()
    expect(sidebar(page).get_by_role("link", name=re.compile("place_order"))).to_have_count(0)


@pytest.mark.part("guides")
def test_signs(page: Page, site: Site) -> None:
    open_view(page, site, "platform")
    signs = [code for codes, _ in rows("| Sign | Means |") for code in CODE.findall(codes)]
    assert len(signs) > 3
    for sign in signs:
        expect(page.locator("gg-docs").get_by_text(sign, exact=True).first).to_be_visible()
