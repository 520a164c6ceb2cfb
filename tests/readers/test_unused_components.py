"""Components of OpenAPI files that nothing refers to: one warning names them, and what something
refers to has none.
"""

from pathlib import Path
from typing import Any

import pytest
import yaml

from .test_openapi import read

OK = {"responses": {"200": {"description": "OK"}}}
SCHEMA = {"schema": {"type": "string"}}
COMPONENTS: dict[str, Any] = {
    "parameters": {"name": "limit", "in": "query", **SCHEMA},
    "responses": {"description": "Gone"},
    "requestBodies": {"content": {"text/plain": SCHEMA}},
    "headers": SCHEMA,
    "examples": {"value": "abc"},
    "links": {"operationId": "get_it"},
    "callbacks": {"{$request.query.url}": {"post": OK}},
    "pathItems": {"get": OK},
}


def reference(kind: str) -> dict[str, Any]:
    return {"$ref": f"#/components/{kind}/One"}


def answer(**members: Any) -> dict[str, Any]:
    return {"responses": {"200": {"description": "OK", **members}}}


USES: dict[str, dict[str, Any]] = {
    "parameters": {**OK, "parameters": [reference("parameters")]},
    "responses": {"responses": {"404": reference("responses")}},
    "requestBodies": {**OK, "requestBody": reference("requestBodies")},
    "headers": answer(headers={"X-One": reference("headers")}),
    "examples": answer(
        content={"text/plain": {**SCHEMA, "examples": {"a": reference("examples")}}}
    ),
    "links": answer(links={"next": reference("links")}),
    "callbacks": {**OK, "callbacks": {"done": reference("callbacks")}},
    "pathItems": {**OK, "callbacks": {"done": {"{$request.query.url}": reference("pathItems")}}},
}


def document(operation: Any, components: Any) -> str:
    used = {"operationId": "get_it", "tags": ["Things"], **operation}
    return yaml.safe_dump(
        {
            "openapi": "3.1.0",
            "info": {"title": "Things", "version": "1"},
            "paths": {"/things": {"post": used}},
            "components": components,
        }
    )


def heads(warned: list[str]) -> list[str]:
    return [each.partition("\n")[0] for each in warned]


@pytest.mark.parametrize("kind", COMPONENTS)
def test_each_kind(tmp_path: Path, kind: str) -> None:
    components = {kind: {"One": COMPONENTS[kind]}}
    _, warned = read(tmp_path, document(USES[kind], components))
    assert heads(warned) == []
    _, warned = read(tmp_path, document(OK, components))
    (head,) = heads(warned)
    assert head.endswith(f": nothing refers to {kind}/One; left out")
    assert "suppress_warnings = ['ggdocs.unused-components']" in warned[0]


def test_security_schemes(tmp_path: Path) -> None:
    scheme = {"type": "http", "scheme": "bearer"}
    components = {"securitySchemes": {"Used": scheme, "Unused": scheme}}
    _, warned = read(tmp_path, document({**OK, "security": [{"Used": []}]}, components))
    (head,) = heads(warned)
    assert head.endswith("nothing refers to securitySchemes/Unused; left out")


def test_what_only_unused_components_refer_to_is_unused(tmp_path: Path) -> None:
    components = {
        "responses": {"One": {"description": "OK", "headers": {"X-One": reference("headers")}}},
        "headers": {"One": SCHEMA},
        "schemas": {"Kept": {"type": "string"}},
    }
    _, warned = read(tmp_path, document(OK, components))
    (head,) = heads(warned)
    assert head.endswith("nothing refers to responses/One, headers/One; left out")


def test_many_are_one_warning_at_the_first(tmp_path: Path) -> None:
    named = {f"h{number}": SCHEMA for number in range(11)}
    text = document(OK, {"headers": named})
    _, warned = read(tmp_path, text)
    (head,) = heads(warned)
    line = next(at for at, each in enumerate(text.splitlines(), 1) if "h0:" in each)
    assert f":{line}: nothing refers to headers/h0, headers/h1, " in head
    assert head.endswith(" and 3 more; left out")


def test_a_part_of_a_component_is_a_use_of_it(tmp_path: Path) -> None:
    body = {"content": {"text/plain": {"schema": {"$ref": "#/components/headers/One/schema"}}}}
    text = document({**OK, "requestBody": body}, {"headers": {"One": SCHEMA}})
    assert heads(read(tmp_path, text)[1]) == []


def test_another_file_refers_to_it(tmp_path: Path) -> None:
    other = {"get": {"responses": {"404": {"$ref": "api.yaml#/components/responses/One"}}}}
    (tmp_path / "path.yaml").write_text(yaml.safe_dump(other))
    text = yaml.safe_dump(
        {
            "openapi": "3.1.0",
            "info": {"title": "Things", "version": "1"},
            "paths": {"/things": {"$ref": "path.yaml"}},
            "components": {"responses": {"One": {"description": "Gone"}}},
        }
    )
    (tmp_path / "api.yaml").write_text(text)
    assert heads(read(tmp_path, text)[1]) == []


SWAGGER = """\
swagger: "2.0"
info: {title: Things, version: "1"}
paths:
  /things:
    post:
      parameters: [{$ref: "#/parameters/body"}]
      responses: {"200": {$ref: "#/responses/ok"}}
definitions: {Kept: {type: string}}
parameters:
  body: {name: it, in: body, schema: {type: string}}
  limit: {name: limit, in: query, type: integer}
responses:
  ok: {description: OK}
  gone: {description: Gone}
securityDefinitions:
  key: {type: apiKey, name: X-Key, in: header}
"""


def test_swagger(tmp_path: Path) -> None:
    _, warned = read(tmp_path, SWAGGER)
    (head,) = heads(warned)
    names = "parameters/limit, responses/gone, securityDefinitions/key"
    assert head.endswith(f"nothing refers to {names}; left out")


def test_broken_components(tmp_path: Path) -> None:
    _, warned = read(tmp_path, document(OK, {"headers": [1], "links": {"One": 3}}))
    assert [each for each in heads(warned) if "nothing refers" in each]
