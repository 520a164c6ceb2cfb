"""Buying things."""

from collections.abc import AsyncIterator
from typing import Annotated, Protocol

from pydantic import Field

from sphinxcontrib_ggdocs.contracts import authenticated, http, scope

from ..access import SignedIn, Tracing
from ..brands import EventId, OrderId, PaymentId
from ..errors import (
    ALREADY_SOLD,
    BASKET_EMPTY,
    ORDER_NOT_FOUND,
    PAYMENT_DECLINED,
    PAYMENT_NOT_FOUND,
    WRONG_STATE,
)
from ..models.common import Page, Paging
from ..models.orders import (
    Basket,
    Order,
    OrderDraft,
    OrderEvent,
    OrderState,
    Parcel,
    Payment,
    PaymentMethod,
    Refund,
    RefundRequest,
    Statement,
)


@http.api("/orders", requires=[Tracing, SignedIn], permission=authenticated)
class OrderApi(Protocol):
    """The basket, and what becomes of it."""

    @http.get("/basket")
    def get_basket(self) -> Basket:
        """Fetch the basket."""
        ...

    @http.put("/basket", errors=[ALREADY_SOLD])
    def save_basket(self, basket: Basket) -> Basket:
        """Replace the basket."""
        ...

    @http.post(errors=[BASKET_EMPTY, ALREADY_SOLD], status=201)
    def place_order(
        self,
        draft: OrderDraft,
        attempt: Annotated[
            str | None,
            http.Header("Idempotency-Key"),
            Field(
                max_length=64,
                description="The same key gives the same order, however often it is sent.",
                examples=["0f3c9a52-basket-7"],
            ),
        ] = None,
    ) -> Order:
        """Order what is in the basket.

        The listings are held for half an hour. Pay within that time:

        1. `place_order` answers with the order,
        2. `pay` starts the payment,
        3. `follow` reports when it has gone through.
        """
        ...

    @http.get()
    def list_orders(self, paging: Paging, state: OrderState | None = None) -> Page[Order]:
        """List one's orders, newest first."""
        ...

    @http.get("/{order}", errors=[ORDER_NOT_FOUND])
    def get_order(self, order: OrderId) -> Order:
        """Fetch an order."""
        ...

    @http.post("/{order}/cancel", errors=[ORDER_NOT_FOUND, WRONG_STATE])
    def cancel(self, order: OrderId) -> Order:
        """Cancel an order that has not been shipped."""
        ...

    @http.get("/{order}/parcels", errors=[ORDER_NOT_FOUND])
    def list_parcels(self, order: OrderId) -> list[Parcel]:
        """Fetch the parcels of an order and where they are."""
        ...

    @http.get(
        "/{order}/invoice",
        errors=[ORDER_NOT_FOUND, WRONG_STATE],
        media_type="application/pdf",
    )
    def get_invoice(self, order: OrderId) -> bytes:
        """Download the invoice."""
        ...

    @http.get("/events")
    def follow(
        self,
        last: Annotated[
            EventId | None, http.Header("Last-Event-ID", description="Go on after this event.")
        ] = None,
    ) -> AsyncIterator[OrderEvent]:
        """Follow one's orders as they change."""
        ...


@http.api("/payments", requires=[Tracing, SignedIn], permission=authenticated)
class PaymentApi(Protocol):
    """Money."""

    @http.post("/for/{order}", errors=[ORDER_NOT_FOUND, WRONG_STATE, PAYMENT_DECLINED])
    def pay(self, order: OrderId, method: PaymentMethod) -> Payment:
        """Pay for an order."""
        ...

    @http.get("/{payment}", errors=[PAYMENT_NOT_FOUND])
    def get_payment(self, payment: PaymentId) -> Payment:
        """Fetch a payment."""
        ...

    @http.post(
        "/{payment}/refund",
        errors=[PAYMENT_NOT_FOUND, WRONG_STATE, PAYMENT_DECLINED],
        status=202,
        permission=scope("payments:refund"),
    )
    def refund(self, payment: PaymentId, request: RefundRequest) -> Refund:
        """Give money back. It takes up to five days."""
        ...

    @http.get("/statements/{month}", permission=scope("listings:write"))
    def get_statement(
        self, month: Annotated[str, Field(pattern="^[0-9]{4}-[0-9]{2}$", examples=["2026-10"])]
    ) -> Statement:
        """Fetch a seller's month in numbers."""
        ...

    @http.get("/balance", deprecated=True)
    def get_balance(self) -> float:
        """Fetch what a seller is owed."""
        ...
