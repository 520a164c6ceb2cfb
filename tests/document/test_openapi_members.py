"""What an author has written as an object of OpenAPI, and the contract model has no fields for."""

from typing import Any

import pytest

from sphinxcontrib_ggdocs.contracts.message_model import Serialization
from sphinxcontrib_ggdocs.contracts.model import Parameter
from sphinxcontrib_ggdocs.document import parts as doc
from sphinxcontrib_ggdocs.document.openapi_members import (
    code_samples,
    links_of,
    own_servers,
    styles_of,
    without_nulls,
)


def test_members_that_are_null_are_left_out_but_for_data() -> None:
    written = {
        "summary": None,
        "deprecated": False,
        "parameters": [{"name": "a", "description": None, "schema": {"default": None}}],
        "responses": {"200": {"description": "All.", "headers": None}},
        "x-note": {"until": None},
    }
    assert without_nulls(written) == {
        "deprecated": False,
        "parameters": [{"name": "a", "schema": {"default": None}}],
        "responses": {"200": {"description": "All."}},
        "x-note": {"until": None},
    }


@pytest.mark.parametrize("extra", [None, {}, {"servers": "https://a"}, {"servers": [{}, "a"]}])
def test_without_servers_of_its_own(extra: Any) -> None:
    assert own_servers(extra) is None


def test_servers_of_an_operation() -> None:
    port = {"default": 80, "enum": [80, 443], "description": "Its port."}
    extra = {
        "servers": [
            {"url": "https://a", "description": "One."},
            {"url": "https://b:{port}", "variables": {"port": port, "wrong": {}}},
        ]
    }
    variable = doc.ServerVariable(default="80", enum=("80", "443"), description="Its port.")
    assert own_servers(extra) == (
        doc.Server(url="https://a", description="One."),
        doc.Server(url="https://b:{port}", variables={"port": variable}),
    )


@pytest.mark.parametrize("key", ["x-codeSamples", "x-code-samples"])
@pytest.mark.parametrize("names", [("lang", "label", "source"), ("language", "name", "code")])
def test_samples_of_code(key: str, names: tuple[str, str, str]) -> None:
    written = [("python", "Sync", "a()"), ("python", "Sync", "b()"), ("js", "", "c()")]
    samples: list[Any] = [dict(zip(names, sample, strict=True)) for sample in written]
    assert code_samples({key: [*samples, "wrong", {}]}) == (
        doc.CodeSample(language="python", label="Sync", code="a()"),
        doc.CodeSample(language="python", label="Sync_2", code="b()"),
        doc.CodeSample(language="js", code="c()"),
    )


@pytest.mark.parametrize("extra", [None, {}, {"x-codeSamples": [{"lang": "js"}]}])
def test_without_samples_of_code(extra: Any) -> None:
    assert code_samples(extra) is None


def test_links_of_a_response() -> None:
    by_id = {"operationId": "read", "parameters": {"id": "$response.body#/id"}, "requestBody": 1}
    by_place = {"operationRef": "#/paths/~1a~1%7Bid%7D/get", "description": "The other."}
    links = {"one": by_id, "two": by_place, "away": {"operationId": "away"}, "wrong": {}}
    targets = {"read": "main/A/read", "#/paths/~1a~1{id}/get": "main/A/other"}
    assert links_of({"links": links}, targets) == (
        doc.ResponseLink(
            name="one",
            method="main/A/read",
            parameters={"id": "$response.body#/id"},
            body=1,
            export=by_id,
        ),
        doc.ResponseLink(
            name="two", method="main/A/other", description="The other.", export=by_place
        ),
        doc.ResponseLink(name="away", operation="away", export={"operationId": "away"}),
    )
    assert links_of({}, targets) is None


ARRAY = {"type": "array"}
OBJECT: dict[str, Any] = {"properties": {}}
STYLES: dict[str, Any] = {
    "nothing written": ("query", None, ARRAY, {}),
    "as usual": ("query", Serialization(style="form", explode=True), ARRAY, {}),
    "joined": ("query", Serialization(explode=False), ARRAY, {"explode": False}),
    "by pipes": ("query", Serialization(style="pipeDelimited"), ARRAY, {"style": "pipeDelimited"}),
    "a path": ("path", Serialization(style="matrix"), {"type": "string"}, {"style": "matrix"}),
    "exploded path": ("path", Serialization(explode=True), ARRAY, {"explode": True}),
    "one value": ("query", Serialization(explode=False), {"type": ["string", "null"]}, {}),
    "an object": ("query", Serialization(), OBJECT, {"style": "form", "explode": True}),
    "a cookie": ("cookie", Serialization(), ARRAY, {"style": "form", "explode": True}),
    "JSON": ("query", Serialization(media_type="text/csv"), ARRAY, {"media_type": "text/csv"}),
    "a reference": ("query", Serialization(), {"$ref": "#/schemas/A"}, {}),
}


@pytest.mark.parametrize(
    ("location", "serialization", "schema", "expected"), STYLES.values(), ids=STYLES
)
def test_only_unusual_styles_are_said(
    location: Any, serialization: Serialization | None, schema: Any, expected: dict[str, Any]
) -> None:
    parameter = Parameter(name="a", location=location, type=int, serialization=serialization)
    assert styles_of(parameter, schema, {"A": ARRAY}) == expected
