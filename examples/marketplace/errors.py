"""Everything that can go wrong at the market, and what it says then."""

from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.contracts import ERROR

from .brands import (
    AuctionId,
    Email,
    Handle,
    ListingId,
    OrderId,
    PaymentId,
    RoomId,
    SellerId,
    UserId,
)
from .models.common import Money
from .models.orders import OrderState


class UserRef(BaseModel):
    """Which user."""

    user: UserId


class SellerRef(BaseModel):
    """Which seller."""

    seller: SellerId


class ListingRef(BaseModel):
    """Which listing."""

    listing: ListingId


class OrderRef(BaseModel):
    """Which order."""

    order: OrderId


class Taken(BaseModel):
    """What somebody else has already."""

    handle: Handle | None = None
    email: Email | None = None


class WrongState(BaseModel):
    """An order is not where it would have to be."""

    order: OrderId
    state: OrderState
    needed: list[OrderState]


class Declined(BaseModel):
    """Why money did not move."""

    payment: PaymentId
    reason: str = Field(examples=["insufficient_funds"])
    retry: bool = Field(description="Whether it makes sense to try again.")


class TooLow(BaseModel):
    """What a bid would have to be."""

    auction: AuctionId
    minimum: Money


class Limited(BaseModel):
    """When to come back."""

    retry_after: int = Field(ge=1, description="Seconds.", examples=[30])


class RoomRef(BaseModel):
    """Which conversation."""

    room: RoomId


USER_NOT_FOUND = ERROR.define("USER_NOT_FOUND", 404, UserRef, description="No user has this id.")
SELLER_NOT_FOUND = ERROR.define(
    "SELLER_NOT_FOUND", 404, SellerRef, description="No seller has this id."
)
LISTING_NOT_FOUND = ERROR.define(
    "LISTING_NOT_FOUND",
    404,
    ListingRef,
    description="No listing has this id, or it has been taken down.",
)
ORDER_NOT_FOUND = ERROR.define(
    "ORDER_NOT_FOUND", 404, OrderRef, description="The caller has no such order."
)
PAYMENT_NOT_FOUND = ERROR.define(
    "PAYMENT_NOT_FOUND", 404, description="The caller has no such payment."
)
PHOTO_NOT_FOUND = ERROR.define("PHOTO_NOT_FOUND", 404, description="No photo has this id.")
HOOK_NOT_FOUND = ERROR.define("HOOK_NOT_FOUND", 404, description="The caller has no such webhook.")
ROOM_NOT_FOUND = ERROR.define(
    "ROOM_NOT_FOUND", 404, RoomRef, description="The caller is in no such conversation."
)
AUCTION_NOT_FOUND = ERROR.define("AUCTION_NOT_FOUND", 404, description="There is no such auction.")
ALREADY_TAKEN = ERROR.define(
    "ALREADY_TAKEN", 409, Taken, description="Somebody has this handle or email already."
)
ALREADY_SOLD = ERROR.define("ALREADY_SOLD", 409, ListingRef, description="Somebody was faster.")
WRONG_STATE = ERROR.define(
    "WRONG_STATE", 409, WrongState, description="The order is past this, or not yet there."
)
BASKET_EMPTY = ERROR.define("BASKET_EMPTY", 409, description="There is nothing to order.")
WRONG_PASSWORD = ERROR.define(
    "WRONG_PASSWORD", 401, description="The email and the password do not fit."
)
PAYMENT_DECLINED = ERROR.define(
    "PAYMENT_DECLINED", 402, Declined, description="The payer's bank has refused the payment."
)
PHOTO_TOO_LARGE = ERROR.define("PHOTO_TOO_LARGE", 413, description="The photo has more than 10 MB.")
PHOTO_UNREADABLE = ERROR.define(
    "PHOTO_UNREADABLE", 415, description="The file is no JPEG, PNG or WebP image."
)
BID_TOO_LOW = ERROR.define("BID_TOO_LOW", 409, TooLow, description="Others have bid more.")
AUCTION_OVER = ERROR.define("AUCTION_OVER", 410, description="The auction has ended.")
TOO_MANY_REQUESTS = ERROR.define(
    "TOO_MANY_REQUESTS", 429, Limited, description="The caller is in too much of a hurry."
)
