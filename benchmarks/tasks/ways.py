"""The tasks of readers, and for each tool the shortest way that we know through each of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from .reader import (
    WIDTH,
    Asked,
    Choose,
    Click,
    Copied,
    Dark,
    Hover,
    Paste,
    Press,
    Reopen,
    See,
    Step,
    Type,
)

PHONE = 390
"""The width of a phone, in CSS pixels."""

ToolKey: TypeAlias = Literal[
    "ours", "redoc", "scalar", "swagger", "rapidoc", "elements", "asyncapi"
]
Way: TypeAlias = tuple[Step, ...]

METHOD: Mapping[ToolKey, str] = MappingProxyType(
    {
        "ours": "ours/apidocs/index.html#/platform/orders/PaymentApi/refund",
        "redoc": "redoc.html#/paymentapi/paymentapi_refund",
        "scalar": "scalar.html#tag/paymentapi/POST/payments/{payment}/refund",
        "swagger": "swagger.html#/PaymentApi/PaymentApi_refund",
        "rapidoc": "rapidoc.html#post-/payments/-payment-/refund",
        "elements": "elements.html#/operations/PaymentApi_refund",
    }
)
"""The address of the method that refunds a payment."""

FIRST: Mapping[ToolKey, str] = MappingProxyType(
    {
        "ours": "ours/apidocs/index.html",
        **{key: address.partition("#")[0] for key, address in METHOD.items() if key != "ours"},
    }
)
ALL: Mapping[ToolKey, str] = MappingProxyType({**FIRST, "asyncapi": "asyncapi.html"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What a reader wants, where they begin, and how it is done; a tool that is not named has no
    way.
    """

    title: str
    begins: Mapping[ToolKey, str]
    """Pages; the task is none for a tool without one."""
    ways: Mapping[ToolKey, Way]
    width: int = WIDTH
    """Of the window, in CSS pixels."""


REDOC = '[id="paymentapi/paymentapi_refund"]'
SCALAR = '[id$="tag/paymentapi/POST/payments/{payment}/refund"]'
SWAGGER = '[id="operations-PaymentApi-PaymentApi_refund"]'
RAPIDOC = '[id="post-/payments/-payment-/refund"]'
TOKEN, PAYMENT = "secret-token", "pay_4711"
CALL = (rf"curl[^$]*{PAYMENT}", rf"Bearer {TOKEN}")
SENT = rf"api\.kirkgate\.example/v3/payments/{PAYMENT}/refund"

OPEN_OURS: Way = (
    Click('role=link[name="POST Give money back refund"]'),
    See('.own-name >> text="refund"'),
)
OPEN_SCALAR: Way = (
    Click('text="PaymentApi"'),
    Click("role=link[name=/^Give money back/]"),
    See(f"{SCALAR} >> text=Give money back"),
)
OPEN_ELEMENTS: Way = (
    Click('text="PaymentApi"'),
    Click("role=link[name=/^Give money back/]"),
    See('h1:has-text("Give money back")'),
)
STATUS_OURS = Click('role=group[name="Responses and errors"] >> role=link[name="409"]')
FILL_OURS: Way = (
    Click('text="Fill in once, for all samples"'),
    Paste("input[type=password]", TOKEN),
    Paste('role=textbox[name="PaymentId"]', PAYMENT),
)
SEND_OURS = Click("role=region[name='Send a call'] >> role=button[name=/^Send/]")
ASK_OURS: Way = (
    Click('role=button[name="Try it"]'),
    Paste(".console input[type=password]", TOKEN),
    Paste("role=textbox[name=/^payment/]", PAYMENT),
    SEND_OURS,
)
FILL_SWAGGER: Way = (
    Click(f"{SWAGGER} >> role=button[name=/^authorization/]"),
    Paste('input[aria-label="auth-bearer-value"]', TOKEN),
    Click('role=button[name="Apply credentials"]'),
    Click('role=button[name="Close"]'),
    Click(f'{SWAGGER} >> role=button[name="Try it out"]'),
    Paste(f'{SWAGGER} >> [placeholder="payment"]', PAYMENT),
    Click(f'{SWAGGER} >> role=button[name="Execute"]'),
)
FILL_SCALAR: Way = (
    Click(f"{SCALAR} >> role=button[name=/^Test Request/]"),
    Paste('role=row[name=/^Include payment/] >> [aria-label=" Value"]', PAYMENT),
    Click("role=button[name=/^Authentication Required/]"),
    Paste(
        'role=region[name=/^Authentication Required/] >> role=textbox[name="Bearer Token"]', TOKEN
    ),
)
FILL_RAPIDOC: Way = (
    Click(f'{RAPIDOC} >> text="HTTP Bearer"'),
    Paste('[placeholder="api-token"]', TOKEN),
    Click('role=button[name="SET"]'),
    Click('.nav-bar-path:has-text("Give money back")'),
    Paste(f'{RAPIDOC} >> [data-pname="payment"]', PAYMENT),
    Click(f'{RAPIDOC} >> role=button[name="TRY"]'),
)
FILL_ELEMENTS: Way = (
    Paste('role=textbox[name="Token"]', TOKEN),
    Paste('role=textbox[name="payment"]', PAYMENT),
)

