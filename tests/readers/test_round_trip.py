"""Contracts that are exported as OpenAPI and read again are the same document, but for the members
that the guide lists.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, reject
from marketplace.docs import DOCS

from sphinxcontrib_ggdocs.catalog import ApiDocSpec, read_specs
from sphinxcontrib_ggdocs.contracts import ContractError, HttpContract, HttpMethod, Success
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi

from ..exports.drawing import HTTP
from .contract_members import lost_members
from .openapi_operations import differences
from .test_contract_document import SEARCH

pytestmark = pytest.mark.filterwarnings("ignore:.*encodings of parts are not shown")

SPECS = read_specs(DOCS)
LOST = {member for (member,) in lost_members("openapi-files.md")}
"""The members of methods that may differ."""


OF_DRAWN = frozenset({"in", "name", "summary", "description", "pathParams", "deprecated"})
"""The members with drawn names and texts, such as HTML, and what a contract says of its methods."""

ALONE = HttpContract(
    name="Alone",
    methods=(
        HttpMethod(name="get", verbs=("GET",), path="/alone", successes=(Success(status=204),)),
    ),
)
"""A contract of another group: a document of one group has no groups in OpenAPI."""


def exported_and_read(spec: ApiDocSpec, folder: Path) -> tuple[Any, ApiDocSpec]:
    """The OpenAPI document of a spec, and the document that is read of it."""
    exported = to_openapi(spec)
    path = folder / "openapi.json"
    path.write_text(json.dumps(exported), encoding="utf-8")
    return exported, ApiDocSpec(slug=spec.slug, openapi=str(path))


def methods_of(spec: ApiDocSpec) -> dict[tuple[str, str], dict[str, Any]]:
    """The HTTP methods of a document, by verb and path, with the names of their groups."""
    document = json.loads(build_contract_doc(spec).to_json())
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for group in document["groups"]:
        for contract in group["contracts"]:
            for method in contract["methods"] if contract["kind"] == "http" else ():
                place = method["httpMethod"], method["httpPath"]
                if message := method.pop("deprecationMessage", None):
                    texts = (method.get("description"), f"Deprecated: {message}")
                    method["description"] = "\n\n".join(filter(None, texts))
                found[place] = {**method, "in": (group["name"], contract["name"])}
    return found


def check_methods(spec: ApiDocSpec, again: ApiDocSpec, drawn: frozenset[str] = frozenset()) -> None:
    """Compare the methods of a document with those that are read of its OpenAPI document.

    Args:
        spec: The document.
        again: The document that was read.
        drawn: Members that may differ where names and texts are drawn.
    """
    before, after = methods_of(spec), methods_of(again)
    for place, method in before.items():
        for key, value in method.items():
            if key not in (LOST - {"summary"}) | drawn:
                assert after[place].get(key) == value, (place, key)
        assert after[place].keys() - LOST - drawn <= method.keys()
    others = {
        (verb, place[1])
        for place, method in before.items()
        for verb in method.get("httpMethods", ())
    }
    assert after.keys() == before.keys() | others


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: str(spec.slug))
def test_methods_are_the_same(spec: ApiDocSpec, tmp_path: Path) -> None:
    _, again = exported_and_read(spec, tmp_path)
    check_methods(spec, again)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: str(spec.slug))
def test_types_are_the_same(spec: ApiDocSpec, tmp_path: Path) -> None:
    """But for the bodies of errors, which OpenAPI names too, and titles that two facets share."""
    exported, again = exported_and_read(spec, tmp_path)
    after = build_contract_doc(again).schemas
    text = json.dumps(exported["components"]["schemas"]).replace(
        "#/components/schemas/", "#/schemas/"
    )
    assert after == json.loads(text)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: str(spec.slug))
def test_what_is_read_is_exported_again(spec: ApiDocSpec, tmp_path: Path) -> None:
    exported, again = exported_and_read(spec, tmp_path)
    assert differences(exported, to_openapi(again)) == []


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@SEARCH
@given(contracts=HTTP)
def test_drawn_contracts(
    tmp_path_factory: pytest.TempPathFactory, contracts: list[HttpContract]
) -> None:
    contracts = [contract for contract in contracts if contract.methods]
    assume(contracts)
    groups = [
        {"name": f"{contract.name} {position}", "slug": f"g{position}", "http": [contract]}
        for position, contract in enumerate([*contracts, ALONE])
    ]
    fields = {"slug": "drawn", "title": "Drawn", "version": "1", "groups": groups}
    spec = ApiDocSpec.model_validate(fields)
    try:
        exported, again = exported_and_read(spec, tmp_path_factory.mktemp("drawn"))
    except ContractError:  # two methods with one verb and path
        reject()
    assert differences(exported, to_openapi(again)) == []
    check_methods(spec, again, OF_DRAWN)
