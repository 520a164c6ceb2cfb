"""Names, summaries and descriptions of examples, and those that are elsewhere."""

from pathlib import Path

from sphinxcontrib_ggdocs.openapi import to_openapi

from .openapi_operations import differences, load
from .test_openapi import methods, read, spec

FILE = """\
openapi: 3.1.0
info: {title: Pets, version: "1"}
paths:
  /pets:
    put:
      operationId: put_pet
      parameters:
        - name: kind
          in: query
          schema: {type: string}
          examples:
            cat: {summary: A cat, description: It **meows**., value: cat}
            far: {externalValue: "https://example.org/far.txt"}
            dog: {value: dog}
        - {name: size, in: query, schema: {type: integer}, example: 3}
      requestBody:
        content:
          application/json:
            schema: {$ref: "#/components/schemas/Pet"}
            examples: {tom: {$ref: "#/components/examples/Tom"}}
      responses:
        "200":
          description: Done
          content:
            application/json:
              schema: {$ref: "#/components/schemas/Pet"}
              examples:
                rex: {summary: A dog, value: {name: Rex}}
                none: {value: null}
        "404":
          description: None
          content:
            application/json:
              schema: {type: object}
              examples: {gone: {summary: It went, value: {code: 1}}}
components:
  examples: {Tom: {summary: A shared cat, value: {name: Tom}}}
  schemas: {Pet: {type: object, properties: {name: {type: string}}}}
"""


def test_the_document_has_them(tmp_path: Path) -> None:
    document, warned = read(tmp_path, FILE)
    assert warned == []
    put = methods(document)["put_pet"]
    kind, size = put["queryParams"]
    assert kind["examples"] == [
        {"name": "cat", "summary": "A cat", "description": "It **meows**."},
        {"name": "far", "externalValue": "https://example.org/far.txt"},
        {"name": "dog"},
    ]
    assert kind["schema"]["examples"] == ["cat", "dog"]
    assert "examples" not in size
    (body,) = put["requestBody"]["contents"]
    assert body["examples"] == [{"name": "tom", "summary": "A shared cat"}]
    (answer,) = put["successResponse"]["contents"]
    assert answer["examples"] == [{"name": "rex", "summary": "A dog"}, {"name": "none"}]
    assert answer["schema"]["examples"] == [{"name": "Rex"}, None]
    (error,) = document["errors"].values()
    assert error["examples"] == [{"name": "gone", "summary": "It went"}]


def test_they_are_exported_as_they_came(tmp_path: Path) -> None:
    exported = to_openapi(spec(tmp_path, FILE))
    assert differences(load(tmp_path / "api.yaml"), exported) == []
