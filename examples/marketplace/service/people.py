"""Signing in, and people's own accounts."""

from datetime import timedelta

from sphinxcontrib_ggdocs.runtime import reply

from ..brands import Email, SellerId, UserId
from ..errors import ALREADY_TAKEN, SELLER_NOT_FOUND, WRONG_PASSWORD, SellerRef, Taken
from ..models.accounts import Account, Notifications, Profile, PublicProfile, Registration, Session
from .identity import caller
from .market import Market, new_id, now


class Sessions:
    """Implements `SessionApi`."""

    def __init__(self, market: Market) -> None:
        self._market = market

    def sign_in(self, email: Email, password: str) -> Session:
        user, known = self._market.passwords.get(email, (UserId(""), ""))
        if not known or password != known:
            raise WRONG_PASSWORD
        reply().headers["Location"] = "/sessions/current"
        return Session(
            token=self._market.sign_in(user), user=user, expires=now() + timedelta(days=30)
        )

    def sign_out(self) -> None:
        leaving = caller()
        for token in [token for token, known in self._market.sessions.items() if known is leaving]:
            del self._market.sessions[token]


class Accounts:
    """Implements `AccountApi`."""

    def __init__(self, market: Market) -> None:
        self._market = market

    def register(self, registration: Registration) -> Account:
        self._check_free(registration.handle, registration.email, None)
        user = UserId(new_id("usr"))
        return self._market.open_account(
            user,
            registration.email,
            registration.password,
            registration.handle,
            frozenset({"listings:write"}),
        )

    def get_account(self) -> Account:
        return self._market.accounts[caller().user]

    def get_profile(self) -> Profile:
        return self.get_account().profile

    def save_profile(self, profile: Profile) -> Profile:
        account = self.get_account()
        self._check_free(profile.handle, profile.email, account.id)
        self._market.accounts[account.id] = account.model_copy(update={"profile": profile})
        return profile

    def get_notifications(self) -> Notifications:
        return self._market.notifications[caller().user]

    def save_notifications(self, notifications: Notifications) -> Notifications:
        self._market.notifications[caller().user] = notifications
        return notifications

    def close_account(self) -> None:
        leaving = caller().user
        del self._market.accounts[leaving]
        for token in [
            token for token, known in self._market.sessions.items() if known.user == leaving
        ]:
            del self._market.sessions[token]
        for listing in [each for each in self._market.listings.values() if each.seller == leaving]:
            del self._market.listings[listing.id]

    def _check_free(self, handle: str, email: str, own: UserId | None) -> None:
        others = [
            account.profile for account in self._market.accounts.values() if account.id != own
        ]
        taken = Taken(
            handle=handle if any(other.handle == handle for other in others) else None,
            email=email if any(other.email == email for other in others) else None,
        )
        if taken.handle or taken.email:
            raise ALREADY_TAKEN(taken)


class Sellers:
    """Implements `SellerApi`."""

    def __init__(self, market: Market) -> None:
        self._market = market

    def get_seller(self, seller: SellerId) -> PublicProfile:
        account = self._market.accounts.get(seller)
        if account is None:
            raise SELLER_NOT_FOUND(SellerRef(seller=seller))
        own = {listing.id for listing in self._market.listings.values() if listing.seller == seller}
        stars = [review.rating for review in self._market.reviews.values() if review.listing in own]
        return PublicProfile(
            id=seller,
            handle=account.profile.handle,
            country="SE",
            rating=sum(stars) / len(stars) if stars else None,
            sold=sum(self._market.listings[listing].sold for listing in own),
        )

    def get_rating(self, seller: SellerId) -> float:
        return self.get_seller(seller).rating or 0.0
