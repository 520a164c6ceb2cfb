"""Views of single objects, with defaults for what they must have."""

from typing import Any

from sphinxcontrib_ggdocs.native.view import (
    ContractView,
    CredentialView,
    ErrorView,
    MethodView,
    SchemaView,
)
from sphinxcontrib_ggdocs.native.view.views import Token

TEXT = (Token("primitive", "string"),)


def contract(protocol: Any = "http", **more: Any) -> ContractView:
    given = {"path": "", "methods": (), **more}
    return ContractView(
        name="shop.Api",
        display="Api",
        own_name="Api",
        group="all",
        route="gg-shop.all.Api",
        protocol=protocol,
        **given,
    )


def method(protocol: Any = "http", **more: Any) -> MethodView:
    given = {"display": "PUT /orders", "heading": "/orders", **more}
    return MethodView(
        name="shop.Api.save",
        own_name="save",
        contract="Api",
        route="gg-shop.all.Api.save",
        protocol=protocol,
        **given,
    )


def socket(**more: Any) -> ContractView:
    """A WebSocket with a method."""
    return contract("ws", methods=(method("ws"),), **more)


def schema(**more: Any) -> SchemaView:
    return SchemaView(name="shop.Order", display="order", key="Order", **more)


def error(**more: Any) -> ErrorView:
    return ErrorView(name="shop.GONE", display="GONE", status=410, **more)


def credential(kind: str, **more: Any) -> CredentialView:
    return CredentialView(name="Key", kind=kind, **more)
