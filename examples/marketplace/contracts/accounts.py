"""Signing in, and one's own account."""

from typing import Annotated, Protocol

from pydantic import Field

from sphinxcontrib_ggdocs.contracts import authenticated, http, public

from ..access import Limited, SignedIn, Tracing
from ..brands import Email, SellerId
from ..errors import ALREADY_TAKEN, SELLER_NOT_FOUND, WRONG_PASSWORD
from ..models.accounts import Account, Notifications, Profile, PublicProfile, Registration, Session


@http.api("/sessions", requires=[Tracing, Limited], permission=public)
class SessionApi(Protocol):
    """Signing in and out.

    A session lasts thirty days, or until somebody signs out of it.
    """

    @http.post(
        errors=[WRONG_PASSWORD],
        status=201,
        response_headers={
            "Location": Annotated[str, Field(description="The path of the session.")]
        },
    )
    def sign_in(
        self,
        email: Annotated[Email, http.Form()],
        password: Annotated[
            str,
            http.Form(),
            Field(min_length=1, description="Not kept, and not logged.", examples=["hunter2"]),
        ],
    ) -> Session:
        """Sign in.

        After five wrong passwords the account is locked for a quarter of an hour.
        """
        ...

    @http.delete("/current", requires=[SignedIn], permission=authenticated)
    def sign_out(self) -> None:
        """Sign out."""
        ...


@http.api("/registrations", requires=[Tracing, Limited], permission=public)
class RegistrationApi(Protocol):
    """Opening an account."""

    @http.post(errors=[ALREADY_TAKEN], status=201)
    def register(self, registration: Registration) -> Account:
        """Open an account.

        A letter goes to the email; until its link is followed the account can look but not buy.
        """
        ...


@http.api("/account", requires=[Tracing, SignedIn], permission=authenticated)
class AccountApi(Protocol):
    """One's own account."""

    @http.get()
    def get_account(self) -> Account:
        """Fetch one's account."""
        ...

    @http.get("/profile")
    def get_profile(self) -> Profile:
        """Fetch one's profile."""
        ...

    @http.put("/profile", errors=[ALREADY_TAKEN])
    def save_profile(self, profile: Profile) -> Profile:
        """Replace one's profile.

        Send what `get_profile` answered, with the changes made. What is left out is reset.
        """
        ...

    @http.get("/notifications")
    def get_notifications(self) -> Notifications:
        """Fetch the choice of notifications."""
        ...

    @http.put("/notifications")
    def save_notifications(self, notifications: Notifications) -> Notifications:
        """Choose which notifications to get."""
        ...

    @http.delete()
    def close_account(self) -> None:
        """Close one's account.

        Listings go at once; orders are kept for seven years, as the law wants it.
        """
        ...


@http.api("/sellers", requires=[Tracing], permission=public)
class SellerApi(Protocol):
    """Sellers, as everybody sees them."""

    @http.get("/{seller}", errors=[SELLER_NOT_FOUND])
    def get_seller(self, seller: SellerId) -> PublicProfile:
        """Fetch a seller."""
        ...

    @http.get(
        "/{seller}/rating", errors=[SELLER_NOT_FOUND], deprecated="Use `rating` of `get_seller`."
    )
    def get_rating(self, seller: SellerId) -> float:
        """Fetch a seller's mean rating."""
        ...
