"""All methods on one page: rendered as one scrolls, found before, and addresses that follow."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from ..waiting import wait_until
from .axe import violations_in_both
from .conftest import ROOT, Site, served
from .documents import changed
from .pages import FULL, SETTLED, beyond, open_page, open_view, region, sidebar

CONF = """\
import sys
sys.path.insert(0, {examples!r})
from marketplace.docs import BRANDING, DOCS
project = "Kirkgate"
extensions = ["sphinxcontrib_ggdocs"]
html_theme = "furo"
ggdocs_docs = DOCS
ggdocs_branding = {{**BRANDING, "continuous": True}}
"""
PAGES = {
    "index": "Kirkgate\n========\n\n.. ggdocs:: platform\n   :layout: sidebar\n   :split: none\n",
}
GET_ORDER = "#/platform/Orders/OrderApi/get_order"
MANY = 1000


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The example with all methods on one page, on its own and in furo."""
    source: Path = tmp_path_factory.mktemp("continuous")
    (source / "conf.py").write_text(CONF.format(examples=str(ROOT / "examples")))
    for name, text in PAGES.items():
        (source / f"{name}.rst").write_text(text)
    out = source / "_html"
    build = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", str(source), str(out)]
    subprocess.run(build, check=True, cwd=ROOT)
    with served(out) as url:
        yield Site(url, out)


def title(page: Page, name: str) -> Locator:
    return page.get_by_role("heading", name=name, exact=True)


def is_at_top(page: Page, name: str) -> bool:
    """Whether a title is below the bars of the page, and nothing of its part is above."""
    place = title(page, name).first.bounding_box()
    return place is not None and 0 < place["y"] < 220


def arrives(page: Page, name: str) -> None:
    wait_until(lambda: is_at_top(page, name), f"{name} at the top")


def many(document: dict[str, Any]) -> None:
    """A thousand methods like one of the example, in contracts of ten."""
    group = next(each for each in document["groups"] if each["slug"] == "orders")
    contract = next(each for each in group["contracts"] if each["name"] == "OrderApi")
    method = next(each for each in contract["methods"] if each["name"] == "get_order")
    contracts = []
    for number in range(0, MANY, 10):
        members = [
            {**method, "name": f"copy_{each}", "description": f"Returns the rarity{each}."}
            for each in range(number, number + 10)
        ]
        contracts.append({**contract, "name": f"Copy{number}Api", "methods": members})
    document["groups"] = [{"name": "Copies", "slug": "copies", "contracts": contracts}]


@pytest.mark.parametrize("by", ["http", "disk"])
@pytest.mark.parametrize("place", [FULL, "index.html"], ids=["full", "embedded"])
def test_a_link_lands_on_its_method_and_stays(
    local: Page, whole: Site, place: str, by: str
) -> None:
    open_page(local, whole, place + GET_ORDER, by)
    expect(title(local, "get_order")).to_be_visible()
    expect(region_of(local, "get_order", "Code")).to_be_visible()
    arrives(local, "get_order")
    for _ in range(5):  # parts above are rendered meanwhile
        local.evaluate(SETTLED)
    assert is_at_top(local, "get_order")
    expect(local).to_have_url(re.compile(re.escape(GET_ORDER) + "$"))


def part_of(page: Page, name: str) -> Locator:
    return page.locator(".part").filter(has=title(page, name))


def region_of(page: Page, method: str, name: str) -> Locator:
    return part_of(page, method).get_by_role("group", name=name, exact=True).first


@pytest.mark.parametrize("place", [FULL, "index.html"], ids=["full", "embedded"])
def test_the_address_and_the_contents_follow_the_reader(
    local: Page, whole: Site, place: str
) -> None:
    open_page(local, whole, place + GET_ORDER)
    arrives(local, "get_order")
    local.mouse.move(900, 500)
    local.mouse.wheel(0, 10)

    def has_come() -> bool:
        local.mouse.wheel(0, 200)
        local.evaluate(SETTLED)
        return "OrderApi/get_order" not in local.url

    wait_until(has_come, "the next method")
    current = sidebar(local).locator("[aria-current=page]")
    expect(current).to_be_in_viewport()
    address = current.get_attribute("href") or ""
    assert local.url.endswith(address)
    local.reload()
    expect(current).to_have_attribute("href", address)


