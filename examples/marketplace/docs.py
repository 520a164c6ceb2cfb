"""Which contracts make which document; `docs/conf.py`, the live service and the static site all
read this.
"""

from typing import Any

_CONTRACTS = "marketplace.contracts"

PLATFORM: dict[str, Any] = {
    "slug": "platform",
    "title": "Kirkgate Platform API",
    "version": "3.2.0",
    "description": (
        "Kirkgate is an online market for second-hand goods. This is what its apps, and yours, "
        "are built on.\n\n"
        "Every answer is JSON unless it says otherwise. Sign in with `POST /sessions` and send "
        "the token along."
    ),
    "servers": [
        {"url": "https://api.kirkgate.example/v3", "description": "The market"},
        {
            "url": "https://{sandbox}.kirkgate.example/v3",
            "description": "A market to play with",
            "variables": {"sandbox": {"default": "sandbox", "enum": ["sandbox", "nightly"]}},
        },
        {"url": "wss://live.kirkgate.example/v3", "description": "Conversations and auctions"},
    ],
    "groups": [
        {
            "name": "People",
            "description": "Signing in, one's own account, and sellers as others see them.",
            "http": [
                f"{_CONTRACTS}.accounts:{name}"
                for name in ("SessionApi", "RegistrationApi", "AccountApi", "SellerApi")
            ],
        },
        {
            "name": "Goods",
            "description": "Searching the market and putting things up for sale.",
            "http": [
                f"{_CONTRACTS}.catalogue:{name}"
                for name in ("CatalogueApi", "ListingApi", "PhotoApi")
            ],
        },
        {
            "name": "Orders",
            "description": "From the basket to the parcel.",
            "http": [f"{_CONTRACTS}.orders:{name}" for name in ("OrderApi", "PaymentApi")],
        },
        {
            "name": "Live",
            "description": "What happens while one watches.",
            "ws": [f"{_CONTRACTS}.live:{name}" for name in ("ChatApi", "AuctionApi")],
        },
    ],
    "workflows": ["marketplace.workflows:buy", "marketplace.workflows:sell"],
}

INTERNAL: dict[str, Any] = {
    "slug": "internal",
    "title": "Kirkgate Internal API",
    "version": "3.2.0",
    "description": "For partners and for our own staff.",
    "servers": [
        {"url": "https://api.kirkgate.example/internal"},
        {"url": "wss://live.kirkgate.example/internal"},
    ],
    "groups": [
        {
            "name": "Partners",
            "description": "Programs of others.",
            "http": [f"{_CONTRACTS}.partners:HookApi"],
        },
        {
            "name": "Back office",
            "description": "Keeping order.",
            "http": [f"{_CONTRACTS}.partners:StaffApi"],
            "ws": [f"{_CONTRACTS}.partners:MonitorApi"],
        },
    ],
}

DOCS = [PLATFORM, INTERNAL]
BRANDING = {"primary_color": "#0f766e"}
