"""Swagger 2.0: the document of a file is that of the same in OpenAPI 3.0."""

import json
from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.catalog import ApiDocSpec, ApplicationWarning
from sphinxcontrib_ggdocs.catalog.export import ExportWarning, collected_warnings
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi

from .openapi_operations import VERBS, differences, load
from .test_openapi import spec
from .test_published import EXAMPLES, properties_of

FILES = sorted(path for path in EXAMPLES.glob("2.0/**/*") if path.suffix in (".json", ".yaml"))

SWAGGER = """
swagger: "2.0"
info: {title: Pets, version: "1"}
host: pets.example.org
basePath: /v1
schemes: [https, http]
consumes: [application/json, application/xml]
produces: [application/json]
tags: [{name: pets, description: All pets}]
security: [{login: [read]}]
securityDefinitions:
  login:
    type: oauth2
    flow: accessCode
    authorizationUrl: https://a.example/login
    tokenUrl: https://a.example/token
    scopes: {read: Read.}
  password: {type: basic}
  key: {type: apiKey, in: header, name: X-Key}
parameters:
  Id: {name: id, in: path, required: true, type: integer, format: int64, minimum: 1}
  Pet:
    {name: pet, in: body, required: true, description: The pet, schema: {$ref: "#/definitions/Pet"}}
responses:
  Failed: {description: It failed, schema: {$ref: "#/definitions/Problem"}}
paths:
  /pets/{id}:
    parameters: [{$ref: "#/parameters/Id"}]
    get:
      tags: [pets]
      operationId: get_pet
      produces: [application/json, text/csv]
      parameters:
        - {name: tags, in: query, type: array, items: {type: string}, collectionFormat: multi}
        - {name: fields, in: query, type: array, items: {type: string, enum: [a, b]}}
        - {name: parts, in: query, type: array, items: {type: string}, collectionFormat: pipes}
        - {name: X-Trace, in: header, type: string, x-example: t1, default: none}
      responses:
        200:
          description: A pet
          schema: {$ref: "#/definitions/Pet"}
          examples: {application/json: {name: Rex}}
          headers: {X-Left: {type: integer, description: Left}}
        404: {$ref: "#/responses/Failed"}
    put:
      operationId: put_pet
      security: [{password: []}, {key: []}]
      parameters: [{$ref: "#/parameters/Pet"}]
      responses: {204: {description: Done}, default: {$ref: "#/responses/Failed"}}
  /photos:
    post:
      operationId: post_photo
      deprecated: true
      consumes: [multipart/form-data]
      parameters:
        - {name: photo, in: formData, type: file, required: true, description: The photo}
        - {name: title, in: formData, type: string, maxLength: 20}
      responses: {200: {description: The photo, schema: {type: file}}}
  /search:
    post:
      operationId: search
      parameters: [{name: text, in: formData, type: string}]
      responses: {200: {description: Pets}}
definitions:
  Pet:
    type: object
    discriminator: kind
    required: [kind]
    properties:
      kind: {type: string}
      name: {type: string, x-nullable: true}
      friends: {type: array, items: {$ref: "#/definitions/Pet"}}
  Dog: {allOf: [{$ref: "#/definitions/Pet"}, {type: object, properties: {size: {type: number}}}]}
  Problem: {type: object}
"""

