"""What is replaced by a part that is for others does not name it, and keeps all other names."""

import json
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NewType, Protocol

import pytest
from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.contracts import ERROR, Audience, Brand, Deprecated, http, ws
from sphinxcontrib_ggdocs.native import build_contract_doc

INTERNAL = Audience("internal")
RECALLED = ERROR.define("RECALLED", 410, audience="internal")
GONE = ERROR.define("GONE", 404)


class Margin(BaseModel):
    percent: float


class Supplier(BaseModel):
    street: str


@dataclass
class Purchase:
    cost: float
    supplier: list[Supplier]


Ean = NewType("Ean", str)
Sku = Annotated[str, Brand("Sku")]


class Size(BaseModel):
    width: int


class Stock(BaseModel):
    count: int
    shelf: Annotated[str, INTERNAL]
    bought: Annotated[Purchase, INTERNAL]
    labels: Annotated[dict[str, Ean | Sku], INTERNAL]
    size: Size
    other_size: Annotated[Size | None, INTERNAL] = Field(None, alias="otherSize")


NAMES = {
    "method": ("ItemApi.recall", True),
    "method without its contract": ("recall", True),
    "method of a service": ("shop.ItemApi.recall", True),
    "route": ("DELETE /items/recalled", True),
    "error": ("RECALLED", True),
    "type": ("Margin", True),
    "field of a type": ("Margin.percent", True),
    "field": ("Stock.shelf", True),
    "field without its type": ("shelf", True),
    "field by its alias": ("otherSize", True),
    "type that only a field mentions": ("Purchase", True),
    "type in a type that only a field mentions": ("Supplier.street", True),
    "new type in a field": ("Ean", True),
    "brand in a field": ("Sku", True),
    "shown method": ("ItemApi.get_item", False),
    "shown error": ("GONE", False),
    "shown type": ("Stock", False),
    "type of which a method is hidden": ("Item", False),
    "type of which a field is hidden": ("Size", False),
    "shown field": ("Stock.count", False),
    "text": ("https://example.org/v2", False),
}


def shown(replacement: str, audience: str) -> str:
    old = Deprecated("Old.", replacement=replacement)

    class Item(BaseModel):
        name: Annotated[str, old]
        stock: Stock

    @http.api("/items")
    class ItemApi(Protocol):
        @http.get("", errors=[GONE], deprecated=old)
        def get_item(self, size: Annotated[int, old] = 1) -> Item: ...

        @http.delete("/recalled", errors=[RECALLED], audience="internal")
        def recall(self, item: Item) -> Margin: ...

    return build_contract_doc([ItemApi], title="Shop", audience=audience).to_json().decode()


@pytest.mark.parametrize(("name", "is_hidden"), NAMES.values(), ids=NAMES)
def test_replacements(name: str, is_hidden: bool) -> None:
    public = shown(name, "public")
    assert (json.dumps(name) not in public) is is_hidden
    assert shown(name, "internal").count(json.dumps(name)) >= 3  # method, parameter and field


class Tin(BaseModel):
    packing: Annotated[Literal["tin"], INTERNAL] = "tin"
    litres: float


class Box(BaseModel):
    packing: Literal["box"] = "box"
    width: int


class Sent(BaseModel):
    packed: Annotated[Tin | Box, Field(discriminator="packing")]


def test_a_union_of_which_some_choices_hide_the_tag() -> None:
    """Values of one choice may fit others then, and no choice can be told by the tag."""

    @http.api("/sent")
    class SentApi(Protocol):
        @http.get("")
        def get(self) -> Sent: ...

    document: dict[str, Any] = json.loads(
        build_contract_doc([SentApi], title="Shop", audience="public").to_json()
    )
    schemas = document["schemas"]
    packed = schemas["Sent"]["properties"]["packed"]
    assert "discriminator" not in packed
    assert [choice["$ref"].rpartition("/")[2] for choice in packed["anyOf"]] == ["Tin", "Box"]
    assert list(schemas["Tin"]["properties"]) == ["litres"]
    assert list(schemas["Box"]["properties"]) == ["packing", "width"]


def test_replacements_in_a_websocket() -> None:
    """The errors of an interaction that is left out are left out, too, with their types."""
    lost = ERROR.define("LOST", 409, data=Margin)

    @ws.api("/chat")
    class ChatApi(Protocol):
        @ws.client_to_server(deprecated=Deprecated("Old.", replacement="LOST"))
        def send(self, text: str) -> None: ...

        @ws.client_to_server(deprecated=Deprecated("Old.", replacement="Margin.percent"))
        def post(self, text: str) -> None: ...

        @ws.client_to_server(errors=[lost], audience="internal")
        def lose(self, text: str) -> None: ...

    document = build_contract_doc([ChatApi], title="Chat", audience="public").to_json().decode()
    assert "LOST" not in document
    assert "Margin" not in document
