"""The order service, with the documentation of its own contracts.

uvicorn --app-dir examples deployments.orders.service:app
"""

from fastapi import FastAPI

from sphinxcontrib_ggdocs.native import GGApiDocs
from sphinxcontrib_ggdocs.runtime import Peer, implement

from .contracts import ORDER_NOT_FOUND, Order, OrderApi, OrderFeed, OrderId, OrderRef

ORDERS = {OrderId("o1"): Order(id=OrderId("o1"), article="Lamp", cents=4900)}


class Orders:
    """Implements `OrderApi`."""

    def get_order(self, id: OrderId) -> Order:
        """Fetch an order."""
        if id not in ORDERS:
            raise ORDER_NOT_FOUND(OrderRef(order=id))
        return ORDERS[id]


class Feed:
    """Implements `OrderFeed` for one connection."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer

    async def follow(self, id: OrderId) -> Order:
        """Send the state of the order at once."""
        order = Orders().get_order(id)
        await self._peer.send("order_changed", order)
        return order


app = FastAPI(title="Orders")
app.include_router(implement(OrderApi, Orders()))
app.include_router(implement(OrderFeed, Feed))
GGApiDocs.register(
    app,
    {
        "docs_path": "/apidocs",
        "docs": [{"slug": "orders", "title": "Orders", "http": [OrderApi], "ws": [OrderFeed]}],
    },
)
