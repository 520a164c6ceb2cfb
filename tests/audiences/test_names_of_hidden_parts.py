"""What is replaced by a part that is for others does not name it, and keeps all other names."""

import json
from typing import Annotated, Any, Literal, Protocol

import pytest
from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.contracts import ERROR, Audience, Deprecated, http
from sphinxcontrib_ggdocs.native import contract_document

INTERNAL = Audience("internal")
RECALLED = ERROR.define("RECALLED", 410, audience="internal")
GONE = ERROR.define("GONE", 404)


class Margin(BaseModel):
    percent: float


class Stock(BaseModel):
    count: int
    shelf: Annotated[str, INTERNAL]


NAMES = {
    "method": ("ItemApi.recall", True),
    "method without its contract": ("recall", True),
    "method of a service": ("shop.ItemApi.recall", True),
    "route": ("DELETE /items/recalled", True),
    "error": ("RECALLED", True),
    "type": ("Margin", True),
    "field of a type": ("Margin.percent", True),
    "field": ("Stock.shelf", True),
    "shown method": ("ItemApi.get_item", False),
    "shown error": ("GONE", False),
    "shown type": ("Stock", False),
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
        @http.get("", errors=[GONE], deprecated="shelf" not in replacement and old)
        def get_item(self, size: Annotated[int, old] = 1) -> Item: ...

        @http.delete("/recalled", errors=[RECALLED], audience="internal")
        def recall(self) -> Margin: ...

    return contract_document([ItemApi], title="Shop", audience=audience).to_json().decode()


@pytest.mark.parametrize(("name", "is_hidden"), NAMES.values(), ids=NAMES)
def test_replacements(name: str, is_hidden: bool) -> None:
    public = shown(name, "public")
    assert (json.dumps(name) not in public) is is_hidden
    assert shown(name, "internal").count(json.dumps(name)) >= 2  # parameter and field


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
        contract_document([SentApi], title="Shop", audience="public").to_json()
    )
    schemas = document["schemas"]
    packed = schemas["Sent"]["properties"]["packed"]
    assert "discriminator" not in packed
    assert [choice["$ref"].rpartition("/")[2] for choice in packed["anyOf"]] == ["Tin", "Box"]
    assert list(schemas["Tin"]["properties"]) == ["litres"]
    assert list(schemas["Box"]["properties"]) == ["packing", "width"]
