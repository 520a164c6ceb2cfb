"""What other programs do with the market: webhooks, and the work of its staff."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field, HttpUrl

from ..brands import HookId, ListingId, Secret, UserId


class HookEvent(StrEnum):
    """An event that a webhook can report."""

    ORDER_PLACED = "order.placed"
    ORDER_PAID = "order.paid"
    LISTING_SOLD = "listing.sold"


def each_once(values: list[Any]) -> list[Any]:
    """Refuse what is listed twice; pydantic takes that for a set."""
    if len(set(values)) < len(values):
        raise ValueError("lists something twice")
    return values


class HookDraft(BaseModel):
    """A webhook as its owner writes it."""

    url: HttpUrl = Field(
        description="Must answer within five seconds.", examples=["https://shop.example.org/hooks"]
    )
    events: Annotated[list[HookEvent], AfterValidator(each_once)] = Field(
        min_length=1, json_schema_extra={"uniqueItems": True}
    )
    active: bool = True


class Hook(HookDraft):
    """A webhook as the market keeps it."""

    id: HookId
    created: datetime


class CreatedHook(BaseModel):
    """A new webhook with its secret, which is shown this once."""

    hook: Hook
    secret: Secret


class Report(BaseModel):
    """Somebody thinks that a listing breaks the rules."""

    listing: ListingId
    reporter: UserId
    reason: str = Field(max_length=500, examples=["Counterfeit"])
    at: datetime


class Verdict(BaseModel):
    """What the staff decided."""

    keep: bool
    note: str = Field(
        default="",
        max_length=500,
        description="The seller reads this.",
        examples=["Not a counterfeit."],
    )


class Suspension(BaseModel):
    """An account is closed for a while."""

    until: datetime | None = Field(default=None, description="For good unless given.")
    reason: str = Field(max_length=500, examples=["Repeated reports"])


class Figures(BaseModel):
    """How the market is doing."""

    users: int = Field(ge=0, examples=[48210])
    listings: int = Field(ge=0, examples=[310442])
    orders_today: int = Field(ge=0, examples=[1893])
