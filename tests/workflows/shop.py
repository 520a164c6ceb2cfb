"""A shop with a workflow, and parts of it that are for the shop alone."""

from typing import Annotated, Any, NewType, Protocol

from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.contracts import Audience, BearerToken, Requirement, http, ws
from sphinxcontrib_ggdocs.workflows import build, given, step, workflow

UserId = NewType("UserId", str)
SellerId = NewType("SellerId", UserId)
OrderId = NewType("OrderId", str)
SignedIn = Requirement("SignedIn", headers={"Authorization": BearerToken, "X-Tenant": str})


class Line(BaseModel):
    """A line of an order."""

    seller: SellerId
    note: Annotated[str, Audience("shop")] = ""


class Order(BaseModel):
    """An order."""

    id: OrderId
    buyer: UserId
    lines: list[Line] = []
    place: str = Field(default="", serialization_alias="deliveryPlace")


class Draft(BaseModel):
    """What is ordered."""

    kind: str = "now"
    lines: list[Line]
    after: OrderId | None = None


class Paging(BaseModel):
    """A part of a list."""

    limit: int = 20


@http.api("/orders", requires=[SignedIn])
class OrderApi(Protocol):
    """Orders."""

    @http.post()
    def create(self, draft: Draft) -> Order:
        """Create an order."""
        ...

    @http.get()
    async def find(
        self, paging: Annotated[Paging, http.Query()], seller: UserId | None = None
    ) -> list[Order]:
        """Find orders."""
        ...

    @http.get("/{order}")
    def get(self, order: OrderId, verbose: bool = False) -> Order:
        """Get an order."""
        ...

    @http.post("/{order}/void", audience="shop")
    def void(self, order: OrderId) -> Order:
        """Void an order."""
        ...


@http.api("/users")
class UserApi(Protocol):
    """Users."""

    @http.get("/{user}")
    def get(self, user: UserId) -> str:
        """Get the name of a user."""
        ...


@ws.api("/live")
class LiveApi(Protocol):
    """What happens."""

    @ws.client_to_server()
    def watch(self, order: OrderId) -> None:
        """Watch an order."""
        ...


order = step(OrderApi.create, Draft(lines=[Line(seller=SellerId(UserId("s1")))]))
again = step(OrderApi.get, order.id, verbose=True)
buyer = step(UserApi.get, user=again.buyer)
buy = workflow(
    "buy",
    [order, again, buyer],
    summary="Buy something.",
    description="Once a day.",
    credential=given("token", "From the shop."),
    outputs={"order": order.id},
)
void = workflow("void", [order, step(OrderApi.void, order.id)])
note = workflow(
    "note", [order, step(OrderApi.create, build(Draft, kind=order.lines[0].note, lines=[]))]
)
remark = workflow(
    "remark",
    [step(OrderApi.create, build(Draft, lines=[Line(seller=SellerId(UserId("s")), note="hm")]))],
)
marked = workflow("marked", [order], audience="shop")
SHOP: dict[str, Any] = {
    "slug": "shop",
    "title": "Shop",
    "http": [OrderApi, UserApi],
    "ws": [LiveApi],
    "workflows": [buy],
}
WRONG = SHOP | {"workflows": [workflow("wrong", [step("OrderApi.gett", order="o")])]}
