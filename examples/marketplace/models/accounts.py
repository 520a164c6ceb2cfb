"""People and how they sign in."""

from datetime import datetime
from enum import StrEnum

from pydantic import BaseModel, Field

from ..brands import CountryCode, Email, Handle, PhotoId, SellerId, UserId
from .common import Address


class Language(StrEnum):
    """The languages that the market writes in."""

    ENGLISH = "en"
    SWEDISH = "sv"
    GERMAN = "de"


class Profile(BaseModel):
    """What a user keeps about themselves. Read it, change it, send it back."""

    handle: Handle
    email: Email
    display_name: str = Field(max_length=60, examples=["Ada L."])
    language: Language = Language.ENGLISH
    portrait: PhotoId | None = None
    addresses: list[Address] = Field(
        default=[], max_length=10, description="The first one is the default."
    )
    newsletter: bool = Field(default=False, deprecated="Use `PUT /account/notifications`.")


class Account(BaseModel):
    """A user's account."""

    id: UserId
    profile: Profile
    joined: datetime
    verified: bool = Field(description="Whether the address of the email has been confirmed.")


class PublicProfile(BaseModel):
    """What everybody may see of a seller."""

    id: SellerId
    handle: Handle
    country: CountryCode
    rating: float | None = Field(
        default=None, ge=1, le=5, description="The mean of all reviews.", examples=[4.7]
    )
    sold: int = Field(ge=0, description="Completed sales.", examples=[132])


class Registration(BaseModel):
    """What is needed to open an account."""

    handle: Handle
    email: Email
    password: str = Field(min_length=12, max_length=200, examples=["correct horse battery"])


class Session(BaseModel):
    """Proof that somebody signed in."""

    token: str = Field(
        description="Goes into `Authorization: Bearer …`.", examples=["mkt_s3ss10n_2f9c"]
    )
    user: UserId
    expires: datetime


class Notifications(BaseModel):
    """What a user wants to hear about, and how."""

    email: bool = True
    push: bool = False
    quiet_from: int | None = Field(
        default=None, ge=0, le=23, description="An hour of the user's day.", examples=[22]
    )
    quiet_until: int | None = Field(default=None, ge=0, le=23, examples=[7])
