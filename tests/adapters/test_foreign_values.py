"""Values that authors add for the OpenAPI document and that are not JSON: dates, decimals, models,
texts that Django translates. The frameworks encode them; so do the adapters.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Protocol

import msgspec
import pytest
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as lazy
from fastapi import Body, FastAPI, Query
from litestar import Litestar, get, post
from litestar.openapi import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import Parameter
from ninja import NinjaAPI
from ninja import Query as NinjaQuery
from pydantic import BaseModel, ConfigDict, Field

from sphinxcontrib_ggdocs.adapters import ApplicationWarning
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import ContractError, http
from sphinxcontrib_ggdocs.native import build_contract_json
from sphinxcontrib_ggdocs.openapi import to_openapi, to_openapi_json
from tests.django_project import set_up

DAY = date(2026, 1, 2)


class Kind(Enum):
    NEW = "new"


class Price(BaseModel):
    amount: Decimal


@dataclass
class Weight:
    grams: Decimal


class Size(msgspec.Struct):
    metres: Decimal


SINCE: dict[str, Any] = {"x-since": DAY}
EXTRA: dict[str, Any] = {"examples": [{"price": Decimal("2.5")}], "x-kind": Kind.NEW}


class Item(BaseModel):
    model_config = ConfigDict(json_schema_extra=EXTRA)
    price: Annotated[Decimal, Field(json_schema_extra=SINCE)]


def fastapi_app() -> FastAPI:
    app = FastAPI()
    content = {"application/json": {"example": Price(amount=Decimal("1.5"))}}

    @app.post(
        "/items",
        openapi_extra={"x-day": DAY, "x-kind": Kind.NEW, "x-price": Price(amount=Decimal("0.5"))},
        responses={404: {"description": "None", "content": content}},
    )
    def add(
        item: Annotated[Item, Body(openapi_examples={"dear": {"value": Item(price=Decimal(9))}})],
        until: Annotated[date, Query(openapi_examples={"soon": {"value": DAY}})],
    ) -> Item:
        return item

    return app


def litestar_app() -> Litestar:
    answers = {
        404: ResponseSpec(Weight, examples=[Example(value=Weight(Decimal("1.5")))]),
        409: ResponseSpec(Size, examples=[Example(value=Size(Decimal("2.5")))]),
        410: ResponseSpec(Price, examples=[Example(value=Price(amount=Decimal("3.5")))]),
    }

    @get("/items", responses=answers)
    async def items(
        until: Annotated[date, Parameter(examples=[Example(value=DAY, summary="Soon")])],
    ) -> None: ...

    @post("/items")
    async def add(data: Item) -> None: ...

    return Litestar([items, add])


ASKED: Any = NinjaQuery(example=Decimal("1.5"))  # type: ignore[type-arg]
ONE = Decimal(1)


def ninja_api() -> NinjaAPI:
    set_up()
    api = NinjaAPI(
        title=lazy("Shop"),
        description=lazy("Sells."),
        openapi_extra={
            "info": {"contact": {"name": lazy("Support")}},
            "tags": [{"name": "items", "description": lazy("Things.")}],
            "externalDocs": {"url": "https://shop.example", "description": lazy("More")},
        },
    )

    @api.get(
        "/items",
        tags=["items"],
        summary=lazy("List"),
        description=lazy("Lists them."),
        openapi_extra={"x-day": DAY, "x-words": lazy("words")},
    )
    def items(request: HttpRequest, price: Annotated[Decimal, ASKED] = ONE) -> str:
        return ""

    return api


EXPECTED: dict[Callable[[], Any], tuple[str, ...]] = {
    fastapi_app: (
        '"x-day": "2026-01-02"',
        '"x-price": {"amount": "0.5"}',
        '"x-kind": "new"',
        '{"amount": "1.5"}',
        '{"price": "9"}',
        '"value": "2026-01-02"',
        '"x-since": "2026-01-02"',
        '[{"price": "2.5"}]',
    ),
    litestar_app: (
        '{"grams": "1.5"}',
        '{"metres": "2.5"}',
        '{"amount": "3.5"}',
        '"value": "2026-01-02"',
        '"x-kind": "new"',
        '[{"price": "2.5"}]',
    ),
    ninja_api: (
        '"title": "Shop"',
        '"Sells."',
        '"name": "Support"',
        '"Things."',
        '"More"',
        '"List"',
        '"Lists them."',
        '"x-day": "2026-01-02"',
        '"words"',
        '"example": "1.5"',
    ),
}


@pytest.mark.parametrize("make", EXPECTED)
def test_values_that_are_not_json_are_encoded(
    make: Callable[[], Any], recwarn: pytest.WarningsRecorder
) -> None:
    spec = ApiDocSpec(slug="shop", app=make())
    written = json.dumps(json.loads(to_openapi_json(spec)))
    assert [part for part in EXPECTED[make] if part not in written] == []
    # the same as an object, and in the contract document
    assert json.loads(json.dumps(to_openapi(spec))) == json.loads(to_openapi_json(spec))
    assert json.loads(build_contract_json(spec))["groups"]
    assert [each for each in recwarn if issubclass(each.category, ApplicationWarning)] == []


NOT_JSON: dict[str, Any] = {"x-other": object()}


class OddField(BaseModel):
    number: Annotated[int, Field(json_schema_extra=NOT_JSON)]


class OddClass(BaseModel):
    model_config = ConfigDict(json_schema_extra=NOT_JSON)
    number: int


@pytest.mark.parametrize(
    ("model", "place"), [(OddField, "OddField.number"), (OddClass, "OddClass")]
)
def test_what_nothing_can_encode_is_an_error_with_its_place(
    model: type[BaseModel], place: str
) -> None:
    def read() -> BaseModel:
        raise NotImplementedError

    read.__annotations__["return"] = model
    api = http.api("/odd")(type("OddApi", (Protocol,), {"read": http.get("/")(read)}))
    with pytest.raises(
        ContractError, match=rf"{place}: 'x-other' in its json_schema_extra"
    ) as error:
        to_openapi([api], title="Odd")
    assert error.value.hint == "give it a value that JSON can carry"
