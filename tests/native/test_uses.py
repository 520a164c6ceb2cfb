"""Who uses a type: computed from the references of a document, compared with a computation by brute
force.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, reject, settings
from marketplace.docs import DOCS

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import ContractError
from sphinxcontrib_ggdocs.document.uses import direct_uses
from sphinxcontrib_ggdocs.native import ApiDocsDocument, build_contract_doc

from ..exports.drawing import HTTP, WS
from .transitive import transitive_uses

GOLDEN = Path(__file__).with_name("golden")
EXAMPLE = [build_contract_doc(ApiDocSpec.model_validate(values)) for values in DOCS]


def compared(document: ApiDocsDocument) -> None:
    values = json.loads(document.to_json())
    expected = {
        name: {place[:3] for place in places} for name, places in transitive_uses(values).items()
    }
    names = {schema.get("x-type", name) for name, schema in document.schemas.items()}
    found = {name: methods for name in names if (methods := document.users.of_type(name))}
    assert {name: set(methods) for name, methods in found.items()} == expected
    order = [
        (group.slug, contract.name, method.name)
        for group in document.groups
        for contract in group.contracts
        for method in contract.methods
    ]
    for name, users in found.items():
        assert [*users] == [each for each in order if each in users]
        assert document.users.method_count(name) == len(users)
    assert (document.users.of_type("-"), document.users.method_count("-")) == ((), 0)


@pytest.mark.parametrize("document", EXAMPLE, ids=[document.service.slug for document in EXAMPLE])
def test_uses_of_the_example(document: ApiDocsDocument) -> None:
    compared(document)


@pytest.mark.parametrize("document", EXAMPLE, ids=[document.service.slug for document in EXAMPLE])
def test_golden_counts(document: ApiDocsDocument) -> None:
    """What the tests of the UI expect; GGDOCS_GOLDEN=1 writes it anew."""
    uses = transitive_uses(json.loads(document.to_json()))
    counts: dict[str, dict[str, int]] = {}
    for name in sorted(uses):
        methods = counts.setdefault(name, {})
        for place, count in uses[name].items():
            key = "/".join(place[:3])
            methods[key] = methods.get(key, 0) + count
    file = GOLDEN / f"{document.service.slug}.uses.json"
    if os.environ.get("GGDOCS_GOLDEN") == "1":
        file.write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")
    assert json.loads(file.read_text(encoding="utf-8")) == counts


@settings(
    max_examples=int(os.environ.get("GGDOCS_EXAMPLES", "0")) or 100,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@pytest.mark.filterwarnings(
    "ignore::pydantic.warnings.UnsupportedFieldAttributeWarning",
    "ignore:Annotation 'fixed' is marked as final:DeprecationWarning",
)
@given(HTTP, WS)
def test_uses_of_drawn_contracts(http: list[Any], ws: list[Any]) -> None:
    try:
        document = build_contract_doc(ApiDocSpec(slug="drawn", title="Drawn", http=http, ws=ws))
    except ContractError:
        reject()
    compared(document)


def method(name: str, schema: dict[str, Any], *errors: str) -> dict[str, Any]:
    contents = [{"mediaType": "application/json", "schema": schema}]
    return {
        "name": name,
        "httpMethod": "GET",
        "httpPath": f"/{name}",
        "successResponse": {"contents": contents},
        "errors": list(errors),
    }


def document(
    schemas: dict[str, Any], *methods: dict[str, Any], **errors: dict[str, Any]
) -> ApiDocsDocument:
    contract = {"kind": "http", "name": "Api", "pathPrefix": "", "methods": list(methods)}
    made = ApiDocsDocument.model_validate(
        {
            "service": {"slug": "s", "name": "S"},
            "groups": [{"name": "G", "slug": "g", "contracts": [contract]}],
            "schemas": schemas,
            "errors": {
                key: {"type": key, "statusCode": 400, **error} for key, error in errors.items()
            },
            "uses": {},
        }
    )
    return made.model_copy(update={"uses": direct_uses(made.groups, made.schemas, made.errors)})


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/schemas/{name}"}


def model(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def test_types_chained_deeper_than_the_stack() -> None:
    size = 5000
    schemas = {
        f"T{n}": model(next=ref(f"T{(n + 1) % size}"), other=ref(f"T{n // 2}")) for n in range(size)
    }
    found = document(schemas, *(method(f"m{n}", ref(f"T{n}")) for n in range(size)))
    assert len(found.users.of_type("T0")) == size


MEMBERS: dict[str, str] = {
    "pathParams": "path",
    "queryParams": "query",
    "headerParams": "header",
    "cookieParams": "cookie",
    "requestBody": "requestBody",
    "responseHeaders": "responseHeader",
    "successResponse": "successResponse",
}


@pytest.mark.parametrize(("member", "place"), MEMBERS.items(), ids=MEMBERS)
def test_a_use_has_its_place(member: str, place: str) -> None:
    part: Any = [{"name": "a", "required": True, "schema": ref("T")}]
    contents = {"contents": [{"mediaType": "application/json", "schema": ref("T")}]}
    if member == "requestBody":
        part = {"required": True, **contents}
    elif member == "successResponse":
        part = contents
    found = document({"T": model()}, {**method("m", {}), member: part})
    assert found.uses.methods == {"g/Api/m": {place: ("T",)}}
