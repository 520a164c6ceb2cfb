"""What OpenAPI 3.2 has and 3.1 has not: how it is documented, and that it is exported again."""

import json
from pathlib import Path
from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV32SpecValidator

from sphinxcontrib_ggdocs.catalog.export import ExportWarning, collected_warnings
from sphinxcontrib_ggdocs.openapi import to_openapi

from ..exports.validity import faults_of_openapi
from .openapi_operations import differences, load
from .test_openapi import methods, read, spec

FLIGHTS = """
openapi: 3.2.0
$self: https://api.example.org/flights/api
info: {title: Flights, version: "1"}
servers:
  - {url: "https://api.example.org", name: live}
  - {url: "https://test.example.org", name: test, description: For tests}
tags:
  - {name: hidden, summary: Hidden, kind: badge}
  - {name: flights, summary: All flights, description: Core operations, kind: nav}
  - {name: domestic, summary: Domestic, description: In one country, parent: flights}
  - {name: crew, summary: Crew}
paths:
  /flights:
    query:
      tags: [hidden, flights]
      operationId: search
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Flight"}}}}
      responses:
        "200":
          summary: Matching flights
          content: {application/jsonl: {$ref: "#/components/mediaTypes/Flights"}}
    additionalOperations:
      LINK:
        tags: [crew]
        security: [{"#/components/securitySchemes/device": [fly]}]
        responses: {"204": {description: Linked}}
  /flights/domestic:
    get:
      tags: [domestic]
      operationId: domestic
      parameters:
        - {name: session, in: cookie, style: cookie, schema: {type: string}}
      responses:
        "200":
          description: Events
          content:
            text/event-stream:
              itemSchema: {type: object, properties: {data: {type: string}}}
              examples:
                both: {dataValue: {data: hi}, serializedValue: "data: hi\\n\\n"}
                text: {serializedValue: "data: 2\\n\\n"}
                data: {dataValue: {data: "3"}}
  /flights/raw:
    get:
      operationId: raw
      responses:
        "200":
          description: Both
          content:
            application/json-seq: {schema: {type: array}, itemSchema: {type: integer}}
            multipart/mixed: {itemSchema: {type: string}, itemEncoding: {contentType: text/plain}}
components:
  mediaTypes:
    Flights:
      itemSchema: {$ref: "#/components/schemas/Flight"}
  securitySchemes:
    device:
      type: oauth2
      deprecated: true
      oauth2MetadataUrl: https://login.example.org/.well-known/oauth-authorization-server
      flows:
        deviceAuthorization:
          deviceAuthorizationUrl: https://login.example.org/device
          tokenUrl: https://login.example.org/token
          scopes: {fly: Fly}
  schemas:
    Flight:
      type: object
      required: [kind]
      properties: {kind: {type: string}}
      oneOf: [{$ref: "#/components/schemas/Jet"}, {$ref: "#/components/schemas/Other"}]
      discriminator: {propertyName: kind, mapping: {jet: Jet}, defaultMapping: Other}
    Jet: {type: object}
    Other: {type: object, xml: {nodeType: element}}
"""


def test_a_file_of_openapi_3_2_is_a_document(tmp_path: Path) -> None:
    document, warned = read(tmp_path, FLIGHTS)
    assert warned == []
    found = methods(document)
    assert [(each["httpMethod"], each["httpPath"]) for each in found.values()] == [
        ("QUERY", "/flights"),
        ("GET", "/flights/domestic"),
        ("LINK", "/flights"),
        ("GET", "/flights/raw"),
    ]
    assert document["service"]["servers"] == [
        {"url": "https://api.example.org", "description": "live"},
        {"url": "https://test.example.org", "description": "For tests"},
    ]
    discriminator = document["schemas"]["Flight"]["discriminator"]
    assert discriminator["defaultMapping"] == "#/schemas/Other"
    assert found["search"]["successResponse"] == {
        "statusCode": 200,
        "description": "Matching flights",
        "contents": [
            {
                "mediaType": "application/jsonl",
                "schema": {"$ref": "#/schemas/Flight"},
                "stream": True,
            }
        ],
    }


def test_an_empty_tag_selects_no_group(tmp_path: Path) -> None:
    text = FLIGHTS.replace("tags: [hidden, flights]", 'tags: [hidden, ""]')
    document, _ = read(tmp_path, text)
    [group] = [group for group in document["groups"] if "search" in methods({"groups": [group]})]
    assert group["name"] == "Hidden"


@pytest.mark.parametrize(
    ("right", "wrong", "keys"),
    [
        pytest.param(
            "summary: Crew", "summary: [1], description: [2]", ("summary", "description"), id="tag"
        ),
        pytest.param(
            "style: cookie", "style: [1], explode: [2]", ("style", "explode"), id="parameter"
        ),
        pytest.param("title: Flights", "title: [2]", ("kind", "title"), id="second tag"),
    ],
)
def test_warnings_follow_the_order_in_which_members_are_read(
    right: str, wrong: str, keys: tuple[str, str], tmp_path: Path
) -> None:
    assert right in FLIGHTS
    text = FLIGHTS.replace("\npaths:", "\n  - {name: odd, kind: [1]}\npaths:", 1)
    text = text.replace("tags: [crew]", "tags: [crew, odd]")
    _, warned = read(tmp_path, text.replace(right, wrong))
    named = [key for warning in warned for key in keys if f"/{key}: expected" in warning]
    assert named == list(keys)


