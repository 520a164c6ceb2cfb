"""What readers rely on wherever they read: on the full page and inside a page of Sphinx, by HTTP and
from the disk.
"""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sphinxcontrib_ggdocs.native.documentation_site import document_script

from .conftest import LOCAL, Site, served, watched
from .documents import many_users
from .pages import FULL, SETTLED, heading, open_page, region

Open = Callable[[str], None]
Check = Callable[[Page, Open], None]

PAY = "platform/orders/PaymentApi/pay"
PLACE_ORDER = "platform/orders/OrderApi/place_order"


def an_error_leads_to_the_card_of_another_method(page: Page, go: Open) -> None:
    go(PAY)
    card = page.get_by_role("article", name="ORDER_NOT_FOUND", exact=True)
    card.locator(".error-type .chip").click()
    page.get_by_role("dialog").locator(".users a").last.click()
    expect(page).to_have_url(re.compile(r"at=error-ORDER_NOT_FOUND"))
    expect(card).to_be_in_viewport()
    expect(card.locator(".lit")).to_contain_text("ORDER_NOT_FOUND")


def permissions_are_prose_and_public_methods_need_none(page: Page, go: Open) -> None:
    go("platform/goods/ListingApi/create_listing")
    expect(region(page, "Authentication")).to_contain_text("scope listings:write")
    go("platform/goods/ListingApi/list_listings")
    expect(heading(page, "list_listings")).to_be_visible()
    expect(region(page, "Authentication")).to_have_count(0)


def methods_are_a_table_with_their_paths(page: Page, go: Open) -> None:
    go("platform/orders/OrderApi")
    paths = page.locator("gg-docs .method-table .row-path")
    expect(paths.first).to_have_text("/orders/basket")
    lefts = paths.evaluate_all("all => all.map((each) => each.getBoundingClientRect().left)")
    assert len(set(lefts)) == 1


def unfold_all_unfolds_all_and_stays(page: Page, go: Open) -> None:
    go(PLACE_ORDER)
    button = region(page, "Request body").get_by_role("button", name="Unfold all")
    button.scroll_into_view_if_needed()
    before = button.bounding_box()
    button.click()
    expect(region(page, "Request body").get_by_text("postcode", exact=True)).to_be_visible()
    after = (
        region(page, "Request body")
        .get_by_role("button", name=re.compile("^Fold"))
        .first.bounding_box()
    )
    assert before is not None
    assert after is not None
    assert after["y"] == before["y"]


def crumbs_lead_up_from_a_type(page: Page, go: Open) -> None:
    go("platform/~schema/Address")
    crumbs = page.get_by_role("navigation", name="Breadcrumbs")
    expect(crumbs).to_contain_text("Types")
    crumbs.get_by_role("link").first.click()
    expect(heading(page, "Kirkgate Platform API")).to_be_visible()


def an_unknown_address_offers_the_nearest(page: Page, go: Open) -> None:
    go("platform/orders/OrderApi/place_ordr")
    nearest = page.get_by_role("main").or_(page.locator("gg-docs .content"))
    expect(nearest.get_by_role("link", name=re.compile("place_order")).first).to_be_visible()


CHECKS: list[Check] = [
    an_error_leads_to_the_card_of_another_method,
    permissions_are_prose_and_public_methods_need_none,
    methods_are_a_table_with_their_paths,
    unfold_all_unfolds_all_and_stays,
    crumbs_lead_up_from_a_type,
    an_unknown_address_offers_the_nearest,
]


FORGET = """() => {
  localStorage.clear()
  sessionStorage.clear()
}"""


@pytest.mark.parametrize(
    ("path", "by"),
    [
        pytest.param(FULL, "http", id="full page"),
        pytest.param("both.html", "disk", id="embedded", marks=pytest.mark.part("themes")),
    ],
)
def test_readers_can_rely_on_it(page: Page, site: Site, path: str, by: str) -> None:
    """All of it in one window, which has the scripts already."""
    for check in CHECKS:
        check(page, lambda view: open_page(page, site, f"{path}#/{view}", by))
        page.evaluate(SETTLED)
        page.evaluate(FORGET)
        page.goto("about:blank")


def without_groups(document: dict[str, Any]) -> None:
    del document["groups"]


def with_a_schema_of_null(document: dict[str, Any]) -> None:
    document["schemas"]["Order"] = None
    document["schemas"]["Address"]["properties"]["city"] = None


SPOILT = {
    "no groups": (without_groups, {"platform": "groups is missing."}),
    "null": (
        with_a_schema_of_null,
        {
            "platform/~schema/Order": "schemas.Order",
            "platform/~schema/Address": "city: This part cannot be shown",
        },
    ),
    "many users": (many_users, {"platform/~brand/OrderId": "600 methods"}),
}


@pytest.mark.parametrize(("change", "words"), SPOILT.values(), ids=SPOILT)
def test_what_a_document_lacks_is_said(
    browser_page: Page,
    site: Site,
    tmp_path: Path,
    change: Callable[[dict[str, Any]], None],
    words: dict[str, str],
) -> None:
    """A document that is not as the format says, or very large, on the full page by HTTP and
    inside a page from the disk; the console may have the error of a part that cannot be shown.
    """
    folder = tmp_path / "site"
    shutil.copytree(site.folder, folder)
    file = folder / "apidocs/platform/api-docs.json"
    document = json.loads(file.read_bytes())
    change(document)
    file.write_text(json.dumps(document))
    file.with_suffix(".js").write_bytes(document_script("platform", file.read_bytes()))
    watch = watched(browser_page, lambda url: url.startswith(LOCAL), except_for="TypeError")
    with served(folder) as url, watch:
        for path, by in ((FULL, "http"), ("both.html", "disk")):
            for view, expected in words.items():
                open_page(browser_page, Site(url, folder), f"{path}#/{view}", by)
                expect(browser_page.locator("gg-docs")).to_contain_text(expected)
