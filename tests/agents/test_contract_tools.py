"""Methods as MCP tools: the official client calls the example service with them."""

import base64
from typing import Annotated, Any, Protocol

import anyio
import httpx2
import jsonschema
import mcp_types as types
import pytest
from marketplace.docs import PLATFORM
from marketplace.service.app import create_app
from marketplace.service.market import BICYCLE
from mcp.client.client import Client

from sphinxcontrib_ggdocs.agents import ContractTools, mcp_tools
from sphinxcontrib_ggdocs.contracts import http

from ..sdk.service import PASSWORD
from .clients import text_of

BASE = "http://market.example"
CREDENTIALS = {"SignedIn": "KIRKGATE_TOKEN"}
CHOSEN = ["SessionApi.sign_in", "OrderApi", "PaymentApi", "PhotoApi", "CatalogueApi", "ListingApi"]
EMAIL = "ada@example.org"
ADDRESS = {
    "name": "Ada Lovelace",
    "street": "Kungsgatan 12",
    "postcode": "111 35",
    "city": "Stockholm",
    "country": "SE",
}


@pytest.fixture
def client() -> httpx2.AsyncClient:
    """Calls the example service, without a server."""
    return httpx2.AsyncClient(transport=httpx2.ASGITransport(app=create_app()))


@pytest.fixture
def tools(client: httpx2.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> ContractTools:
    made = mcp_tools(PLATFORM, server=BASE, methods=CHOSEN, credentials=CREDENTIALS, client=client)
    session = call(made, "SessionApi_sign_in", body={"email": EMAIL, "password": PASSWORD})
    monkeypatch.setenv("KIRKGATE_TOKEN", session.structured_content["result"]["token"])
    return made


@pytest.fixture
def order(tools: ContractTools) -> str:
    """An order that is paid by card."""
    call(tools, "OrderApi_save_basket", body={"lines": {BICYCLE: 1}})
    placed = call(tools, "OrderApi_place_order", body={"address": ADDRESS})
    identifier: str = placed.structured_content["result"]["id"]
    card = {"method": "card", "token": "tok_visa"}
    paid = call(tools, "PaymentApi_pay", order=identifier, body=card)
    assert not paid.is_error, text_of(paid)
    return identifier


def call(tools: ContractTools, name: str, **arguments: Any) -> types.CallToolResult:
    async def send() -> types.CallToolResult:
        # The client holds results against the schema of the tool.
        async with Client(tools.server()) as client:
            return await client.call_tool(name, arguments)

    return anyio.run(send)


def test_there_are_none_by_default() -> None:
    assert mcp_tools(PLATFORM).tools == []


def test_choice_by_name_and_group() -> None:
    def names(**choice: Any) -> list[str]:
        return [tool.name for tool in mcp_tools(PLATFORM, **choice).tools]

    assert names(methods=["OrderApi.cancel"]) == ["OrderApi_cancel"]
    assert names(methods=["platform.OrderApi.cancel"]) == ["OrderApi_cancel"]
    orders = names(groups=["orders"])
    assert {"OrderApi_place_order", "PaymentApi_refund"} <= {*orders}
    assert "OrderApi_follow" not in orders  # a stream never ends


class MarkedApi(Protocol):
    """Calls, of which one is for programs."""

    @http.get("/a")
    def seen_by_all(self) -> str: ...

    @http.get("/b", audience="agents")
    def seen_by_agents(self) -> str: ...

    @http.get("/c", audience="staff")
    def seen_by_staff(self) -> str: ...


def test_choice_by_audience() -> None:
    marked = http.api("/marked")(MarkedApi)

    def names(**choice: Any) -> list[str]:
        made = mcp_tools([marked], title="Marked", server=BASE, **choice)
        return [tool.name for tool in made.tools]

    assert names(audience="agents") == ["MarkedApi_seen_by_agents"]
    assert names(audience="agents", methods=["MarkedApi"]) == [
        "MarkedApi_seen_by_all",
        "MarkedApi_seen_by_agents",
    ]
    with pytest.raises(ValueError, match="seen_by_staff"):
        names(audience="agents", methods=["MarkedApi.seen_by_staff"])


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ({"methods": ["OrderApi.cancl"]}, "did you mean 'OrderApi.cancel'"),
        ({"groups": ["order"]}, "did you mean 'orders'"),
        ({"credentials": {"SignedInn": "X"}}, "did you mean 'SignedIn'"),
    ],
)
def test_unknown_names_are_errors(choice: dict[str, Any], expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        mcp_tools(PLATFORM, **choice)


def test_schemas_hints_and_errors_come_from_the_contract(tools: ContractTools) -> None:
    by_name = {tool.name: tool for tool in tools.tools}
    for tool in by_name.values():
        assert tool.input_schema["type"] == "object"
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        jsonschema.Draft202012Validator.check_schema(tool.output_schema or {})
        assert not {"Authorization", "Cookie"} & tool.input_schema["properties"].keys()
    cancel = by_name["OrderApi_cancel"]
    assert cancel.input_schema["required"] == ["order"]
    assert cancel.input_schema["$defs"]["OrderId"]["x-brand"] == ["OrderId"]
    assert "WRONG_STATE (409)" in (cancel.description or "")
    hints = {
        name: (one.read_only_hint, one.destructive_hint, one.idempotent_hint)
        for name, tool in by_name.items()
        if (one := tool.annotations) is not None
    }
    assert hints["OrderApi_list_orders"] == (True, False, True)
    assert hints["OrderApi_cancel"] == (False, True, False)
    assert hints["OrderApi_save_basket"] == (False, True, True)
    assert hints["PhotoApi_remove"] == (False, True, True)


def test_a_result_has_the_declared_form(tools: ContractTools, order: str) -> None:
    result = call(tools, "OrderApi_list_orders", limit=1)
    assert not result.is_error, text_of(result)
    assert result.structured_content["result"]["items"][0]["id"] == order
    hits = call(tools, "CatalogueApi_search", words="bicycle", condition=["new", "used"])
    assert not hits.is_error, text_of(hits)


def test_errors_have_their_declared_names(tools: ContractTools) -> None:
    result = call(tools, "OrderApi_cancel", order="ord_00000000")
    assert result.is_error
    assert result.structured_content["error"] == "ORDER_NOT_FOUND"
    assert result.structured_content["status"] == 404
    assert "The caller has no such order." in text_of(result)


def test_credentials_are_those_of_the_environment(
    tools: ContractTools, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KIRKGATE_TOKEN")
    result = call(tools, "OrderApi_list_orders")
    assert result.structured_content["error"] == "UNAUTHORIZED"
    given = call(tools, "OrderApi_list_orders", Authorization="Bearer mine")
    assert "no argument 'Authorization'" in text_of(given)


def test_files_are_sent_and_received_as_base64(tools: ContractTools, order: str) -> None:
    body = {"photo": "not base64", "alt": "A bicycle"}
    assert "in Base64" in text_of(call(tools, "PhotoApi_upload", body=body))
    (content,) = call(tools, "OrderApi_get_invoice", order=order).content
    assert isinstance(content, types.EmbeddedResource)
    assert isinstance(content.resource, types.BlobResourceContents)
    assert base64.b64decode(content.resource.blob).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({}, "the argument 'order' is missing"),
        ({"order": "ord_1", "ordr": "x"}, "did you mean 'order'?"),
        ({"order": ".."}, "would lead to another path"),
        ({"order": "ord_1", "X-Request-Id": "a\r\nX-Evil: 1"}, "printable ASCII characters"),
    ],
)
def test_what_cannot_be_sent_is_not(
    tools: ContractTools, arguments: dict[str, Any], expected: str
) -> None:
    result = call(tools, "OrderApi_cancel", **arguments)
    assert result.is_error
    assert expected in text_of(result)


