"""What several parts of the market share."""

from enum import StrEnum
from typing import Annotated, Generic, TypeVar

from pydantic import BaseModel, Field

from ..brands import Amount, CountryCode, Cursor

T = TypeVar("T")


class Currency(StrEnum):
    """The currencies that the market settles in."""

    EUR = "EUR"
    SEK = "SEK"
    GBP = "GBP"


class Money(BaseModel):
    """A sum in one currency."""

    amount: Amount
    currency: Currency = Currency.EUR


class Address(BaseModel):
    """Where a parcel goes."""

    name: str = Field(description="Who takes it in.", max_length=80, examples=["Ada Lovelace"])
    street: str = Field(max_length=120, examples=["Kungsgatan 12"])
    postcode: str = Field(max_length=12, examples=["111 35"])
    city: str = Field(max_length=80, examples=["Stockholm"])
    country: CountryCode


class Page(BaseModel, Generic[T]):
    """One page of a longer list."""

    items: list[T]
    next: Cursor | None = Field(
        default=None, description="Pass it on for the page after; null on the last page."
    )
    total: Annotated[int, Field(ge=0, examples=[57])] = Field(
        description="How many there are on all pages."
    )


class Paging(BaseModel):
    """Which part of a list to answer with."""

    cursor: Cursor | None = Field(
        default=None, description="The `next` of the page before; left out, the first page."
    )
    limit: int = Field(default=20, ge=1, le=100, description="How many items at most.")
