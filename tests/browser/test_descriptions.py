"""What descriptions contain besides words: alerts, values with names of their own."""

from typing import Any

from playwright.sync_api import Page, expect

from .axe import violations_in_both
from .conftest import Site
from .documents import changed, method_of
from .pages import FULL, field, heading, open_view, region

GET_ORDER = "platform/orders/OrderApi/get_order"
ALERTS = {
    "NOTE": "Note",
    "TIP": "Tip",
    "IMPORTANT": "Important",
    "WARNING": "Warning",
    "CAUTION": "Caution",
}


def with_alerts(document: dict[str, Any]) -> None:
    """Each alert in the description of one method, and a quote."""
    alerts = [f"> [!{mark}]\n> About **{mark}**.\n> - one" for mark in ALERTS]
    method_of(document, "get_order")["description"] = "\n\n".join([*alerts, "> Said."])


def test_alerts_have_a_name_and_a_colour(page: Page, site: Site) -> None:
    changed(page, site, with_alerts)
    open_view(page, site, GET_ORDER)
    alerts = page.get_by_role("main").get_by_role("note")
    expect(alerts).to_have_count(len(ALERTS))
    for at, (mark, name) in enumerate(ALERTS.items()):
        expect(alerts.nth(at)).to_have_text(f"{name}About {mark}.one")
    colours = {alert.evaluate("e => getComputedStyle(e).borderLeftColor") for alert in alerts.all()}
    assert len(colours) == len(ALERTS)
    expect(page.get_by_text("[!")).to_have_count(0)
    assert violations_in_both(page) == {}


def test_alerts_of_a_page_from_right_to_left(page: Page, site: Site) -> None:
    changed(page, site, with_alerts)
    page.emulate_media(forced_colors="active")
    open_view(page, site, GET_ORDER)
    page.evaluate("() => document.documentElement.dir = 'rtl'")
    style = "e => { const s = getComputedStyle(e); return [s.borderLeftWidth, s.borderRightWidth] }"
    assert page.get_by_role("note").first.evaluate(style) == ["0px", "3px"]


def with_named_values(document: dict[str, Any]) -> None:
    """A field that has an enumeration with names, and one with descriptions of some values."""
    fields = document["schemas"]["Address"]["properties"]
    fields["kind"] = {
        "type": "integer",
        "enum": [0, 1, 2],
        "x-enum-varnames": ["HOME", "WORK", "OTHER"],
        "x-enum-descriptions": ["Where one *lives*.", "", "<b>Elsewhere</b>."],
    }
    fields["side"] = {
        "type": "string",
        "enum": ["l", "r"],
        "x-enumDescriptions": {"l": "On the left."},
    }
    fields["plain"] = {"type": "string", "enum": ["a", "b"], "x-enum-varnames": ["a", "b"]}


def test_values_of_an_enumeration_have_names_and_descriptions(page: Page, site: Site) -> None:
    changed(page, site, with_named_values)
    open_view(page, site, "platform/~schema/Address")
    definition = region(page, "Definition")
    lines = field(definition, "kind").locator(".values > p")
    expect(lines).to_have_text(["0 HOME Where one lives.", "1 WORK", "2 OTHER <b>Elsewhere</b>."])
    side = field(definition, "side")
    expect(side.locator(".values > p")).to_have_text("l On the left.")
    expect(side.locator(".value")).to_have_text(["l", "r"])
    expect(field(definition, "plain").locator("p")).to_have_count(0)
    expect(field(definition, "plain").locator(".value")).to_have_text(["a", "b"])
    assert violations_in_both(page) == {}


def test_values_are_found_by_their_names(page: Page, site: Site) -> None:
    changed(page, site, with_named_values)
    page.goto(f"{site.url}{FULL}")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("combobox", name="Search the API").fill("elsewhere")
    page.get_by_role("option", name="kind").first.click()
    expect(heading(page, "Address")).to_be_visible()
