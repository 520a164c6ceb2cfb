"""What validators let pass and readers fall into: each trap, in every document of the tests or in
one made for it.
"""

import json
import warnings
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Annotated, Any, Protocol

import pytest
from pydantic import BaseModel, Field, create_model

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    BearerToken,
    ContractError,
    HttpContract,
    HttpMethod,
    Requirement,
    Success,
    http,
    ws,
)
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi
from sphinxcontrib_ggdocs.schema.tags import tag_of
from sphinxcontrib_ggdocs.schema.traversal import every_schema

from ..asyncapi.cases import documents as asyncapi_documents
from ..openapi.cases import documents as openapi_documents
from .drawing import HTTP, WS, drawn


@cache
def every_openapi() -> list[Any]:
    """Each document of the tests and some drawn ones; not made where tests are only collected."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [
            *(document for _, document in openapi_documents()),
            *drawn(HTTP, to_openapi, 20),
        ]


@cache
def every_asyncapi() -> list[Any]:
    """The same of AsyncAPI."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [
            *(document for _, document in asyncapi_documents()),
            *drawn(WS, to_asyncapi, 20),
        ]


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """Every object of a document."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from objects(item)


def operations(document: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    return (
        (path, operation) for path, item in document["paths"].items() for operation in item.values()
    )


LIKE_KEYWORDS = ["default", "required", "items", "source", "properties", "allOf"]


CREATE: Any = create_model


PAIR: Any = CREATE("Pair", **dict.fromkeys(LIKE_KEYWORDS, (tuple[int, str], ...)))


@pytest.mark.parametrize("name", LIKE_KEYWORDS)
def test_fields_named_like_keywords_are_schemas(name: str) -> None:
    @http.api("/things")
    class ThingApi(Protocol):
        @http.get("", response_headers={name: tuple[int, str]})
        def get(self, value: str) -> PAIR: ...

    @ws.api("/ws")
    class ThingSocket(Protocol):
        @ws.server_to_client
        def changed(self, pair: PAIR) -> None: ...

    opened = to_openapi([ThingApi], title="Things")
    ended = {
        "type": "array",
        "prefixItems": [{"type": "integer"}, {"type": "string"}],
        "items": {},
        "maxItems": 2,
    }
    assert opened["components"]["schemas"]["Pair"]["properties"][name] == {**ended, "minItems": 2}
    header = opened["paths"]["/things"]["get"]["responses"]["200"]["headers"][name]
    assert header["schema"] == {**ended, "minItems": 2}
    asynchronous = to_asyncapi([ThingSocket], title="Things")
    assert asynchronous["components"]["schemas"]["Pair"]["properties"][name]["items"] == [
        {"type": "integer"},
        {"type": "string"},
    ]


def test_examples_that_look_like_schemas_stay() -> None:
    looks: Any = {
        "prefixItems": [{"discriminator": "x", "oneOf": []}],
        "items": False,
        "$ref": "#/$defs/A",
    }

    class Held(BaseModel):
        held: dict[str, Any] = Field(
            default=looks, examples=[looks], json_schema_extra={"x-own": looks}
        )

    @http.api("/things")
    class ThingApi(Protocol):
        @http.get("")
        def get(self) -> Held: ...

    held = to_openapi([ThingApi], title="Things")["components"]["schemas"]["Held"]["properties"][
        "held"
    ]
    assert (held["default"], held["examples"], held["x-own"]) == (looks, [looks], looks)


def test_a_discriminator_has_a_mapping_for_every_choice() -> None:
    found = [each for document in every_openapi() for each in objects(document) if tag_of(each)]
    assert len(found) > 10
    for union in found:
        choices = [choice["$ref"] for choice in union["oneOf"]]
        assert set(union["discriminator"]["mapping"].values()) == set(choices)
    for document in every_asyncapi():
        assert not any(
            "propertyName" in (each.get("discriminator") or ()) for each in objects(document)
        )


def test_no_operation_has_a_header_parameter_that_readers_ignore() -> None:
    for document in every_openapi():
        for _, operation in operations(document):
            names = {
                each["name"].lower()
                for each in operation.get("parameters", ())
                if each["in"] == "header"
            }
            assert not names & {"accept", "content-type"}


def test_a_text_in_the_header_authorization_is_a_parameter() -> None:
    @http.api("/a")
    class Api(Protocol):
        @http.get("/own")
        def own(self, token: Annotated[str, http.Header("authorization")]) -> None: ...

        @http.get("/bearer")
        def bearer(self, token: Annotated[BearerToken, http.Header("Authorization")]) -> None: ...

    document = to_openapi([Api], title="T")
    schemes = document["components"]["securitySchemes"]
    assert {scheme["type"] for scheme in schemes.values()} == {"http"}
    own, bearer = (operation for _, operation in operations(document))
    assert [parameter["name"] for parameter in own["parameters"]] == ["authorization"]
    assert own["security"] == []
    assert "parameters" not in bearer
    assert len(bearer["security"]) == 1


def test_no_draft_07_schema_has_the_words_of_a_later_draft() -> None:
    later = {
        "prefixItems",
        "$defs",
        "dependentRequired",
        "dependentSchemas",
        "unevaluatedProperties",
    }
    for document in every_asyncapi():
        schemas = document.get("components", {}).get("schemas", {})
        assert not any(
            later & each.keys() for schema in schemas.values() for each in every_schema(schema)
        )


# --- equal names ---


def titles(document: Any) -> list[str]:
    return [
        schema["title"]
        for schema in document["components"]["schemas"].values()
        if "title" in schema
    ]


def test_no_two_components_share_a_title() -> None:
    for document in [*every_openapi(), *every_asyncapi()]:
        found = titles(document) if "schemas" in document.get("components", {}) else []
        assert len(found) == len(set(found)), document["info"]["title"]


def test_no_two_operations_share_an_identifier() -> None:
    for document in every_openapi():
        found = [operation["operationId"] for _, operation in operations(document)]
        assert len(found) == len(set(found))


def of_name(name: str, *paths: str) -> HttpContract:
    methods = [
        HttpMethod(name=f"get_{n}", verbs=("GET",), path=path, successes=(Success(status=204),))
        for n, path in enumerate(paths)
    ]
    return HttpContract(name=name, methods=tuple(methods))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param("/a", "/a", id="one path"),
        pytest.param("/a/{id}", "/a/{name}", id="paths that differ by the name of a placeholder"),
        pytest.param("/a/{id}", "/a/{id:path}", id="and by its kind"),
    ],
)
def test_two_operations_of_one_verb_and_path_are_a_mistake(first: str, second: str) -> None:
    with pytest.raises(ContractError, match=r"B\.get_0: GET /a.* is already A\.get_0"):
        to_openapi([of_name("A", first), of_name("B", second)], title="T")


@pytest.mark.parametrize(
    ("first", "second", "paths"),
    [
        pytest.param("/a", "/a", ["/a"], id="one path"),
        pytest.param("/a/{id}", "/a/{name}", ["/a/{id}", "/a/{name}"], id="another placeholder"),
        pytest.param("/a/{id}", "/a/{rest:path}", ["/a/{id}", "/a/{rest}"], id="another kind"),
    ],
)
def test_of_applications_both_are_documented_with_one_warning(
    first: str, second: str, paths: list[str]
) -> None:
    warned: list[ContractError] = []
    contracts = [
        replace(of_name("A", first), on_bad_type=warned.append),
        replace(of_name("B", second, "/other"), on_bad_type=warned.append),
    ]
    document = to_openapi(contracts, title="T")
    assert list(document["paths"]) == [*paths, "/other"]
    assert [error.code for error in warned] == ["duplicate-method"]


def test_an_error_called_like_a_model_is_a_component_of_its_own() -> None:
    class TAKEN(BaseModel):
        by: str

    error = ERROR.define("TAKEN", 409, TAKEN)

    @http.api("/a", runtime_errors=False)
    class Api(Protocol):
        @http.get(errors=[error])
        def get(self) -> None: ...

    schemas = to_openapi([Api], title="T")["components"]["schemas"]
    assert set(schemas) == {"TAKEN", "TAKEN-Error"}
    assert len({schema["title"] for schema in schemas.values()}) == 2


def test_what_is_said_of_headers_that_no_argument_carries() -> None:
    trace = Annotated[str, http.Header(description="To find the call again.", deprecated=True)]
    key = Annotated[
        str, Field(json_schema_extra={"format": "api-key"}, description="From your account.")
    ]
    guard = Requirement(
        "Guard", headers={"X-Trace": trace, "X-Key": key}, description="Two headers."
    )

    @http.api("/a", requires=[guard])
    class Api(Protocol):
        @http.get(response_headers={"X-Trace": trace})
        def it(self) -> int: ...

    document = json.loads(build_contract_doc(ApiDocSpec(slug="a", title="A", http=[Api])).to_json())
    (contract,) = document["groups"][0]["contracts"]
    assert [each["description"] for each in contract["auth"]] == ["From your account."]
    for header in (*contract["headers"], *contract["methods"][0]["responseHeaders"]):
        assert (header["description"], header["deprecated"]) == ("To find the call again.", True)
    written = to_openapi([Api], title="A")
    assert written["components"]["securitySchemes"]["Guard"]["description"] == "From your account."
    operation = written["paths"]["/a"]["get"]
    for header in (operation["parameters"][0], operation["responses"]["200"]["headers"]["X-Trace"]):
        assert (header["description"], header["deprecated"]) == ("To find the call again.", True)
