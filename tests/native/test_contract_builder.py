"""Making contract documents: of several contracts, of a document that has been read, and what cannot
be written.
"""

import json
from typing import Annotated, Any, Protocol

import pytest
from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import (
    ContractError,
    Example,
    HttpContract,
    HttpMethod,
    Parameter,
    http,
)
from sphinxcontrib_ggdocs.native import (
    ApiDocsDocument,
    build_contract_json,
)


class Item(BaseModel):
    """A thing."""

    id: int


@http.api("/items")
class ItemApi(Protocol):
    """Things."""

    @http.get()
    def get(self) -> Item:
        """Read one."""
        ...


SPEC = ApiDocSpec(slug="items", title="Items", http=[ItemApi])


@http.api("/searches")
class SearchApi(Protocol):
    @http.get()
    def search(
        self,
        old: Annotated[int, http.Query(deprecated=True, description="Not now.")] = 1,
        older: Annotated[int, Field(json_schema_extra={"deprecated": True}, examples=[3])] = 2,
        optional: int | None = None,
        plain: Annotated[str, http.Header("X-Plain")] = "",
    ) -> None: ...


def test_parameters() -> None:
    """What the type of a parameter says of this use is written at the parameter."""
    document = json.loads(build_contract_json([SearchApi], title="A"))
    (written,) = document["groups"][0]["contracts"][0]["methods"]
    integer = {"type": "integer"}
    old = {"name": "old", "required": False, "description": "Not now.", "deprecated": True}
    older = {"name": "older", "required": False, "deprecated": True}
    assert written["queryParams"] == [
        old | {"schema": integer | {"default": 1}},
        older | {"schema": integer | {"default": 2, "examples": [3]}},
        {"name": "optional", "required": False, "schema": integer},
    ]
    assert written["headerParams"] == [
        {"name": "X-Plain", "required": False, "schema": {"type": "string", "default": ""}}
    ]


def nested(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(depth):
        schema = {"type": "array", "items": schema}
    return schema


@pytest.mark.parametrize(
    ("change", "place"),
    [
        pytest.param({"schemas": {"Item": {}, "Deep": nested(300)}}, "Deep", id="a type"),
        pytest.param({"method": nested(300)}, "ItemApi.get", id="a method"),
        pytest.param({"errors": nested(300)}, "Items", id="something else"),
    ],
)
def test_what_is_too_deep_to_be_written_is_named(change: dict[str, Any], place: str) -> None:
    written = json.loads(build_contract_json(SPEC))
    if "schemas" in change:
        written["schemas"] = change["schemas"]
    if "method" in change:
        response = written["groups"][0]["contracts"][0]["methods"][0]["successResponse"]
        response["contents"][0]["schema"] = change["method"]
    if "errors" in change:
        written["errors"]["SERVER_ERROR"]["data"] = change["errors"]
    with pytest.raises(ContractError) as caught:
        ApiDocsDocument.model_validate(written).to_json()
    assert (caught.value.code, caught.value.where.path) == ("no-schema", place)


def test_a_named_example_of_null_has_a_place_among_the_values() -> None:
    examples = (Example(name="any", value=None), Example(name="one", value=[1], summary="Red."))
    query = Parameter(
        name="bands", location="query", type=list[int] | None, required=False, examples=examples
    )
    method = HttpMethod(name="tiles", verbs=("GET",), path="", parameters=(query,))
    contract = HttpContract(name="TileApi", path_prefix="/tiles", methods=(method,))
    document = json.loads(build_contract_json([contract], title="A"))
    (parameter,) = document["groups"][0]["contracts"][0]["methods"][0]["queryParams"]
    assert parameter["schema"]["examples"] == [None, [1]]
    assert parameter["examples"] == [{"name": "any"}, {"name": "one", "summary": "Red."}]
