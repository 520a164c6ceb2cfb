"""AsyncAPI files as documents: what is read of versions 2 and 3, and what is wrong with them."""

import json
import textwrap
from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec, ApplicationWarning, BadDocument
from sphinxcontrib_ggdocs.catalog.export import ExportWarning, collected_warnings
from sphinxcontrib_ggdocs.native import build_contract_doc

LIGHTS = """
asyncapi: 3.0.0
info:
  title: Lights
  version: "1"
  tags: [{name: lamps, description: All lamps}]
servers:
  broker:
    host: broker.example.org:9092
    protocol: kafka-secure
    description: The broker
    security: [{$ref: "#/components/securitySchemes/scram"}]
channels:
  measured:
    address: lights.{lamp}.measured
    title: Measured lights
    description: One message a minute.
    tags: [{name: lamps}]
    parameters: {lamp: {description: Which lamp, enum: [north, south]}}
    messages:
      measured: {$ref: "#/components/messages/measured"}
      broken: {payload: {type: object, properties: {reason: {type: string}}}}
    bindings: {kafka: {partitions: 3}}
  turn:
    address: lights.turn
    messages: {turn: {$ref: "#/components/messages/turn"}}
  turned:
    address: null
    messages: {turned: {payload: {type: object, properties: {done: {type: boolean}}}}}
operations:
  publishLight:
    action: send
    channel: {$ref: "#/channels/measured"}
    summary: Publish what is measured
  turnLight:
    action: receive
    channel: {$ref: "#/channels/turn"}
    description: Turn it.
    traits: [{bindings: {kafka: {groupId: {type: string}}}}]
    messages: [{$ref: "#/channels/turn/messages/turn"}]
    reply:
      address: {location: "$message.header#/replyTo"}
      channel: {$ref: "#/channels/turned"}
components:
  messages:
    measured:
      name: lightMeasured
      title: Light measured
      contentType: application/json
      correlationId: {location: "$message.header#/id", description: Joins them}
      headers:
        type: object
        required: [id]
        properties: {id: {type: string, description: Of the lamp}}
      traits: [{headers: {type: object, properties: {app: {type: integer, minimum: 0}}}}]
      payload: {$ref: "#/components/schemas/Measured"}
      examples: [{name: dark, payload: {lumens: 0}, headers: {id: a1}}]
    turn:
      payload:
        schemaFormat: application/vnd.apache.avro;version=1.9.0
        schema: {type: record, name: Turn, fields: [{name: command, type: string}]}
  schemas:
    Measured: {type: object, properties: {lumens: {type: integer}}}
  securitySchemes: {scram: {type: scramSha256, description: User and password}}
"""

SECOND = """
asyncapi: 2.6.0
info: {title: Users, version: "1"}
defaultContentType: application/json
servers:
  live: {url: "wss://{host}/live", protocol: wss, variables: {host: {default: a.example}}}
channels:
  /users/{id}:
    parameters: {id: {schema: {type: integer}}}
    bindings: {ws: {query: {type: object, properties: {since: {type: string}}}}}
    publish:
      operationId: signUp
      tags: [{name: accounts}]
      security: [{key: []}]
      message: {$ref: "#/components/messages/SignUp"}
    subscribe:
      message:
        oneOf:
          - {$ref: "#/components/messages/SignedUp"}
          - {name: failed, payload: {type: string}}
components:
  messages:
    SignUp: {payload: {type: object, properties: {name: {type: string}}}}
    SignedUp: {summary: Somebody has signed up, payload: {type: object}}
  securitySchemes: {key: {type: httpApiKey, name: X-Key, in: header}}
"""


def spec(folder: Path, text: str, name: str = "api.yaml") -> ApiDocSpec:
    """The document of a file with this text."""
    path = folder / name
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    return ApiDocSpec(slug="live", asyncapi=str(path))


