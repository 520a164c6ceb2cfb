"""The released versions of a document, which readers choose above the contents."""

import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Locator, Page, expect

from sphinxcontrib_ggdocs.native import GGApiDocs, build_api_docs
from tests.sphinx_command import html_build

from .axe import violations_in_both
from .conftest import ROOT, Site, served
from .pages import SETTLED, beyond, heading, open_page, sidebar
from .releases import released_shop

METHOD = "API/OrderApi/get_order"
CONF = """\
project = "Shop"
extensions = ["sphinxcontrib_ggdocs"]
html_theme = "pydata_sphinx_theme"
html_theme_options = {{
    "switcher": {{"json_url": "_static/switcher.json", "version_match": "2.0.0"}},
    "navbar_end": ["version-switcher"],
    "check_switcher": False,
}}
html_static_path = ["_static"]
exclude_patterns = ["history"]
ggdocs_docs = [{doc!r}]
"""
PAGES = '[{"version": "2.0.0", "url": "/"}, {"version": "1.1.0", "url": "/1.1.0/"}]'


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A static site of it."""
    folder = tmp_path_factory.mktemp("shop")
    build_api_docs({"docs": [released_shop(folder / "history")], "out_dir": folder / "site"})
    with served(folder / "site") as url:
        yield Site(url, folder / "site")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A Sphinx build of it, in a theme with a menu of versions of its own."""
    folder = tmp_path_factory.mktemp("book")
    doc = released_shop(folder / "history") | {"history": "history"}
    (folder / "conf.py").write_text(CONF.format(doc=doc))
    (folder / "_static").mkdir()
    (folder / "_static" / "switcher.json").write_text(PAGES)
    (folder / "index.rst").write_text("Shop\n====\n\n.. ggdocs:: shop\n")
    subprocess.run(html_build(folder), check=True, cwd=ROOT)
    with served(folder / "_html") as url:
        yield Site(url, folder / "_html")


@contextmanager
def running(application: Any) -> Iterator[str]:
    """A server, and its address."""
    server = uvicorn.Server(uvicorn.Config(application, port=0, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page of a running service."""
    doc = released_shop(tmp_path_factory.mktemp("live") / "history")
    with running(GGApiDocs(None, {"docs": [doc]})) as address:
        yield f"{address}/apidocs/"


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


def test_search_and_samples_are_those_of_the_version(local: Page, shop: Site) -> None:
    view(local, shop, "shop@1.0.0/api/OrderApi/cancel")
    expect(local.get_by_role("complementary", name="Code")).to_contain_text("--request DELETE")
    local.keyboard.press("Control+k")
    local.keyboard.type("list_")
    option = local.get_by_role("option")
    expect(option.first).to_contain_text("list_all")
    expect(local.get_by_role("listbox")).not_to_contain_text("list_orders")
    local.keyboard.press("Enter")
    expect(heading(local, "list_all")).to_be_visible()
    assert "#/shop@1.0.0/" in local.url
    expect(local.get_by_role("link", name="Contract document")).to_have_count(0)
    local.goto(f"{shop.url}index.html#/shop@1.0.0")
    document = local.get_by_role("link", name="Contract document", exact=True)
    expect(document).to_have_attribute("href", "shop/versions/1.0.0.json")
    expect(local.get_by_role("link", name="Markdown")).to_have_count(0)  # of the current version


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


def test_what_is_not_released(local: Page, tmp_path: Path) -> None:
    doc = released_shop(tmp_path / "history", version="1.1.0")
    (tmp_path / "history" / "shop" / "2.0.0.json").unlink()
    build_api_docs({"docs": [doc], "out_dir": tmp_path / "site"})
    with served(tmp_path / "site") as url:
        local.goto(f"{url}#/shop")
        names = ["Unreleased", "1.1.0", "1.0.0"]
        expect(versions(local).locator("option")).to_have_text(names)


def test_one_version_is_no_choice(local: Page, tmp_path: Path) -> None:
    doc = released_shop(tmp_path / "history")
    for version in ("1.0.0", "1.1.0"):
        (tmp_path / "history" / "shop" / f"{version}.json").unlink()
    build_api_docs({"docs": [doc], "out_dir": tmp_path / "site"})
    with served(tmp_path / "site") as url:
        local.goto(f"{url}#/shop")
        expect(local.get_by_role("combobox", name="Changes since a version")).to_be_visible()
        expect(versions(local)).to_have_count(0)


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


def test_the_menu_of_the_theme_works_beside_it(local: Page, book: Site) -> None:
    open_page(local, book, "index.html#/shop/" + METHOD)
    expect(local.get_by_role("combobox", name="Version, on the full page")).to_be_visible()
    local.locator("button.version-switcher__button:visible").click()
    other = local.locator(".version-switcher__menu:visible").get_by_role("option", name="1.1.0")
    expect(other).to_have_attribute("href", "/1.1.0/index.html")
    copytree(book.folder, book.folder / "1.1.0", ignore=lambda *_: ["1.1.0"], dirs_exist_ok=True)
    other.click()
    local.wait_for_url("**/1.1.0/index.html")
    choice = local.get_by_role("combobox", name="Version, on the full page")
    choice.select_option("1.0.0")
    local.wait_for_url("**/1.1.0/apidocs/index.html#/shop@1.0.0")


FLYOUT = """
customElements.define("readthedocs-flyout", class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode: "open" }).innerHTML =
      '<nav style="position: fixed; bottom: 50px; right: 20px; z-index: 3000">' +
      '<a href="/1.1.0/apidocs/index.html">1.1.0</a></nav>';
  }
});
addEventListener("DOMContentLoaded", () => {
  document.body.append(document.createElement("readthedocs-flyout"));
});
"""
"""What Read the Docs adds to pages: an element with a menu above everything else."""


def test_the_menu_of_read_the_docs_works_beside_it(local: Page, book: Site) -> None:
    local.add_init_script(FLYOUT)
    for path in ("index.html#/shop/" + METHOD, "apidocs/index.html#/shop/" + METHOD):
        open_page(local, book, path)
        expect(local.get_by_role("combobox", name="Version").first).to_be_visible()
        menu = local.locator("readthedocs-flyout").get_by_role("link", name="1.1.0")
        expect(menu).to_be_in_viewport()
        menu.click(trial=True)
