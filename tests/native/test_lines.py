"""The static text of a view as lines, written without Sphinx."""

from typing import Annotated, NewType, Protocol

import pytest
from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import ERROR, BearerToken, Requirement, http
from sphinxcontrib_ggdocs.native import contract_document
from sphinxcontrib_ggdocs.native.lines.blocks import (
    AnchorLink,
    Code,
    ExampleText,
    Item,
    ItemList,
    Label,
    Line,
    Parts,
    Piece,
    SlotRef,
    words_of,
)
from sphinxcontrib_ggdocs.native.lines.line_writer import LineWriter, ParsedText
from sphinxcontrib_ggdocs.native.lines.object_lines import lines_of
from sphinxcontrib_ggdocs.native.view import (
    DocumentView,
    ErrorView,
    MethodView,
    ObjectType,
    SchemaView,
    view_of,
)

OrderId = NewType("OrderId", int)


class Order(BaseModel):
    """An *order*."""

    id: OrderId
    notes: Annotated[str, Field(description="Any words", max_length=20)] = ""


GONE = ERROR.define("GONE", 410, description="There is none.\n\n- It was removed.")
Authenticated = Requirement("Authenticated", headers={"Authorization": BearerToken})


@http.api("/orders", requires=[Authenticated])
class OrderApi(Protocol):
    @http.get("/{id}", errors=[GONE])
    def get_order(self, id: OrderId) -> Order:
        """One order."""
        ...


class PlainWriter(LineWriter):
    """Texts with a star are markup; types are on the page, errors elsewhere."""

    def __init__(self) -> None:
        super().__init__("shop", frozenset({"shop.OrderId"}), str.upper, {})
        self.slots: list[str] = []

    def is_words(self, text: str) -> bool:
        return "*" not in text and "\n" not in text

    def parsed(self, text: str | None) -> ParsedText | None:
        if not text:
            return None
        first, _blank, rest = text.partition("\n\n")
        return ParsedText(self._slot(text).number, first, bool(rest))

    def sentence(self, description: str) -> Piece:
        return description

    def link_to(
        self, objtype: ObjectType, name: str, text: str, *, is_type: bool = False
    ) -> AnchorLink | SlotRef:
        if objtype == "error":
            return self._slot(text)
        return AnchorLink(f"{objtype}-{name}", text, is_type)

    def deprecation(self, message: str | None) -> SlotRef:
        return self._slot(message or "deprecated")

    def _slot(self, text: str) -> SlotRef:
        self.slots.append(text)
        return SlotRef(len(self.slots) - 1)


@pytest.fixture(scope="module")
def view() -> DocumentView:
    return view_of(contract_document(ApiDocSpec(slug="shop", title="Shop", http=[OrderApi])))


def shown(parts: Parts) -> dict[str, object]:
    """The parts that are not empty."""
    return {name: blocks for name, blocks in parts.items() if blocks}


def test_a_type(view: DocumentView) -> None:
    schema = view.objects["schema", "shop.Order"]
    assert isinstance(schema, SchemaView)
    writer = PlainWriter()
    parts = lines_of(writer, schema)
    brand = AnchorLink("brand-shop.OrderId", "integer & OrderId", True)
    notes = (" – ", "Any words", ". ", "≤ 20 characters", "; ", 'DEFAULT ""', ".")
    example = '{\n  "id": 1,\n  "notes": ""\n}'
    assert shown(parts) == {
        "description": (SlotRef(0),),
        "fields": (
            ItemList(
                (
                    Item("id", (brand,)),
                    Item("notes", (Code(("string",)),), ", OPTIONAL", notes),
                )
            ),
        ),
        "example": (ExampleText(example),),
        "used_by": (
            Line(
                ("USED BY ", AnchorLink("method-shop.OrderApi.get_order", "OrderApi.get_order")),
                "gg-uses",
            ),
        ),
    }
    assert writer.slots == ["An *order*."]


def test_a_method(view: DocumentView) -> None:
    method = view.objects["method", "shop.OrderApi.get_order"]
    assert isinstance(method, MethodView)
    writer = PlainWriter()
    parts = shown(lines_of(writer, method))
    assert parts["summary"] == (Line(("One order.",)),)
    listed = (SlotRef(0), ", ", SlotRef(1), ", ", SlotRef(2), ", ", SlotRef(3))
    assert parts["errors"] == (Line((Label("ERRORS"), " ", *listed)),)
    assert "410 GONE" in writer.slots


def test_an_error(view: DocumentView) -> None:
    error = view.objects["error", "shop.GONE"]
    assert isinstance(error, ErrorView)
    parts = lines_of(PlainWriter(), error)
    assert parts["description"] == (SlotRef(0),)
    assert words_of(parts) == "USED BY OrderApi.get_order"
