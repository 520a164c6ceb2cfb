"""How callers identify themselves, as a reader of a method sees it: credentials, flows, scopes,
alternatives.
"""

from collections.abc import Iterator
from typing import Protocol

import pytest
from playwright.sync_api import Locator, Page, expect

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.catalog.export import ExportWarning, collected_warnings
from sphinxcontrib_ggdocs.contracts import http, public, scope, security
from sphinxcontrib_ggdocs.native.documentation_site import SiteDocument, native_site
from sphinxcontrib_ggdocs.serving import write_site

from .conftest import Site, served
from .pages import heading, region

SESSION = security.ApiKey(
    name="Session", location="cookie", parameter="sid", description="Sign in on the page."
)
KEY = security.ApiKey(name="Key", location="query", parameter="api_key")
BASIC = security.Basic()
PROVIDER = security.OpenIdConnect(
    name="Provider", url="https://id.example/.well-known/openid-configuration"
)
LOGIN = security.OAuth2(
    name="Login",
    description="Ask **us** for a client.",
    authorization_code=security.Flow(
        authorization_url="https://id.example/authorize",
        token_url="https://id.example/token",
        scopes={"read": "Read `orders`.", "write": "Change orders."},
    ),
    client_credentials=security.Flow(
        token_url="https://id.example/token", scopes={"read": "Read orders."}
    ),
)

OWN = security.OAuth2(
    name="Own", password=security.Flow(token_url="token", scopes={"read": "Read orders."})
)


@http.api("/orders", security=SESSION | LOGIN)
class OrderApi(Protocol):
    """Orders."""

    @http.get("/{id}", permission=scope("read"))
    def either(self, id: str) -> str: ...
    @http.put("/{id}", permission=scope("write"))
    def by_scope(self, id: str) -> str: ...
    @http.post("/{id}", security=KEY & BASIC)
    def together(self, id: str) -> str: ...
    @http.get("/known", security=security.optional(PROVIDER))
    def maybe(self) -> str: ...
    @http.get("/certificate", security=security.MutualTls())
    def certificate(self) -> str: ...
    @http.get("/own", security=OWN)
    def own(self) -> str: ...
    @http.get("/all", security=LOGIN, permission=scope("read") & scope("write"))
    def all_scopes(self) -> str: ...
    @http.get("/open", security=security.none_needed, permission=public)
    def opened(self) -> str: ...


@http.api("/undeclared", permission=scope("read"))
class Undeclared(Protocol):
    """Says who, and not how."""

    @http.get()
    def look(self) -> str: ...


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("secured")
    spec = ApiDocSpec(slug="shop", title="Shop", http=[OrderApi, Undeclared])
    with collected_warnings(ExportWarning):  # OpenAPI cannot express all of it
        write_site(native_site([SiteDocument.of(spec)]), folder)
    with served(folder) as url:
        yield Site(url, folder)


def authentication(page: Page, site: Site, contract: str, method: str) -> Locator:
    page.goto(f"{site.url}#/shop/api/{contract}/{method}")
    expect(heading(page, method)).to_be_visible()
    page.locator("details.folded").evaluate_all("all => all.forEach(each => { each.open = true })")
    return region(page, "Authentication")


WAYS: list[tuple[str, list[str], list[str]]] = [
    (
        "either",
        [
            "One of these is enough:",
            "API key in the cookie sid",
            "OAuth 2 (Login) in the header Authorization",
            "Scopes read",
        ],
        ["together with", "accepted, too", "Scopes write"],
    ),
    (
        "all_scopes",
        ["Scopes read write"],
        ["Permission"],
    ),
    (
        "together",
        ["API key in the query parameter api_key", "together with", "Name and password (Basic)"],
        ["One of these", "sid", "OAuth 2"],
    ),
    (
        "maybe",
        ["OpenID Connect in the header", "Calls without credentials are accepted, too."],
        [],
    ),
    (
        "certificate",
        ["Client certificate (mutual TLS)"],
        ["in the header"],
    ),
]


def test_ways_to_identify_oneself(local: Page, secured: Site) -> None:
    for method, words, others in WAYS:
        shown = authentication(local, secured, "OrderApi", method)
        for word in words:
            expect(shown).to_contain_text(word)
        for word in others:
            expect(shown).not_to_contain_text(word)
    shown = authentication(local, secured, "OrderApi", "opened")
    expect(local.get_by_role("region").first).to_be_visible()
    expect(shown).to_have_count(0)
    shown = authentication(local, secured, "OrderApi", "maybe")
    expect(shown.get_by_role("link", name=PROVIDER.url)).to_have_attribute("href", PROVIDER.url)
    shown = authentication(local, secured, "Undeclared", "look")
    expect(shown).to_contain_text("scope read")
    expect(shown).to_contain_text("How callers identify themselves is not declared.")
    flow = authentication(local, secured, "OrderApi", "own").locator(".flow")
    expect(flow.get_by_text("token", exact=True)).to_be_visible()
    expect(flow.get_by_role("link")).to_have_count(0)  # an address of the service is no link
