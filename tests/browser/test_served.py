"""What is served and what is written, opened in a real browser, under the policy that we send."""

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from marketplace.docs import BRANDING, DOCS
from playwright.sync_api import Page, expect

from sphinxcontrib_ggdocs.native import Denied, DocsRequest, GGApiDocs

from ..serving.hosting import by_proxy, by_uvicorn
from .conftest import watched
from .engines import Browsers
from .pages import heading

LOGO = "data:image/svg+xml," + quote(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>'
)


def basic(request: DocsRequest) -> bool | Denied:
    """Ada, whose password is the name of her husband's house."""
    if request.headers.get("authorization") == "Basic YWRhOmFzaGxleQ==":
        return True
    return Denied(status=401, detail="sign in", headers={"WWW-Authenticate": 'Basic realm="docs"'})


@pytest.fixture(scope="module")
def addresses() -> Iterator[dict[str, str]]:
    options = {"docs_path": "/apidocs", "docs": DOCS, "branding": {**BRANDING, "logo_url": LOGO}}
    apps = {"open": GGApiDocs(None, options), "guarded": GGApiDocs(None, options, protect=basic)}
    with by_uvicorn(apps) as found, by_proxy({"/team/shop": found["open"]}) as proxy:
        yield {**found, "proxied": f"{proxy}/team/shop"}


def read(page: Page, url: str) -> None:
    """Look at a method, a schema and the other document, and search. What the policy refuses, the
    console tells.
    """
    page.goto(f"{url}#/platform/orders/PaymentApi/pay")
    expect(heading(page, "pay")).to_be_visible()
    logo = page.get_by_role("banner").locator("img").first
    expect(logo).to_be_visible()
    assert logo.evaluate("(image) => image.complete && image.naturalWidth > 0")
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Search the API").fill("basket")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.goto(f"{url}#/internal/partners/HookApi")
    expect(page.get_by_role("heading", level=1, name="HookApi", exact=True)).to_be_visible()


@pytest.mark.parametrize(("server", "path"), [("open", "/apidocs"), ("proxied", "/apidocs/")])
def test_live_under_our_own_policy(
    browser_page: Page, addresses: dict[str, str], server: str, path: str
) -> None:
    own = addresses[server] + "/apidocs"
    with watched(browser_page, lambda url: url.startswith(own)):
        read(browser_page, addresses[server] + path)


def test_whom_basic_authentication_lets_in(browsers: Browsers, addresses: dict[str, str]) -> None:
    url = f"{addresses['guarded']}/apidocs"
    known, unknown = ({"username": "ada", "password": each} for each in ("ashley", "x"))
    with browsers.context("chromium", http_credentials=known) as context:
        page = context.new_page()
        with watched(page, lambda asked: asked.startswith(url), except_for="401"):
            read(page, url)
    with browsers.context("chromium", http_credentials=unknown) as context:
        answer = context.new_page().goto(url)
        assert answer is not None
        assert answer.status == 401
