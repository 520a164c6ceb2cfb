"""Finding things, and selling them."""

from typing import Annotated, Protocol

from pydantic import Field

from sphinxcontrib_ggdocs.contracts import FORBIDDEN, authenticated, http, public, scope

from ..access import Limited, SignedIn, Tracing
from ..brands import CategoryId, ListingId, PhotoId, ReviewId, SellerId
from ..errors import (
    ALREADY_SOLD,
    LISTING_NOT_FOUND,
    PHOTO_NOT_FOUND,
    PHOTO_TOO_LARGE,
    PHOTO_UNREADABLE,
)
from ..models.catalogue import (
    Category,
    Condition,
    Listing,
    ListingDraft,
    Photo,
    Review,
    ReviewDraft,
    SearchHit,
    Stars,
)
from ..models.common import Page, Paging

TEN_MEGABYTES = 10 * 1024 * 1024


@http.api("/catalogue", requires=[Tracing, Limited], permission=public)
class CatalogueApi(Protocol):
    """Shelves and searching."""

    @http.get("/categories")
    def list_categories(self) -> list[Category]:
        """Fetch all shelves as a tree."""
        ...

    @http.get("/search")
    def search(
        self,
        paging: Paging,
        words: Annotated[
            str, Field(min_length=2, description="All of them must occur.", examples=["city bike"])
        ],
        category: CategoryId | None = None,
        condition: Annotated[
            list[Condition], Field(description="Any of these; none means all.")
        ] = [],  # noqa: B006
        max_price: Annotated[
            float | None, Field(gt=0, description="In the buyer's currency.")
        ] = None,
    ) -> Page[SearchHit]:
        """Search listings.

        The best fit comes first. Words are compared *without* regard to case and accents.
        """
        ...


@http.api("/listings", requires=[Tracing])
class ListingApi(Protocol):
    """Listings: things for sale."""

    @http.get(permission=public)
    def list_listings(self, paging: Paging, seller: SellerId | None = None) -> Page[Listing]:
        """List what is for sale, newest first."""
        ...

    @http.post(
        errors=[FORBIDDEN],
        status=201,
        requires=[SignedIn],
        permission=scope("listings:write"),
    )
    def create_listing(self, draft: ListingDraft) -> Listing:
        """Put something up for sale."""
        ...

    @http.get("/{listing}", errors=[LISTING_NOT_FOUND], permission=public)
    @http.head("/{listing}")
    def get_listing(self, listing: ListingId) -> Listing:
        """Fetch a listing."""
        ...

    @http.put(
        "/{listing}",
        errors=[LISTING_NOT_FOUND, ALREADY_SOLD, FORBIDDEN],
        requires=[SignedIn],
        permission=scope("listings:write"),
    )
    def save_listing(self, listing: ListingId, draft: ListingDraft) -> Listing:
        """Change a listing that is not yet sold."""
        ...

    @http.delete(
        "/{listing}",
        errors=[LISTING_NOT_FOUND, FORBIDDEN],
        requires=[SignedIn],
        permission=scope("listings:write") | scope("staff"),
    )
    def remove_listing(self, listing: ListingId) -> None:
        """Take a listing down."""
        ...

    @http.put(
        "/{listing}/watch",
        errors=[LISTING_NOT_FOUND],
        requires=[SignedIn],
        permission=authenticated,
    )
    def watch(self, listing: ListingId) -> None:
        """Watch a listing: hear of a lower price, and of its sale."""
        ...

    @http.get("/{listing}/reviews", errors=[LISTING_NOT_FOUND], permission=public)
    def list_reviews(
        self, listing: ListingId, paging: Paging, at_least: Stars = Stars.ANY
    ) -> Page[Review]:
        """List the reviews of buyers."""
        ...

    @http.post(
        "/{listing}/reviews",
        errors=[LISTING_NOT_FOUND, FORBIDDEN],
        status=201,
        requires=[SignedIn],
        permission=authenticated,
    )
    def write_review(self, listing: ListingId, review: ReviewDraft) -> Review:
        """Say how it went. Only who bought it may."""
        ...

    @http.patch(
        "/{listing}/reviews/{review}",
        errors=[LISTING_NOT_FOUND, FORBIDDEN],
        requires=[SignedIn],
        permission=scope("listings:write"),
    )
    def answer_review(
        self,
        listing: ListingId,
        review: ReviewId,
        answer: Annotated[str, http.Body(), Field(max_length=2000, examples=["Thank you!"])],
    ) -> Review:
        """Answer a review of your own listing."""
        ...


@http.api("/photos", requires=[Tracing])
class PhotoApi(Protocol):
    """Pictures of things."""

    @http.post(
        errors=[PHOTO_TOO_LARGE, PHOTO_UNREADABLE],
        status=201,
        requires=[SignedIn],
        permission=scope("listings:write"),
    )
    def upload(
        self,
        photo: Annotated[
            bytes,
            http.File(
                media_types=["image/jpeg", "image/png", "image/webp"],
                max_size=TEN_MEGABYTES,
                description="At least 800 pixels wide.",
            ),
        ],
        alt: Annotated[
            str, http.Form(), Field(max_length=200, examples=["A blue bicycle against a wall"])
        ] = "",
    ) -> Photo:
        """Upload a photo.

        The market turns it upright and removes what the camera wrote into it.
        """
        ...

    @http.get(
        "/{photo}",
        errors=[PHOTO_NOT_FOUND],
        media_type=["image/webp", "image/jpeg", "image/png"],
        response_headers={"ETag": str, "Cache-Control": str},
        permission=public,
    )
    def download(
        self,
        photo: PhotoId,
        width: Annotated[
            int, Field(ge=80, le=1600, description="In pixels; the height follows.")
        ] = 800,
        known: Annotated[
            str | None,
            http.Header("If-None-Match"),
            Field(description="The ETag of a copy.", examples=['"5f2c"']),
        ] = None,
    ) -> bytes:
        """Download a photo."""
        ...

    @http.delete(
        "/{photo}",
        errors=[PHOTO_NOT_FOUND, FORBIDDEN],
        requires=[SignedIn],
        permission=scope("listings:write"),
    )
    def remove(self, photo: PhotoId) -> None:
        """Delete a photo."""
        ...
