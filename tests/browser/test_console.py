"""Calls that readers send from the page: to the example service, which the page is part of."""

import json
from collections.abc import Callable, Iterator
from urllib.parse import quote

import pytest
from marketplace.docs import PLATFORM
from marketplace.service import create_app
from playwright.sync_api import FilePayload, Page, Route, expect

from sphinxcontrib_ggdocs.native import build_contract_doc

from ..serving.hosting import by_uvicorn
from .axe import violations_in_both
from .consoles import (
    SIGN_IN,
    console,
    open_console,
    open_here,
    result,
    send,
    sign_in,
    talk,
    verdict,
)
from .documents import method_of
from .engines import IN_EACH_ENGINE, Browsers
from .pages import SETTLED, beyond, heading, region
from .test_policy import TRUSTED, WATCH

CLOSED = "http://127.0.0.1:9"
"""An address at which nobody answers."""
PICTURE: FilePayload = {"name": "a.jpeg", "mimeType": "image/jpeg", "buffer": b"x"}
PLACE = "orders/OrderApi/place_order"


@pytest.fixture(scope="module")
def market() -> Iterator[str]:
    """The address of the example."""
    with by_uvicorn({"market": create_app()}, ws="websockets-sansio") as found:
        yield found["market"]


@pytest.fixture
def examined(browsers: Browsers) -> Iterator[Page]:
    """A page whose policy lets axe in."""
    with browsers.context("chromium", bypass_csp=True) as context:
        yield context.new_page()


@IN_EACH_ENGINE
def test_a_call_by_its_form(anywhere: Page, market: str) -> None:
    page = anywhere
    sign_in(page, market)
    send(page)
    expect(verdict(page)).to_contain_text("200")
    expect(verdict(page)).to_contain_text("as documented")
    expect(result(page).locator("pre").first).to_contain_text('"ada@example.org"')


def test_what_is_sent_is_what_is_copied(anywhere: Page, market: str) -> None:
    page = anywhere
    open_console(page, market, SIGN_IN)
    console(page).get_by_label("email").fill("grace@example.org")
    code = region(page, "Code").locator("> .code pre")
    expect(code).to_contain_text(f"{market}/sessions")
    expect(code).to_contain_text("grace@example.org")
    expect(code).not_to_contain_text("X-Request-Id")
    with page.expect_request("**/sessions") as sent:
        send(page)
    assert sent.value.post_data == "email=grace%40example.org&password=hunter2"


@IN_EACH_ENGINE
def test_a_declared_error_has_its_name(anywhere: Page, market: str) -> None:
    page = anywhere
    open_console(page, market, SIGN_IN)
    send(page)
    expect(verdict(page)).to_contain_text("WRONG_PASSWORD")
    verdict(page).get_by_role("link", name="WRONG_PASSWORD").click()
    expect(page.locator("[data-at='error-WRONG_PASSWORD']")).to_be_in_viewport()


def methods_of_example() -> list[tuple[str, str, str]]:
    """The HTTP methods of the example: group, contract and name."""
    document = json.loads(build_contract_doc(PLATFORM).to_json())
    return [
        (group["slug"], contract["name"], method["name"])
        for group in document["groups"]
        for contract in group["contracts"]
        if contract["kind"] == "http"
        for method in contract["methods"]
    ]


LAST = ("sign_out", "close_account")
"""What ends the session comes at the end."""


@pytest.mark.part("journeys")
def test_every_method_is_called_by_its_form(anywhere: Page, market: str) -> None:
    """With the values that the form has by itself, and answers as the contract says."""
    page = anywhere
    sign_in(page, market)
    wrong: dict[str, str] = {}
    methods = sorted(methods_of_example(), key=lambda method: method[2] in LAST)
    for group, contract, name in methods:
        page.evaluate("hash => { location.hash = hash }", f"#/platform/{group}/{contract}/{name}")
        expect(heading(page, name)).to_be_visible()
        expect(console(page).locator(".target")).to_be_visible()
        for chooser in console(page).locator("input[type=file]").all():
            chooser.set_input_files(PICTURE)
        send(page)
        again = console(page).get_by_role("alert").get_by_role("button")
        expect(verdict(page).or_(again).first).to_be_visible()
        if again.count():
            told = console(page).get_by_role("alert").inner_text()
            if "deletes" not in told:
                wrong[name] = told
            again.click()
        expect(verdict(page)).to_be_visible()
        if name == "follow":
            page.keyboard.press("Escape")
        said = result(page).inner_text()
        if "not declared" in said or "Not as documented" in said:
            wrong[name] = said
    assert wrong == {}


