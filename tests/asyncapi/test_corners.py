"""Mounted services, servers without a host, mutual TLS and parameters of handshakes, in
AsyncAPI.
"""

from typing import Any

import pytest

from sphinxcontrib_ggdocs.asyncapi import ExportWarning, asyncapi_document
from sphinxcontrib_ggdocs.asyncapi.servers import below_root_path
from sphinxcontrib_ggdocs.contracts import (
    Content,
    Interaction,
    Parameter,
    RequestBody,
    SecurityScheme,
)
from sphinxcontrib_ggdocs.contracts.model import WebSocketContract

SAY = Interaction(name="say", direction="client_to_server")


def document(*interactions: Interaction, servers: Any = None, **options: Any) -> Any:
    contract = WebSocketContract(
        name="A", path="/live", interactions=interactions or (SAY,), **options
    )
    return asyncapi_document([contract], title="T", servers=servers)


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
        ExportWarning, match="several media types, of which AsyncAPI takes one: application/json"
    ):
        found = document(Interaction(name="say", direction="client_to_server", message=message))
    data = found["components"]["messages"]["A_say"]["payload"]["properties"]["data"]
    assert data == {"anyOf": [{"type": "integer"}, {"type": "string"}]}


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