def read(folder: Path, text: str) -> tuple[dict[str, Any], list[str]]:
    """The contract document of a file, and the warnings, the file's folder left out of them."""
    with collected_warnings(ApplicationWarning) as warned:
        document = build_contract_doc(spec(folder, text))
    values: dict[str, Any] = json.loads(document.to_json())
    return values, [str(each).replace(f"{folder}/", "") for each in warned]


def contracts(document: dict[str, Any]) -> dict[str, Any]:
    """The contracts of a document by name."""
    return {each["name"]: each for group in document["groups"] for each in group["contracts"]}


def methods(document: dict[str, Any]) -> dict[str, Any]:
    """The methods of a document by name."""
    found = (each["methods"] for each in contracts(document).values())
    return {method["name"]: method for methods in found for method in methods}


def test_channels_of_a_broker_are_contracts(tmp_path: Path) -> None:
    document, warned = read(tmp_path, LIGHTS)
    assert warned == []
    assert document["service"]["servers"] == [
        {"url": "kafka-secure://broker.example.org:9092", "description": "The broker"}
    ]
    assert [(each["name"], each.get("description")) for each in document["groups"]] == [
        ("lamps", "All lamps"),
        ("API", None),
    ]
    measured = contracts(document)["Measured"]
    assert measured["protocol"] == "kafka-secure"
    assert measured["path"] == "lights.{lamp}.measured"
    assert measured["pathParams"] == [
        {
            "name": "lamp",
            "required": True,
            "schema": {"type": "string", "enum": ["north", "south"]},
            "description": "Which lamp",
        }
    ]
    assert measured["description"].split("\n\n") == [
        "Measured lights",
        "One message a minute.",
        "**Binding of kafka:**",
        "- `partitions`: `3`",
        "**Tags:** `lamps`",
    ]
    assert measured["security"] == [{"scram": []}]
    assert document["securitySchemes"]["scram"]["type"] == "scramSha256"


def test_messages_have_headers_and_what_joins_them(tmp_path: Path) -> None:
    document, _ = read(tmp_path, LIGHTS)
    found = methods(document)
    assert [*found] == ["measured", "broken", "turnLight"]
    measured = found["measured"]
    assert measured["wsDirection"] == "IN"
    assert measured["summary"] == "Publish what is measured"
    assert measured["headerParams"] == [
        {
            "name": "id",
            "required": True,
            "schema": {"type": "string", "examples": ["a1"]},
            "description": "Of the lamp",
        },
        {"name": "app", "required": False, "schema": {"type": "integer", "minimum": 0}},
    ]
    assert measured["wsInput"]["contents"][0]["schema"] == {
        "$ref": "#/schemas/Measured",
        "examples": [{"lumens": 0}],
    }
    assert "**Correlation ID:**\n\n- `location`: `$message.header#/id`" in measured["description"]
    assert "**Operation:** `publishLight`" in measured["description"]


def test_the_second_version(tmp_path: Path) -> None:
    document, warned = read(tmp_path, SECOND)
    assert warned == []
    (contract,) = contracts(document).values()
    assert contract["path"] == "/users/{id}"
    assert "protocol" not in contract
    assert [each["name"] for each in contract["queryParams"]] == ["since"]
    assert contract["pathParams"][0]["schema"] == {"type": "integer"}
    assert document["groups"][0]["name"] == "accounts"
    found = {name: method["wsDirection"] for name, method in methods(document).items()}
    assert found == {"signUp": "OUT", "SignedUp": "IN", "failed": "IN"}
    assert methods(document)["signUp"]["security"] == [{"key": []}]
    assert document["securitySchemes"]["key"]["type"] == "apiKey"


def test_the_perspective_of_a_client(tmp_path: Path) -> None:
    text = LIGHTS.replace('version: "1"', 'version: "1"\n  x-perspective: client', 1)
    document, _ = read(tmp_path, text)
    assert methods(document)["measured"]["wsDirection"] == "OUT"


FAULTS = [
    pytest.param("channel: {$ref: '#/channels/none'}, action: send", "is unresolved", id="channel"),
    pytest.param("channel: {$ref: '#/channels/turn'}", "neither sends nor receives", id="action"),
]


