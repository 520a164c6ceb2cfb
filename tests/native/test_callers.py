"""The credentials of a contract, as the contract document lists them."""

import json
from typing import Any

import pytest

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import BearerToken, HttpContract, Requirement, security
from sphinxcontrib_ggdocs.native import build_contract_doc

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