def test_a_value_stays_one_step_of_the_path() -> None:
    sent: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        sent.append(request)
        return httpx2.Response(200, json="x", headers={"content-type": "application/json"})

    class StepApi(Protocol):
        """Steps."""

        @http.get("/{a}/{b}")
        def go(
            self, a: str, b: str, ids: list[int], token: Annotated[str | None, http.Cookie()] = None
        ) -> str: ...

    client = httpx2.AsyncClient(transport=httpx2.MockTransport(answer))
    api = http.api("/steps")(StepApi)
    tools = mcp_tools([api], title="S", methods=["StepApi"], server=f"{BASE}/v1/", client=client)
    call(tools, "StepApi_go", a="{b}/../x", b="ü?", ids=[1, 2], token="a b; c")
    (request,) = sent
    assert request.url.raw_path == b"/v1/steps/%7Bb%7D%2F..%2Fx/%C3%BC%3F?ids=1&ids=2"
    assert request.headers["cookie"] == "token=a%20b%3B%20c"


def test_a_value_of_several_steps_keeps_its_slashes_and_goes_no_step_up() -> None:
    sent: list[bytes] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        sent.append(request.url.raw_path)
        return httpx2.Response(200, json="x", headers={"content-type": "application/json"})

    class FileApi(Protocol):
        """Files."""

        @http.get("/{file:path}")
        def fetch(self, file: str) -> str: ...

    client = httpx2.AsyncClient(transport=httpx2.MockTransport(answer))
    api = http.api("/files")(FileApi)
    tools = mcp_tools([api], title="S", methods=["FileApi"], server=BASE, client=client)
    call(tools, "FileApi_fetch", file="a/b c/")
    for file in ("a/../b", "..", "/a", "a//b", ""):
        assert call(tools, "FileApi_fetch", file=file).is_error, file
    assert sent == [b"/files/a/b%20c/"]


