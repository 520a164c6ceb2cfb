"""What a changelog shows together, and which objects of a document its changes are of."""

from dataclasses import replace
from typing import Any, Literal, Protocol

import pytest
from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import ERROR, http
from sphinxcontrib_ggdocs.history.changelog import objects_by_place, sections_of
from sphinxcontrib_ggdocs.history.changes import Change, Place
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.view import view_of

PLACE = Place(kind="method", key="all/Api/save", title="PUT /orders")


def change(rule: str, verdict: Literal["breaking", "risky", "safe"] = "safe") -> Change:
    return Change(rule=rule, place=PLACE, wire=verdict, code=verdict)


NEW = change("method-added")
TEXT = change("summary-changed")
OTHER = change("parameter-added")
RISKY = change("parameter-added", "risky")
BREAKING = change("method-removed", "breaking")
ACCEPTED = replace(BREAKING, accepted="Agreed.")
SEVERE_TEXT = replace(TEXT, judged="breaking")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param([], [], id="none"),
        pytest.param(
            [TEXT, OTHER, NEW, RISKY, BREAKING],
            [
                ("breaking", [BREAKING], False),
                ("risky", [RISKY], False),
                ("new", [NEW], False),
                ("other", [OTHER, TEXT], False),
            ],
            id="what breaks first, texts last",
        ),
        pytest.param(
            [NEW, ACCEPTED, SEVERE_TEXT],
            [
                ("breaking", [SEVERE_TEXT], False),
                ("accepted", [ACCEPTED], False),
                ("new", [NEW], False),
            ],
            id="as the project judges",
        ),
        pytest.param(
            [OTHER, *[TEXT] * 5],
            [("other", [OTHER], True), ("texts", [TEXT] * 5, True)],
            id="many of both",
        ),
        pytest.param([NEW] * 6, [("new", [NEW] * 6, False)], id="what is new is never folded"),
    ],
)
def test_sections(changes: list[Change], expected: list[Any]) -> None:
    found = [(each.kind, [*each.changes], each.is_folded) for each in sections_of(changes)]
    assert found == expected


class Order(BaseModel):
    size: int = Field(default=1, validation_alias="s")


GONE = ERROR.define("GONE", 410)


@http.api("/orders")
class OrderApi(Protocol):
    @http.post(errors=[GONE])
    def save(self, order: Order) -> Order: ...


def test_places_of_a_document() -> None:
    spec = ApiDocSpec(slug="shop", title="Shop", http=[OrderApi])
    view = view_of(build_contract_doc(spec))
    names = {place: each.name for place, each in objects_by_place(view).items()}
    group = view.groups[0].slug
    assert names["contract", f"{group}/OrderApi"] == "shop.OrderApi"
    assert names["method", f"{group}/OrderApi/save"] == "shop.OrderApi.save"
    assert names["error", "GONE"] == "shop.GONE"
    assert names["type", "Order-Input"] == "shop.Order-Input"
    assert names["type", "Order"] in ("shop.Order-Input", "shop.Order-Output")
