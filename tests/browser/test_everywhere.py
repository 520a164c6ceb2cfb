"""What readers rely on, at each of the four places where they read: on the full page and inside a
page of Sphinx, by HTTP and from the disk.
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
from .pages import FULL, SETTLED, beyond, choose_language, heading, open_page, region, sidebar

Open = Callable[[str], None]
Check = Callable[[Page, Open], None]

PAY = "platform/orders/PaymentApi/pay"
PLACE_ORDER = "platform/orders/OrderApi/place_order"
PHONE = {"width": 390, "height": 844}


def search(page: Page, query: str) -> None:
    """Open the palette by its button and type."""
    page.locator("gg-docs").get_by_role("button", name=re.compile("^Search")).click()
    page.get_by_role("dialog", name="Search the API").get_by_role("combobox").fill(query)


def an_error_leads_to_the_card_of_another_method(page: Page, go: Open) -> None:
    go(PAY)
    card = page.get_by_role("article", name="ORDER_NOT_FOUND", exact=True)
    card.locator(".error-type .chip").click()
    page.get_by_role("dialog").locator(".users a").last.click()
    expect(page).to_have_url(re.compile(r"at=error-ORDER_NOT_FOUND"))
    expect(card).to_be_in_viewport()
    expect(card.locator(".lit")).to_contain_text("ORDER_NOT_FOUND")


def the_card_of_an_error_has_an_address(page: Page, go: Open) -> None:
    go(f"{PAY}?at=error-ORDER_NOT_FOUND")
    card = page.get_by_role("article", name="ORDER_NOT_FOUND", exact=True)
    expect(card).to_be_in_viewport()


def a_brand_leads_to_the_field_of_another_method(page: Page, go: Open) -> None:
    go("platform/orders/OrderApi/get_order")
    page.locator("gg-docs .chip").filter(has_text=re.compile(r"\d")).first.click()
    page.get_by_role("dialog", name=re.compile("is used by")).get_by_role("link").nth(1).click()
    expect(page.locator("[data-lit]").first).to_be_in_viewport()


def paper_holds_what_buttons_hide(page: Page, go: Open) -> None:
    go("platform/goods/ListingApi/save_listing")
    expect(region(page, "Code").locator("pre")).to_be_visible()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    body = region(page, "Request body")
    expect(body.get_by_role("group", name=re.compile("^example"))).to_be_visible()
    expect(body.locator("button.unfold[aria-expanded=false]")).to_have_count(0)
    cut = "all => all.filter((each) => each.scrollHeight > each.clientHeight + 1).length"
    assert page.locator("gg-docs pre:visible").evaluate_all(cut) == 0


def on_a_phone_the_contents_are_a_drawer(page: Page, go: Open) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    go("platform/live/AuctionApi/auction_ended")
    button = page.get_by_role("button", name="Contents", exact=True)
    button.click()
    expect(sidebar(page).locator("[aria-current=page]")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    assert beyond(page) == []


def code_stays_left_to_right(page: Page, go: Open) -> None:
    go("platform/orders/OrderApi/get_order")
    expect(region(page, "Code").locator("pre")).to_be_visible()
    page.evaluate("document.documentElement.dir = 'rtl'")
    for selector in ("pre", ".path", ".type-line"):
        expect(page.locator(f"gg-docs {selector}").first).to_have_css("direction", "ltr")
    expect(page.locator("gg-docs .content")).to_have_css("direction", "rtl")


def forced_colours_leave_the_palette_an_edge(page: Page, go: Open) -> None:
    page.emulate_media(forced_colors="active")
    go("platform")
    search(page, "order")
    palette = page.get_by_role("dialog", name="Search the API")
    expect(palette).not_to_have_css("border-top-width", "0px")


def permissions_are_prose_and_public_methods_need_none(page: Page, go: Open) -> None:
    go("platform/goods/ListingApi/create_listing")
    expect(region(page, "Authentication")).to_contain_text("scope listings:write")
    go("platform/goods/ListingApi/list_listings")
    expect(heading(page, "list_listings")).to_be_visible()
    expect(region(page, "Authentication")).to_have_count(0)


def what_comes_back_is_chosen_by_status(page: Page, go: Open) -> None:
    go(PAY)
    samples = region(page, "Response samples")
    expect(samples.locator("pre")).to_contain_text('"payment-1"')
    samples.get_by_role("combobox").select_option(label="404 ORDER_NOT_FOUND")
    expect(samples.locator("pre")).to_contain_text('"type": "ORDER_NOT_FOUND"')


def a_variant_is_one_choice(page: Page, go: Open) -> None:
    go(PAY)
    code = region(page, "Code").locator("pre")
    expect(code).to_contain_text('"method": "card"')
    region(page, "Request body").get_by_role("tab", name='"swish"').click()
    expect(code).to_contain_text('"method": "swish"')


def what_is_filled_in_once_is_in_every_sample(page: Page, go: Open) -> None:
    go(PAY)
    page.get_by_text("Fill in once, for all samples").click()
    page.get_by_label("OrderId", exact=True).fill("ord_mine0001")
    code = region(page, "Code")
    for language in ("curl", "Python", "JavaScript", "TypeScript", "Go", "Java", "PHP", "Ruby"):
        choose_language(page, language)
        expect(code.locator("pre")).to_contain_text("ord_mine0001")
    go("platform/orders/OrderApi/get_order")
    expect(code.locator("pre")).to_contain_text("/orders/ord_mine0001")


def a_conversation_has_its_own_samples(page: Page, go: Open) -> None:
    go("platform/live/ChatApi/send_message")
    for language in ("Python", "JavaScript", "websocat"):
        choose_language(page, language)
        expect(region(page, "Code").locator("pre")).to_contain_text("send_message")


def the_files_are_a_click_away(page: Page, go: Open) -> None:
    go("platform")
    files = page.locator(".overview .files")
    for name in ("Download Contract document", "OpenAPI", "AsyncAPI"):
        expect(files.get_by_role("link", name=name, exact=True)).to_be_visible()


def what_is_typed_is_found_first(page: Page, go: Open) -> None:
    go("platform")
    for query, first in (
        ("GET /listings", "list_listings"),
        ("quarter of an hour", "sign_in"),
        ("verb:delete uses:PhotoId", "remove"),
    ):
        search(page, query)
        expect(page.locator(".palette-label").first).to_have_text(first)
        page.keyboard.press("Escape")


def types_and_errors_have_a_tab(page: Page, go: Open) -> None:
    go("platform")
    contents = sidebar(page)
    contents.get_by_role("tab", name="Types").click()
    contents.get_by_role("searchbox", name="Filter types and errors").fill("not_found")
    contents.get_by_role("link", name="ORDER_NOT_FOUND").click()
    expect(heading(page, "ORDER_NOT_FOUND")).to_be_visible()


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


def a_brand_has_lists_of_both_sides(page: Page, go: Open) -> None:
    go("platform/~brand/OrderId")
    for title, name in (("Returned by", "place_order"), ("Accepted by", "cancel")):
        side = page.locator(".brand-uses > div").filter(
            has=page.get_by_role("heading", name=re.compile(f"^{title}"))
        )
        expect(side.get_by_role("link", name=re.compile(rf"\b{name}\b")).first).to_be_visible()


def an_unknown_address_offers_the_nearest(page: Page, go: Open) -> None:
    go("platform/orders/OrderApi/place_ordr")
    nearest = page.get_by_role("main").or_(page.locator("gg-docs .content"))
    expect(nearest.get_by_role("link", name=re.compile("place_order")).first).to_be_visible()


CHECKS: list[Check] = [
    an_error_leads_to_the_card_of_another_method,
    the_card_of_an_error_has_an_address,
    a_brand_leads_to_the_field_of_another_method,
    paper_holds_what_buttons_hide,
    on_a_phone_the_contents_are_a_drawer,
    code_stays_left_to_right,
    forced_colours_leave_the_palette_an_edge,
    permissions_are_prose_and_public_methods_need_none,
    what_comes_back_is_chosen_by_status,
    a_variant_is_one_choice,
    what_is_filled_in_once_is_in_every_sample,
    a_conversation_has_its_own_samples,
    the_files_are_a_click_away,
    what_is_typed_is_found_first,
    types_and_errors_have_a_tab,
    methods_are_a_table_with_their_paths,
    unfold_all_unfolds_all_and_stays,
    crumbs_lead_up_from_a_type,
    a_brand_has_lists_of_both_sides,
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
        page.emulate_media(media="null", forced_colors="null")
        page.set_viewport_size({"width": 1440, "height": 900})
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
    "no groups": (without_groups, "platform", "groups is missing."),
    "null": (with_a_schema_of_null, "platform/~schema/Order", "schemas.Order"),
    "null in a type": (
        with_a_schema_of_null,
        "platform/~schema/Address",
        "city: This part cannot be shown",
    ),
    "many users": (many_users, "platform/~brand/OrderId", "600 methods"),
}


@pytest.mark.parametrize(("change", "view", "words"), SPOILT.values(), ids=SPOILT)
def test_what_a_document_lacks_is_said(
    browser_page: Page,
    site: Site,
    tmp_path: Path,
    change: Callable[[dict[str, Any]], None],
    view: str,
    words: str,
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
            open_page(browser_page, Site(url, folder), f"{path}#/{view}", by)
            expect(browser_page.locator("gg-docs")).to_contain_text(words)
