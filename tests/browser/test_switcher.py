"""The released versions of a document, which readers choose above the contents."""

import subprocess
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from sphinxcontrib_ggdocs.native import GGApiDocs, build_api_docs
from tests.sphinx_command import html_build

from ..serving.hosting import by_uvicorn
from .axe import violations_in_both
from .conftest import ROOT, Site, served
from .pages import SETTLED, beyond, heading, open_page, sidebar
from .releases import released_shop

METHOD = "API/OrderApi/get_order"
CONF = """\
project = "Shop"
extensions = ["sphinxcontrib_ggdocs"]
html_theme = "furo"
exclude_patterns = ["history"]
ggdocs_docs = [{doc!r}]
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A static site of it."""
    folder = tmp_path_factory.mktemp("shop")
    build_api_docs({"docs": [released_shop(folder / "history")], "out_dir": folder / "site"})
    with served(folder / "site") as url:
        yield Site(url, folder / "site")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A Sphinx build of it."""
    folder = tmp_path_factory.mktemp("book")
    doc = released_shop(folder / "history") | {"history": "history"}
    (folder / "conf.py").write_text(CONF.format(doc=doc))
    (folder / "index.rst").write_text("Shop\n====\n\n.. ggdocs:: shop\n   :layout: sidebar\n")
    subprocess.run(html_build(folder), check=True, cwd=ROOT)
    with served(folder / "_html") as url:
        yield Site(url, folder / "_html")


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page of a running service."""
    doc = released_shop(tmp_path_factory.mktemp("live") / "history")
    with by_uvicorn({"shop": GGApiDocs(None, {"docs": [doc]})}) as addresses:
        yield f"{addresses['shop']}/apidocs/"


def versions(page: Page) -> Locator:
    return page.get_by_role("combobox", name="Version", exact=True)


def notice(page: Page) -> Locator:
    return page.get_by_role("note")


def view(page: Page, shop: Site, path: str, by: str = "http") -> None:
    open_page(page, shop, f"index.html#/{path}", by)


@pytest.mark.parametrize("by", ["http", "disk", "live"])
def test_a_version_keeps_the_method(local: Page, shop: Site, live: str, by: str) -> None:
    if by == "live":
        local.goto(f"{live}#/shop/{METHOD}")
    else:
        view(local, shop, f"shop/{METHOD}", by)
    expect(heading(local, "Get an order")).to_be_visible()
    expect(versions(local).locator("option")).to_have_text(["2.0.0 (current)", "1.1.0", "1.0.0"])
    expect(notice(local)).to_have_count(0)

    versions(local).select_option("1.0.0")
    expect(heading(local, "Get an order of the first kind")).to_be_visible()
    expect(heading(local, "get_order")).to_be_visible()
    assert local.url.endswith(f"#/shop@1.0.0/{METHOD}")
    expect(notice(local)).to_contain_text("Version 1.0.0 is not the current one.")

    local.reload()
    expect(heading(local, "Get an order of the first kind")).to_be_visible()
    expect(versions(local)).to_have_value("1.0.0")
    sidebar(local).get_by_role("link", name="cancel").click()
    expect(heading(local, "cancel")).to_be_visible()
    assert "#/shop@1.0.0/" in local.url

    local.go_back()
    notice(local).get_by_role("link", name="Show the current version").click()
    expect(heading(local, "Get an order")).to_be_visible()
    assert local.url.endswith(f"#/shop/{METHOD}")
    expect(notice(local)).to_have_count(0)


def test_older_versions_are_loaded_on_demand(local: Page, shop: Site) -> None:
    asked: list[str] = []
    local.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    view(local, shop, f"shop/{METHOD}")
    versions(local).focus()
    local.evaluate(SETTLED)
    assert [each for each in asked if each.endswith(".json")] == ["api-docs.json"]
    versions(local).select_option("1.1.0")
    expect(versions(local)).to_have_value("1.1.0")
    versions(local).select_option("2.0.0 (current)")
    expect(notice(local)).to_have_count(0)
    versions(local).select_option("1.1.0")
    expect(notice(local)).to_be_visible()
    assert [each for each in asked if each.endswith(".json")] == ["api-docs.json", "1.1.0.json"]


LACKING = [
    (
        "shop@1.0.0/api/OrderApi/list_orders",
        ["Not in version 1.0.0", "The nearest is OrderApi.list_all."],
        "OrderApi.list_all",
        "shop@1.0.0/API/OrderApi/list_all",
    ),
    (
        "shop@1.1.0/api/OrderApi/place_order",
        ["Not in version 1.1.0", "New in 2.0.0."],
        "All of Shop API",
        "shop@1.1.0",
    ),
    (
        "shop/api/OrderApi/list_all",
        ["There is nothing", "OrderApi.list_all: renamed to OrderApi.list_orders in 1.1.0."],
        "OrderApi.list_orders",
        "shop/API/OrderApi/list_orders",
    ),
    (
        "shop/api/OrderApi/cancel",
        ["DELETE /orders/{id}: removed in 2.0.0.", "Ask us."],
        "All of Shop API",
        "shop",
    ),
]


def test_what_a_version_has_not(local: Page, shop: Site) -> None:
    for address, words, link, leads_to in LACKING:
        view(local, shop, address)
        alert = local.get_by_role("alert")
        for each in words:
            expect(alert).to_contain_text(each)
        alert.get_by_role("link", name=link, exact=True).click()
        local.wait_for_url(f"**/index.html#/{leads_to}")
        expect(local.get_by_role("alert")).to_have_count(0)


def test_a_version_that_does_not_exist(anywhere: Page, shop: Site) -> None:
    view(anywhere, shop, f"shop@9.0/{METHOD}")
    expect(notice(anywhere)).to_contain_text("There is no version 9.0.")
    notice(anywhere).get_by_role("link", name="Show the current version").click()
    expect(heading(anywhere, "Get an order")).to_be_visible()


def test_everybody_can_choose_and_read(local: Page, shop: Site) -> None:
    view(local, shop, f"shop@1.0.0/{METHOD}")
    expect(notice(local)).to_be_visible()
    expect(versions(local)).to_be_visible()
    assert violations_in_both(local) == {}
    local.set_viewport_size({"width": 360, "height": 740})
    expect(notice(local)).to_be_visible()
    assert beyond(local) == []
    local.get_by_role("button", name="Contents").click()
    drawer = local.get_by_role("dialog")
    choice = drawer.get_by_role("combobox", name="Version", exact=True)
    choice.focus()
    choice.press("ArrowUp")
    expect(notice(local)).to_contain_text("Version 1.1.0 is not the current one.")
    assert f"#/shop@1.1.0/{METHOD}" in local.url


def test_a_page_of_sphinx_leads_to_versions_on_the_full_page(local: Page, book: Site) -> None:
    """Its own text is that of the current version."""
    open_page(local, book, "index.html#/shop/" + METHOD)
    choice = local.get_by_role("combobox", name="Version, on the full page")
    expect(choice.locator("option")).to_have_text(["2.0.0 (current)", "1.1.0", "1.0.0"])
    choice.select_option("1.0.0")
    local.wait_for_url(f"**/apidocs/index.html#/shop@1.0.0/{METHOD}")
    expect(heading(local, "Get an order of the first kind")).to_be_visible()
    local.go_back()
    expect(choice).to_have_value("")
