"""Baskets, orders and payments."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from decimal import Decimal
from typing import Annotated

from pydantic import Field

from ..brands import EventId, ListingId, OrderId, PaymentId, RefundId, TrackingCode, UserId
from ..errors import (
    ALREADY_SOLD,
    BASKET_EMPTY,
    ORDER_NOT_FOUND,
    PAYMENT_DECLINED,
    PAYMENT_NOT_FOUND,
    WRONG_STATE,
    Declined,
    ListingRef,
    OrderRef,
    WrongState,
)
from ..models.catalogue import FixedPrice
from ..models.common import Currency, Money, Page, Paging
from ..models.orders import (
    Basket,
    Card,
    Order,
    OrderDraft,
    OrderEvent,
    OrderLine,
    OrderState,
    Parcel,
    Payment,
    PaymentMethod,
    Refund,
    RefundRequest,
    Statement,
)
from .goods import page
from .identity import caller
from .market import Market, new_id, now

DECLINED_CARD = "tok_declined"
"""A card with which every payment fails, to try that too."""
INVOICE = (
    b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)


class Orders:
    """Implements `OrderApi`."""

    def __init__(self, market: Market) -> None:
        self._market = market

    def get_basket(self) -> Basket:
        return self._market.baskets[caller().user]

    def save_basket(self, basket: Basket) -> Basket:
        for listing in basket.lines:
            self._check_for_sale(listing)
        self._market.baskets[caller().user] = basket
        return basket

    def place_order(self, draft: OrderDraft, attempt: str | None = None) -> Order:
        buyer = caller().user
        if attempt is not None and (buyer, attempt) in self._market.attempts:
            return self._market.orders[self._market.attempts[buyer, attempt]]
        basket = self._market.baskets[buyer]
        if not basket.lines:
            raise BASKET_EMPTY
        lines = [self._line(listing, quantity) for listing, quantity in basket.lines.items()]
        total = sum((line.price.amount * line.quantity for line in lines), Decimal(0))
        order = Order(
            id=new_id("ord"),
            buyer=buyer,
            state=OrderState.OPEN,
            lines=lines,
            total=Money(amount=total),
            address=draft.address,
            placed=now(),
        )
        self._market.move(order, OrderState.OPEN)
        self._market.baskets[buyer] = Basket()
        if attempt is not None:
            self._market.attempts[buyer, attempt] = order.id
        return order

    def list_orders(self, paging: Paging, state: OrderState | None = None) -> Page[Order]:
        own = [order for order in self._market.orders.values() if order.buyer == caller().user]
        return page([order for order in reversed(own) if state in (None, order.state)], paging)

    def get_order(self, order: OrderId) -> Order:
        return own_order(self._market, order)

    def cancel(self, order: OrderId) -> Order:
        found = own_order(self._market, order)
        check_state(found, OrderState.OPEN, OrderState.PAID)
        return self._market.move(found, OrderState.CANCELLED)

    def list_parcels(self, order: OrderId) -> list[Parcel]:
        found = own_order(self._market, order)
        if found.state not in (OrderState.SHIPPED, OrderState.DELIVERED):
            return []
        expected = (found.placed + timedelta(days=3)).date()
        return [
            Parcel(
                tracking=TrackingCode(f"SE{found.id[4:]}"), carrier="postnord", expected=expected
            )
        ]

    def get_invoice(self, order: OrderId) -> bytes:
        check_state(
            own_order(self._market, order),
            OrderState.PAID,
            OrderState.SHIPPED,
            OrderState.DELIVERED,
        )
        return INVOICE

    async def follow(self, last: EventId | None = None) -> AsyncIterator[OrderEvent]:
        buyer = caller().user
        known = [event.id for _, event in self._market.events]
        position = known.index(last) + 1 if last is not None and last in known else len(known)
        while True:
            for owner, event in self._market.events[position:]:
                position += 1
                if owner == buyer:
                    yield event
            self._market.happened.clear()
            try:
                await asyncio.wait_for(self._market.happened.wait(), 0.2)
            except TimeoutError:
                continue  # another reader has taken the signal, or nothing has happened

    def _check_for_sale(self, listing: ListingId) -> None:
        found = self._market.listings.get(listing)
        if found is None or found.sold:
            raise ALREADY_SOLD(ListingRef(listing=listing))

    def _line(self, listing: ListingId, quantity: int) -> OrderLine:
        self._check_for_sale(listing)
        found = self._market.listings[listing]
        price = (
            found.offer.price if isinstance(found.offer, FixedPrice) else Money(amount=Decimal(0))
        )
        return OrderLine(listing=listing, seller=found.seller, quantity=quantity, price=price)


class Payments:
    """Implements `PaymentApi`."""

    def __init__(self, market: Market) -> None:
        self._market = market

    def pay(self, order: OrderId, method: PaymentMethod) -> Payment:
        found = own_order(self._market, order)
        check_state(found, OrderState.OPEN)
        payment = Payment(
            id=PaymentId(new_id("pay")), order=order, amount=found.total, settled=True
        )
        if isinstance(method, Card) and method.token == DECLINED_CARD:
            raise PAYMENT_DECLINED(
                Declined(payment=payment.id, reason="insufficient_funds", retry=True)
            )
        self._market.payments[payment.id] = payment
        for line in found.lines:
            if line.listing in self._market.listings:
                sold = self._market.listings[line.listing].model_copy(update={"sold": True})
                self._market.listings[line.listing] = sold
        self._market.move(found, OrderState.PAID)
        return payment

    def get_payment(self, payment: PaymentId) -> Payment:
        found = self._market.payments.get(payment)
        if found is None or self._market.orders[found.order].buyer != caller().user:
            raise PAYMENT_NOT_FOUND
        return found

    def refund(self, payment: PaymentId, request: RefundRequest) -> Refund:
        found = self._market.payments.get(payment)
        if found is None:
            raise PAYMENT_NOT_FOUND
        amount = request.amount or found.amount
        identifier = RefundId(PaymentId(new_id("ref")))
        if amount.amount > found.amount.amount:
            raise PAYMENT_DECLINED(
                Declined(payment=identifier, reason="more_than_was_paid", retry=False)
            )
        return Refund(id=identifier, payment=payment, amount=amount, reason=request.reason)

    def get_statement(
        self, month: Annotated[str, Field(pattern="^[0-9]{4}-[0-9]{2}$")]
    ) -> Statement:
        sold = [
            line
            for order in self._market.orders.values()
            for line in order.lines
            if line.seller == caller().user
            and f"{order.placed:%Y-%m}" == month
            and order.state != OrderState.OPEN
        ]
        total = sum((line.price.amount for line in sold), Decimal(0))
        return Statement(
            month=month,
            sales=len(sold),
            by_currency={Currency.EUR: Money(amount=total)} if sold else {},
            payouts=[],
        )

    def get_balance(self) -> float:
        own = [
            line
            for order in self._market.orders.values()
            for line in order.lines
            if line.seller == caller().user
        ]
        return float(sum((line.price.amount for line in own), Decimal(0)))


def own_order(market: Market, order: OrderId) -> Order:
    """The caller's order.

    Raises:
        ServiceError: They have no such order.
    """
    found = market.orders.get(order)
    buyer: UserId = caller().user
    if found is None or found.buyer != buyer:
        raise ORDER_NOT_FOUND(OrderRef(order=order))
    return found


def check_state(order: Order, *needed: OrderState) -> None:
    """Refuse an order that is not where it has to be.

    Raises:
        ServiceError: It is elsewhere.
    """
    if order.state not in needed:
        raise WRONG_STATE(WrongState(order=order.id, state=order.state, needed=list(needed)))
