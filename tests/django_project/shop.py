"""An API of Django Ninja with everything that an operation can declare."""
# ruff: noqa: B008, D417, RUF012  # as Ninja's users write defaults and docstrings
# mypy: disable-error-code="type-arg"

from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any, Generic, Literal, NewType, TypeVar

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import gettext_lazy
from ninja import (
    Body,
    Cookie,
    Field,
    File,
    FilterLookup,
    FilterSchema,
    Form,
    Header,
    ModelSchema,
    NinjaAPI,
    PatchDict,
    Path,
    Query,
    Router,
    Schema,
    UploadedFile,
)
from ninja.pagination import LimitOffsetPagination, PageNumberPagination, paginate
from ninja.responses import codes_4xx, codes_5xx
from ninja.security import (
    APIKeyCookie,
    APIKeyHeader,
    APIKeyQuery,
    HttpBasicAuth,
    HttpBearer,
    django_auth,
)
from ninja.streaming import SSE
from pydantic import ConfigDict
from pydantic.alias_generators import to_camel

T = TypeVar("T")
OrderId = NewType("OrderId", str)


class Token(HttpBearer):
    def authenticate(self, request: HttpRequest, token: str) -> str:
        return token


class Login(HttpBasicAuth):
    def authenticate(self, request: HttpRequest, username: str, password: str) -> str:
        return username


class PartnerKey(APIKeyHeader):
    param_name = "X-Partner-Key"

    def authenticate(self, request: HttpRequest, key: str | None) -> str | None:
        return key


class QueryKey(APIKeyQuery):
    param_name = "key"

    def authenticate(self, request: HttpRequest, key: str | None) -> str | None:
        return key


class Session(APIKeyCookie):
    param_name = "shop"

    def authenticate(self, request: HttpRequest, key: str | None) -> str | None:
        return key


def from_inside(request: HttpRequest) -> bool:
    return str(request.META["REMOTE_ADDR"]).startswith("10.")


class Size(StrEnum):
    SMALL = "small"
    LARGE = "large"


class Address(Schema):
    """Where somebody lives."""

    street: str
    city: str = "Basel"
    zip_code: Annotated[str, Field(pattern=r"^\d{4}$", alias="zip")]


class Part(Schema):
    """One of the things in an order."""

    name: str = Field(min_length=1, description=gettext_lazy("What is written on it."))
    size: Size = Size.SMALL
    count: int = Field(1, ge=1, le=99)


class Order(Schema):
    """Something bought."""

    id: OrderId
    buyer: str = Field(alias="buyer.username")
    total: Decimal
    parts: list[Part] = []
    ordered_at: datetime
    gift_to: Address | None = None
    replaces: "Order | None" = None

    @staticmethod
    def resolve_total(order: Any) -> Decimal:
        return Decimal(order.total)


class NewOrder(Schema):
    """What a buyer sends."""

    parts: list[Part]
    note: str | None = None
    wanted_on: date | None = None


class Account(ModelSchema):
    """Somebody who buys."""

    home: Address | None = None

    class Meta:
        model = User
        fields = ("id", "username", "email", "date_joined", "groups")


class Problem(Schema):
    detail: str
    code: Literal["unknown", "closed"] = "unknown"


class Camel(Schema):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    first_name: str
    is_new: bool = True


class Page(Schema, Generic[T]):
    entries: list[T]
    following: str | None = None


class OrderFilter(FilterSchema):
    buyer: Annotated[str | None, FilterLookup("buyer__username")] = None
    since: date | None = Field(None, description="Not before this day.")
    sizes: list[Size] | None = None
    least: Annotated[int | None, Field(ge=0, alias="min")] = None


class Window(Schema):
    start: int
    end: int = 10


class Area(Schema):
    window: Window
    depth: float = 1.5


class Place(Schema):
    year: int
    month: int


class Tracing(Schema):
    trace_id: str
    span_id: str | None = None


class Consent(Schema):
    name: str
    agreed: bool = False
    tags: list[str] = []


