"""Uses the generated Python client against a running service: ``use_client.py URL``. Type-checked
with the client.
"""

import sys
from io import BytesIO

from client import AuthenticatedClient, Client
from client.api.account_api import account_api_get_account
from client.api.catalogue_api import catalogue_api_search
from client.api.listing_api import (
    listing_api_create_listing,
    listing_api_get_listing,
    listing_api_remove_listing,
)
from client.api.photo_api import photo_api_download, photo_api_upload
from client.api.session_api import session_api_sign_in, session_api_sign_out
from client.models.account import Account
from client.models.condition import Condition
from client.models.fixed_price_input import FixedPriceInput
from client.models.fixed_price_output import FixedPriceOutput
from client.models.forbidden import FORBIDDEN
from client.models.listing import Listing
from client.models.listing_draft import ListingDraft
from client.models.listingnotfound import LISTINGNOTFOUND
from client.models.money_input import MoneyInput
from client.models.page_search_hit import PageSearchHit
from client.models.photo import Photo
from client.models.photo_api_upload_body import PhotoApiUploadBody
from client.models.session import Session
from client.models.session_api_sign_in_body import SessionApiSignInBody
from client.models.unauthorized import UNAUTHORIZED
from client.models.wrongpassword import WRONGPASSWORD
from client.types import File

PNG = b"\x89PNG\r\n\x1a\n" + bytes(100)
URL = sys.argv[1]


def signed_in(email: str) -> AuthenticatedClient:
    body = SessionApiSignInBody(email=email, password="correct horse battery")
    session = session_api_sign_in.sync(client=Client(base_url=URL), body=body)
    assert isinstance(session, Session), session
    return AuthenticatedClient(base_url=URL, token=session.token)


def main() -> None:
    wrong = SessionApiSignInBody(email="grace@example.org", password="wrong")
    refused = session_api_sign_in.sync(client=Client(base_url=URL), body=wrong)
    assert isinstance(refused, WRONGPASSWORD), refused

    grace = signed_in("grace@example.org")
    account = account_api_get_account.sync(client=grace)
    assert isinstance(account, Account)
    assert account.profile.email == "grace@example.org"

    draft = ListingDraft(
        title="A chair from Lund",
        category="chairs",
        condition=Condition.USED,
        offer=FixedPriceInput(price=MoneyInput(amount="24.90")),
    )
    listing = listing_api_create_listing.sync(client=grace, body=draft)
    assert isinstance(listing, Listing), listing
    again = listing_api_get_listing.sync(listing.id, client=grace)
    assert isinstance(again, Listing)
    assert isinstance(again.offer, FixedPriceOutput), again.offer
    assert again.offer.price.amount == "24.90"
    assert again.published == listing.published

    found = catalogue_api_search.sync(client=Client(base_url=URL), words="chair")
    assert isinstance(found, PageSearchHit)
    assert [hit.listing.id for hit in found.items] == [listing.id]
    picture = File(payload=BytesIO(PNG), file_name="chair.png", mime_type="image/png")
    photo = photo_api_upload.sync(
        client=grace, body=PhotoApiUploadBody(photo=picture, alt="A chair.")
    )
    assert isinstance(photo, Photo), photo
    shown = photo_api_download.sync(photo.id, client=Client(base_url=URL))
    assert isinstance(shown, File)
    assert shown.payload.read() == PNG

    assert listing_api_remove_listing.sync_detailed(listing.id, client=grace).status_code == 204
    gone = listing_api_get_listing.sync(listing.id, client=grace)
    assert isinstance(gone, LISTINGNOTFOUND), gone
    assert gone.data.listing == listing.id

    ada = signed_in("ada@example.org")
    forbidden = listing_api_create_listing.sync(client=ada, body=draft)
    assert isinstance(forbidden, FORBIDDEN), forbidden
    assert session_api_sign_out.sync_detailed(client=ada).status_code == 204
    out = account_api_get_account.sync(client=ada)
    assert isinstance(out, UNAUTHORIZED), out


if __name__ == "__main__":
    main()