def test_a_stream_comes_row_by_row_and_is_stopped(anywhere: Page, market: str) -> None:
    page = anywhere
    sign_in(page, market)
    for method, action in (("OrderApi/follow", None), ("OrderApi/follow", "Escape")):
        page.evaluate("hash => { location.hash = hash }", f"#/platform/orders/{method}")
        expect(heading(page, "follow")).to_be_visible()
        send(page)
        expect(verdict(page)).to_contain_text("receiving…")
        if action:
            page.keyboard.press(action)
        else:
            console(page).get_by_role("button", name="Stop").click()
        expect(result(page)).to_contain_text("Stopped after")
        expect(verdict(page)).not_to_contain_text("receiving…")


def test_an_id_of_an_answer_is_used_in_another_method(anywhere: Page, market: str) -> None:
    page = anywhere
    open_console(page, market, "goods/ListingApi/list_listings")
    send(page)
    expect(verdict(page)).to_contain_text("200")
    result(page).get_by_text("Use a value in…").click()
    use = result(page).locator(".use > div").filter(has_text="ListingId").first
    value = use.locator("code").first.inner_text()
    use.get_by_role("link", name="get_listing").click()
    expect(heading(page, "get_listing")).to_be_visible()
    expect(console(page).get_by_label("listing")).to_have_value(value)
    send(page)
    expect(verdict(page)).to_contain_text("200")


def under(policy: str) -> Callable[[Route], None]:
    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(
            response=response, headers={**response.headers, "content-security-policy": policy}
        )

    return answer


def test_a_strict_policy_with_trusted_types(anywhere: Page, market: str) -> None:
    page = anywhere
    page.add_init_script(WATCH)
    page.route("**/apidocs", under(TRUSTED))
    open_console(page, market, SIGN_IN)
    send(page)
    expect(verdict(page)).to_contain_text("WRONG_PASSWORD")
    page.evaluate("() => { location.hash = '#/platform/goods/ListingApi/create_listing' }")
    send(page)
    expect(result(page)).to_contain_text("UNAUTHORIZED")
    assert page.evaluate("() => violations") == []
    assert page.locator("gg-docs [style]").count() == 0


@IN_EACH_ENGINE
def test_keyboard_alone(anywhere: Page, market: str) -> None:
    page = anywhere
    page.goto(f"{market}/apidocs#/platform/{SIGN_IN}")
    page.get_by_role("button", name="Try it", exact=True).focus()
    page.keyboard.press("Enter")
    expect(console(page).get_by_label("email")).to_be_focused()
    page.keyboard.press("Control+Enter")
    expect(result(page).get_by_role("status").first).to_contain_text("WRONG_PASSWORD")
    console(page).get_by_role("button", name="Close the console").press("Enter")
    expect(console(page)).to_have_count(0)


@pytest.mark.parametrize(
    "method", [SIGN_IN, pytest.param(PLACE, marks=pytest.mark.part("journeys"))]
)
def test_everybody_can_use_it(examined: Page, market: str, method: str) -> None:
    page = examined
    page.emulate_media(reduced_motion="reduce")
    open_console(page, market, method)
    send(page)
    console(page).get_by_role("button", name="Send anyway").or_(verdict(page)).first.wait_for()
    page.evaluate(SETTLED)
    assert violations_in_both(page) == {}
    page.set_viewport_size({"width": 390, "height": 800})
    page.evaluate(SETTLED)
    assert beyond(page) == []


