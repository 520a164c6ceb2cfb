"""Which methods return a brand and which accept it, in the document, its view and its text."""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, NewType, Protocol

import pytest
from marketplace.docs import DOCS
from pydantic import BaseModel

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import ERROR, http, ws
from sphinxcontrib_ggdocs.document.users import MethodRef
from sphinxcontrib_ggdocs.document.uses import direct_uses
from sphinxcontrib_ggdocs.native import ApiDocsDocument, build_contract_doc

GOLDEN = Path(__file__).with_name("golden")
EXAMPLE = [build_contract_doc(ApiDocSpec.model_validate(values)) for values in DOCS]

SeatId = NewType("SeatId", str)
Ticket = NewType("Ticket", str)
Lost = NewType("Lost", str)


class Seat(BaseModel):
    """A seat."""

    id: SeatId


class Row(BaseModel):
    """Seats."""

    seats: list[Seat]


class LostData(BaseModel):
    """What is gone."""

    lost: Lost


GONE = ERROR.define("GONE", 410, data=LostData, description="It is gone.")


@http.api("/seats")
class SeatApi(Protocol):
    @http.get()
    def list_seats(self) -> Row: ...

    @http.get("/{id}", errors=[GONE])
    def get_seat(self, id: SeatId) -> Seat: ...

    @http.post("/book")
    def book(self, row: Row) -> Annotated[str, "no brand"]: ...


@ws.api("/live/{ticket}", parameters={"ticket": Ticket})
class LiveApi(Protocol):
    @ws.client_to_server
    def take(self, seat: SeatId) -> Ticket: ...

    @ws.server_to_client
    def taken(self, seat: Seat) -> None: ...

    @ws.server_to_client
    def ask(self, ticket: Ticket) -> SeatId: ...


SHOP = build_contract_doc(ApiDocSpec(slug="shop", title="Shop", http=[SeatApi], ws=[LiveApi]))


def named(methods: Iterable[MethodRef]) -> list[str]:
    return [method.method for method in methods]


@pytest.mark.parametrize(
    ("brand", "returned", "accepted"),
    [
        ("SeatId", ["list_seats", "get_seat", "taken"], ["get_seat", "book", "take", "ask"]),
        ("Ticket", ["take", "ask"], ["take", "taken", "ask"]),
        ("Lost", [], []),
    ],
    ids=["inside types", "answers and messages", "only in the data of an error"],
)
def test_who_exchanges_a_brand(brand: str, returned: list[str], accepted: list[str]) -> None:
    assert named(SHOP.users.returned_by(brand)) == returned
    assert named(SHOP.users.accepted_by(brand)) == accepted


@pytest.mark.parametrize("document", EXAMPLE, ids=[document.service.slug for document in EXAMPLE])
def test_brands_of_the_example(document: ApiDocsDocument) -> None:
    """What the tests of the UI expect; GGDOCS_GOLDEN=1 writes it anew."""
    brands = sorted(name for name, schema in document.schemas.items() if "x-brand" in schema)
    found = {
        name: {
            "returnedBy": ["/".join(method) for method in document.users.returned_by(name)],
            "acceptedBy": ["/".join(method) for method in document.users.accepted_by(name)],
        }
        for name in brands
    }
    file = GOLDEN / f"{document.service.slug}.exchange.json"
    if os.environ.get("GGDOCS_GOLDEN") == "1":
        file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    assert json.loads(file.read_text(encoding="utf-8")) == found


def many(count: int) -> ApiDocsDocument:
    """Two contracts with as many methods that return a brand; the second has one that does not."""
    content = {"mediaType": "application/json", "schema": {"$ref": "#/schemas/SeatId"}}
    methods: list[dict[str, object]] = [
        {
            "name": f"get_{number}",
            "httpMethod": "GET",
            "httpPath": f"/{number}",
            "successResponse": {"contents": [content]},
            "errors": [],
        }
        for number in range(count)
    ]
    other = {"name": "none", "httpMethod": "GET", "httpPath": "/none", "errors": []}
    contracts = [
        {"kind": "http", "name": "Api", "pathPrefix": "", "methods": methods},
        {"kind": "http", "name": "PartApi", "pathPrefix": "", "methods": [other, *methods]},
    ]
    document = ApiDocsDocument.model_validate(
        {
            "service": {"slug": "shop", "name": "Shop"},
            "groups": [{"name": "All", "slug": "all", "contracts": contracts}],
            "schemas": {"SeatId": {"type": "string", "x-brand": ["SeatId"]}},
            "errors": {},
            "uses": {},
        }
    )
    uses = direct_uses(document.groups, document.schemas, document.errors)
    return document.model_copy(update={"uses": uses})
