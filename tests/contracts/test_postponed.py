"""Contracts in modules where all annotations are strings."""

from __future__ import annotations

from typing import Annotated, NewType, Protocol

import pytest
from pydantic import BaseModel

from sphinxcontrib_ggdocs.contracts import ContractError, HttpContract, contract_of, http

ItemId = NewType("ItemId", int)


@http.api("/items")
class ItemApi(Protocol):
    @http.put("/{id}")
    def save(
        self, id: ItemId, item: Item, tag: Annotated[str, http.Header("X-Tag")] = ""
    ) -> Item: ...

    @http.get("/by/{key}")
    def find(self, other: Annotated[str, http.Path("key")]) -> list[Item]: ...

    @http.delete("/{id}")
    def remove(self, id: ItemId) -> None: ...


class Item(BaseModel):
    """Defined below the contracts that mention it."""

    id: ItemId


def test_http() -> None:
    contract = contract_of(ItemApi)
    assert isinstance(contract, HttpContract)
    save, find, remove = contract.methods
    assert [(each.name, each.location) for each in save.parameters] == [
        ("id", "path"),
        ("X-Tag", "header"),
    ]
    assert save.parameters[0].type is ItemId
    assert save.body is not None
    assert save.body.contents[0].type is Item
    assert [(each.name, each.location) for each in find.parameters] == [("key", "path")]
    assert remove.successes[0].status == 204


def test_types_of_a_function() -> None:
    class Local(BaseModel):
        id: ItemId

    @http.api("/local")
    class LocalApi(Protocol):
        @http.get()
        def get(self) -> Local: ...

    contract = contract_of(LocalApi)
    assert isinstance(contract, HttpContract)
    assert contract.methods[0].successes[0].contents[0].type is Local


def test_a_body_on_get_is_seen_at_first_use() -> None:
    @http.api("/late")
    class LateApi(Protocol):
        @http.get()
        def get(self, item: Annotated[Item, http.Body()]) -> None: ...

    with pytest.raises(ContractError, match="a body on GET"):
        contract_of(LateApi)
