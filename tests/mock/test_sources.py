"""Mocks of applications and of files, and how their parameters and forms are read."""

import asyncio
import json
import re
from pathlib import Path
from random import Random
from typing import Any, Literal

import httpx
import pytest
from fastapi import FastAPI
from pydantic import BaseModel
from starlette.types import ASGIApp

from sphinxcontrib_ggdocs.mock import mock_service
from sphinxcontrib_ggdocs.mock.patterns import Unreadable, draw_matching_text
from sphinxcontrib_ggdocs.mock.schemas import Schemas
from sphinxcontrib_ggdocs.mock.values import Values
from sphinxcontrib_ggdocs.native import build_contract_doc

from ..serving.hosting import by_uvicorn, connect
from ..waiting import HANG


def call(app: ASGIApp, method: str, url: str, **request: Any) -> httpx.Response:
    """The response of an application to one request."""

    async def sent() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://mock") as client:
            return await client.request(method, url, **request)

    return asyncio.run(sent())


def application() -> FastAPI:
    """An application whose handlers must not be called."""
    app = FastAPI()

    @app.get("/pets/{pet_id}")
    def get_pet(pet_id: int, flat: bool = False) -> dict[str, str]:
        raise AssertionError

    @app.get("/pets/latest")
    def latest() -> int:
        raise AssertionError

    return app


def test_an_application_without_its_handlers() -> None:
    mock = mock_service(app=application())
    assert call(mock, "GET", "/pets/7?flat=true").status_code == 200
    assert isinstance(call(mock, "GET", "/pets/latest").json(), int)
    refused = call(mock, "GET", "/pets/seven")
    assert refused.status_code == 422
    [problem] = refused.json()["detail"]
    assert problem["loc"] == ["path", "pet_id"]


PARAMETERS: dict[str, Any] = {
    "spaced": ({"style": "spaceDelimited", "explode": False}, "array"),
    "piped": ({"style": "pipeDelimited", "explode": False}, "array"),
    "comma": ({"explode": False}, "array"),
    "repeated": ({}, "array"),
    "deep": ({"style": "deepObject"}, "object"),
    "flat": ({"explode": False}, "object"),
}
SCHEMAS: dict[str, Any] = {
    "array": {"type": "array", "items": {"type": "integer"}, "minItems": 2},
    "object": {
        "type": "object",
        "properties": {"low": {"type": "integer"}, "on": {"type": "boolean"}},
        "required": ["low"],
    },
}


class Box(BaseModel):
    """Something whose key is one of two values."""

    id: Literal["small", "large"]


def test_an_enumeration_has_no_further_keys() -> None:
    app = FastAPI()

    @app.post("/boxes")
    def add_box() -> Box:
        raise AssertionError

    @app.get("/boxes/{box}")
    def get_box(box: str) -> Box:
        raise AssertionError

    mock = mock_service(app=app, stateful=True)
    keys = {call(mock, "POST", "/boxes").json()["id"] for _ in range(4)}
    assert keys == {"small", "large"}


def file_of(folder: Path) -> str:
    """A file of OpenAPI."""
    parameters = [
        {"name": name, "in": "query", "schema": SCHEMAS[kind], **more}
        for name, (more, kind) in PARAMETERS.items()
    ]
    written = {
        "name": "filter",
        "in": "query",
        "content": {"application/json": {"schema": SCHEMAS["object"]}},
    }
    body = {
        "application/x-www-form-urlencoded": {"schema": {**SCHEMAS["object"]}},
        "application/json": {"schema": {"$ref": "#/components/schemas/Thing"}},
    }
    thing = {
        "type": "object",
        "properties": {
            "id": {"type": "integer", "readOnly": True},
            "secret": {"type": "string", "writeOnly": True},
            "parent": {"$ref": "#/components/schemas/Thing"},
        },
        "required": ["id", "secret"],
    }
    answer = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}}
    called = {"{$request.body#/url}": {"post": {"responses": {"200": {"description": "ok"}}}}}
    responses = {"200": {"description": "ok", **answer}, "400": {"description": "wrong"}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Things", "version": "1"},
        "paths": {
            "/things": {"get": {"parameters": [*parameters, written], "responses": responses}},
            "/things/{thing-id}": {
                "put": {
                    "requestBody": {"content": body},
                    "responses": responses,
                    "callbacks": {"changed": called},
                },
                "parameters": [
                    {
                        "name": "thing-id",
                        "in": "path",
                        "required": True,
                        "schema": {"type": "integer", "format": "int32"},
                    }
                ],
            },
        },
        "components": {"schemas": {"Thing": thing}},
    }
    path = folder / "things.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("spaced=1%202", 200),
        ("piped=1|2|3", 200),
        ("comma=1,2", 200),
        ("comma=1,b", 400),
        ("repeated=1&repeated=2", 200),
        ("repeated=1", 400),
        ("deep[low]=1&deep[on]=true", 200),
        ("deep[low]=one", 400),
        ("deep[on]=true", 400),
        ("flat=low,1,on,false", 200),
        ("flat=low", 400),
        ('filter={"low":1}', 200),
        ("filter={}", 400),
        ("filter={", 400),
    ],
)
def test_parameters_of_all_styles(tmp_path: Path, query: str, status: int) -> None:
    mock = mock_service(openapi=file_of(tmp_path))
    response = call(mock, "GET", f"/things?{query}")
    assert response.status_code == status, response.text
    assert response.content == b"" or "secret" not in response.json()


