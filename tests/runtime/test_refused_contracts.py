"""What `implement` refuses at the start: handlers that do not fit, and calls that nobody checks."""

import sys
from functools import partial
from typing import Annotated, Any, Protocol

import pytest

from sphinxcontrib_ggdocs.contracts import ContractError, http
from sphinxcontrib_ggdocs.runtime import Peer, implement

from .items import Item, ItemId, ShopFeed, SignedIn


@http.api("/shop", requires=[SignedIn])
class ShopApi(Protocol):
    """A contract to be implemented badly."""

    @http.get("/{id}")
    def find(self, id: ItemId, sizes: tuple[int, str]) -> Item | None: ...


class Nothing:
    pass


class Untyped:
    def find(self, id, sizes):  # type: ignore[no-untyped-def]
        pass


class OtherTypes:
    def find(self, id: str, sizes: tuple[int, str, str]) -> Item: ...  # type: ignore[empty-body]


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


GUARDS = {SignedIn: lambda call: None}
REFUSED: list[Any] = [
    pytest.param(ShopApi, Nothing(), "does not implement ShopApi.find", id="a method"),
    pytest.param(
        ShopApi, Untyped(), "'sizes' of the contract is missing or has no type", id="types"
    ),
    pytest.param(
        ShopApi,
        OtherTypes(),
        "str is not the type that the contract declares",
        id="another argument",
    ),
    pytest.param(
        ShopApi, OtherTypes(), r"tuple\[int, str, str\] is not the type", id="more in a tuple"
    ),
    pytest.param(ShopApi, OtherTypes(), "Item is not the type", id="another answer"),
    pytest.param(
        ShopApi, Demanding(), "'more' is no argument of the contract", id="an argument more"
    ),
    pytest.param(
        ShopApi, ByPosition(), "cannot be called with what the contract gives", id="by position"
    ),
    pytest.param(ShopApi, Good, "pass an object of it", id="a class in the place of an object"),
    pytest.param("ShopApi", Good(), "is no contract's class", id="a name"),
    pytest.param(Good, Good(), "is not a contract", id="a class without a contract"),
    pytest.param(ShopFeed, NotABuyer, "does not implement ShopFeed.buy", id="a class of handlers"),
    pytest.param(
        ShopFeed, asynchronous, "does not implement ShopFeed.buy", id="an asynchronous function"
    ),
    pytest.param(ShopFeed, partial(bound, "x"), "does not implement ShopFeed.buy", id="a partial"),
    pytest.param(
        ShopFeed, lambda peer: NotABuyer(peer), "does not say of which class", id="a lambda"
    ),
    pytest.param(
        ShopFeed, unannotated, "does not say of which class", id="a function without an annotation"
    ),
    pytest.param(
        ShopFeed, SwappedBuyer, "'size' of the contract is missing", id="an argument of a message"
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
