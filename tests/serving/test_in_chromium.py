"""What is served and what is written, opened in a real browser, under the policy that we send."""

from collections.abc import Callable, Iterator

import pytest
from marketplace.docs import BRANDING, DOCS
from playwright.sync_api import expect

from sphinxcontrib_ggdocs.native import Denied, DocsRequest, GGApiDocs

from ..browser.pages import heading
from .browsing import Chromium, Visit, started_chromium
from .hosting import by_proxy, by_uvicorn

LOGO = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/%3E"


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with started_chromium() as chromium:
        yield chromium


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


def read(url: str) -> Callable[[Visit], Visit]:
    """Look at a method, a schema and the other document, search, and leave what was asked for and
    said.
    """

    def do(visit: Visit) -> Visit:
        page = visit.page
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
        assert visit.violations() == []
        return visit

    return do


@pytest.mark.parametrize(("server", "path"), [("open", "/apidocs"), ("proxied", "/apidocs/")])
def test_live_under_our_own_policy(
    browser: Chromium, addresses: dict[str, str], server: str, path: str
) -> None:
    url = addresses[server] + path
    visit = browser.visit(read(url))
    assert visit.said == []
    assert [
        asked for asked in visit.requests if not asked.startswith(addresses[server] + "/apidocs")
    ] == []


def test_whom_basic_authentication_lets_in(browser: Chromium, addresses: dict[str, str]) -> None:
    url = f"{addresses['guarded']}/apidocs"
    visit = browser.visit(read(url), http_credentials={"username": "ada", "password": "ashley"})
    assert [text for text in visit.said if "401" not in text] == []

    def turned_away(visit: Visit) -> int:
        answer = visit.page.goto(url)
        assert answer is not None
        return answer.status

    assert browser.visit(turned_away, http_credentials={"username": "ada", "password": "x"}) == 401
