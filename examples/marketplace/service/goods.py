"""The catalogue, listings with their reviews, and photos."""

from decimal import Decimal
from hashlib import sha256
from typing import TypeVar

from sphinxcontrib_ggdocs.contracts import FORBIDDEN
from sphinxcontrib_ggdocs.runtime import reply

from ..brands import CategoryId, ListingId, PhotoId, ReviewId, SellerId
from ..errors import ALREADY_SOLD, LISTING_NOT_FOUND, PHOTO_NOT_FOUND, PHOTO_UNREADABLE, ListingRef
from ..models.catalogue import (
    Category,
    Condition,
    FixedPrice,
    Listing,
    ListingDraft,
    Photo,
    Review,
    ReviewDraft,
    SearchHit,
    Stars,
)
from ..models.common import Page, Paging
from .identity import caller
from .market import Market, new_id, now

T = TypeVar("T")
SIGNATURES = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG": "image/png", b"RIFF": "image/webp"}


def page(items: list[T], paging: Paging) -> Page[T]:
    """One page of a list; the cursor is the position that it starts at."""
    start = int(paging.cursor or 0) if (paging.cursor or "0").isdigit() else 0
    end = start + paging.limit
    return Page(
        items=items[start:end], next=str(end) if end < len(items) else None, total=len(items)
    )


class Catalogue:
    """Implements `CatalogueApi`."""

    def __init__(self, market: Market) -> None:
        self._market = market

    def list_categories(self) -> list[Category]:
        return self._market.categories

    def search(
        self,
        paging: Paging,
        words: str,
        category: CategoryId | None = None,
        condition: list[Condition] = [],  # noqa: B006
        max_price: float | None = None,
    ) -> Page[SearchHit]:
        hits = [
            SearchHit(
                listing=listing, score=1.0, matched=[(word, 1) for word in words.casefold().split()]
            )
            for listing in self._market.listings.values()
            if all(
                word in f"{listing.title} {listing.description}".casefold()
                for word in words.casefold().split()
            )
            and category in (None, listing.category)
            and (not condition or listing.condition in condition)
            and (max_price is None or _price(listing) <= Decimal(str(max_price)))
        ]
        return page(hits, paging)


def _price(listing: Listing) -> Decimal:
    return listing.offer.price.amount if isinstance(listing.offer, FixedPrice) else Decimal(0)


class Listings:
    """Implements `ListingApi`."""

    def __init__(self, market: Market) -> None:
        self._market = market

    def list_listings(self, paging: Paging, seller: SellerId | None = None) -> Page[Listing]:
        newest = sorted(
            self._market.listings.values(), key=lambda listing: listing.published, reverse=True
        )
        return page(
            [each for each in newest if seller in (None, each.seller) and not each.sold], paging
        )

    def create_listing(self, draft: ListingDraft) -> Listing:
        listing = Listing(
            **draft.model_dump(), id=new_id("lst"), seller=SellerId(caller().user), published=now()
        )
        self._market.listings[listing.id] = listing
        return listing

    def get_listing(self, listing: ListingId) -> Listing:
        found = self._market.listings.get(listing)
        if found is None:
            raise LISTING_NOT_FOUND(ListingRef(listing=listing))
        return found

    def save_listing(self, listing: ListingId, draft: ListingDraft) -> Listing:
        known = self._own(listing)
        if known.sold:
            raise ALREADY_SOLD(ListingRef(listing=listing))
        saved = Listing(
            **draft.model_dump(),
            **known.model_dump(include={"id", "seller", "published", "watchers"}),
        )
        self._market.listings[listing] = saved
        return saved

    def remove_listing(self, listing: ListingId) -> None:
        if "staff" not in caller().scopes:
            self._own(listing)
        self.get_listing(listing)
        del self._market.listings[listing]

    def watch(self, listing: ListingId) -> None:
        found = self.get_listing(listing)
        self._market.listings[listing] = found.model_copy(update={"watchers": found.watchers + 1})

    def list_reviews(
        self, listing: ListingId, paging: Paging, at_least: Stars = Stars.ANY
    ) -> Page[Review]:
        self.get_listing(listing)
        every = [each for each in self._market.reviews.values() if each.listing == listing]
        return page([each for each in every if each.rating >= at_least.value], paging)

    def write_review(self, listing: ListingId, review: ReviewDraft) -> Review:
        self.get_listing(listing)
        author = caller().user
        bought = [order for order in self._market.orders.values() if order.buyer == author]
        if not any(line.listing == listing for order in bought for line in order.lines):
            raise FORBIDDEN(message="Only who bought it may review it.")
        written = Review(
            **review.model_dump(),
            id=ReviewId(new_id("rev")),
            listing=listing,
            author=author,
            written=now(),
        )
        self._market.reviews[written.id] = written
        return written

    def answer_review(self, listing: ListingId, review: ReviewId, answer: str) -> Review:
        self._own(listing)
        known = self._market.reviews.get(review)
        if known is None or known.listing != listing:
            raise LISTING_NOT_FOUND(
                ListingRef(listing=listing), message="The listing has no such review."
            )
        answered = known.model_copy(update={"answer": answer})
        self._market.reviews[review] = answered
        return answered

    def _own(self, listing: ListingId) -> Listing:
        found = self.get_listing(listing)
        if found.seller != caller().user:
            raise FORBIDDEN
        return found


class Photos:
    """Implements `PhotoApi`."""

    def __init__(self, market: Market) -> None:
        self._market = market

    def upload(self, photo: bytes, alt: str = "") -> Photo:
        if not photo.startswith(tuple(SIGNATURES)):
            raise PHOTO_UNREADABLE
        kept = Photo(id=PhotoId(new_id("pho")), width=1600, height=1200, alt=alt)
        self._market.photos[kept.id] = (kept, photo)
        return kept

    def download(self, photo: PhotoId, width: int = 800, known: str | None = None) -> bytes:
        if photo not in self._market.photos:
            raise PHOTO_NOT_FOUND
        data = self._market.photos[photo][1]
        tag = f'"{sha256(data).hexdigest()[:16]}"'
        reply().headers.update({"ETag": tag, "Cache-Control": "public, max-age=86400"})
        if known == tag:
            reply().status = 304
        reply().media_type = next(
            kind for start, kind in SIGNATURES.items() if data.startswith(start)
        )
        return data

    def remove(self, photo: PhotoId) -> None:
        if self._market.photos.pop(photo, None) is None:
            raise PHOTO_NOT_FOUND