def test_bodies_by_media_type(tmp_path: Path) -> None:
    mock = mock_service(openapi=file_of(tmp_path))
    assert call(mock, "PUT", "/things/1", data={"low": "5", "on": "true"}).is_success
    assert call(mock, "PUT", "/things/1", data={"low": "five"}).status_code == 400
    answer = call(mock, "PUT", "/things/1", json={"secret": "s"})
    assert answer.is_success
    assert "id" in answer.json()
    assert call(mock, "PUT", "/things/1", json={"id": 5}).status_code == 400
    assert call(mock, "PUT", "/things/3000000000", json={"secret": "s"}).status_code == 400
    text = {"Content-Type": "text/plain"}
    refused = call(mock, "PUT", "/things/1", content=b"text", headers=text)
    assert refused.status_code == 400


ASYNCAPI = """\
asyncapi: 3.0.0
info: {title: Lights, version: "1"}
channels:
  lights:
    address: /lights/{street}
    parameters: {street: {}}
    messages:
      turn: {payload: {type: object, properties: {on: {type: boolean}}, required: [on]}}
      turned: {payload: {type: object, properties: {lumens: {type: integer}}, required: [lumens]}}
operations:
  turn: {action: receive, channel: {$ref: "#/channels/lights"},
         messages: [{$ref: "#/channels/lights/messages/turn"}]}
  report: {action: send, channel: {$ref: "#/channels/lights"},
           messages: [{$ref: "#/channels/lights/messages/turned"}]}
"""


def test_a_file_of_asyncapi(tmp_path: Path) -> None:
    file = tmp_path / "lights.yaml"
    file.write_text(ASYNCAPI, encoding="utf-8")
    mock = mock_service(asyncapi=str(file), pace=0, events=2)
    with by_uvicorn({"it": mock}, ws="websockets-sansio") as found:
        url = found["it"].replace("http", "ws")
        with connect(f"{url}/lights/main") as socket:
            socket.send(json.dumps({"on": True}))
            for _ in range(2):
                assert isinstance(json.loads(socket.recv(HANG))["lumens"], int)


# --- drawn values ---


@pytest.mark.parametrize(
    "pattern",
    [
        "^ord_[a-z0-9]{8}$",
        r"^\d{4}-(0[1-9]|1[0-2])$",
        r"^(?:[A-Z]{2})+\.?$",
        "a|b{2,3}|[^a-z]",
        r"^\p{L}+$",
        r"^(?=a)\w+\x41\u0042\.$",
        "^$",
        "x*",
    ],
)
def test_texts_of_patterns(pattern: str) -> None:
    python = pattern.replace(r"\p{L}", "[A-Za-z]").replace("(?=a)", "")
    for seed in range(20):
        assert re.search(python, draw_matching_text(pattern, Random(seed)))


@pytest.mark.parametrize("pattern", ["(", "[", "*", "a)", "(?P=name)", "[z-a]"])
def test_patterns_that_are_not_read(pattern: str) -> None:
    with pytest.raises(Unreadable):
        draw_matching_text(pattern, Random(0))


DRAWN: list[Any] = [
    {"type": "integer", "exclusiveMinimum": 5, "maximum": 6},
    {"type": "number", "multipleOf": 0.5, "minimum": 1.2, "maximum": 1.6},
    {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.001},
    {"type": "string", "minLength": 40, "maxLength": 41},
    {"type": "string", "maxLength": 2},
    {"type": "array", "items": {"enum": [1, 2, 3]}, "uniqueItems": True, "minItems": 3},
    {"type": "array", "prefixItems": [{"type": "null"}, {"const": 1}], "items": False},
    {"type": "object", "minProperties": 2, "additionalProperties": {"type": "integer"}},
    {"type": "object", "propertyNames": {"pattern": "^x_[a-z]+$"}, "minProperties": 1},
    {"allOf": [{"type": "object", "required": ["a"]}, {"properties": {"a": {"minimum": 5}}}]},
    {"oneOf": [{"type": "string"}, {"type": "null"}]},
    {"$ref": "#/schemas/Tree"},
    *({"type": "string", "format": name} for name in ("uuid", "email", "date", "ipv6", "byte")),
    True,
]
TREE = {
    "type": "object",
    "properties": {"left": {"$ref": "#/schemas/Tree"}, "right": {"$ref": "#/schemas/Tree"}},
    "required": ["left"],
}
"""It has no finite value."""
LIST = {
    "type": "object",
    "properties": {"next": {"anyOf": [{"$ref": "#/schemas/List"}, {"type": "null"}]}},
    "required": ["next"],
}


@pytest.mark.parametrize("schema", [*DRAWN, {"$ref": "#/schemas/List"}])
def test_drawn_values_are_valid(schema: Any) -> None:
    schemas = Schemas({"Tree": TREE, "List": LIST}, "writeOnly")
    for seed in range(10):
        value = Values(schemas, str(seed)).of(schema)
        if schema != {"$ref": "#/schemas/Tree"}:
            assert schemas.is_valid(value, schema)
        assert value == Values(schemas, str(seed)).of(schema)


def test_a_schema_that_is_wrong_takes_any_value(caplog: pytest.LogCaptureFixture) -> None:
    schemas = Schemas({}, "readOnly")
    assert schemas.is_valid(5, {"type": "nonsense"})
    assert "not valid" in caplog.text


def test_a_contract_document(tmp_path: Path) -> None:
    """That of a finished site is enough, as for MCP clients."""
    path = tmp_path / "api-docs.json"
    path.write_bytes(build_contract_doc(slug="pets", app=application()).to_json())
    mock = mock_service(contract_document=str(path))
    assert call(mock, "GET", "/pets/7?flat=true").status_code == 200
    assert call(mock, "GET", "/pets/seven").status_code == 422
