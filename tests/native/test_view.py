"""The view of a document: fields whose names are keywords are fields, and a digest differs when
what is shown does.
"""

from typing import Any, Protocol

import pytest
from pydantic import create_model

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import http
from sphinxcontrib_ggdocs.native import contract_document
from sphinxcontrib_ggdocs.native.view import DocumentView, view_of

KEYWORDS = (
    "source",
    "description",
    "default",
    "examples",
    "enum",
    "const",
    "required",
    "properties",
    "type",
    "title",
)
"""Of JSON Schema and of the contract document."""


def view_with(name: str, type_: Any) -> DocumentView:
    """A document with one type that has a field of a name."""
    fields: dict[str, Any] = {name: (type_, ...)}
    model: Any = create_model("Thing", **fields)

    @http.api("/things")
    class ThingApi(Protocol):
        @http.get()
        def thing(self) -> model: ...

    return view_of(contract_document(ApiDocSpec(slug="shop", title="Shop", http=[ThingApi])))


@pytest.mark.parametrize("name", KEYWORDS)
def test_a_field_named_as_a_keyword(name: str) -> None:
    views = [view_with(name, type_) for type_ in (int, str)]
    things = [each for view in views for each in view.schemas if each.display == "Thing"]
    assert all([row.name for row in each.fields] == [name] for each in things)
    assert things[0].digest != things[1].digest
    assert (
        things[0].digest
        == next(each for each in view_with(name, int).schemas if each.display == "Thing").digest
    )
