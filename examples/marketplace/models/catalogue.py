"""Goods: categories, listings, photos, reviews."""

from datetime import datetime
from enum import IntEnum, StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from ..brands import CategoryId, ListingId, PhotoId, Rating, ReviewId, SellerId, UserId
from .common import Money


class Category(BaseModel):
    """A shelf of the market, and the shelves on it."""

    id: CategoryId
    title: str = Field(max_length=60, examples=["Bicycles"])
    listings: int = Field(ge=0, description="On this shelf and all below.", examples=[1204])
    children: "list[Category]" = []


class Condition(StrEnum):
    """How much a thing has been through."""

    NEW = "new"
    AS_NEW = "as-new"
    USED = "used"
    FOR_PARTS = "for-parts"


class Stars(IntEnum):
    """Filters for reviews."""

    ANY = 0
    GOOD = 4
    BEST = 5


class FixedPrice(BaseModel):
    """The first who pays gets it."""

    kind: Literal["fixed"] = "fixed"
    price: Money
    negotiable: bool = Field(default=False, description="Whether buyers may make offers.")


class Auction(BaseModel):
    """The highest bid at the end gets it."""

    kind: Literal["auction"] = "auction"
    start: Money
    reserve: Money | None = Field(
        default=None, description="Below this the seller keeps it. Buyers do not see it."
    )
    ends: datetime


class GiveAway(BaseModel):
    """Free for whoever collects it."""

    kind: Literal["free"] = "free"
    pickup_only: bool = True


Offer = Annotated[FixedPrice | Auction | GiveAway, Field(discriminator="kind")]
"""How something is sold."""


class ListingDraft(BaseModel):
    """A listing as its seller writes it."""

    title: str = Field(min_length=5, max_length=80, examples=["Crescent city bike, 54 cm"])
    description: str = Field(
        default="",
        max_length=5000,
        description="Markdown.",
        examples=["Bought in 2019, **new chain** last spring."],
    )
    category: CategoryId
    condition: Condition
    offer: Offer
    photos: list[PhotoId] = Field(
        default=[], max_length=12, description="In the order in which they are shown."
    )
    attributes: dict[str, str] = Field(
        default={},
        description="What the category asks for.",
        examples=[{"frame": "54 cm", "gears": "7"}],
    )


class Listing(ListingDraft):
    """A listing as the market shows it."""

    id: ListingId
    seller: SellerId
    published: datetime
    watchers: Annotated[int, Field(ge=0, examples=[8])] = 0
    sold: bool = False


class SearchHit(BaseModel):
    """A listing among the results of a search."""

    listing: Listing
    score: float = Field(ge=0, le=1, description="How well it fits.", examples=[0.92])
    matched: list[tuple[str, int]] = Field(
        default=[], description="Which words were found, and how often.", examples=[[["bike", 3]]]
    )


class ReviewDraft(BaseModel):
    """What a buyer thought of a sale."""

    rating: Rating
    text: str = Field(default="", max_length=2000, examples=["Well packed, as described."])


class Review(ReviewDraft):
    """A review that readers see."""

    id: ReviewId
    listing: ListingId
    author: UserId
    written: datetime
    answer: str | None = Field(
        default=None,
        max_length=2000,
        description="The answer of the seller.",
        examples=["Thank you!"],
    )


class Photo(BaseModel):
    """A picture that was uploaded."""

    id: PhotoId
    width: int = Field(gt=0, examples=[1600])
    height: int = Field(gt=0, examples=[1200])
    alt: str = Field(
        default="",
        max_length=200,
        description="What can be seen, for those who cannot see it.",
        examples=["A blue bicycle against a wall"],
    )
