"""The names of the market: identifiers, money, and texts with rules of their own."""

from decimal import Decimal
from typing import Annotated, Any, NewType

from pydantic import Field, WithJsonSchema

from sphinxcontrib_ggdocs.contracts import Brand

UserId = NewType("UserId", str)
SellerId = NewType("SellerId", UserId)
"""A user who has been checked and may sell."""
ListingId = Annotated[
    str, Brand("ListingId"), Field(pattern="^lst_[a-z0-9]{8}$", examples=["lst_09hd2mvx"])
]
OrderId = Annotated[
    str, Brand("OrderId"), Field(pattern="^ord_[a-z0-9]{8}$", examples=["ord_77tq3bca"])
]
PaymentId = NewType("PaymentId", str)
RefundId = NewType("RefundId", PaymentId)
"""A refund is a payment that goes the other way."""
CategoryId = NewType("CategoryId", str)
ReviewId = NewType("ReviewId", str)
PhotoId = NewType("PhotoId", str)
RoomId = NewType("RoomId", str)
MessageId = NewType("MessageId", str)
AuctionId = NewType("AuctionId", str)
HookId = NewType("HookId", str)
EventId = NewType("EventId", str)
PayoutId = NewType("PayoutId", str)

Email = Annotated[
    str, Brand("Email"), Field(min_length=3, max_length=254, examples=["ada@example.org"])
]
Handle = Annotated[
    str,
    Brand("Handle"),
    Field(min_length=3, max_length=20, pattern="^[a-z][a-z0-9_]*$", examples=["ada_l", "grace"]),
]
CountryCode = Annotated[
    str, Brand("CountryCode"), Field(pattern="^[A-Z]{2}$", examples=["SE", "DE"])
]
Cursor = Annotated[str, Brand("Cursor"), Field(max_length=200, examples=["eyJhZnRlciI6MjB9"])]
TrackingCode = NewType("TrackingCode", str)
_AMOUNTS: dict[str, Any] = {
    "anyOf": [
        {"type": "integer", "minimum": 0, "maximum": 9_999_999_999},
        {"type": "string", "pattern": r"^[0-9]{1,10}(\.[0-9]{1,2})?$"},
    ],
    "examples": ["24.90"],
}
"""What the next line accepts, in more detail than pydantic's schema; that it takes other numbers
too is not promised."""
Amount = Annotated[
    Decimal,
    Brand("Amount"),
    Field(ge=0, max_digits=12, decimal_places=2, examples=["24.90"]),
    WithJsonSchema(_AMOUNTS, mode="validation"),
]
Rating = Annotated[int, Brand("Rating"), Field(ge=1, le=5, examples=[4])]
Secret = Annotated[
    str, Brand("Secret"), Field(min_length=24, examples=["whsec_8Qm2vTz0LrXb6NcK1dYp"])
]