@pytest.mark.filterwarnings("ignore::sphinxcontrib_ggdocs.catalog.ApplicationWarning")
def test_what_is_read_is_exported_as_openapi_3_2(tmp_path: Path) -> None:
    source = spec(tmp_path, FLIGHTS)
    with collected_warnings(ExportWarning) as left_out:
        exported = to_openapi(source)
    given = load(tmp_path / "api.yaml")
    # a requirement names a scheme of the same file
    link = given["paths"]["/flights"]["additionalOperations"]["LINK"]
    link["security"] = [{"device": ["fly"]}]
    assert differences(given, exported) == []
    assert left_out == []
    assert exported["openapi"] == "3.2.0"
    assert [error.message for error in OpenAPIV32SpecValidator(exported).iter_errors()] == []
    assert exported["servers"] == given["servers"]
    assert exported["tags"] == given["tags"]
    assert exported["components"]["securitySchemes"] == given["components"]["securitySchemes"]
    examples = exported["paths"]["/flights/domestic"]["get"]["responses"]["200"]["content"]
    assert examples["text/event-stream"]["examples"] == {
        "both": {"dataValue": {"data": "hi"}, "serializedValue": "data: hi\n\n"},
        "text": {"serializedValue": "data: 2\n\n"},
        "data": {"value": {"data": "3"}},
    }


@pytest.mark.filterwarnings("ignore::sphinxcontrib_ggdocs.catalog.ApplicationWarning")
def test_an_exported_file_is_exported_without_changes(tmp_path: Path) -> None:
    exported = to_openapi(spec(tmp_path, FLIGHTS + "security: [{}]"))
    assert to_openapi(spec(tmp_path, json.dumps(exported))) == exported


HEAD = 'openapi: 3.2.0\ninfo: {title: T, version: "1"}\n'
FAULTS = {
    "a parent that there is not": (
        "tags: [{name: a, parent: b}]",
        "#/tags/0: there is no tag 'b'",
    ),
    "a tag below itself": (
        "tags: [{name: a, parent: b}, {name: b, parent: a}]",
        "#/tags/1: the tag is its own ancestor",
    ),
    "an additional method that has a member": (
        "paths: {/a: {additionalOperations: {POST: {responses: {}}}}}",
        "#/paths/~1a/additionalOperations/POST: 'POST' is not an additional method",
    ),
    "an additional method that is none": (
        "paths: {/a: {additionalOperations: {'A B': {responses: {}}}}}",
        "#/paths/~1a/additionalOperations/A B: 'A B' is not a method",
    ),
}


@pytest.mark.parametrize(("text", "message"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_one_warning_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    _, warned = read(tmp_path, HEAD + text)
    assert [each.partition(": ")[2].partition("; ")[0] for each in warned] == [message]


def tagged(*optional: str, keyword: str = "oneOf") -> dict[str, Any]:
    """The schemas of a union of three, of which some do not require the tag."""
    choices = {
        name: {
            "type": "object",
            "properties": {"kind": {"type": "string"}},
            "required": [] if name in optional else ["kind"],
        }
        for name in ("Cat", "Dog", "Bird")
    }
    mapping = {name.lower(): f"#/components/schemas/{name}" for name in choices}
    discriminator = {"propertyName": "kind", "mapping": mapping}
    union = {keyword: [{"$ref": target} for target in mapping.values()]}
    return {**choices, "Pet": {**union, "discriminator": discriminator}}


BIRD = "#/components/schemas/Bird"
DEFAULTS: dict[str, tuple[dict[str, Any], object]] = {
    "all require the tag": (tagged(), None),
    "one does not": (tagged("Bird"), BIRD),
    "all choices of anyOf": (tagged(keyword="anyOf"), None),
    "all but one of anyOf": (tagged("Bird", keyword="anyOf"), BIRD),
    "two do not": (tagged("Cat", "Bird"), "x-discriminator"),
    "by a base": (
        {
            **tagged("Bird"),
            "Bird": {"allOf": [{"$ref": "#/components/schemas/Cat"}, {"type": "object"}]},
        },
        None,
    ),
    "a base itself": (
        {
            "Pet": {
                "type": "object",
                "properties": {"kind": {"type": "string"}},
                "discriminator": {"propertyName": "kind"},
            }
        },
        "#/components/schemas/Pet",
    ),
}


@pytest.mark.parametrize(("schemas", "wanted"), DEFAULTS.values(), ids=DEFAULTS)
def test_a_tag_that_may_be_left_out_has_a_default(
    tmp_path: Path, schemas: dict[str, Any], wanted: object
) -> None:
    """OpenAPI 3.2, 4.25, requires one; files of older versions have none."""
    pet = {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}
    operation = {"responses": {"200": {"description": "A pet.", "content": pet}}}
    given = {
        "openapi": "3.0.3",
        "info": {"title": "Pets", "version": "1"},
        "paths": {"/pet": {"get": operation}},
        "components": {"schemas": schemas},
    }
    source = spec(tmp_path, json.dumps(given))
    later = to_openapi(source, openapi_version="3.2")
    written = later["components"]["schemas"]["Pet"]
    assert faults_of_openapi(later) == []
    if wanted == "x-discriminator":
        assert "discriminator" not in written
        assert written["x-discriminator"]["mapping"]["cat"] == "#/components/schemas/Cat"
    else:
        assert written["discriminator"].get("defaultMapping") == wanted
    before = to_openapi(source)["components"]["schemas"]["Pet"]
    assert "defaultMapping" not in before["discriminator"]
