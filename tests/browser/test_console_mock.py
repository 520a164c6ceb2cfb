"""The consoles and mocks: sockets in each framing, both ways, and every declared error."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from marketplace.docs import INTERNAL, PLATFORM
from marketplace.service import create_app
from playwright.sync_api import Locator, Page, expect

from sphinxcontrib_ggdocs.mock import mock_service
from sphinxcontrib_ggdocs.native import GGApiDocs, build_contract_doc

from ..serving.hosting import by_uvicorn
from ..sockets.service import FRAMINGS, TALKS, service
from ..waiting import post
from .consoles import PASSWORD, console, open_here, result, send, talk, verdict
from .pages import heading, region

TOKENS = {"market": "token"}
AT_NIGHT = pytest.mark.part("large")
ASKING: dict[str, pytest.MarkDecorator | tuple[()]] = {
    "json-rpc": (),
    "ggdocs": AT_NIGHT,
    "ocpp": AT_NIGHT,
    "bare": AT_NIGHT,
}
"""The framing of `make test`, and those of `make test-all`."""


def signed_in(app: Any) -> Any:
    """An application behind what signs sockets in, for browsers cannot."""

    async def call(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            token = (b"authorization", b"Bearer " + TOKENS["market"].encode())
            scope = {**scope, "headers": [*scope["headers"], token]}
        await app(scope, receive, send)

    return call


def documented(document: dict[str, Any], url: str) -> GGApiDocs:
    servers = [{"url": url}, {"url": url.replace("http", "ws")}]
    shown = {**document, "console": True, "servers": servers}
    return GGApiDocs(None, docs=[shown], docs_path="/")


@pytest.fixture(scope="module")
def addresses() -> Iterator[dict[str, str]]:
    """The pages of services and of mocks, which are elsewhere."""
    apis = [TALKS[name, "typed"] for name in FRAMINGS]
    talking = {
        "slug": "talk",
        "title": "Talk",
        "groups": [{"name": name, "ws": [api]} for name, api in zip(FRAMINGS, apis, strict=True)],
    }
    called: dict[str, Any] = {
        "service": service(),
        "mock": mock_service(talking, pace=0.1, events=4),
        "platform": signed_in(mock_service(PLATFORM, pace=0.05)),
        "internal": signed_in(mock_service(INTERNAL, pace=0.05)),
        "market": signed_in(create_app()),
    }
    shown = {"service": talking, "mock": talking, "internal": INTERNAL}
    with by_uvicorn(called, ws="websockets-sansio") as own:
        pages = {name: documented(shown.get(name, PLATFORM), url) for name, url in own.items()}
        with by_uvicorn(pages) as found:
            yield {**found, "called": own["market"]}


def show(page: Page, method: str) -> None:
    page.evaluate("hash => { location.hash = hash }", f"#/{method}")
    expect(heading(page, method.rsplit("/", 1)[1])).to_be_visible()


def connect(page: Page, address: str, method: str) -> None:
    page.goto(f"{address}/#/{method}")
    region(page, "Code").get_by_role("button", name="Connect", exact=True).click()
    for field in talk(page).locator("input[type=password]").all():
        field.fill("token")
    talk(page).get_by_role("button", name="Connect", exact=True).click()
    expect(talk(page).get_by_role("status").first).to_have_text("connected")


def lines(page: Page) -> Locator:
    return talk(page).get_by_role("list", name="Messages").get_by_role("listitem")


def faultless(page: Page) -> None:
    assert lines(page).locator(".fault").all_inner_texts() == []
    expect(lines(page).filter(has_text="unknown")).to_have_count(0)


@pytest.mark.parametrize("kind", [pytest.param("service", marks=AT_NIGHT), "mock"])
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=marks) for name, marks in ASKING.items()]
)
def test_a_framing_both_ways(
    anywhere: Page, addresses: dict[str, str], name: str, kind: str
) -> None:
    page, place = anywhere, f"talk/{name}/TalkApi"
    connect(page, addresses[kind], f"{place}/say")
    talk(page).get_by_role("button", name="Send say").click()
    answered = lines(page).filter(has_text="answer").filter(has_text="say")
    if name == "bare":  # answers have no ids
        expect(
            lines(page)
            .filter(has_text='"kind":"room"')
            .or_(lines(page).filter(has_text='"kind": "room"'))
            .first
        ).to_be_visible()
        return
    expect(answered.first).to_contain_text(" ms")
    show(page, f"{place}/typing")
    talk(page).get_by_role("button", name="Send typing").click()
    asked = lines(page).filter(has_text="Answer ask").first
    asked.get_by_text("Answer ask").click()
    asked.get_by_role("button", name="Send", exact=True).click()
    expect(lines(page).locator(".badge", has_text="OUT")).not_to_have_count(2)
    if kind == "service":  # it says what it has got
        expect(lines(page).filter(has_text="heard").filter(has_text="Yes")).to_be_visible()
    faultless(page)


SOCKETS = [
    ("platform", "platform/live/ChatApi/send_message", "answer message_posted still_there"),
    ("platform", "platform/live/AuctionApi/bid", "answer bid_placed auction_ended"),
    ("internal", "internal/back-office/MonitorApi/figures", "figures reported"),
    ("market", "platform/live/ChatApi/send_message", "send_message"),
    ("market", "platform/live/AuctionApi/bid", "bid"),
]
"""What is called, by which method, and what comes back."""


@AT_NIGHT
@pytest.mark.parametrize(("called", "method", "heard"), SOCKETS)
def test_the_contracts_of_the_example(
    anywhere: Page, addresses: dict[str, str], called: str, method: str, heard: str
) -> None:
    if called == "market":
        form = {"email": "ada@example.org", "password": PASSWORD}
        TOKENS["market"] = post(f"{addresses['called']}/sessions", data=form).json()["token"]
    page, name = anywhere, method.rsplit("/", 1)[1]
    connect(page, addresses[called], method)
    said = talk(page).get_by_role("button", name=f"Send {name}")
    if said.count():
        said.click()
        expect(lines(page).filter(has_text=re.compile(r"\d ms"))).to_be_visible()
    for words in heard.split():
        expect(lines(page).filter(has_text=words).first).to_be_visible()
    faultless(page)


def errors_of(document: dict[str, Any]) -> list[tuple[str, str]]:
    """The address of each HTTP method, with each of its errors."""
    read = json.loads(build_contract_doc(document).to_json())
    return [
        (f"{document['slug']}/{group['slug']}/{contract['name']}/{method['name']}", key)
        for group in read["groups"]
        for contract in group["contracts"]
        if contract["kind"] == "http"
        for method in contract["methods"]
        for key in method["errors"]
    ]


@AT_NIGHT
@pytest.mark.parametrize(
    "document",
    [
        pytest.param(PLATFORM, id="platform"),
        pytest.param(INTERNAL, id="internal"),
    ],
)
def test_declared_errors_have_their_names(
    anywhere: Page, addresses: dict[str, str], document: dict[str, Any]
) -> None:
    """The mock brings each of them if it is asked, and the console says which one it is."""
    page, address = anywhere, addresses[document["slug"]]
    wanted = {"error": ""}

    def prefer(route: Any) -> None:
        headers = {**route.request.headers, "prefer": f"error={wanted['error']}"}
        route.continue_(headers=headers)

    pairs = errors_of(document)
    wrong: dict[str, str] = {}
    page.goto(f"{address}/#/{pairs[0][0]}")
    open_here(page)
    page.route(
        lambda url: url.split("/")[2] != address.split("/")[2], prefer
    )  # what is called is elsewhere
    for method, error in pairs:
        if not page.url.endswith(method):
            show(page, method)
            expect(console(page).locator(".target")).to_be_visible()
        wanted["error"] = error
        send(page)
        again = console(page).get_by_role("alert").get_by_role("button")
        expect(verdict(page).or_(again).first).to_be_visible()
        if again.count():
            again.click()
        try:
            expect(verdict(page)).to_contain_text(error, timeout=5000)
        except AssertionError:
            wrong[f"{method} {error}"] = result(page).inner_text()
            continue
        if "deviation" in result(page).inner_text():
            wrong[f"{method} {error}"] = result(page).inner_text()
    assert wrong == {}