api = NinjaAPI(
    title="Shop",
    version="2.1",
    description="Orders and *accounts*.",
    auth=Token(),
    servers=[{"url": "https://shop.example", "description": "Production"}],
    openapi_extra={
        "info": {
            "summary": "Buying things",
            "termsOfService": "https://shop.example/terms",
            "contact": {"name": "Support", "email": "help@shop.example"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "tags": [
            {
                "name": "orders",
                "description": "What was bought.",
                "externalDocs": {"url": "https://shop.example/orders", "description": "More"},
            },
            {"name": "accounts", "description": "Who buys."},
        ],
        "externalDocs": {"url": "https://shop.example/docs"},
    },
)
orders = Router(tags=["orders"])
accounts = Router(tags=["accounts"], auth=[django_auth, PartnerKey(), Login()])
inner = Router()
plain = Router(by_alias=True, auth=None)


@orders.get("", response=list[Order])
@paginate(LimitOffsetPagination)
def list_orders(request: HttpRequest, filters: Query[OrderFilter]) -> Any:
    """List the orders.

    Only those of the caller, the *newest* first.
    """


@orders.get("/archive", response={200: list[Part]}, auth=[Token(), from_inside])
@paginate(PageNumberPagination, page_size=20)
def archive(request: HttpRequest, year: int = 2020) -> Any: ...


@orders.post(
    "",
    response={201: Order, 409: Problem, codes_5xx: Problem},
    summary="Buy something",
    description="Charges the card that is on file.",
    operation_id="buy",
)
def add_order(request: HttpRequest, data: NewOrder) -> Any: ...


@orders.get("/{order_id}", response={200: Order, 404: Problem, 410: None})
def get_order(request: HttpRequest, order_id: OrderId) -> Any:
    """One order.

    Args:
        order_id: As it is printed on the bill.

    Returns:
        The order with its parts.
    """


@orders.patch("/{order_id}", response=Order, exclude_unset=True, exclude_none=True)
def change_order(request: HttpRequest, order_id: str, changes: PatchDict[NewOrder]) -> Any: ...


@orders.delete("/{order_id}", response={204: None, codes_4xx: Problem}, deprecated=True)
def cancel_order(
    request: HttpRequest,
    order_id: Annotated[str, Path(description="Which.", min_length=3, example="A-1")],
) -> Any: ...


@orders.api_operation(["POST", "PATCH"], "/bulk", response={200: list[Order], ...: Problem})
def bulk(
    request: HttpRequest, first: NewOrder, second: NewOrder, urgent: bool = Body(False)
) -> Any: ...


@orders.get("/headers", response=str)
def headers(
    request: HttpRequest,
    tracing: Header[Tracing],
    user_agent: str = Header(None, description="Who asks."),
    token: str = Header(..., alias="X-Token"),
    session: str = Cookie("none", max_length=40),
    sizes: list[Size] = Query([Size.SMALL]),
    hidden: str = Query("", include_in_schema=False),
    old: int | None = Query(None, deprecated=True, title="Old one"),
    named: str = Query(..., examples={"one": {"value": "a", "summary": "The first"}}),
) -> Any: ...


@orders.get("/maybe", response=Page[Part])
def maybe(request: HttpRequest, window: Area | None = Query(None)) -> Any: ...


@accounts.post("/form", response=Consent)
def consent(request: HttpRequest, data: Form[Consent], times: int = Form(1)) -> Any: ...


@accounts.post("/pictures", response={200: None})
def pictures(
    request: HttpRequest,
    data: Form[Consent],
    pictures: list[UploadedFile] = File(..., description="All of them."),
    cover: UploadedFile = File(None),
) -> Any: ...


@accounts.get("/me", response=Account, openapi_extra={"x-audience": "partners", "x-rate": 5})
def me(request: HttpRequest) -> Any: ...


@accounts.get("/secret", include_in_schema=False)
def secret(request: HttpRequest) -> Any: ...


@accounts.get("/keys", response=str, auth=[QueryKey(), Session()])
def keys(request: HttpRequest) -> Any: ...


@plain.get("/camel", response=Camel)
def camel(request: HttpRequest) -> Any: ...


@plain.post("/camel", response=Camel, by_alias=False)
def camel_by_name(request: HttpRequest, data: Camel) -> Any: ...


@inner.get("/events", response=SSE[Part])
def events(request: HttpRequest) -> Any: ...


@api.get("/ping", auth=None, tags=["health"], response={200: str, 301: None})
def ping(request: HttpRequest) -> Any:
    """Whether the service answers."""


accounts.add_router("/inner", inner)
api.add_router("/orders", orders)
api.add_router("/accounts/", accounts)
api.add_router("/plain", plain, tags=["plain", "camel"])
