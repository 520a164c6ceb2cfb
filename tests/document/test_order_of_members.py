"""Documents are written in one order, whatever they are read from."""

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI, Security
from fastapi.security import OAuth2AuthorizationCodeBearer, OAuth2PasswordBearer
from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.contracts import http, security
from sphinxcontrib_ggdocs.native import build_contract_doc

from ..commands.test_snapshot import in_reverse

SCOPES = {"orders:read": "Read orders.", "orders:write": "Change orders."}
PASSWORD = OAuth2PasswordBearer("token", scheme_name="Password", scopes=SCOPES)
CODE = OAuth2AuthorizationCodeBearer(
    "https://id.example/authorize", "https://id.example/token", scheme_name="Code", scopes=SCOPES
)


class Order(BaseModel):
    """What was bought."""

    total: int = Field(ge=1, le=9, description="In cents.", examples=[5])
    note: str | None = Field(default=None, max_length=20)


def application() -> FastAPI:
    app = FastAPI(title="Shop")

    @app.post("/orders")
    def add_order(
        order: Order,
        user: str = Security(PASSWORD, scopes=["orders:write"]),
        client: str = Security(CODE, scopes=["orders:read"]),
    ) -> Order:
        return order

    return app


def schemes_of(**contents: Any) -> str:
    document = build_contract_doc(title="Shop", **contents)
    return json.dumps(json.loads(document.to_json())["securitySchemes"])


def test_security_schemes_of_an_application_and_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(application().openapi()))
    of_application = schemes_of(app=application())
    assert of_application == schemes_of(openapi=[str(file)])
    flow = json.loads(of_application)["Password"]["flows"]["password"]
    assert list(flow) == ["tokenUrl", "scopes"]
    assert list(flow["scopes"]) == [*SCOPES]


def test_security_schemes_of_contracts_have_that_order_too() -> None:
    flow = security.Flow(token_url="token", scopes=SCOPES)
    scheme = security.OAuth2(name="Password", password=flow, description="Ours.")

    @http.api("/orders", security=scheme)
    class OrderApi:
        @http.get("")
        def list_orders(self) -> list[Order]:
            raise NotImplementedError

    written = security.SecurityScheme(name="Password", definition=in_reverse(scheme.openapi()))
    first = json.dumps(scheme.openapi())
    # The scopes stay as their author lists them.
    scopes = written.definition["flows"]["password"]["scopes"]
    assert list(scopes) == [*reversed(SCOPES)]
    assert json.dumps(written.openapi()).replace(json.dumps(scopes), json.dumps(SCOPES)) == first
    assert json.dumps(json.loads(schemes_of(http=[OrderApi]))["Password"]) == first


@pytest.mark.parametrize("keys", ["as written", "sorted"])
def test_keywords_of_schemas_in_files(keys: str, tmp_path: Path) -> None:
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(application().openapi(), sort_keys=keys == "sorted"))
    document = build_contract_doc(title="Shop", openapi=[str(file)])
    schema = document.schemas["Order"]
    assert list(schema) == ["type", "title", "description", "properties", "required"]
    total = ["type", "title", "description", "minimum", "maximum", "examples"]
    assert list(schema["properties"]["total"]) == total
