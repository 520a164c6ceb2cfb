"""Orders, payments and parcels."""

from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from ..brands import (
    EventId,
    ListingId,
    OrderId,
    PaymentId,
    PayoutId,
    RefundId,
    SellerId,
    TrackingCode,
    UserId,
)
from .common import Address, Currency, Money


class OrderState(StrEnum):
    """How far an order has come."""

    OPEN = "open"
    PAID = "paid"
    SHIPPED = "shipped"
    DELIVERED = "delivered"
    CANCELLED = "cancelled"


class Basket(BaseModel):
    """What a buyer is about to order. Read it, change it, send it back."""

    lines: dict[ListingId, Annotated[int, Field(ge=1, le=20)]] = Field(
        default={}, description="How many of each.", examples=[{"lst_09hd2mvx": 1}]
    )
    note: str | None = Field(
        default=None,
        max_length=500,
        description="For the sellers.",
        examples=["Please wrap it as a present."],
    )


class OrderDraft(BaseModel):
    """What it takes to order what is in the basket."""

    address: Address
    voucher: str | None = Field(default=None, pattern="^[A-Z0-9]{6,12}$", examples=["SPRING26"])


class OrderLine(BaseModel):
    """One listing within an order."""

    listing: ListingId
    seller: SellerId
    quantity: int = Field(ge=1, examples=[1])
    price: Money


class Order(BaseModel):
    """Something bought."""

    id: OrderId
    buyer: UserId
    state: OrderState
    lines: list[OrderLine] = Field(min_length=1)
    total: Money
    address: Address
    placed: datetime


class Card(BaseModel):
    """A payment by card."""

    method: Literal["card"] = "card"
    token: str = Field(
        description="From the card form. Never send a card's number.", examples=["tok_visa_4242"]
    )
    save: bool = False


class Swish(BaseModel):
    """A payment by telephone, in Sweden."""

    method: Literal["swish"] = "swish"
    phone: str = Field(pattern=r"^\+46[0-9]{7,10}$", examples=["+46701234567"])


class BankTransfer(BaseModel):
    """A payment that takes its time."""

    method: Literal["transfer"] = "transfer"
    iban: str = Field(min_length=15, max_length=34, examples=["SE4550000000058398257466"])
    reference: str | None = Field(default=None, max_length=35, examples=["Bicycle"])


PaymentMethod = Annotated[Card | Swish | BankTransfer, Field(discriminator="method")]
"""How somebody pays."""


class Payment(BaseModel):
    """Money on its way."""

    id: PaymentId
    order: OrderId
    amount: Money
    settled: bool
    redirect: str | None = Field(
        default=None,
        description="Where the payer has to go to confirm.",
        examples=["https://pay.kirkgate.example/confirm/8c1f"],
    )


class Refund(BaseModel):
    """Money on its way back."""

    id: RefundId
    payment: PaymentId
    amount: Money
    reason: str = Field(max_length=200, examples=["Arrived broken"])


class RefundRequest(BaseModel):
    """What to give back."""

    amount: Money | None = Field(default=None, description="All of it unless given.")
    reason: str = Field(max_length=200, examples=["Arrived broken"])


class Parcel(BaseModel):
    """A parcel and where it is."""

    tracking: TrackingCode
    carrier: Literal["postnord", "dhl", "ups"]
    expected: date | None = None
    events: "list[ParcelEvent]" = []


class ParcelEvent(BaseModel):
    """Something that happened to a parcel."""

    at: datetime
    place: str = Field(examples=["Malmö"])
    what: str = Field(examples=["Loaded onto a lorry"])


class OrderEvent(BaseModel):
    """A change of an order, as it happens."""

    id: EventId
    order: OrderId
    state: OrderState
    at: datetime


class Payout(BaseModel):
    """What a seller was paid."""

    id: PayoutId
    seller: SellerId
    amount: Money
    paid: date


class Statement(BaseModel):
    """A seller's month in numbers."""

    month: str = Field(pattern="^[0-9]{4}-[0-9]{2}$", examples=["2026-10"])
    sales: int = Field(ge=0, examples=[14])
    by_currency: dict[Currency, Money]
    payouts: list[Payout]
