"""What the order service offers."""

from typing import NewType, Protocol

from pydantic import BaseModel

from sphinxcontrib_ggdocs.contracts import ERROR, http, ws

OrderId = NewType("OrderId", str)


class Order(BaseModel):
    """Something bought."""

    id: OrderId
    article: str
    cents: int


class OrderRef(BaseModel):
    """Which order is meant."""

    order: OrderId


ORDER_NOT_FOUND = ERROR.define(
    "ORDER_NOT_FOUND", 404, data=OrderRef, description="There is no such order."
)


@http.api("/orders")
class OrderApi(Protocol):
    """What people have bought."""

    @http.get("/{id}", errors=[ORDER_NOT_FOUND])
    def get_order(self, id: OrderId) -> Order:
        """Fetch an order."""
        ...


@ws.api("/live/orders")
class OrderFeed(Protocol):
    """Orders as they come."""

    @ws.client_to_server(errors=[ORDER_NOT_FOUND])
    def follow(self, id: OrderId) -> Order:
        """Subscribe to the changes of an order."""
        ...

    @ws.server_to_client
    def order_changed(self, order: Order) -> None:
        """An order that is followed has changed."""
        ...
