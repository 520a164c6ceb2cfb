"""Conversations and auctions as they happen."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from ..brands import AuctionId, ListingId, MessageId, PhotoId, RoomId, UserId
from .common import Money


class NewMessage(BaseModel):
    """Something to say."""

    room: RoomId
    text: str = Field(min_length=1, max_length=2000, examples=["Is it still available?"])
    photos: list[PhotoId] = Field(default=[], max_length=4)
    reply_to: MessageId | None = None


class ChatMessage(BaseModel):
    """A message of a conversation."""

    id: MessageId
    room: RoomId
    author: UserId
    text: str = Field(examples=["Is it still available?"])
    photos: list[PhotoId] = []
    sent: datetime


class Receipt(BaseModel):
    """The market has a message."""

    id: MessageId
    sent: datetime


class Room(BaseModel):
    """A conversation between a buyer and a seller about one listing."""

    id: RoomId
    listing: ListingId
    members: Annotated[list[UserId], Field(min_length=2, max_length=2)]
    unread: int = Field(default=0, ge=0)


class Typing(BaseModel):
    """Somebody is writing, or has stopped."""

    room: RoomId
    user: UserId
    writing: bool


class Read(BaseModel):
    """How far somebody has read."""

    room: RoomId
    up_to: MessageId


class Bid(BaseModel):
    """What somebody would pay."""

    auction: AuctionId
    amount: Money
    limit: Money | None = Field(
        default=None, description="Bid on by itself up to here. Nobody else sees it."
    )


class BidPlaced(BaseModel):
    """A bid that counts."""

    auction: AuctionId
    bidder: UserId
    amount: Money
    ends: datetime = Field(description="Later than before when the bid came in the last minute.")


class AuctionEnded(BaseModel):
    """An auction is over."""

    auction: AuctionId
    outcome: Literal["sold", "reserve-not-met", "no-bids"]
    winner: UserId | None = None
    price: Money | None = None
