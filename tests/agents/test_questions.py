"""Questions about the example, answered by a script that knows nothing of it: it searches, follows
the chain of calls, and takes each id from where the chain says that it is. The calls run against
the example service.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import anyio
import httpx2
import mcp_types as types
import pytest
from marketplace.docs import PLATFORM
from marketplace.service.app import create_app
from marketplace.service.market import BICYCLE
from mcp.client.client import Client

from sphinxcontrib_ggdocs.agents import mcp_tools

from ..sdk.service import PASSWORD
from .clients import example, json_of, text_of

ADDRESS = {
    "name": "Ada Lovelace",
    "street": "Kungsgatan 12",
    "postcode": "111 35",
    "city": "Stockholm",
    "country": "SE",
}
CARD = {"method": "card", "token": "tok_visa"}
GROUPS = ["people", "goods", "orders"]


class Question(NamedTuple):
    """What somebody wants, and what they know."""

    text: str
    calls: Sequence[str]
    """The calls that it takes, of which the script knows none."""
    given: Mapping[str, Any] = {}
    """Values of arguments that are no ids."""
    can_go_wrong: str = ""
    """An error that the answer has to name."""
    expected: tuple[str, Any] | None = None
    """A member of the last response, and its value."""


QUESTIONS = [
    Question(
        "cancel an order that was paid by card",
        ["OrderApi_list_orders", "OrderApi_cancel"],
        can_go_wrong="WRONG_STATE",
        expected=("state", "cancelled"),
    ),
    Question(
        "rating of a seller",
        ["CatalogueApi_search", "SellerApi_get_rating"],
        {"words": "city bike"},
        can_go_wrong="SELLER_NOT_FOUND",
    ),
    Question(
        "fetch the basket",
        ["OrderApi_get_basket"],
        can_go_wrong="UNAUTHORIZED",
        expected=("lines", {}),
    ),
]


class Script:
    """Asks the documentation, and calls the service."""

    def __init__(self, docs: Client, service: Client, given: Mapping[str, Any]) -> None:
        self._docs = docs
        self._service = service
        self._given = given

    async def answer(self, question: str) -> tuple[list[str], list[str], types.CallToolResult]:
        """The tools that were called, the errors of the last, and its result."""
        found = await self._ask("search", query=question, kind="method")
        chain = await self._ask("chain", method=found["results"][0]["name"])
        results: list[types.CallToolResult] = []
        tools = []
        for call in chain["calls"]:
            sources = {
                path: (
                    chain["calls"][value["from_call"] - 1],
                    results[value["from_call"] - 1],
                    value,
                )
                for path, value in call.get("takes", {}).items()
            }
            arguments = {
                path: at(result.structured_content["result"], source["gives"][value["brand"]])
                for path, (source, result, value) in sources.items()
            }
            schema = await self._ask("read", name=call["method"], format="json")
            for name in schema["properties"]["input"].get("required", ()):
                arguments.setdefault(name, self._given.get(name))
            tools.append("_".join(call["method"].split(".")[-2:]))
            results.append(await self._service.call_tool(tools[-1], arguments))
        return tools, chain["calls"][-1]["errors"], results[-1]

    async def _ask(self, tool: str, **arguments: Any) -> Mapping[str, Any]:
        return json_of(await self._docs.call_tool(tool, arguments))


def at(value: Any, path: str) -> Any:
    """The first value at a path such as ``items[].id``."""
    for step in filter(None, path.replace("[]", ".[]").split(".")):
        if step == "[]":
            value = value[0]
        elif step == "*":
            value = next(iter(value))
        else:
            value = value[step]
    return value


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.text)
def test_a_question_is_answered(question: Question, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIRKGATE_TOKEN", "")

    async def answer() -> tuple[list[str], list[str], types.CallToolResult]:
        transport = httpx2.ASGITransport(app=create_app())
        async with httpx2.AsyncClient(transport=transport) as http:
            tools = mcp_tools(
                PLATFORM,
                server="http://market.example",
                groups=GROUPS,
                credentials={"SignedIn": "KIRKGATE_TOKEN"},
                client=http,
            )
            async with Client(example()) as docs, Client(tools.server()) as service:
                await buy_a_bicycle(service, monkeypatch)
                return await Script(docs, service, question.given).answer(question.text)

    calls, errors, result = anyio.run(answer)
    assert calls == question.calls
    assert not result.is_error, text_of(result)
    assert question.can_go_wrong in ("", *errors)
    if question.expected is not None:
        name, value = question.expected
        assert result.structured_content["result"][name] == value


async def buy_a_bicycle(service: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody has done before they ask."""
    credentials = {"email": "ada@example.org", "password": PASSWORD}
    session = await service.call_tool("SessionApi_sign_in", {"body": credentials})
    monkeypatch.setenv("KIRKGATE_TOKEN", session.structured_content["result"]["token"])
    await service.call_tool("OrderApi_save_basket", {"body": {"lines": {BICYCLE: 1}}})
    order = await service.call_tool("OrderApi_place_order", {"body": {"address": ADDRESS}})
    identifier = order.structured_content["result"]["id"]
    paid = await service.call_tool("PaymentApi_pay", {"order": identifier, "body": CARD})
    assert not paid.is_error, text_of(paid)
