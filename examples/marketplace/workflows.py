"""Which calls belong together."""

from sphinxcontrib_ggdocs.workflows import build, given, step, workflow

from .contracts.accounts import SessionApi
from .contracts.catalogue import CatalogueApi, ListingApi
from .contracts.orders import OrderApi, PaymentApi
from .models.catalogue import Condition, FixedPrice, ListingDraft
from .models.common import Money
from .models.orders import OrderDraft, PaymentMethod

session = step(SessionApi.sign_in, email=given("email"), password=given("password"))

draft: OrderDraft = given("order", "Where the parcel goes.")
method: PaymentMethod = given("payment", "How the buyer pays.")
order = step(OrderApi.place_order, draft)
payment = step(PaymentApi.pay, order=order.id, method=method)
final = step(OrderApi.get_order, order.id)
buy = workflow(
    "buy",
    [session, order, payment, final],
    summary="Buy what is in the basket.",
    description="The listings are held for half an hour once the order is placed.",
    credential=session.token,
    outputs={"payment": payment.id, "state": final.state},
)

price: Money = given("price")
shelves = step(CatalogueApi.list_categories)
listing = step(
    ListingApi.create_listing,
    build(
        ListingDraft,
        title=given("title"),
        category=shelves[0].id,
        condition=Condition.USED,
        offer=build(FixedPrice, price=price),
    ),
)
shown = step(ListingApi.get_listing, listing.id)
sell = workflow(
    "sell",
    [session, shelves, listing, shown],
    summary="Put something up for sale.",
    description="Choose the shelf from `list_categories`; the workflow takes the first.",
    credential=session.token,
    outputs={"listing": listing.id},
)