TASKS: tuple[Task, ...] = (
    Task(
        title="Find the method that refunds a payment",
        begins=FIRST,
        ways={
            "ours": OPEN_OURS,
            "redoc": (
                Click('text="PaymentApi"'),
                Click("role=link[name=/^Give money back/]"),
                See(f'{REDOC} >> text="/payments/{{payment}}/refund"'),
            ),
            "scalar": OPEN_SCALAR,
            "swagger": (
                Click("[id*=refund] .opblock-summary-control"),
                See(f'{SWAGGER} >> text="payment"'),
            ),
            "rapidoc": (
                Click('.nav-bar-path:has-text("Give money back")'),
                See(f"{RAPIDOC} >> text=Give money back"),
            ),
            "elements": OPEN_ELEMENTS,
        },
    ),
    Task(
        title="The same by the shortcut of a search, with keys alone",
        begins=FIRST,
        ways={
            "ours": (Press("/"), Type("refund"), Press("Enter"), See('.own-name >> text="refund"')),
            "redoc": (
                See('text="SessionApi"'),  # keys do nothing before it has started
                Press("Control+k"),
                Type("refund"),
                Press("ArrowDown"),
                Press("Enter"),
                See(f"{REDOC} >> text=Give money back"),
            ),
            "scalar": (
                Press("Control+k"),
                Type("refund"),
                Press("ArrowDown"),
                Press("ArrowDown"),
                Press("Enter"),
                See(f"{SCALAR} >> text=Give money back"),
            ),
        },
    ),
    Task(
        title="See what comes back when it is too late (a field of the error 409)",
        begins=METHOD,
        ways={
            "ours": (STATUS_OURS, See('.error-card >> text="needed"')),
            "redoc": (
                Click(f'{REDOC} >> role=tab[name="409"]'),
                See(f"{REDOC} >> text=data.needed"),
            ),
            "scalar": (
                Click(f'{SCALAR} >> [role=tab]:has-text("409")'),
                See(f"{SCALAR} >> text=needed"),
            ),
            "swagger": (See(f"{SWAGGER} >> text=needed"),),
            "rapidoc": (
                Click(f'{RAPIDOC} >> role=button[name="409"]'),
                See(f"{RAPIDOC} >> text=needed"),
            ),
            "elements": (Click('role=tab[name="409"]'), See('text="needed"')),
        },
    ),
    Task(
        title="See which id it needs, and which method gives one",
        begins=METHOD,
        ways={"ours": (Click('text="PaymentId"'), See('role=link[name="POST pay"]'))},
    ),
    Task(
        title="Copy a call with one's own token and id, as curl",
        begins=METHOD,
        ways={
            "ours": (*FILL_OURS, Click('role=button[name="Copy the curl code"]'), Copied(CALL)),
            "scalar": (
                *FILL_SCALAR,
                Click("role=button[name=/^Code Snippet/]"),
                Hover("role=region[name=/^Code Snippet/] >> text=pay_4711"),
                Click("role=region[name=/^Code Snippet/] >> button:has(svg) >> nth=-1"),
                Copied(CALL),
            ),
            "swagger": (*FILL_SWAGGER, Click(f"{SWAGGER} >> .copy-to-clipboard"), Copied(CALL)),
            "rapidoc": (
                *FILL_RAPIDOC,
                Click(f'{RAPIDOC} >> role=button[name="CURL"]'),
                Click(f'{RAPIDOC} >> role=button[name="Copy"]'),
                Copied(CALL),
            ),
            "elements": (*FILL_ELEMENTS, Click('button:has([data-icon="copy"])'), Copied(CALL)),
        },
    ),
    Task(
        title="Copy a call on a phone, as curl",
        begins=METHOD,
        width=PHONE,
        ways={
            "ours": (Click('role=button[name="Copy the curl code"]'), Copied(("curl[^$]*refund",))),
            "scalar": (
                Click(f'{SCALAR} >> role=button[name="Shell Curl"] >> xpath=following::button[1]'),
                Copied(("curl[^$]*refund",)),
            ),
            "swagger": (
                Click(f'{SWAGGER} >> role=button[name="Try it out"]'),
                Paste(f'{SWAGGER} >> [placeholder="payment"]', PAYMENT),
                Click(f'{SWAGGER} >> role=button[name="Execute"]'),
                Click(f"{SWAGGER} >> .copy-to-clipboard"),
                Copied(("curl[^$]*refund",)),
            ),
            "rapidoc": (
                Paste(f'{RAPIDOC} >> [data-pname="payment"]', PAYMENT),
                Click(f'{RAPIDOC} >> role=button[name="TRY"]'),
                Click(f'{RAPIDOC} >> role=button[name="CURL"]'),
                Click(f'{RAPIDOC} >> role=button[name="Copy"]'),
                Copied(("curl[^$]*refund",)),
            ),
            "elements": (
                Click('button:has([data-icon="copy"])'),
                Copied(("curl[^$]*refund",)),
            ),
        },
    ),
    Task(
        title="See how to get the next page of one's orders",
        begins=FIRST,
        ways={
            "ours": (Click("role=link[name=/list_orders/]"), See("main >> text=cursor")),
            "redoc": (
                Click('text="OrderApi"'),
                Click("role=link[name=/^List one/]"),
                See('[id="orderapi/orderapi_list_orders"] >> text=cursor'),
            ),
            "scalar": (
                Click('text="OrderApi"'),
                Click("role=link[name=/^List one/]"),
                See('[id$="tag/orderapi/GET/orders"] >> text=cursor'),
            ),
            "swagger": (
                Click("[id*=list_orders] .opblock-summary-control"),
                See("[id*=list_orders] >> text=cursor"),
            ),
            "rapidoc": (
                Click('.nav-bar-path:has-text("List one")'),
                See('[id="get-/orders"] >> text=cursor'),
            ),
            "elements": (
                Click('text="OrderApi"'),
                Click("role=link[name=/^List one/]"),
                See("text=cursor"),
            ),
        },
    ),
    Task(
        title="Send a call with one's own token and id",
        begins=METHOD,
        ways={
            "ours": (*ASK_OURS, Asked(SENT)),
            "scalar": (*FILL_SCALAR, Click('role=dialog >> text="Send"'), Asked(SENT)),
            "swagger": (*FILL_SWAGGER, Asked(SENT)),
            "rapidoc": (*FILL_RAPIDOC, Asked(SENT)),
            "elements": (*FILL_ELEMENTS, Click('text="Send API Request"'), Asked(SENT)),
        },
    ),
    Task(
        title="Send a reason that is too long, and see that before it is sent",
        begins=METHOD,
        ways={
            "ours": (
                Click('role=button[name="Try it"]'),
                Paste("role=textbox[name=/^reason/]", "x" * 300),
                SEND_OURS,
                See(".console >> text=200 characters"),
            ),
        },
    ),
    Task(
        title="Send it where no server answers, and read why it failed",
        begins=METHOD,
        ways={
            "ours": (*ASK_OURS, See("role=alert >> text=/does not answer/")),
            "swagger": (*FILL_SWAGGER, See(f"{SWAGGER} >> text=Possible Reasons")),
            "rapidoc": (*FILL_RAPIDOC, See(f"{RAPIDOC} >> text=/CORS or Network/")),
            "elements": (
                *FILL_ELEMENTS,
                Click('text="Send API Request"'),
                See("text=/Network Error/"),
            ),
        },
    ),
    Task(
        title="Talk to a WebSocket (bid)",
        begins={**ALL, "scalar": "scalar-live.html"},
        ways={
            "ours": (
                Click("role=link[name=/^OUT bid .live/]"),
                Click('role=button[name="Try it"]'),
                Click("role=region[name='Talk to the service'] >> role=button[name='Connect']"),
                Click("role=button[name=/^Send bid/]"),
                Asked("live/auctions/.*bid"),
            )
        },
    ),
    Task(
        title="See the call in Python",
        begins=METHOD,
        ways={
            "ours": (Choose('role=combobox[name="Languages"]', "Python"), See("text=import httpx")),
            "scalar": (
                Click(f'{SCALAR} >> role=button[name="Shell Curl"]'),
                Click('role=option[name="Requests"]'),
                See(f"{SCALAR} >> text=requests.post"),
            ),
            "elements": (
                Click("role=button[name=/Request Sample/]"),
                Hover('role=menuitemcheckbox[name="Python"]'),
                Click('role=menuitemcheckbox[name="Requests"]'),
                See("text=import requests"),
            ),
        },
    ),
    Task(
        title="See how a caller gets the token that it needs",
        begins=METHOD,
        ways={
            "ours": (
                Click("text=/^Authentication/"),
                Click(".access >> role=link"),
                See('.access >> text="POST /sessions"'),
            ),
            "redoc": (Click('text="View security details"'), See("text=The token of a session")),
            "scalar": (
                Click(f'{SCALAR} >> text="Auth Required"'),
                See("text=The token of a session"),
            ),
            "swagger": (
                Click(f"{SWAGGER} >> role=button[name=/^authorization/]"),
                See("text=The token of a session"),
            ),
            "rapidoc": (
                Click(f'{RAPIDOC} >> text="HTTP Bearer"'),
                See("text=The token of a session"),
            ),
            "elements": (Click('text="Security: Bearer Auth"'), See("text=The token of a session")),
        },
    ),
    Task(
        title="See all methods that use the same type (the sum of money in its body)",
        begins=METHOD,
        ways={"ours": (Click('text="Money"'), See("main >> role=link[name=/bid_placed/]"))},
    ),
    Task(
        title="See all methods that can end with the error PAYMENT_DECLINED",
        begins=METHOD,
        ways={
            "ours": (
                Click("role=link[name=/^PAYMENT_DECLINED: used/]"),
                See('.users >> text="pay"'),
            )
        },
    ),
    Task(
        title="Open the method whose path is known (POST /orders)",
        begins=FIRST,
        ways={
            "ours": (
                Click("role=link[name=/^POST Order what is in the basket/]"),
                See('.own-name >> text="place_order"'),
            ),
            "redoc": (
                Click('text="OrderApi"'),
                Click("role=link[name=/^Order what is in/]"),
                See('h2:has-text("Order what is in the basket")'),
            ),
            "scalar": (
                Click('text="OrderApi"'),
                Click("role=link[name=/^Order what is in/]"),
                See('h3:has-text("Order what is in the basket")'),
            ),
            "swagger": (
                Click("[id*=place_order] .opblock-summary-control"),
                See('[id*=place_order] >> text="Try it out"'),
            ),
            "rapidoc": (
                Click('.nav-bar-path:has-text("Order what is in")'),
                See('[id="post-/orders"] >> text=Order what is in'),
            ),
            "elements": (
                Click('text="OrderApi"'),
                Click("role=link[name=/^Order what is in/]"),
                See('h1:has-text("Order what is in")'),
            ),
        },
    ),
    Task(
        title="See which values a field may have (the condition of a listing)",
        begins=FIRST,
        ways={
            "ours": (Click("role=link[name=/create_listing/]"), See('main >> text="as-new"')),
            "redoc": (
                Click('text="ListingApi"'),
                Click("role=link[name=/^Put something up/]"),
                See('[id="listingapi/listingapi_create_listing"] >> text=as-new'),
            ),
            "scalar": (
                Click('text="ListingApi"'),
                Click("role=link[name=/^Put something up/]"),
                See('[id$="tag/listingapi/POST/listings"] >> text=as-new'),
            ),
            "swagger": (
                Click("[id*=create_listing] .opblock-summary-control"),
                Click('[id*=create_listing] .opblock-section-request-body >> text="Schema"'),
                Click("[id*=create_listing] .opblock-section-request-body >> text='Expand all'", 3),
                See("[id*=create_listing] >> text=as-new"),
            ),
            "rapidoc": (
                Click('.nav-bar-path:has-text("Put something up")'),
                Click('[id="post-/listings"] >> text="SCHEMA"'),
                See('[id="post-/listings"] >> text=as-new'),
            ),
            "elements": (
                Click('text="ListingApi"'),
                Click("role=link[name=/^Put something up/]"),
                See('text="as-new"'),
            ),
        },
    ),
    Task(
        title="See which methods are deprecated",
        begins=FIRST,
        ways={
            "ours": (See("role=link[name=/get_balance/]"),),
            "redoc": (Click('text="PaymentApi"'), See("text=Fetch what a seller is owed")),
            "scalar": (Click('text="PaymentApi"'), See("text=Fetch what a seller is owed")),
            "swagger": (See('.opblock-deprecated:has-text("/payments/balance")'),),
            "rapidoc": (See('.nav-bar-path:has-text("Fetch what a seller is owed")'),),
        },
    ),
    Task(
        title="Copy a link that opens at the error 409",
        begins=METHOD,
        ways={
            "ours": (STATUS_OURS, Reopen('.error-card >> text="needed"')),
            "redoc": (
                Click(f'{REDOC} >> role=tab[name="409"]'),
                Click(f'{REDOC} >> role=link[name="link to needed"]'),
                Reopen(f"{REDOC} >> text=data.needed"),
            ),
            "scalar": (
                Click(f'{SCALAR} >> [id$=".responses.409"]'),
                Click(f'{SCALAR} >> [id$=".responses.409"] + * >> role=button[name=/Copy link/]'),
                Reopen(f"{SCALAR} >> text=needed"),
            ),
        },
    ),
    Task(
        title="Download the OpenAPI file",
        begins=FIRST,
        ways={
            "ours": (
                Click('text="Download"'),
                Click("role=link[name=/OpenAPI/]"),
                Asked(r"openapi\.json|blob:"),
            ),
            "redoc": (Click("role=link[name=/openapi.json/]"), Asked(r"openapi\.json|blob:")),
            "scalar": (
                Click('role=button[name="Download OpenAPI Document"]'),
                Asked(r"openapi\.json|blob:"),
            ),
            "swagger": (Click("role=link[name=/openapi.json/]"), Asked(r"openapi\.json")),
            "elements": (
                Click('role=button[name="Export"]'),
                Click('role=menuitem[name="Original"]'),
                Asked(r"openapi\.json|blob:"),
            ),
        },
    ),
    Task(
        title="See the payload of a WebSocket message (send_message)",
        begins={**ALL, "scalar": "scalar-live.html"},
        ways={
            "ours": (Click("role=link[name=/send_message/]"), See("text=1–2000 characters")),
            "scalar": (
                Click('text="ChatApi"'),
                Click('text="Send message"'),
                Click("main >> role=button[name=/^Send message/]"),
                Click("main >> role=button[name=/^data/]"),
                See("main >> text=2000"),
            ),
            "asyncapi": (
                Click('text="Payload"'),
                Click('text="data"'),
                Click('text="text"'),
                See("text=2000"),
            ),
        },
    ),
    Task(
        title="Switch to dark",
        begins=ALL,
        ways={
            "ours": (Click("role=button[name=/^Colours/]"), Dark()),
            "redoc": (Click('role=button[name="light"]'), Dark()),
            "scalar": (Click('role=button[name="Set dark mode"]'), Dark()),
            "swagger": (Click('role=button[name="Switch to dark mode"]'), Dark()),
        },
    ),
)
