"""What errors of files answer with besides JSON: media types, headers, links; in the contract
document, in texts, in files that are exported again, and in comparisons.
"""

from pathlib import Path
from typing import Any

from sphinxcontrib_ggdocs.catalog import ApplicationWarning
from sphinxcontrib_ggdocs.catalog.export import collected_warnings
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi

from .openapi_operations import differences, load
from .test_openapi import read, spec

FILE = """\
openapi: 3.1.0
info: {title: Pets, version: "1"}
paths:
  /pets:
    post:
      operationId: add_pet
      tags: [pets]
      responses:
        "201": {description: Added}
        "404":
          description: No shop here
          headers:
            X-Reason: {required: true, description: Why, schema: {$ref: "#/components/schemas/Reason"}}
            Retry-After: {schema: {type: integer}}
          links: {again: {operationId: add_pet, description: Try *again*.}}
          content:
            application/json: {schema: {$ref: "#/components/schemas/Problem"}}
            text/plain: {schema: {type: string}}
            application/xml: {schema: {$ref: "#/components/schemas/Xml"}}
        "409":
          description: There already
          content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}
        "503": {description: Later, content: {text/html: {schema: {type: string}}}}
        default: {description: Other, headers: {X-Id: {schema: {type: string}}}}
components:
  schemas:
    Reason: {type: string, enum: [gone, lost]}
    Problem: {type: object, properties: {code: {type: integer}}}
    Xml: {type: object, properties: {why: {type: string}}}
"""


def errors(tmp_path: Path) -> dict[str, Any]:
    document, warned = read(tmp_path, FILE)
    assert warned == []
    return {str(each["statusCode"]): each for each in document["errors"].values()}


def test_the_document_has_them(tmp_path: Path) -> None:
    found = errors(tmp_path)
    missing = found["404"]
    assert missing["data"] == {"$ref": "#/schemas/Problem"}
    assert "mediaType" not in missing
    assert [each["mediaType"] for each in missing["moreContents"]] == [
        "text/plain",
        "application/xml",
    ]
    assert [(each["name"], each["required"]) for each in missing["responseHeaders"]] == [
        ("X-Reason", True),
        ("Retry-After", False),
    ]
    (link,) = missing["links"]
    assert (link["name"], link["method"]) == ("again", "pets/Pets/add_pet")
    assert found["409"]["mediaType"] == "application/problem+json"
    assert "moreContents" not in found["409"]
    assert "data" not in found["503"]
    assert [each["mediaType"] for each in found["503"]["moreContents"]] == ["text/html"]


def test_they_are_exported_as_they_came(tmp_path: Path) -> None:
    exported = to_openapi(spec(tmp_path, FILE))
    assert differences(load(tmp_path / "api.yaml"), exported) == []


def test_names_that_depend_on_each_other_are_texts(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(
        "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths: {}\n"
        "components: {schemas: {A: {type: object, dependentRequired: {a: [{}]},"
        " properties: {a: {type: string, x-internal: true}}}}}\n"
    )
    with collected_warnings(ApplicationWarning) as warned:
        document = build_contract_doc(openapi=str(path), audience="public")
    assert len(warned) == 1
    assert b"dependentRequired" not in document.to_json()