@pytest.mark.parametrize(
    ("method", "answer", "expected"),
    [
        ("PhotoApi.remove", httpx2.Response(204), "status 204, no content"),
        ("OrderApi.get_basket", httpx2.ConnectError("no route"), "the service does not answer"),
    ],
)
def test_a_service_that_says_nothing(
    method: str, answer: httpx2.Response | httpx2.ConnectError, expected: str
) -> None:
    def respond(request: httpx2.Request) -> httpx2.Response:
        if isinstance(answer, Exception):
            raise answer
        return answer

    client = httpx2.AsyncClient(transport=httpx2.MockTransport(respond))
    tools = mcp_tools(PLATFORM, methods=[method], client=client)
    arguments = dict.fromkeys(tools.tools[0].input_schema.get("required", ()), "pho_77tq3bca")
    assert expected in text_of(call(tools, method.replace(".", "_"), **arguments))


JSON = {"content-type": "application/json"}
ANSWERS = {
    "bad JSON": (httpx2.Response(200, content=b"{", headers=JSON), "is not JSON"),
    "nothing": (httpx2.Response(200, content=b"", headers=JSON), "without content"),
    "no content": (httpx2.Response(204, headers=JSON), "without content"),
    "NaN": (httpx2.Response(200, content=b"NaN", headers=JSON), "NaN is not a JSON number"),
    "a large number": (
        httpx2.Response(200, content=b"[1e999]", headers=JSON),
        "is not a JSON number",
    ),
    "digits": (httpx2.Response(200, content=b"1" * 5_000, headers=JSON), "is not JSON"),
    "brackets": (httpx2.Response(200, content=b"[" * 100_000, headers=JSON), "is not JSON"),
    "bytes": (httpx2.Response(200, content=b'"\xff"', headers=JSON), "is not JSON"),
    "an error with NaN": (httpx2.Response(500, content=b"NaN", headers=JSON), "NaN"),
    "an error with half of a letter": (
        httpx2.Response(500, content=b'{"type": "\\ud800"}', headers=JSON),
        "\ufffd",
    ),
    "an error of brackets": (httpx2.Response(500, content=b"[" * 9_999, headers=JSON), "[[["),
    "an error in an unknown encoding": (
        httpx2.Response(500, content=b"\xff", headers={"content-type": "text/plain; charset=x-no"}),
        "(500)",
    ),
}


@pytest.mark.parametrize(("answer", "expected"), ANSWERS.values(), ids=ANSWERS)
def test_a_service_that_breaks_its_contract(answer: httpx2.Response, expected: str) -> None:
    client = httpx2.AsyncClient(transport=httpx2.MockTransport(lambda request: answer))
    tools = mcp_tools(PLATFORM, methods=["OrderApi.get_basket"], client=client)
    result = call(tools, "OrderApi_get_basket")
    assert result.is_error
    assert expected in text_of(result)


@http.api("/echo")
class EchoApi(Protocol):
    """Texts."""

    @http.post("/")
    def echo(self, body: Any, q: str = "") -> str: ...


def test_half_of_a_letter_in_a_value_is_replaced() -> None:
    answer = httpx2.Response(200, content=b'"a\\ud800"', headers=JSON)
    client = httpx2.AsyncClient(transport=httpx2.MockTransport(lambda request: answer))
    tools = mcp_tools([EchoApi], title="E", methods=["EchoApi"], server=BASE, client=client)
    assert call(tools, "EchoApi_echo", body=1).structured_content == {"result": "a\ufffd"}


@pytest.mark.parametrize(
    "arguments",
    [
        {"body": float("nan")},
        {"body": [float("inf")]},
        {"body": "\ud800"},
        {"body": {"\ud800": 1}},
        {"body": 1, "q": "\ud800"},
    ],
)
def test_what_is_no_json_is_not_sent(arguments: dict[str, Any]) -> None:
    tools = mcp_tools([EchoApi], title="E", methods=["EchoApi"], server=BASE)
    result = anyio.run(tools.call, "EchoApi_echo", arguments)
    assert result.is_error