def test_a_hostile_document_sends_nothing_and_reads_no_credential(
    anywhere: Page, market: str
) -> None:
    """It is another document of the site, and tries to send those of the first one to its server."""
    page = anywhere

    def spoil(route: Route) -> None:
        document = route.fetch().json()
        document["service"]["servers"] = [{"url": CLOSED}, {"url": "javascript:1"}]
        method = method_of(document, "list_hooks")
        method["summary"] = "<img src=x onerror=hacked=1>"
        document["securitySchemes"] = {
            "SignedIn": {"type": "apiKey", "in": "query", "name": "stolen", "default": "x"}
        }
        for contract in document["groups"][0]["contracts"]:
            contract["security"] = [{"SignedIn": []}]
        route.fulfill(json=document)

    page.route("**/internal/api-docs.json", spoil)
    sign_in(page, market)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate("() => { location.hash = '#/internal/partners/HookApi/list_hooks' }")
    open_here(page)
    expect(console(page).locator(".target")).to_contain_text(f"{market}/")
    expect(console(page).get_by_label("SignedIn")).to_have_value("")
    assert [url for url in asked if "api-docs" not in url and "/assets/" not in url] == []
    assert page.evaluate("() => globalThis.hacked") is None


@IN_EACH_ENGINE
def test_a_socket_both_ways(anywhere: Page, market: str) -> None:
    """One connection for the methods of a contract, and answers joined with their requests."""
    page = anywhere
    page.goto(f"{market}/apidocs#/platform/live/AuctionApi/count_me_in")
    page.get_by_role("button", name="Try it", exact=True).click()
    talk(page).get_by_role("button", name="Connect", exact=True).click()
    expect(talk(page).get_by_role("status").first).to_have_text("connected")
    talk(page).get_by_role("button", name="Send count_me_in").click()
    lines = talk(page).get_by_role("list", name="Messages").get_by_role("listitem")
    expect(lines.last).to_contain_text('{"method":"count_me_in","data":"auction-1"}')
    page.evaluate("() => { location.hash = '#/platform/live/AuctionApi/bid' }")
    expect(heading(page, "bid")).to_be_visible()
    talk(page).get_by_role("button", name="Send bid").click()
    expect(lines.last).to_contain_text("UNAUTHORIZED")
    expect(lines.last).to_contain_text(" ms")
    talk(page).get_by_role("textbox", name="Filter messages").fill("count_me_in")
    expect(lines).to_have_count(1)
    talk(page).get_by_role("button", name="Disconnect").click()
    expect(talk(page).get_by_role("status").first).to_have_text("not connected")


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.part("journeys"))])
def test_everybody_can_talk(examined: Page, market: str, width: int) -> None:
    page = examined
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{market}/apidocs#/platform/live/AuctionApi/bid")
    page.get_by_role("button", name="Try it", exact=True).click()
    talk(page).get_by_role("button", name="Connect", exact=True).press("Enter")
    expect(talk(page).get_by_role("status").first).to_have_text("connected")
    talk(page).get_by_label("auction").press("Control+Enter")
    expect(talk(page).get_by_role("list", name="Messages")).to_contain_text("UNAUTHORIZED")
    assert violations_in_both(page) == {}
    assert beyond(page) == []


BACK = """<script>
const asked = new URLSearchParams(location.search)
const ok = asked.get('code_challenge_method') === 'S256' && asked.get('scope') === 'orders:read'
const back = new URL(asked.get('redirect_uri'))
back.search = new URLSearchParams({code: ok ? 'c0de' : 'wrong', state: asked.get('state')})
location.href = back.href
</script>"""


def test_a_token_comes_by_a_window_of_its_own(anywhere: Page, market: str) -> None:
    page = anywhere
    flow = {"authorizationUrl": "/oauth/authorize", "tokenUrl": "/oauth/token", "scopes": {}}

    def change(route: Route) -> None:
        document = route.fetch().json()
        scheme = {"type": "oauth2", "flows": {"authorizationCode": flow}}
        document["securitySchemes"]["SignedIn"] = scheme
        method_of(document, "get_account")["security"] = [{"SignedIn": ["orders:read"]}]
        route.fulfill(json=document)

    given: list[str] = []

    def token(route: Route) -> None:
        given.append(route.request.post_data or "")
        route.fulfill(json={"access_token": "t0ken", "token_type": "bearer"})

    page.route("**/platform/api-docs.json", change)
    page.context.route("**/oauth/token", token)
    page.context.route(
        "**/oauth/authorize*", lambda route: route.fulfill(body=BACK, content_type="text/html")
    )
    open_console(page, market, "people/AccountApi/get_account")
    console(page).get_by_text("Get a token").first.click()
    console(page).get_by_label("Client id").fill("docs")
    console(page).get_by_role("button", name="Get a token").click()
    expect(console(page).get_by_role("status").first).to_have_text("The token has come.")
    (form,) = given
    assert {"code=c0de", "grant_type=authorization_code", "client_id=docs"} <= {*form.split("&")}
    with page.expect_request("**/account") as sent:
        send(page)
    assert sent.value.headers["authorization"] == "Bearer t0ken"
    assert (
        page.evaluate("() => JSON.stringify([{...sessionStorage}, location.href])").find("t0ken")
        < 0
    )


