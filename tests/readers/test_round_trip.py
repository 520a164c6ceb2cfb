"""The example service: its contracts, exported as OpenAPI and read again, are the same document
but for what OpenAPI cannot say.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from marketplace.docs import DOCS

from sphinxcontrib_ggdocs.catalog import ApiDocSpec, read_specs
from sphinxcontrib_ggdocs.native import contract_document
from sphinxcontrib_ggdocs.openapi import openapi_document

from .openapi_operations import differences

pytestmark = pytest.mark.filterwarnings("ignore:.*encodings of parts are not shown")

SPECS = read_specs(DOCS)
CANNOT_SAY = {
    "source": "where something is written",
    "errors": "the name of an error is in the schema of its body; several of a status are one",
    "permission": "only the scopes of credentials, and an extension",
    "auth": "credentials are required by operations, or by all of a document",
    "security": "likewise",
    "headerParams": "parameters of all methods of a contract are those of each method",
    "cookieParams": "likewise",
    "queryParams": "null cannot be sent, so that it is no alternative",
    "deprecationMessage": "it is a paragraph of the description",
    "httpMethods": "each verb is an operation",
    "requestBody": "the largest size of a file is the length of its string",
    "successResponse": "a response must have a description",
    "moreResponses": "likewise",
}
"""The members of methods that may differ, and why."""


def exported_and_read(spec: ApiDocSpec, folder: Path) -> tuple[Any, ApiDocSpec]:
    """The OpenAPI document of a spec, and the document that is read of it."""
    exported = openapi_document(spec)
    path = folder / "openapi.json"
    path.write_text(json.dumps(exported), encoding="utf-8")
    return exported, ApiDocSpec(slug=spec.slug, openapi=str(path))


def methods_of(spec: ApiDocSpec) -> dict[tuple[str, str], dict[str, Any]]:
    """The HTTP methods of a document, by verb and path, with the names of their groups."""
    document = json.loads(contract_document(spec).to_json())
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


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: str(spec.slug))
def test_methods_are_the_same(spec: ApiDocSpec, tmp_path: Path) -> None:
    _, again = exported_and_read(spec, tmp_path)
    before, after = methods_of(spec), methods_of(again)
    for place, method in before.items():
        for key, value in method.items():
            if key not in CANNOT_SAY:
                assert after[place].get(key) == value, (place, key)
        assert after[place].keys() - CANNOT_SAY.keys() <= method.keys()
    others = {
        (verb, place[1])
        for place, method in before.items()
        for verb in method.get("httpMethods", ())
    }
    assert after.keys() == before.keys() | others


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: str(spec.slug))
def test_types_are_the_same(spec: ApiDocSpec, tmp_path: Path) -> None:
    """But for the bodies of errors, which OpenAPI names too, and titles that two facets share."""
    exported, again = exported_and_read(spec, tmp_path)
    after = contract_document(again).schemas
    text = json.dumps(exported["components"]["schemas"]).replace(
        "#/components/schemas/", "#/schemas/"
    )
    assert after == json.loads(text)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: str(spec.slug))
def test_what_is_read_is_exported_again(spec: ApiDocSpec, tmp_path: Path) -> None:
    exported, again = exported_and_read(spec, tmp_path)
    assert differences(exported, openapi_document(again)) == []
