"""Applications in published packages, as strangers have written them."""

import os
import uuid
from collections.abc import Callable
from typing import Any

from fastapi import FastAPI


def fastapi_users() -> FastAPI:
    """All routers of fastapi-users, with its two transports."""
    from fastapi_users import FastAPIUsers, schemas
    from fastapi_users.authentication import (
        AuthenticationBackend,
        BearerTransport,
        CookieTransport,
        JWTStrategy,
    )

    class Read(schemas.BaseUser[uuid.UUID]):
        pass

    class Create(schemas.BaseUserCreate):
        pass

    class Update(schemas.BaseUserUpdate):
        pass

    def strategy() -> Any:
        return JWTStrategy(secret="not a secret", lifetime_seconds=60)

    def manager() -> Any:
        raise NotImplementedError

    bearer: Any = AuthenticationBackend(
        name="jwt", transport=BearerTransport(tokenUrl="auth/jwt/login"), get_strategy=strategy
    )
    cookie: Any = AuthenticationBackend(
        name="cookie", transport=CookieTransport(), get_strategy=strategy
    )
    users: Any = FastAPIUsers(manager, [bearer, cookie])
    app = FastAPI(title="fastapi-users")
    app.include_router(users.get_auth_router(bearer), prefix="/auth/jwt", tags=["auth"])
    app.include_router(
        users.get_auth_router(cookie, requires_verification=True),
        prefix="/auth/cookie",
        tags=["auth"],
    )
    app.include_router(users.get_register_router(Read, Create), prefix="/auth", tags=["auth"])
    app.include_router(users.get_reset_password_router(), prefix="/auth", tags=["auth"])
    app.include_router(users.get_verify_router(Read), prefix="/auth", tags=["auth"])
    app.include_router(users.get_users_router(Read, Update), prefix="/users", tags=["users"])
    return app


def stac_fastapi() -> FastAPI:
    """A SpatioTemporal Asset Catalog with the extensions that bring routes and parameters."""
    from stac_fastapi.api.app import StacApi
    from stac_fastapi.api.models import create_get_request_model, create_post_request_model
    from stac_fastapi.extensions.aggregation import AggregationExtension
    from stac_fastapi.extensions.bulk_transactions import BulkTransactionExtension
    from stac_fastapi.extensions.collection_search import CollectionSearchExtension
    from stac_fastapi.extensions.fields import FieldsExtension
    from stac_fastapi.extensions.filter import SearchFilterExtension
    from stac_fastapi.extensions.sort import SearchSortExtension
    from stac_fastapi.extensions.transaction import TransactionExtension
    from stac_fastapi.types.config import ApiSettings

    client: Any = _Anything()
    settings: Any = ApiSettings()
    searching: Any = [
        FieldsExtension(),
        SearchFilterExtension(client=client),
        SearchSortExtension(),
    ]
    extensions: Any = [
        TransactionExtension(client=client, settings=settings),
        BulkTransactionExtension(client=client),
        AggregationExtension(client=client),
        CollectionSearchExtension(),
        *searching,
    ]
    api: Any = StacApi(
        settings=settings,
        client=client,
        extensions=extensions,
        search_get_request_model=create_get_request_model(searching),
        search_post_request_model=create_post_request_model(searching),
    )
    app: FastAPI = api.app
    return app


class _Anything:
    """Has every method, and none of them is called."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("__"):
            raise AttributeError(name)

        def method(*values: Any, **named: Any) -> Any:
            raise NotImplementedError

        method.__name__ = name
        return method


def optimade() -> FastAPI:
    """The reference server of OPTIMADE, for databases of materials."""
    os.environ["OPTIMADE_INSERT_TEST_DATA"] = "false"
    from optimade.server.main import app

    found: FastAPI = app
    return found


def optimade_index() -> FastAPI:
    """Its index of databases."""
    os.environ["OPTIMADE_INSERT_TEST_DATA"] = "false"
    from optimade.server.main_index import app

    found: FastAPI = app
    return found


def rdflib_endpoint() -> FastAPI:
    """An endpoint for SPARQL, which is a subclass of FastAPI."""
    from rdflib import Graph
    from rdflib_endpoint import SparqlEndpoint

    found: FastAPI = SparqlEndpoint(graph=Graph())
    return found


PACKAGES = [fastapi_users, stac_fastapi, optimade, optimade_index, rdflib_endpoint]
"""Installed with the tests."""