OPENAPI = """
openapi: 3.0.3
info: {title: Pets, version: "1"}
servers: [{url: "https://pets.example.org/v1"}, {url: "http://pets.example.org/v1"}]
tags: [{name: pets, description: All pets}]
security: [{login: [read]}]
paths:
  /pets/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: integer, format: int64, minimum: 1}}
    get:
      tags: [pets]
      operationId: get_pet
      parameters:
        - name: tags
          in: query
          style: form
          explode: true
          schema: {type: array, items: {type: string}}
        - name: fields
          in: query
          style: form
          explode: false
          schema: {type: array, items: {type: string, enum: [a, b]}}
        - name: parts
          in: query
          style: pipeDelimited
          explode: false
          schema: {type: array, items: {type: string}}
        - {name: X-Trace, in: header, schema: {type: string, example: t1, default: none}}
      responses:
        200:
          description: A pet
          content:
            application/json: {schema: {$ref: "#/components/schemas/Pet"}, example: {name: Rex}}
            text/csv: {schema: {$ref: "#/components/schemas/Pet"}}
          headers: {X-Left: {description: Left, schema: {type: integer}}}
        404:
          description: It failed
          content:
            application/json: {schema: {$ref: "#/components/schemas/Problem"}}
            text/csv: {schema: {$ref: "#/components/schemas/Problem"}}
    put:
      operationId: put_pet
      security: [{password: []}, {key: []}]
      requestBody:
        required: true
        description: The pet
        content:
          application/json: {schema: {$ref: "#/components/schemas/Pet"}}
          application/xml: {schema: {$ref: "#/components/schemas/Pet"}}
      responses:
        204: {description: Done}
        default:
          description: It failed
          content: {application/json: {schema: {$ref: "#/components/schemas/Problem"}}}
  /photos:
    post:
      operationId: post_photo
      deprecated: true
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [photo]
              properties:
                photo: {type: string, format: binary, description: The photo}
                title: {type: string, maxLength: 20}
      responses:
        200:
          description: The photo
          content: {application/json: {schema: {type: string, format: binary}}}
  /search:
    post:
      operationId: search
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: {type: object, properties: {text: {type: string}}}
      responses: {200: {description: Pets}}
components:
  securitySchemes:
    login:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: https://a.example/login
          tokenUrl: https://a.example/token
          scopes: {read: Read.}
    password: {type: http, scheme: basic}
    key: {type: apiKey, in: header, name: X-Key}
  schemas:
    Pet:
      type: object
      discriminator: {propertyName: kind}
      required: [kind]
      properties:
        kind: {type: string}
        name: {type: string, nullable: true}
        friends: {type: array, items: {$ref: "#/components/schemas/Pet"}}
    Dog:
      allOf:
        - {$ref: "#/components/schemas/Pet"}
        - {type: object, properties: {size: {type: number}}}
    Problem: {type: object}
"""


@pytest.mark.filterwarnings("ignore:.*are not shown yet")
def test_the_document_is_that_of_openapi(tmp_path: Path) -> None:
    swagger, openapi = spec(tmp_path, SWAGGER), spec(tmp_path, OPENAPI, "openapi.yaml")
    assert build_contract_doc(swagger) == build_contract_doc(openapi)
    exported = to_openapi(swagger)
    assert differences(load(tmp_path / "openapi.yaml"), exported) == []
    assert exported["servers"] == load(tmp_path / "openapi.yaml")["servers"]


def test_a_fault_has_its_place_in_the_file(tmp_path: Path) -> None:
    text = SWAGGER.replace("  Problem: {type: object}", "  Problem: {type: thing}")
    with collected_warnings(ApplicationWarning) as warned:
        build_contract_doc(spec(tmp_path, text))
    faults = [str(each) for each in warned if each.code == "document"]
    line = text.splitlines().index("  Problem: {type: thing}") + 1
    assert len(faults) == 1
    assert f"api.yaml:{line}: #/definitions/Problem/type: 'thing' is not a type" in faults[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(EXAMPLES)))
def test_a_published_file(path: Path) -> None:
    """Every operation, response and property of it is exported, counted without the package."""
    given = load(path)
    source = ApiDocSpec(slug="published", openapi=str(path))
    with collected_warnings(ApplicationWarning) as warned, collected_warnings(ExportWarning):
        document, exported = build_contract_doc(source), to_openapi(source)
    assert [str(each) for each in warned if each.code == "document"] == []
    assert operations_of(given) == operations_of(exported)
    assert set(properties_of(given)) <= set(properties_of(json.loads(document.to_json())))
    assert given.get("definitions", {}).keys() == document.schemas.keys()


def operations_of(document: dict[str, Any]) -> dict[str, set[str]]:
    """The statuses of each operation."""
    return {
        f"{verb} {path}": {str(status) for status in item[verb]["responses"]}
        for path, item in document["paths"].items()
        for verb in VERBS
        if verb in item
    }
