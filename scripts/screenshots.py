"""The pictures of README.md, light and dark, from the documentation as `make docs` has built it.

``python -m scripts.screenshots``, or ``make screenshots``.
"""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import FLAGS, chromium

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "_build" / "html" / "apidocs" / "index.html"
IMAGES = ROOT / "docs" / "images"
ROUTE = "#/platform/goods/ListingApi/save_listing"
WIDTH, HEIGHT = 1360, 960
FONT = """
const style = new CSSStyleSheet();
style.replaceSync(`.gg[data-mode="full"] {
  font-family: "Helvetica Neue", "Liberation Sans", Arial, sans-serif
}`);
document.querySelector("gg-docs").shadowRoot.adoptedStyleSheets.push(style);
"""
"""What `system-ui` is, build machines know less well than the machines of readers."""


def main() -> None:
    """Take them."""
    IMAGES.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for scheme in ("light", "dark"):
            page = browser.new_page(
                viewport={"width": WIDTH, "height": HEIGHT},
                color_scheme="light" if scheme == "light" else "dark",
                reduced_motion="reduce",
                device_scale_factor=1.5,
            )
            page.goto(f"{PAGE.as_uri()}{ROUTE}")
            page.get_by_role("heading", name="save_listing").wait_for()
            page.evaluate(FONT)
            page.get_by_role("link", name="ListingId: used by").first.click()
            page.get_by_role("dialog", name="ListingId is used by").wait_for()
            page.screenshot(path=IMAGES / f"{scheme}.png", animations="disabled")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
