"""What the market knows, in memory: gone with the process, and good enough to try everything."""

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from secrets import choice, token_urlsafe
from string import ascii_lowercase, digits

from ..brands import (
    CategoryId,
    EventId,
    HookId,
    ListingId,
    MessageId,
    OrderId,
    PaymentId,
    PhotoId,
    ReviewId,
    RoomId,
    SellerId,
    UserId,
)
from ..models.accounts import Account, Notifications, Profile
from ..models.catalogue import Category, Condition, FixedPrice, Listing, Photo, Review
from ..models.common import Address, Money
from ..models.orders import Basket, Order, OrderEvent, OrderState, Payment
from ..models.partners import Hook, Report
from ..models.talk import ChatMessage, Room

ADA = UserId("usr_ada")
GRACE = SellerId(UserId("usr_grace"))
STAFF = UserId("usr_staff")
BICYCLE = "lst_09hd2mvx"
PARTNER_KEY = "kirkgate-partner-key"


def now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


def new_id(prefix: str) -> str:
    """An identifier such as ``lst_09hd2mvx``."""
    return f"{prefix}_{''.join(choice(ascii_lowercase + digits) for _ in range(8))}"


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody who has identified themselves."""

    user: UserId
    scopes: frozenset[str]


@dataclass(slots=True)
class Market:
    """Everything, by its identifier."""

    accounts: dict[UserId, Account] = field(default_factory=dict[UserId, Account])
    passwords: dict[str, tuple[UserId, str]] = field(default_factory=dict[str, tuple[UserId, str]])
    scopes: dict[UserId, frozenset[str]] = field(default_factory=dict[UserId, frozenset[str]])
    sessions: dict[str, Caller] = field(default_factory=dict[str, Caller])
    notifications: dict[UserId, Notifications] = field(default_factory=dict[UserId, Notifications])
    categories: list[Category] = field(default_factory=list[Category])
    listings: dict[ListingId, Listing] = field(default_factory=dict[ListingId, Listing])
    photos: dict[PhotoId, tuple[Photo, bytes]] = field(
        default_factory=dict[PhotoId, tuple[Photo, bytes]]
    )
    reviews: dict[ReviewId, Review] = field(default_factory=dict[ReviewId, Review])
    baskets: defaultdict[UserId, Basket] = field(default_factory=lambda: defaultdict(Basket))
    orders: dict[OrderId, Order] = field(default_factory=dict[OrderId, Order])
    attempts: dict[tuple[UserId, str], OrderId] = field(
        default_factory=dict[tuple[UserId, str], OrderId]
    )
    payments: dict[PaymentId, Payment] = field(default_factory=dict[PaymentId, Payment])
    hooks: dict[HookId, Hook] = field(default_factory=dict[HookId, Hook])
    reports: dict[ListingId, Report] = field(default_factory=dict[ListingId, Report])
    rooms: dict[RoomId, Room] = field(default_factory=dict[RoomId, Room])
    messages: dict[MessageId, ChatMessage] = field(default_factory=dict[MessageId, ChatMessage])
    events: list[tuple[UserId, OrderEvent]] = field(default_factory=list[tuple[UserId, OrderEvent]])
    happened: asyncio.Event = field(default_factory=asyncio.Event)
    """Set whenever an event has been added; whoever waits takes the next one."""

    def sign_in(self, user: UserId) -> str:
        """A new session's token."""
        token = f"mkt_{token_urlsafe(16)}"
        self.sessions[token] = Caller(user, self.scopes.get(user, frozenset()))
        return token

    def move(self, order: Order, state: OrderState) -> Order:
        """Take an order a step further and notify its buyer."""
        moved = order.model_copy(update={"state": state})
        self.orders[moved.id] = moved
        event = OrderEvent(
            id=EventId(f"evt_{len(self.events) + 1}"), order=moved.id, state=state, at=now()
        )
        self.events.append((moved.buyer, event))
        self.happened.set()
        return moved

    def open_account(
        self, user: UserId, email: str, password: str, handle: str, scopes: frozenset[str]
    ) -> Account:
        """A new account, with its password and what it may do."""
        profile = Profile(handle=handle, email=email, display_name=handle)
        account = Account(id=user, profile=profile, joined=now(), verified=True)
        self.accounts[user] = account
        self.passwords[email] = (user, password)
        self.scopes[user] = scopes
        self.notifications[user] = Notifications()
        return account


def opened_market() -> Market:
    """A market with two people, one of the staff, and a bicycle."""
    market = Market()
    seller = frozenset({"listings:write", "payments:refund"})
    market.open_account(ADA, "ada@example.org", "correct horse battery", "ada_l", frozenset())
    market.open_account(GRACE, "grace@example.org", "correct horse battery", "grace", seller)
    market.open_account(
        STAFF, "staff@example.org", "correct horse battery", "staff", frozenset({"staff"})
    )
    cycles = CategoryId("bicycles")
    market.categories = [Category(id=CategoryId("sport"), title="Sport", listings=1, children=[])]
    market.categories[0].children.append(Category(id=cycles, title="Bicycles", listings=1))
    market.listings[BICYCLE] = Listing(
        id=BICYCLE,
        seller=GRACE,
        published=now(),
        title="Crescent city bike, 54 cm",
        category=cycles,
        condition=Condition.USED,
        offer=FixedPrice(price=Money(amount=Decimal("240.00"))),
    )
    room = RoomId("room_bicycle")
    market.rooms[room] = Room(id=room, listing=BICYCLE, members=[ADA, GRACE])
    return market


HOME = Address(
    name="Ada Lovelace", street="Kungsgatan 12", postcode="111 35", city="Stockholm", country="SE"
)