@pytest.mark.parametrize(("operation", "fault"), FAULTS)
def test_a_fault_costs_itself_only(operation: str, fault: str, tmp_path: Path) -> None:
    text = LIGHTS.replace("operations:\n", f"operations:\n  wrong: {{{operation}}}\n", 1)
    document, warned = read(tmp_path, text)
    assert len(warned) == 1
    assert fault in warned[0]
    assert "api.yaml:" in warned[0]
    assert len(methods(document)) == 3


def test_another_file_is_no_document(tmp_path: Path) -> None:
    with pytest.raises(BadDocument, match="it does not say asyncapi"):
        build_contract_doc(spec(tmp_path, "openapi: 3.1.0"))


SCHEMAS = [
    pytest.param(
        {"dependencies": {"a": ["b"], "c": {"required": ["d"]}}},
        {"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"c": {"required": ["d"]}}},
        id="dependencies",
    ),
    pytest.param(
        {"items": [{"type": "string"}], "additionalItems": False},
        {"prefixItems": [{"type": "string"}], "items": False},
        id="a tuple",
    ),
    pytest.param({"additionalItems": False}, {}, id="no tuple"),
    pytest.param({"definitions": {"a": {}}}, {"$defs": {"a": {}}}, id="definitions"),
    pytest.param(
        {"description": "Some.", "allOf": [{"$ref": "#/components/schemas/Other"}]},
        {"description": "Some.", "$ref": "#/schemas/Other"},
        id="words beside a reference",
    ),
    pytest.param(
        {"discriminator": "kind"}, {"discriminator": {"propertyName": "kind"}}, id="a discriminator"
    ),
]


@pytest.mark.parametrize(("given", "current"), SCHEMAS)
def test_schemas_are_current(given: Any, current: Any, tmp_path: Path) -> None:
    schemas = {"Given": given, "Other": {"type": "object"}}
    text = {"asyncapi": "3.0.0", "info": {"title": "A"}, "components": {"schemas": schemas}}
    document, warned = read(tmp_path, json.dumps(text))
    assert warned == []
    assert document["schemas"]["Given"] == current


def test_a_message_without_a_channel_is_reported(tmp_path: Path) -> None:
    text = LIGHTS.replace("components:\n  messages:\n", "components:\n  messages:\n    lost: {}\n")
    document, warned = read(tmp_path, text)
    assert [
        "#/components/messages/lost: no channel has this message" in each for each in warned
    ] == [True]
    assert len(methods(document)) == 3


def test_a_warning_about_a_host_precedes_that_about_its_path(tmp_path: Path) -> None:
    text = LIGHTS.replace("servers:\n", "servers:\n  wrong: {host: [1], pathname: [2]}\n", 1)
    warned = [warning for warning in read(tmp_path, text)[1] if "#/servers/wrong/" in warning]
    assert [warning.partition(": expected")[0][-4:] for warning in warned] == ["host", "name"]


def test_a_server_without_a_host_is_left_out(tmp_path: Path) -> None:
    text = LIGHTS.replace("servers:\n", "servers:\n  lost: {protocol: mqtt, pathname: /x}\n", 1)
    document, warned = read(tmp_path, text)
    assert len(document["service"]["servers"]) == 1
    assert ["#/servers/lost: this field is missing" in each for each in warned] == [True]


def test_credentials_of_brokers_that_cannot_be_written_are_reported(tmp_path: Path) -> None:
    text = """
    asyncapi: 2.6.0
    info: {title: Users, version: "1"}
    servers: {live: {url: "broker.example.org", protocol: kafka, security: [{a: [], b: []}]}}
    channels: {users: {publish: {message: {name: user, payload: {type: object}}}}}
    components: {securitySchemes: {a: {type: userPassword}, b: {type: X509}}}
    """
    with collected_warnings(ExportWarning) as warned:
        exported = to_asyncapi(spec(tmp_path, text))
    assert "securitySchemes" not in exported["components"]
    assert ["Users: its credentials are left out" in str(each) for each in warned] == [True]
