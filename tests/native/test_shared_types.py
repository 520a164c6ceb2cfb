"""Which types are the same in several documents."""

from typing import Annotated, Any, NewType, Protocol

import pytest
from pydantic import BaseModel, Field, create_model

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contents import TypeFacts, shared_types
from sphinxcontrib_ggdocs.contracts import Brand, http
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.documentation_site import SiteDocument, native_site
from sphinxcontrib_ggdocs.native.shared_types import type_facts

OrderId = NewType("OrderId", str)
OtherOrderId = NewType("OrderId", str)  # type: ignore[misc]  # of another repository
NumericOrderId = NewType("OrderId", int)  # type: ignore[misc]


class Money(BaseModel):
    """An amount."""

    cents: int


@http.api("/money")
class MoneyApi(Protocol):
    @http.get("")
    def get_money(self) -> Money: ...


class Tree(BaseModel):
    children: "list[Tree]" = []
    value: Money


def model(name: str, /, **fields: Any) -> Any:
    return create_model(name, **fields)


def facts(*types: Any) -> dict[str, TypeFacts]:
    """Those of a document with a method for each type."""

    def returned(answer: Any) -> Any:
        def method(self: object) -> object: ...

        method.__annotations__["return"] = answer
        return method

    names = {f"get_{number}": returned(answer) for number, answer in enumerate(types)}
    methods = {name: http.get(f"/{name}")(method) for name, method in names.items()}
    api = http.api("/things")(type("ThingApi", (Protocol,), {"__module__": __name__, **methods}))
    return type_facts(build_contract_doc([api], title="Things"))


CASES = [
    pytest.param([OrderId], [OrderId], {"OrderId"}, id="the same brand"),
    pytest.param([OrderId], [OtherOrderId], {"OrderId"}, id="a brand of another repository"),
    pytest.param([OrderId], [NumericOrderId], set(), id="a brand of another type"),
    pytest.param(
        [Annotated[str, Brand("Email"), Field(max_length=9)]],
        [Annotated[str, Brand("Email"), Field(max_length=9, description="An address.")]],
        {"Email"},
        id="other words",
    ),
    pytest.param(
        [model("User", id=(OrderId, ...))],
        [model("User", id=(OrderId, ...))],
        {"OrderId", "User"},
        id="two classes with the same fields",
    ),
    pytest.param(
        [model("User", id=(OrderId, ...))],
        [model("User", id=(OrderId, ...), name=(str, ""))],
        {"OrderId"},
        id="two versions of a class",
    ),
    pytest.param(
        [model("Cart", money=(Money, ...))],
        [model("Cart", money=(model("Money", cents=(float, ...)), ...))],
        set(),
        id="a difference further down",
    ),
    pytest.param([Tree], [Tree], {"Tree", "Money"}, id="recursion"),
    pytest.param(
        [model("Apple", cents=(int, ...))],
        [model("Pear", cents=(int, ...))],
        set(),
        id="other names",
    ),
]


@pytest.mark.parametrize(("first", "second", "shared"), CASES)
def test_types_of_two_documents(first: list[Any], second: list[Any], shared: set[str]) -> None:
    found = shared_types({"first": facts(*first), "second": facts(*second)})
    assert {uses["first"][0] for uses in found} == shared
    assert all(uses["first"][0] == uses["second"][0] for uses in found)


def test_methods_are_counted_by_document_and_documents_without_any_are_left_out() -> None:
    one, two = facts(OrderId), facts(OrderId, list[OrderId])
    unused = {name: each._replace(methods=0) for name, each in one.items()}
    assert shared_types({"a": one, "b": two, "c": unused, "d": facts(Money)}) == [
        {"a": ("OrderId", 1), "b": ("OrderId", 2)}
    ]
    assert shared_types({"a": one}) == []


def test_the_markdown_of_a_site_names_the_others_and_that_of_one_document_nobody() -> None:
    def document(slug: str) -> SiteDocument:
        return SiteDocument.of(ApiDocSpec(slug=slug, title=slug.title(), http=[MoneyApi]))

    several = native_site([document("one"), document("two")])
    text = several["one/api-docs.md"].content.decode()
    assert "\n- Other services: Two (1 method)\n" in text
    alone = native_site([document("one")])
    assert "Other services" not in alone["one/api-docs.md"].content.decode()
