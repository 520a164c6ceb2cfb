"""The application: every contract with its implementation, and the documentation next to it."""

from fastapi import FastAPI

from sphinxcontrib_ggdocs.native import GGApiDocs
from sphinxcontrib_ggdocs.runtime import Peer, implement

from ..contracts.accounts import AccountApi, RegistrationApi, SellerApi, SessionApi
from ..contracts.catalogue import CatalogueApi, ListingApi, PhotoApi
from ..contracts.live import AuctionApi, ChatApi
from ..contracts.orders import OrderApi, PaymentApi
from ..contracts.partners import HookApi, MonitorApi, StaffApi
from ..docs import BRANDING, DOCS
from .goods import Catalogue, Listings, Photos
from .identity import guards
from .live import AuctionRoom, Chat, Floor
from .market import Market, opened_market
from .orders import Orders, Payments
from .partners import Hooks, Monitor, Staff
from .people import Accounts, Sellers, Sessions

DOCS_PATH = "/apidocs"


def create_app(market: Market | None = None) -> FastAPI:
    """The market with its data, a new one unless given."""
    market = market or opened_market()
    floor = Floor()
    app = FastAPI(title="Kirkgate", openapi_url=None)
    asked = guards(market)

    def chat(peer: Peer) -> Chat:
        return Chat(market, floor, peer)

    def auction(peer: Peer) -> AuctionRoom:
        return AuctionRoom(floor, peer)

    def monitor(peer: Peer) -> Monitor:
        return Monitor(market, peer)

    sessions: SessionApi = Sessions(market)
    own = Accounts(market)
    registrations: RegistrationApi = own
    accounts: AccountApi = own
    sellers: SellerApi = Sellers(market)
    catalogue: CatalogueApi = Catalogue(market)
    listings: ListingApi = Listings(market)
    photos: PhotoApi = Photos(market)
    orders: OrderApi = Orders(market)
    payments: PaymentApi = Payments(market)
    hooks: HookApi = Hooks(market)
    staff: StaffApi = Staff(market)
    for api, handler in (
        (SessionApi, sessions),
        (RegistrationApi, registrations),
        (AccountApi, accounts),
        (SellerApi, sellers),
        (CatalogueApi, catalogue),
        (ListingApi, listings),
        (PhotoApi, photos),
        (OrderApi, orders),
        (PaymentApi, payments),
        (HookApi, hooks),
        (StaffApi, staff),
        (ChatApi, chat),
        (AuctionApi, auction),
        (MonitorApi, monitor),
    ):
        app.include_router(implement(api, handler, guards=asked))
    return GGApiDocs.register(app, {"docs_path": DOCS_PATH, "docs": DOCS, "branding": BRANDING})
