"""The credentials of a contract, as the contract document lists them."""

import json
from typing import Any, Protocol

import pytest

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import (
    BearerToken,
    HttpContract,
    Requirement,
    http,
    security,
    ws,
)
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi

BEARER = {"scheme": "bearer", "headerName": "Authorization"}


@pytest.mark.parametrize(
    ("scheme", "auth"),
    [
        (
            security.ApiKey(name="K", location="header", parameter="X-K", description="By post."),
            {"scheme": "api-key", "headerName": "X-K"},
        ),
        (security.ApiKey(name="K", location="query", parameter="k"), None),
        (
            security.OAuth2(
                name="Login", client_credentials=security.Flow(token_url="/token"), description="I."
            ),
            BEARER,
        ),
        (security.MutualTls(), None),
        (security.Http(name="H", scheme="BEARER"), BEARER),
    ],
)
def test_the_header_of_a_scheme(scheme: Any, auth: dict[str, str] | None) -> None:
    assert headers(HttpContract(name="A", security=scheme)) == ([auth] if auth else None)


def test_the_header_of_a_requirement() -> None:
    token = Requirement("Token", headers={"authorization": BearerToken}, description="A token.")
    contract = HttpContract(name="A", requires=(token,))
    assert headers(contract) == [
        {"scheme": "bearer", "headerName": "authorization", "description": "A token."}
    ]


def headers(contract: HttpContract) -> Any:
    return contracts(contract)[0].get("auth")


def contracts(contract: HttpContract) -> Any:
    document = build_contract_doc(ApiDocSpec(slug="a", title="A", http=[contract]))
    return json.loads(document.to_json())["groups"][0]["contracts"]


def test_a_bearer_token_in_another_header_is_a_key_everywhere() -> None:
    signed = Requirement("Signed", headers={"X-Token": BearerToken})

    @http.api("/keys", requires=[signed])
    class KeyApi(Protocol):
        @http.get("")
        def keys(self) -> int: ...

    @ws.api("/feed", requires=[signed])
    class KeyFeed(Protocol):
        @ws.server_to_client
        def told(self, word: str) -> None: ...

    document = json.loads(build_contract_doc(http=[KeyApi], ws=[KeyFeed], title="T").to_json())
    for contract in document["groups"][0]["contracts"]:
        assert contract["auth"] == [{"scheme": "api-key", "headerName": "X-Token"}]
        assert contract["security"] == [{"Signed": []}]
    key = {"type": "apiKey", "name": "X-Token", "in": "header"}
    assert document["securitySchemes"] == {"Signed": key}
    assert to_openapi([KeyApi], title="T")["components"]["securitySchemes"] == {"Signed": key}
    schemes = to_asyncapi([KeyFeed], title="T")["components"]["securitySchemes"]
    assert schemes == {"Signed": {**key, "type": "httpApiKey"}}


def test_a_text_in_the_header_authorization_is_no_credential() -> None:
    text = Requirement("Text", headers={"Authorization": str})

    @http.api("/texts", requires=[text])
    class TextApi(Protocol):
        @http.get("")
        def texts(self) -> int: ...

    document = json.loads(build_contract_doc(http=[TextApi], title="T").to_json())
    [contract] = document["groups"][0]["contracts"]
    assert "auth" not in contract
    assert "security" not in contract
    assert [param["name"] for param in contract["headers"]] == ["Authorization"]
    assert "securitySchemes" not in document
