"""What `implement` refuses at the start: handlers that do not fit, and calls that nobody checks."""

import sys
from typing import Annotated, Any, Literal, Protocol

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
REFUSED: dict[str, Any] = {
    "a method": (ShopApi, Nothing(), "does not implement ShopApi.find"),
    "an argument more": (ShopApi, Demanding(), "'more' is no argument of the contract"),
    "a class in the place of an object": (ShopApi, Good, "pass an object of it"),
    "ids inside": (JoinedApi, Says, "does not join messages by a correlation_id"),
    "asks": (AskingApi, Says, "a client cannot answer ask in the framing bare"),
    "unnamed messages": (UnnamedApi, Says, "bare has several messages from client"),
    "a name": ("ShopApi", Good(), "is no contract's class"),
    "a class of handlers": (ShopFeed, NotABuyer, "does not implement ShopFeed.buy"),
    "a function without an annotation": (ShopFeed, unannotated, "does not say of which class"),
    "an argument of a message": (ShopFeed, SwappedBuyer, "unexpected keyword argument 'size'"),
}


@pytest.mark.parametrize(("contract", "handler", "says"), REFUSED.values(), ids=REFUSED)
def test_refused_at_the_start(contract: Any, handler: Any, says: str) -> None:
    with pytest.raises(ContractError, match=says):
        implement(contract, handler, guards=GUARDS)


@pytest.mark.parametrize(("contract", "handler"), [(ShopApi, Good()), (ShopFeed, SwappedBuyer)])
def test_nobody_checks_who_calls(contract: Any, handler: Any) -> None:
    with pytest.raises(
        ContractError, match="no guard checks what the requirement SignedIn asks for"
    ):
        implement(contract, handler)


@http.api("/forms")
class FormApi(Protocol):
    """Takes a form and a file."""

    @http.post("/form")
    def fill(self, name: Annotated[str, http.Form()]) -> None: ...

    @http.post("/file")
    def upload(self, file: Annotated[bytes, http.File()]) -> None: ...


class Forms:
    """Implements `FormApi`."""

    def fill(self, name: str) -> None: ...

    def upload(self, file: bytes) -> None: ...


def test_forms_without_the_package_that_reads_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("python_multipart", "multipart"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ContractError) as refused:
        implement(FormApi, Forms())
    for method, error in zip(("fill", "upload"), refused.value.exceptions, strict=True):
        assert error.where.owner == f"Forms.{method}"
        assert "python-multipart, and that is not installed" in error.message
        assert error.hint == "pip install python-multipart"
