"""A document as a whole: its overview, its brand, its colours."""

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import Site
from .pages import heading, open_view, region


def test_the_overview_of_a_document(page: Page, site: Site) -> None:
    open_view(page, site, "platform")
    main = page.get_by_role("main")
    expect(main).to_contain_text("online market for second-hand goods")
    expect(main.locator("code", has_text="POST /sessions").first).to_be_visible()  # Markdown is drawn
    expect(main).to_contain_text("https://api.kirkgate.example/v3")
    expect(region(page, "Authentication")).to_contain_text("Bearer token")
    expect(page.get_by_role("banner").get_by_text("3.2.0")).to_be_visible()


def test_the_overview_of_a_contract(page: Page, site: Site) -> None:
    open_view(page, site, "platform/orders/OrderApi")
    main = page.get_by_role("main")
    for name in ("get_basket", "place_order", "list_parcels"):
        expect(main.get_by_role("link", name=re.compile(name))).to_be_visible()
    expect(region(page, "Authentication")).to_contain_text("Authorization")
    main.get_by_role("link", name=re.compile("place_order")).click()
    expect(heading(page, "place_order")).to_be_visible()


def test_the_overview_of_a_group(page: Page, site: Site) -> None:
    open_view(page, site, "platform/live")
    expect(page.get_by_role("main")).to_contain_text("What happens while one watches.")
    page.get_by_role("main").get_by_role("link", name=re.compile("AuctionApi")).first.click()
    expect(heading(page, "AuctionApi")).to_be_visible()


def test_the_colours_are_chosen_and_kept(page: Page, site: Site) -> None:
    open_view(page, site, "platform")
    root = page.locator("[data-scheme]")
    expect(root).to_have_attribute("data-scheme", "light")
    toggle = page.get_by_role("button", name=re.compile("^Colours"))
    toggle.click()  # light
    toggle.click()  # dark
    expect(root).to_have_attribute("data-scheme", "dark")
    page.reload()
    expect(root).to_have_attribute("data-scheme", "dark")
    toggle.click()  # system
    page.emulate_media(color_scheme="dark")
    expect(root).to_have_attribute("data-scheme", "dark")
    page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-scheme", "light")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_primary_colour_is_readable(page: Page, site: Site, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    open_view(page, site, "platform")
    link = page.get_by_role("main").get_by_role("link").first
    expect(link).to_be_visible()
    assert page.evaluate(CONTRAST, [scheme]) >= 4.5


CONTRAST = """([scheme]) => {
  const root = document.querySelector('gg-docs').shadowRoot.querySelector('[data-scheme]')
  const link = root.querySelector('main a[href]')
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true})
  const light = (color) => {
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((each) => {
      const part = each / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  let ground = root
  while (ground && getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)') ground = ground.parentElement
  const [a, b] = [light(getComputedStyle(link).color), light(getComputedStyle(ground ?? root).backgroundColor)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}"""
