"""What `implement` refuses at the start: handlers that do not fit, and calls that nobody checks."""

from functools import partial
from typing import Any, Literal, Protocol

import pytest
from pydantic import BaseModel

from sphinxcontrib_ggdocs.contracts import ContractError, http, ws
from sphinxcontrib_ggdocs.runtime import Peer, implement

from .items import Item, ItemId, ShopFeed, SignedIn


@http.api("/shop", requires=[SignedIn])
class ShopApi(Protocol):
    """A contract to be implemented badly."""

    @http.get("/{id}")
    def find(self, id: ItemId, sizes: tuple[int, str]) -> Item | None: ...


class Nothing:
    pass


class Demanding:
    def find(self, id: ItemId, sizes: tuple[int, str], more: int) -> Item | None: ...


class ByPosition:
    def find(self, id: ItemId, sizes: tuple[int, str], /) -> Item | None: ...


class Good:
    def find(self, id: ItemId, sizes: tuple[int, str], more: int = 0) -> Item | None:
        return Item(id=id)


class NotABuyer:
    def __init__(self, peer: Peer) -> None: ...


class SwappedBuyer:
    def __init__(self, peer: Peer) -> None: ...

    def buy(self, id: ItemId) -> Item: ...  # type: ignore[empty-body]


def unannotated(peer: Peer):  # type: ignore[no-untyped-def]
    return NotABuyer(peer)


async def asynchronous(peer: Peer) -> NotABuyer:
    return NotABuyer(peer)


def bound(word: str, peer: Peer) -> NotABuyer:
    return NotABuyer(peer)


class Typed(BaseModel):
    """A message that says what it is."""

    kind: Literal["typed"] = "typed"


@ws.api("/joined", framing=ws.Bare(discriminator="kind", correlation_id="/id"))
class JoinedApi(Protocol):
    @ws.client_to_server
    def say(self, message: Typed) -> None: ...


@ws.api("/asking", framing=ws.Bare())
class AskingApi(Protocol):
    @ws.server_to_client
    def ask(self, message: Typed) -> int: ...


@ws.api("/unnamed", framing=ws.Bare())
class UnnamedApi(Protocol):
    @ws.client_to_server
    def say(self, message: Typed) -> None: ...
    @ws.client_to_server
    def count(self, message: int) -> None: ...


class Says:
    def __init__(self, peer: Peer) -> None: ...

    def say(self, message: Typed) -> None: ...

    def count(self, message: int) -> None: ...


GUARDS = {SignedIn: lambda call: None}
REFUSED: list[Any] = [
    pytest.param(ShopApi, Nothing(), "does not implement ShopApi.find", id="a method"),
    pytest.param(ShopApi, Demanding(), "'more' is neither", id="an argument more"),
    pytest.param(
        ShopApi, ByPosition(), "cannot be called with the contract's arguments", id="by position"
    ),
    pytest.param(ShopApi, Good, "pass an instance of it", id="a class in the place of an object"),
    pytest.param(JoinedApi, Says, "does not match messages by a correlation_id", id="ids inside"),
    pytest.param(AskingApi, Says, "a client cannot answer ask in the framing bare", id="asks"),
    pytest.param(UnnamedApi, Says, "bare has several messages from client", id="unnamed messages"),
    pytest.param("ShopApi", Good(), "is not a contract", id="a name"),
    pytest.param(Good, Good(), "is not a contract", id="a class without a contract"),
    pytest.param(ShopFeed, NotABuyer, "does not implement ShopFeed.buy", id="a class of handlers"),
    pytest.param(
        ShopFeed, asynchronous, "does not implement ShopFeed.buy", id="an asynchronous function"
    ),
    pytest.param(ShopFeed, partial(bound, "x"), "does not implement ShopFeed.buy", id="a partial"),
    pytest.param(
        ShopFeed,
        lambda peer: NotABuyer(peer),
        "the class of the objects that it returns",
        id="a lambda",
    ),
    pytest.param(
        ShopFeed,
        unannotated,
        "the class of the objects that it returns",
        id="a function without an annotation",
    ),
    pytest.param(
        ShopFeed, SwappedBuyer, "unexpected keyword argument 'size'", id="an argument of a message"
    ),
]


@pytest.mark.parametrize(("contract", "handler", "says"), REFUSED)
def test_refused_at_the_start(contract: Any, handler: Any, says: str) -> None:
    with pytest.raises(ContractError, match=says):
        implement(contract, handler, guards=GUARDS)


@pytest.mark.parametrize(("contract", "handler"), [(ShopApi, Good()), (ShopFeed, SwappedBuyer)])
def test_nobody_checks_who_calls(contract: Any, handler: Any) -> None:
    with pytest.raises(
        ContractError, match="no guard checks what the requirement SignedIn asks for"
    ):
        implement(contract, handler)
