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
    fails_with: str = ""
    """The error of the last call, which the answer has to name too."""


QUESTIONS = [
    Question(
        "cancel an order that was paid by card",
        ["OrderApi_list_orders", "OrderApi_cancel"],
        can_go_wrong="WRONG_STATE",
        expected=("state", "cancelled"),
    ),
    Question(
        "download the invoice of an order",
        ["OrderApi_list_orders", "OrderApi_get_invoice"],
        can_go_wrong="WRONG_STATE",
    ),
    Question(
        "where are the parcels of an order",
        ["OrderApi_list_orders", "OrderApi_list_parcels"],
        can_go_wrong="ORDER_NOT_FOUND",
    ),
    Question(
        "rating of a seller",
        ["CatalogueApi_search", "SellerApi_get_rating"],
        {"words": "city bike"},
        can_go_wrong="SELLER_NOT_FOUND",
    ),
    Question(
        "watch a listing",
        ["CatalogueApi_search", "ListingApi_watch"],
        {"words": "city bike"},
        can_go_wrong="LISTING_NOT_FOUND",
    ),
    Question(
        "search listings",
        ["CatalogueApi_search"],
        {"words": "city bike"},
        can_go_wrong="TOO_MANY_REQUESTS",
        expected=("total", 1),
    ),
    Question("fetch the account", ["AccountApi_get_account"], expected=("id", "usr_ada")),
    Question(
        "fetch the basket",
        ["OrderApi_get_basket"],
        can_go_wrong="UNAUTHORIZED",
        expected=("lines", {}),
    ),
    Question(
        "fetch an order",
        ["OrderApi_list_orders", "OrderApi_get_order"],
        can_go_wrong="ORDER_NOT_FOUND",
        expected=("state", "paid"),
    ),
    Question(
        "who is the seller",
        ["CatalogueApi_search", "SellerApi_get_seller"],
        {"words": "city bike"},
        can_go_wrong="SELLER_NOT_FOUND",
    ),
    Question(
        "list the reviews",
        ["CatalogueApi_search", "ListingApi_list_reviews"],
        {"words": "city bike"},
        expected=("total", 0),
    ),
    Question(
        "fetch a listing",
        ["CatalogueApi_search", "ListingApi_get_listing"],
        {"words": "city bike"},
        expected=("sold", True),
    ),
    Question("list categories", ["CatalogueApi_list_categories"]),
    Question(
        "write a review",
        ["CatalogueApi_search", "ListingApi_write_review"],
        {"words": "city bike", "body": {"rating": 5, "text": "As described."}},
        expected=("rating", 5),
    ),
    Question(
        "choose notifications",
        ["AccountApi_save_notifications"],
        {"body": {"email": False}},
    ),
    Question(
        "register a new account",
        ["RegistrationApi_register"],
        {
            "body": {
                "email": "mary@example.org",
                "password": "correct horse battery",
                "handle": "mary",
            }
        },
        can_go_wrong="ALREADY_TAKEN",
    ),
    Question(
        "place an order",
        ["OrderApi_place_order"],
        {"body": {"address": ADDRESS}},
        fails_with="BASKET_EMPTY",
    ),
    Question(
        "replace the basket",
        ["OrderApi_save_basket"],
        {"body": {"lines": {BICYCLE: 1}}},
        fails_with="ALREADY_SOLD",
    ),
    Question(
        "pay for an order",
        ["OrderApi_list_orders", "PaymentApi_pay"],
        {"body": CARD},
        can_go_wrong="PAYMENT_DECLINED",
        fails_with="WRONG_STATE",
    ),
    Question(
        "take a listing down",
        ["CatalogueApi_search", "ListingApi_remove_listing"],
        {"words": "city bike"},
        fails_with="FORBIDDEN",
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
        chain = await self._ask("chain", name=found["results"][0]["name"])
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
                if "from_call" in value
            }
            arguments = {
                path: at(result.structured_content["result"], source["gives"][value["brand"]])
                for path, (source, result, value) in sources.items()
            }
            schema = await self._ask("read", name=call["name"], format="json")
            for name in schema["properties"]["input"].get("required", ()):
                arguments.setdefault(name, self._given.get(name))
            tools.append("_".join(call["name"].split(".")[-2:]))
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
    assert question.can_go_wrong in ("", *errors)
    if question.fails_with:
        assert result.is_error
        assert question.fails_with in text_of(result)
        assert question.fails_with in errors
        return
    assert not result.is_error, text_of(result)
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
