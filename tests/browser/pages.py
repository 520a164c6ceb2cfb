"""Where things stand on a page, in words that a reader would use."""

from typing import Literal

from playwright.sync_api import Locator, Page

from .conftest import Site

FULL = "apidocs/index.html"
Scheme = Literal["light", "dark"]
SCHEMES: list[Scheme] = ["light", "dark"]


def open_page(
    page: Page,
    site: Site,
    path: str,
    by: str = "http",
    until: Literal["load", "commit"] = "load",
) -> None:
    """Open a page; ``commit`` where a script that it may wait for is held back."""
    page.goto((site.url if by == "http" else site.disk) + path, wait_until=until)


def open_view(page: Page, site: Site, path: str) -> None:
    """Open something on the full page, by what stands behind ``#/``."""
    open_page(page, site, f"{FULL}#/{path}")


def sidebar(page: Page) -> Locator:
    return page.get_by_role("navigation", name="Contents of the API")


def heading(page: Page, name: str) -> Locator:
    """The title of what is shown, or below it the name of a method that has a summary."""
    title = page.get_by_role("heading", name=name, exact=True).and_(
        page.locator("[data-level='1']")
    )
    return title.or_(page.locator(".own-name").get_by_text(name, exact=True))


def region(page: Page, name: str) -> Locator:
    """A part of a page, by its heading."""
    return page.get_by_role("region", name=name)


def choose_language(page: Page, name: str) -> None:
    """Choose the language of the code samples of a method."""
    page.get_by_role("combobox", name="Languages").select_option(label=name)


def field(inside: Locator, name: str) -> Locator:
    """The entry of a field or parameter."""
    code = inside.page.locator(".field-name", has_text=name)
    return inside.locator(".field").filter(has=code).first


SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""What is due has been drawn."""

DRAWN = """() => [...document.querySelectorAll('gg-docs')].every((host) => {
  const content = host.shadowRoot?.querySelector('.content')
  if (!content?.querySelector("[data-level='1']")) return false
  return !content.querySelector('article.method') || content.querySelector('.method-side pre')
})"""
"""Each reference on the page shows something, and a method has its samples."""

BEYOND = """host => {
  const edge = host.getBoundingClientRect().right + 1
  const beyond = (each) => each.getBoundingClientRect().right > edge && !each.closest('pre, .endpoint, .scroll')
  return [...host.shadowRoot.querySelectorAll('.content *')].filter(beyond).map((each) => each.className)
}"""


def beyond(page: Page) -> list[str]:
    """What stands out of the UI on the right, where nobody can read it, and is not made to be
    scrolled.
    """
    found: list[str] = page.locator("gg-docs").first.evaluate(BEYOND)
    return found