def test_the_contents_lead_to_a_method_on_the_page(local: Page, whole: Site) -> None:
    open_view(local, whole, "platform")
    sidebar(local).get_by_role("link", name=re.compile(r"^POST pay\b")).click()
    arrives(local, "pay")
    expect(title(local, "pay")).to_be_focused()
    expect(local).to_have_title(re.compile("^pay · "))
    local.go_back()
    expect(local).to_have_url(re.compile("#/platform$"))


def test_a_section_and_a_mention_are_found_in_their_part(local: Page, whole: Site) -> None:
    open_view(local, whole, "platform/orders/OrderApi/cancel?at=errors&highlight=OrderId")
    part = part_of(local, "cancel")
    expect(part.locator("[data-at=errors]").first).to_be_in_viewport()
    expect(part.locator("[data-lit]").first).to_be_attached()
    expect(
        local.locator(".part").filter(has_not=title(local, "cancel")).locator("[data-lit]")
    ).to_have_count(0)


def test_words_that_nobody_has_scrolled_to_are_found(local: Page, whole: Site) -> None:
    changed(local, whole, many)
    open_view(local, whole, "platform")
    expect(title(local, "copy_900")).to_be_attached()
    part = part_of(local, "copy_900")
    expect(part.locator("article.method")).to_have_count(0)
    local.keyboard.press("Control+f")  # ends what holds the page at its address
    assert local.evaluate("() => find('rarity900')")
    expect(part).to_be_in_viewport()
    expect(part.locator("article.method")).to_be_visible()


def test_few_of_a_thousand_methods_are_rendered(local: Page, whole: Site) -> None:
    changed(local, whole, many)
    open_view(local, whole, "platform/copies/Copy500Api/copy_505")
    arrives(local, "copy_505")
    local.mouse.move(900, 500)
    for _ in range(60):
        local.mouse.wheel(0, 1500)
        local.evaluate(SETTLED)
    assert local.locator(".part article.method").count() <= 12
    expect(sidebar(local).locator("[aria-current=page]")).to_be_in_viewport()


def test_what_is_words_again_is_forgotten(local: Page, whole: Site) -> None:
    changed(local, whole, many)
    open_view(local, whole, "platform")
    session = local.context.new_cdp_session(local)
    session.send("Performance.enable")
    local.mouse.move(900, 500)

    def nodes_after(steps: int) -> float:
        for _ in range(steps):
            local.mouse.wheel(0, 700)
            local.evaluate(SETTLED)
        session.send("HeapProfiler.collectGarbage")
        metrics: Any = session.send("Performance.getMetrics")["metrics"]
        return next(float(each["value"]) for each in metrics if each["name"] == "Nodes")

    first = nodes_after(40)
    assert nodes_after(80) < 1.5 * first


def test_print_holds_everything(local: Page, whole: Site) -> None:
    open_view(local, whole, "platform")
    expect(title(local, "get_order")).to_be_attached()
    local.emulate_media(media="print")
    local.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    assert local.locator(".part:not(:has(article))").count() == 0
    visibility = local.locator(".part").last.evaluate("e => getComputedStyle(e).contentVisibility")
    assert visibility == "visible"


def test_the_reader_chooses(page: Page, site: Site) -> None:
    open_view(page, site, "platform")
    page.get_by_role("button", name="All on one page").click()
    expect(title(page, "get_order")).to_be_attached()
    page.reload()
    expect(title(page, "get_order")).to_be_attached()
    page.get_by_role("button", name="One method a page").click()
    expect(title(page, "get_order")).to_have_count(0)
    expect(region(page, "Orders")).to_be_visible()


@pytest.mark.parametrize("address", ["platform/~brand/OrderId", "platform/orders/OrderApi/nothing"])
def test_other_addresses_have_pages_of_their_own(local: Page, whole: Site, address: str) -> None:
    open_view(local, whole, address)
    expect(local.get_by_role("main").get_by_role("heading", level=1)).to_have_count(1)
    expect(local.locator(".part")).to_have_count(0)


def test_axe(local: Page, whole: Site) -> None:
    open_view(local, whole, "platform/orders/OrderApi/get_order")
    expect(region_of(local, "get_order", "Code")).to_be_visible()
    arrives(local, "get_order")
    assert violations_in_both(local) == {}


def test_on_a_phone(local: Page, whole: Site) -> None:
    local.set_viewport_size({"width": 390, "height": 844})
    open_view(local, whole, "platform/orders/OrderApi/get_order")
    arrives(local, "get_order")
    assert beyond(local) == []
