"""Since when, until when: what authors declare reaches every format and comes back."""

import json
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Protocol

import pytest
from pydantic import BaseModel, Field, computed_field

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import ERROR, Deprecated, Lifecycle, Since, http, ws
from sphinxcontrib_ggdocs.contracts.lifecycle import lifecycle_in
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.markdown import markdown_of_view
from sphinxcontrib_ggdocs.native.view import view_of
from sphinxcontrib_ggdocs.openapi import to_openapi

ENDING = Deprecated(
    "Ask for all.", since="2.1", sunset=date(2027, 2, 3), replacement="ItemApi.get_all"
)
EXTENSIONS = {
    "x-since": "1.1",
    "x-deprecated-since": "2.1",
    "x-sunset": "2027-02-03",
    "x-replaced-by": "ItemApi.get_all",
}


class Item(BaseModel):
    size: Annotated[int, Since("1.2"), Field(ge=1)]
    width: Annotated[int, Deprecated("Take size.", since="1.2", replacement="size")] = 1


GONE = ERROR.define(
    "GONE",
    410,
    description="It is gone.",
    since="1.1",
    deprecated=Deprecated("It never is.", since="2.1", replacement="MISSING"),
)
MISSING = ERROR.define("MISSING", 404, Item, since="2.1")


@http.api("/items", since="1.0")
class ItemApi(Protocol):
    @http.get("/{id}", since="1.1", deprecated=ENDING, errors=[GONE, MISSING])
    def get_one(self, id: int, unit: Annotated[str, Since("1.5")] = "") -> Item: ...

    @http.get("")
    def get_all(self) -> list[Item]: ...


@ws.api("/live", since="1.0", deprecated=Deprecated(since="2"))
class LiveApi(Protocol):
    @ws.client_to_server(since="1.1", deprecated=ENDING, errors=[GONE, MISSING])
    def watch(self, item: int) -> None: ...


SPEC = ApiDocSpec(slug="shop", title="Shop", http=[ItemApi], ws=[LiveApi])


def lifecycles(spec: ApiDocSpec) -> dict[str, Any]:
    """What the contract document says of contracts and methods, by name."""
    document = json.loads(build_contract_doc(spec).to_json())
    contracts = [contract for group in document["groups"] for contract in group["contracts"]]
    parts = [*contracts, *(method for contract in contracts for method in contract["methods"])]
    return {part["name"]: part.get("lifecycle") for part in parts}


ALL = {"since": "1.1", "deprecatedSince": "2.1", "sunset": "2027-02-03"}
EXPECTED = {
    "ItemApi": {"since": "1.0"},
    "get_one": {**ALL, "replacement": "ItemApi.get_all"},
    "get_all": None,
    "LiveApi": {"since": "1.0", "deprecatedSince": "2"},
    "watch": {**ALL, "replacement": "ItemApi.get_all"},
}


def test_fields_and_parameters_have_it_in_their_schemas() -> None:
    document = build_contract_doc(SPEC)
    fields = document.schemas["Item"]["properties"]
    assert fields["size"] == {"type": "integer", "minimum": 1, "x-since": "1.2"}
    assert fields["width"] == {
        "type": "integer",
        "default": 1,
        "deprecated": True,
        "description": "Take size.",
        "x-deprecated-since": "1.2",
        "x-replaced-by": "size",
    }
    text = markdown_of_view(view_of(document))
    assert "≥ 1; new in 1.2" in text
    assert "deprecated since 1.2; replaced by size; default `1`" in text.lower()
    assert 'new in 1.5; default `""`' in text


@pytest.mark.parametrize("kind", ["contract_document", "openapi", "asyncapi"])
def test_files_are_read_again(kind: str, tmp_path: Path) -> None:
    file, keys = tmp_path / "file.json", {"get_one", "get_all", "watch", "LiveApi"}
    if kind == "contract_document":
        text = build_contract_doc(SPEC).to_json().decode()
        keys = {*EXPECTED}
    elif kind == "openapi":
        spec = ApiDocSpec(slug="shop", title="Shop", version="1", http=[ItemApi])
        written = to_openapi(spec)
        operation = written["paths"]["/items/{id}"]["get"]
        assert {key: operation.get(key) for key in EXTENSIONS} == EXTENSIONS
        text, keys = json.dumps(written), {"get_one"}
    else:
        written = to_asyncapi(ApiDocSpec(slug="shop", title="S", version="1", ws=[LiveApi]))
        operation = written["operations"]["LiveApi_watch"]
        assert {key: operation.get(key) for key in EXTENSIONS} == EXTENSIONS
        text, keys = json.dumps(written), {"watch", "LiveApi"}
    file.write_text(text, encoding="utf-8")
    read = lifecycles(
        ApiDocSpec.model_validate({"slug": "shop", "title": "Shop", kind: [str(file)]})
    )
    assert {key: read.get(key) for key in keys} == {key: EXPECTED[key] for key in keys}


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ({}, None),
        ({"x-sunset": "soon"}, None),
        ({"x-since": 3}, None),
        ({"x-sunset": "2027-01-02T00:00:00Z"}, Lifecycle(sunset=date(2027, 1, 2))),
        ({"x-since": "3", "x-sunset": ""}, Lifecycle(since="3")),
    ],
)
def test_extensions_of_other_tools(members: dict[str, Any], expected: Lifecycle | None) -> None:
    assert lifecycle_in(members) == expected


FORMS = {
    "direct": Annotated[str, Deprecated("Use b.", since="2", replacement="b")],
    "outside": Annotated[str | None, Field(description="Words."), Deprecated("Use b.")],
    "listed": list[Annotated[int, Since("1.5"), Deprecated("Use b.")]],
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_class_that_pydantic_describes_says_the_same(form: Any) -> None:
    class Whole(BaseModel):
        a: form

    class Computed(Whole):
        @computed_field
        def total(self) -> int:
            return 1

    @http.api("/x")
    class Api(Protocol):
        @http.get("/whole")
        def whole(self) -> Whole: ...

        @http.get("/computed")
        def computed(self) -> Computed: ...

    schemas = to_openapi([Api], title="T", version="1")["components"]["schemas"]
    properties = schemas["Whole"]["properties"]["a"], schemas["Computed"]["properties"]["a"]
    assert properties[0] == properties[1]
    assert "Use b." in json.dumps(properties) or "x-since" in json.dumps(properties)