def test_a_service_that_gives_no_token_says_why(anywhere: Page, market: str) -> None:
    page = anywhere
    problems = [{"loc": ["body", "username"], "msg": "Field required"}]

    def change(route: Route) -> None:
        document = route.fetch().json()
        flow = {"tokenUrl": "/oauth/token", "scopes": {}}
        scheme = {"type": "oauth2", "flows": {"password": flow}}
        document["securitySchemes"]["SignedIn"] = scheme
        method_of(document, "get_account")["security"] = [{"SignedIn": []}]
        route.fulfill(json=document)

    page.route("**/platform/api-docs.json", change)
    page.context.route(
        "**/oauth/token", lambda route: route.fulfill(status=422, json={"detail": problems})
    )
    open_console(page, market, "people/AccountApi/get_account")
    console(page).get_by_text("Get a token").first.click()
    for optional in ("Client id (optional)", "Scopes (optional)"):
        expect(console(page).get_by_label(optional)).to_be_visible()
    expect(console(page).get_by_label("User name", exact=True)).to_be_visible()
    console(page).get_by_role("button", name="Get a token").click()
    expect(console(page).get_by_role("status").first).to_have_text(
        "No token: 422 username: Field required"
    )


def test_a_socket_that_needs_a_header_is_not_connected(anywhere: Page, market: str) -> None:
    page = anywhere

    def change(route: Route) -> None:
        document = route.fetch().json()
        contracts = [one for group in document["groups"] for one in group["contracts"]]
        (auction,) = (one for one in contracts if one["name"] == "AuctionApi")
        auction["security"] = [{"SignedInToBid": []}]
        route.fulfill(json=document)

    page.route("**/platform/api-docs.json", change)
    page.goto(f"{market}/apidocs#/platform/live/AuctionApi/bid")
    page.get_by_role("button", name="Try it", exact=True).click()
    expect(talk(page)).to_contain_text("A page cannot send headers with a WebSocket: Authorization")
    expect(talk(page).get_by_role("button", name="Connect", exact=True)).to_be_disabled()
    expect(talk(page).get_by_role("button", name="Copy websocat")).to_be_enabled()


def test_the_last_calls_are_sent_again_without_credentials(anywhere: Page, market: str) -> None:
    page = anywhere
    open_console(page, market, "orders/OrderApi/get_order")
    console(page).get_by_label("order").fill("ord_first001")
    console(page).get_by_label("SignedIn").fill("s3cret-token")
    send(page)
    expect(verdict(page)).to_contain_text("UNAUTHORIZED")
    console(page).get_by_label("order").fill("ord_second02")
    calls = console(page).locator(".calls")
    calls.locator("summary").click()
    assert "s3cret" not in calls.evaluate("element => element.outerHTML")
    calls.get_by_role("link", name="/orders/ord_first001").click()
    expect(console(page).get_by_label("order")).to_have_value("ord_first001")
    assert "s3cret" not in page.url
    assert (
        page.evaluate("() => JSON.stringify([{...sessionStorage}, {...localStorage}])").find(
            "s3cret"
        )
        < 0
    )


def test_a_hostile_link_sends_nothing_and_chooses_no_server(anywhere: Page, market: str) -> None:
    page = anywhere
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    call = {
        "p": {"listing": "..", "Authorization": "x"},
        "s": 0,
        "v": {"sandbox": "evil.test/"},
        "address": "https://evil.test",
        "credentials": {"SignedIn": "x"},
        "cookies": True,
    }
    text = quote(json.dumps(call))
    page.goto(f"{market}/apidocs#/platform/goods/ListingApi/remove_listing?call={text}")
    expect(console(page).locator(".target")).to_contain_text(f"DELETE {market}/listings/")
    expect(console(page).locator(".target")).not_to_contain_text("..")
    expect(console(page).get_by_label("SignedIn")).to_have_value("")
    assert set(sent) == {"GET"}
