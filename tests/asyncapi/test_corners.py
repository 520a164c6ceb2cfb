"""Mounted services, servers without a host, mutual TLS and parameters of handshakes, in
AsyncAPI.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import BaseModel

from sphinxcontrib_ggdocs.asyncapi import ExportWarning, to_asyncapi, to_asyncapi_json
from sphinxcontrib_ggdocs.asyncapi.servers import below_root_path
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    Content,
    Example,
    Interaction,
    Parameter,
    RequestBody,
    SecurityScheme,
)
from sphinxcontrib_ggdocs.contracts.model import WebSocketContract
from sphinxcontrib_ggdocs.contracts.standard_framings import Bare
from sphinxcontrib_ggdocs.native import build_contract_doc

from ..exports.validity import faults_of_asyncapi

SAY = Interaction(name="say", direction="client_to_server")


def document(*interactions: Interaction, servers: Any = None, **options: Any) -> Any:
    options = {"path": "/live", **options}
    contract = WebSocketContract(name="A", interactions=interactions or (SAY,), **options)
    return to_asyncapi([contract], title="T", servers=servers)


@pytest.mark.parametrize(
    ("servers", "address"),
    [
        pytest.param(None, "/api/live", id="no servers"),
        pytest.param(["wss://example.org"], "/live", id="servers that say where it is"),
    ],
)
def test_channels_are_below_the_path_of_the_service(servers: Any, address: str) -> None:
    found = document(servers=servers)
    below_root_path(found, "/api")
    assert found["channels"]["A"]["address"] == address


def test_a_channel_without_an_address_keeps_none_below_a_path() -> None:
    found = document(path="")
    below_root_path(found, "/api")
    assert "address" not in found["channels"]["A"]


def test_a_server_without_a_host_is_left_out() -> None:
    with pytest.warns(ExportWarning, match="the server '/v1' has no host"):
        found = document(servers=["/v1", "https://example.org/v1"])
    assert found["servers"] == {
        "example.org": {"host": "example.org", "pathname": "/v1", "protocol": "wss"}
    }


def test_one_of_several_media_types_is_taken() -> None:
    contents = (Content(type=int), Content(media_type="text/csv", type=str))
    message = RequestBody(contents=contents)
    with pytest.warns(
        ExportWarning, match="several media types, but AsyncAPI allows one: application/json"
    ):
        found = document(Interaction(name="say", direction="client_to_server", message=message))
    data = found["components"]["messages"]["A_say"]["payload"]["properties"]["data"]
    assert data == {"anyOf": [{"type": "integer"}, {"type": "string"}]}


def test_warnings_about_messages_come_before_those_about_the_handshake() -> None:
    contents = (Content(type=int), Content(media_type="text/csv", type=str))
    message = RequestBody(contents=contents)
    interaction = Interaction(name="say", direction="client_to_server", message=message)
    with pytest.warns(ExportWarning) as caught:
        document(interaction, security=KEY & SIGNED)
    about_message, about_handshake = [str(warning.message) for warning in caught]
    assert about_message.startswith("A_say has several media types")
    assert "are documented as parameters of the handshake" in about_handshake


def test_parameters_of_a_handshake() -> None:
    parameters = (
        Parameter(
            name="q",
            location="query",
            type=int,
            description="Old.",
            required=False,
            deprecated=True,
        ),
        Parameter(name="X-A", location="header", type=str, required=True),
    )
    binding = document(parameters=parameters)["channels"]["A"]["bindings"]["ws"]
    assert binding["query"] == {
        "type": "object",
        "properties": {"q": {"type": "integer", "description": "Old.", "deprecated": True}},
    }
    assert binding["headers"]["required"] == ["X-A"]


def test_mutual_tls_is_a_certificate() -> None:
    scheme = SecurityScheme(name="Certificate", definition={"type": "mutualTLS"})
    found = document(security=scheme)
    assert found["components"]["securitySchemes"] == {"Certificate": {"type": "X509"}}
    assert found["operations"]["A_say"]["security"] == [
        {"$ref": "#/components/securitySchemes/Certificate"}
    ]


def test_the_flow_of_devices_is_an_extension_of_its_scheme(tmp_path: Path) -> None:
    flow = {"deviceAuthorizationUrl": "/device", "tokenUrl": "/token", "scopes": {"a": "A"}}
    definition = {"type": "oauth2", "deprecated": True, "flows": {"deviceAuthorization": flow}}
    found = document(security=SecurityScheme(name="Tv", definition=definition))
    assert found["components"]["securitySchemes"]["Tv"] == {
        "type": "oauth2",
        "x-oai-deprecated": True,
        "flows": {},
        "x-oai-deviceAuthorization": {
            "x-oai-deviceAuthorizationUrl": "/device",
            "tokenUrl": "/token",
            "availableScopes": {"a": "A"},
        },
    }
    file = tmp_path / "asyncapi.json"
    file.write_text(json.dumps(found), encoding="utf-8")
    read = build_contract_doc(ApiDocSpec(slug="s", asyncapi=[str(file)]))
    assert read.security_schemes == {"Tv": definition}


@pytest.mark.parametrize(
    ("place", "kind"),
    [
        pytest.param("user", "apiKey", id="in place of a user"),
        pytest.param("query", "httpApiKey", id="in the query"),
    ],
)
def test_keys(place: str, kind: str) -> None:
    definition = {"type": "apiKey", "in": place, "name": "key"}
    found = document(protocol="kafka", security=SecurityScheme(name="Key", definition=definition))
    assert found["components"]["securitySchemes"]["Key"] == {**definition, "type": kind}


def test_a_deprecated_contract_and_headers_of_its_messages() -> None:
    headers = (
        Parameter(name="X-A", location="header", type=int),
        Parameter(name="X-B", location="header", type=str, required=False),
    )
    message = RequestBody(contents=(Content(type=int),))
    found = document(
        replace(SAY, message=message, headers=headers), protocol="kafka", deprecated=True
    )
    assert found["channels"]["A"]["x-deprecated"] is True
    assert found["components"]["messages"]["A_say"]["headers"] == {
        "type": "object",
        "properties": {"X-A": {"type": "integer"}, "X-B": {"type": "string"}},
        "required": ["X-A"],
    }


def test_members_of_a_file_that_can_be_written_again() -> None:
    given = {"bindings": {"kafka": {"key": 1}}, "x-own": 2, "messages": {}}
    asking = replace(SAY, message=RequestBody(contents=(Content(type=int),)))
    found = document(
        replace(asking, asyncapi_extra=given, message_extra={**given, "correlationId": 3}),
        protocol="kafka",
        asyncapi_extra=given,
    )
    message = found["components"]["messages"]["A_say"]
    for written in (found["channels"]["A"], found["operations"]["A_say"], message):
        assert (written["bindings"], written["x-own"]) == (given["bindings"], given["x-own"])
        assert written.get("messages") != given["messages"]


class Said(BaseModel):
    kind: Literal["say"] = "say"
    id: int
    text: str


def test_requests_have_a_tag_and_answers_have_none() -> None:
    asking = Interaction(
        name="say",
        direction="client_to_server",
        message=RequestBody(contents=(Content(type=Said),)),
        answer=Content(type=Said),
    )
    messages = document(asking, framing=Bare(discriminator="kind"))["components"]["messages"]
    tag = {"type": "object", "required": ["kind"]}
    assert tag in messages["A_say"]["payload"]["allOf"]
    assert "allOf" not in messages["A_say_reply"]["payload"]


def test_scopes_of_a_scheme_that_has_none_in_asyncapi() -> None:
    token = SecurityScheme(name="Token", definition={"type": "http", "scheme": "bearer"})
    found = document(security=token.scoped("read"))
    (scheme,) = found["components"]["securitySchemes"].items()
    assert scheme == ("Token", {"type": "http", "scheme": "bearer"})


@pytest.mark.parametrize("options", [{}, {"undescribed": True}, {"undescribed": False}], ids=str)
def test_a_socket_of_whose_messages_nothing_is_known(options: dict[str, Any]) -> None:
    """A channel alone is valid, and says where the socket is."""
    contract = WebSocketContract(name="A", path="/live", interactions=())
    found = to_asyncapi([contract], title="T", **options)
    assert faults_of_asyncapi(found) == []
    is_there = options.get("undescribed", True)
    assert [each["address"] for each in found["channels"].values()] == ["/live"] * is_there


@pytest.mark.parametrize(("form", "has_id"), [("typed", True), ("problem", True), ("plain", False)])
def test_errors_carry_the_id_of_their_request(form: Any, has_id: bool) -> None:
    asking = Interaction(
        name="say",
        direction="client_to_server",
        message=RequestBody(contents=(Content(type=Said),)),
        answer=Content(type=Said),
        errors=(ERROR.define("FULL", 409, data=Said),),
    )
    components = document(asking, framing=Bare(correlation_id="/id"), error_format=form)[
        "components"
    ]
    (payload,) = (
        message["payload"]
        for message in components["messages"].values()
        if message.get("name") == "FULL"
    )
    joined = {
        "type": "object",
        "properties": {"id": {"type": ["string", "integer"]}},
        "required": ["id"],
    }
    assert (joined in payload.get("allOf", ())) == has_id


def test_the_text_of_a_file() -> None:
    contract = WebSocketContract(name="A", path="/é", interactions=(SAY,))
    text = to_asyncapi_json([contract], title="Größe")
    assert text.startswith('{\n  "asyncapi": "3.0.0",\n  "info": {\n    "title": "Größe",\n')
    assert text.endswith("}\n")
    assert json.loads(text) == to_asyncapi([contract], title="Größe")


def test_examples_of_messages() -> None:
    examples = (
        Example(name="one", value=1, summary="One."),
        Example(name="elsewhere", external_value="https://example.org/two"),
        Example(name="nothing", value=None),
    )
    message = RequestBody(contents=(Content(type=int | None, examples=examples),))
    found = document(Interaction(name="say", direction="client_to_server", message=message))
    sent = found["components"]["messages"]["A_say"]["examples"]
    assert [(each["name"], each.get("summary")) for each in sent] == [
        ("one", "One."),
        ("nothing", None),
    ]
    assert [each["payload"]["data"] for each in sent] == [1, None]


def test_examples_of_requests_and_their_replies_have_one_id() -> None:
    content = Content(type=int, examples=(Example(name="one", value=7),))
    asking = replace(SAY, message=RequestBody(contents=(content,)), answer=content)
    messages = document(asking)["components"]["messages"]
    sent = [messages[name]["examples"][0]["payload"] for name in ("A_say", "A_say_reply")]
    assert sent == [{"id": 1, "method": "say", "data": 7}, {"id": 1, "data": 7}]


KEY = SecurityScheme(
    name="Key", definition={"type": "apiKey", "in": "query", "name": "key", "description": "Ask."}
)
SIGNED = SecurityScheme(name="Signed", definition={"type": "http", "scheme": "bearer"})
CERTIFICATE = SecurityScheme(name="Certificate", definition={"type": "mutualTLS"})


@pytest.mark.parametrize(
    ("security", "query", "headers"),
    [
        pytest.param(KEY & SIGNED, ["key"], ["Authorization"], id="both at once"),
        pytest.param(KEY & SIGNED | KEY, ["key"], [], id="one always, one with it"),
        pytest.param(KEY & CERTIFICATE, ["key"], None, id="a certificate is no parameter"),
    ],
)
def test_credentials_that_are_needed_together(
    security: Any, query: list[str], headers: list[str] | None
) -> None:
    with pytest.warns(ExportWarning, match="are documented as parameters of the handshake"):
        found = document(security=security)
    binding = found["channels"]["A"]["bindings"]["ws"]
    assert binding["query"]["properties"] == {"key": {"type": "string", "description": "Ask."}}
    assert binding["query"].get("required", []) == query
    if headers is None:
        assert "headers" not in binding
    else:
        assert binding["headers"]["properties"] == {"Authorization": {"type": "string"}}
        assert binding["headers"].get("required", []) == headers


@pytest.mark.parametrize(
    "definition",
    [
        {"type": "apiKey", "in": "body"},
        {"type": "apiKey", "in": "body", "name": "k"},
        {"type": "apiKey"},
        {"type": "apiKey", "in": "header"},
        {"type": "apiKey", "in": ["header"], "name": {}},
    ],
)
def test_a_key_whose_place_is_wrong_is_no_parameter(definition: dict[str, Any]) -> None:
    key = SecurityScheme(name="Key", definition=definition)
    token = SecurityScheme(name="Token", definition={"type": "http", "scheme": "bearer"})
    with pytest.warns(ExportWarning, match="A: Authorization are documented as parameters"):
        found = document(security=key & token)
    bindings = found["channels"]["A"]["bindings"]["ws"]
    assert list(bindings["headers"]["properties"]) == ["Authorization"]
