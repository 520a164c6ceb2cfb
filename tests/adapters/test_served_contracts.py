"""Routes that `implement()` made are documented as their contracts, in whatever application they
are.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, NewType, Protocol

import pytest
from fastapi import APIRouter, Depends, FastAPI, Header, Security
from fastapi.security import APIKeyHeader, OAuth2PasswordBearer
from litestar import Litestar, asgi
from pydantic import BaseModel, Field
from starlette.applications import Starlette
from starlette.routing import Mount

from sphinxcontrib_ggdocs.adapters.fastapi import answers, raises
from sphinxcontrib_ggdocs.asyncapi import GGAsyncApiDocs, to_asyncapi
from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    SERVER_ERROR,
    BearerToken,
    Brand,
    Requirement,
    http,
    ws,
)
from sphinxcontrib_ggdocs.contracts.permissions import public
from sphinxcontrib_ggdocs.native import GGApiDocs, build_contract_doc
from sphinxcontrib_ggdocs.openapi import GGOpenApiDocs, to_openapi
from sphinxcontrib_ggdocs.runtime import implement

from ..commands.project import run
from ..serving.test_live import asgi_get

OrderId = NewType("OrderId", str)
Note = Annotated[str, Brand("Note"), Field(max_length=80)]


class Order(BaseModel):
    id: OrderId
    note: Note


class OrderRef(BaseModel):
    id: OrderId


NOT_FOUND = ERROR.define("ORDER_NOT_FOUND", 404, data=OrderRef, description="No such order.")
SOLD_OUT = ERROR.define("SOLD_OUT", 404, data=Order, description="Nothing is left.")
Authenticated = Requirement("Authenticated", headers={"Authorization": BearerToken})


@http.api("/orders", requires=[Authenticated])
class OrderApi(Protocol):
    """Orders."""

    @http.get("/{id}", errors=[NOT_FOUND, SOLD_OUT, SERVER_ERROR])
    def get_order(self, id: OrderId) -> Order:
        """Fetch an order."""
        ...

    @http.get("/newest", permission=public)
    def newest(self) -> Order:
        """Fetch the newest order."""
        ...

    @http.put("", errors=[SOLD_OUT])
    def save_order(self, order: Order) -> Order:
        """Keep an order."""
        ...


@ws.api("/live", requires=[Authenticated])
class LiveApi(Protocol):
    """Live orders."""

    @ws.client_to_server(errors=[NOT_FOUND])
    def watch(self, order: OrderRef) -> Order:
        """Watch an order."""
        ...

    @ws.server_to_client
    def changed(self, order: Order) -> None:
        """An order has changed."""
        ...


class Orders:
    def get_order(self, id: OrderId) -> Order:
        return Order(id=id, note="")

    def newest(self) -> Order:
        return Order(id=OrderId("1"), note="")

    def save_order(self, order: Order) -> Order:
        return order


class Live:
    def __init__(self, peer: object) -> None: ...

    def watch(self, order: OrderRef) -> Order:
        return Order(id=order.id, note="")


def let_in(call: object) -> None: ...


def orders() -> APIRouter:
    return implement(OrderApi, Orders(), guards={Authenticated: let_in})


def live() -> APIRouter:
    return implement(LiveApi, Live, guards={Authenticated: let_in})


def application() -> FastAPI:
    """An application with both contracts and a route of its own."""
    app = FastAPI(title="Shop", version="3")
    app.include_router(orders(), prefix="/v1")
    app.include_router(live(), prefix="/v1")
    app.add_api_route("/health", lambda: None, name="health")
    return app


def below(paths: dict[str, Any], prefix: str) -> dict[str, Any]:
    return {f"{prefix}{path}": operations for path, operations in paths.items()}


def test_openapi_of_an_application_is_that_of_its_contracts() -> None:
    own = to_openapi(http=[OrderApi], title="Shop")
    read = to_openapi(app=application())
    health = read["paths"].pop("/health")
    assert health["get"]["security"] == []
    assert read["paths"] == below(own["paths"], "/v1")
    assert read["components"] == own["components"]
    assert read["paths"]["/v1/orders/{id}"]["get"]["security"] == [{"Authenticated": []}]


def test_asyncapi_of_an_application_is_that_of_its_contracts() -> None:
    own = to_asyncapi(ws=[LiveApi], title="Shop")
    read = to_asyncapi(app=application())
    [(key, channel)] = own["channels"].items()
    assert read["channels"] == {key: {**channel, "address": "/v1/live"}}
    assert (read["operations"], read["components"]) == (own["operations"], own["components"])


def places(app: Any, **options: Any) -> list[tuple[str, str, list[str]]]:
    """Groups, contracts and paths of the contract document of an application."""
    found = []
    for group in build_contract_doc(app=app, title="Shop", **options).groups:
        for contract in group.contracts:
            paths = [getattr(contract, "path", "")]
            if contract.kind == "http":
                paths = [method.http_path for method in contract.methods]
            found.append((group.name, contract.name, paths))
    return found


def test_contract_document_has_the_contract_with_everything() -> None:
    own: Any = build_contract_doc(http=[OrderApi], ws=[LiveApi], title="Shop")
    read: Any = build_contract_doc(app=application(), title="Shop")
    [ours], [sockets] = (group.contracts for group in read.groups[:2])
    [declared, declared_sockets] = own.groups[0].contracts
    methods = [
        replace(method, http_path=method.http_path.removeprefix("/v1")) for method in ours.methods
    ]
    assert methods == list(declared.methods)  # in the order of the contract
    assert (ours.path_prefix, ours.security) == ("/v1/orders", declared.security)
    assert (sockets.path, sockets.methods) == ("/v1/live", declared_sockets.methods)
    assert sockets.framing == declared_sockets.framing
    assert read.errors == own.errors
    assert {*own.schemas} == {*read.schemas}
    assert read.schemas["Note"]["x-brand"] == ["Note"]
    assert places(application())[2] == ("default", "Default", ["/health"])


PATHS = ["/orders/{id}", "/orders/newest", "/orders"]


def mounted_router() -> Any:
    return Starlette(routes=[Mount("/api", app=orders()), Mount("/api", routes=live().routes)])


def bare_routes() -> Any:
    return Starlette(routes=[*orders().routes, *live().routes])


def mounted_application() -> Any:
    inner, outer = FastAPI(), FastAPI()
    inner.include_router(orders())
    inner.add_api_route("/health", lambda: None)
    outer.mount("/api", inner)
    outer.mount("/api", live())
    return outer


def router_of_routers() -> Any:
    router = APIRouter(prefix="/api")
    router.include_router(orders(), tags=["Shopping"])
    router.include_router(live())
    return router


def in_litestar() -> Any:
    inner = FastAPI()
    inner.include_router(orders())
    inner.include_router(live())
    inner.add_api_route("/health", lambda: None)
    return Litestar([asgi("/api", is_mount=True, copy_scope=True)(inner)], openapi_config=None)


@pytest.mark.parametrize(
    ("make", "group", "prefix"),
    [
        (mounted_router, "OrderApi", "/api"),
        (bare_routes, "OrderApi", ""),
        (mounted_application, "FastAPI: OrderApi", "/api"),
        (router_of_routers, "Shopping", "/api"),
        (in_litestar, "OrderApi", "/api"),
    ],
)
def test_wherever_the_routes_are(make: Callable[[], Any], group: str, prefix: str) -> None:
    assert places(make()) == [
        (group, "OrderApi", [prefix + path for path in PATHS]),
        ("LiveApi", "LiveApi", [f"{prefix}/live"]),
    ]


def test_two_versions_of_one_contract_have_names_and_ids_of_their_own() -> None:
    app = FastAPI()
    for version in ("/v1", "/v2"):
        app.include_router(orders(), prefix=version, tags=["Orders"])
    assert [name for _, name, _ in places(app)] == ["OrderApi", "OrderApi_2"]
    operations = [
        operation
        for operations in to_openapi(app=app)["paths"].values()
        for operation in operations.values()
    ]
    assert len({operation["operationId"] for operation in operations}) == len(operations) == 6
    assert operations[0]["tags"] == ["Orders", "OrderApi"]


def test_a_root_path_below_a_prefix_keeps_its_slash() -> None:
    @http.api("")
    class Root(Protocol):
        @http.get("")
        def root(self) -> str: ...

    class Handler:
        def root(self) -> str:
            return ""

    app = FastAPI()
    app.include_router(implement(Root, Handler()), prefix="/v1")
    [(_, _, [path])] = places(app)
    assert asgi_get(app, path)[0].status_code == 200


def test_options_choose_routes_of_contracts() -> None:
    options = {
        "exclude": ["/v1/orders/newest", "/health"],
        "method_names": {"get_order": "fetch"},
        "group_by": "router",
    }
    found = build_contract_doc(app=application(), title="Shop", app_options=options)
    [group] = found.groups
    assert group.name == "Test Served Contracts"  # the module of the contracts
    assert [method.name for method in group.contracts[0].methods] == ["fetch", "save_order"]


def test_a_route_in_front_takes_a_method_over() -> None:
    app = FastAPI()
    app.add_api_route("/orders", lambda: None, methods=["PUT"])
    app.include_router(orders())
    assert [paths for _, _, paths in places(app)] == [["/orders"], PATHS[:2]]


key = APIKeyHeader(name="X-Key")
optional_key = APIKeyHeader(name="X-Key", auto_error=False)
oauth = OAuth2PasswordBearer(tokenUrl="token", scopes={"read": "Read."})


def trace(x_trace: Annotated[int, Header()]) -> int:
    return x_trace


def method_of(name: str, *dependencies: Any) -> Any:
    app = FastAPI()
    app.include_router(orders(), dependencies=[*dependencies])
    [contract] = build_contract_doc(app=app, title="Shop").groups[0].contracts
    [method] = [method for method in contract.methods if method.name == name]
    return method, method.security if method.security is not None else contract.security


@pytest.mark.parametrize(
    ("dependency", "required"),
    [
        (Depends(key), ({"Authenticated": (), "APIKeyHeader": ()},)),
        (
            Depends(optional_key),
            ({"Authenticated": (), "APIKeyHeader": ()}, {"Authenticated": ()}),
        ),
        # which reads the header of the contract once more
        (Security(oauth, scopes=["read"]), ({"Authenticated": ()},)),
    ],
)
def test_what_the_application_asks_for_besides_is_needed_too(
    dependency: Any, required: Any
) -> None:
    _, security = method_of("get_order", dependency)
    assert security == required


def test_a_public_method_behind_a_dependency_is_not_public() -> None:
    method, security = method_of("newest")
    assert ({} in security, method.permission.text) == (True, "public")
    method, security = method_of("newest", Depends(key))
    assert ({} in security, method.permission.text) == (False, "authenticated")


def test_dependencies_add_parameters() -> None:
    method, _ = method_of("get_order", Depends(trace))
    assert [param.name for param in method.header_params] == ["x-trace"]


@answers(429, OrderRef)
class RateLimited(Exception):
    """Too many requests."""


@answers(409, OrderRef, everywhere=False)
class Locked(Exception):
    """Somebody else is at it."""


@raises(Locked)
def lock() -> None: ...


def test_errors_that_the_application_answers_are_added() -> None:
    handlers: Any = {RateLimited: lambda request, error: None}
    app = FastAPI(exception_handlers=handlers)
    app.include_router(orders(), dependencies=[Depends(lock)])
    [contract] = build_contract_doc(app=app, title="Shop").groups[0].contracts
    errors = contract.methods[0].errors
    assert errors[:5] == ("ORDER_NOT_FOUND", "SOLD_OUT", "SERVER_ERROR", "LOCKED", "RATE_LIMITED")


def test_a_dependency_that_cannot_be_read_costs_itself_only() -> None:
    @raises(KeyError)
    def broken() -> None: ...

    app = FastAPI()
    app.include_router(orders(), dependencies=[Depends(broken)])
    app.include_router(live(), dependencies=[Depends(broken)])
    with pytest.warns(UserWarning, match="the response to KeyError is not declared"):
        read = to_openapi(app=app, title="Shop")
    assert read["paths"]["/orders/{id}"]["get"]["security"] == [{"Authenticated": []}]


def test_openapi_of_a_running_service() -> None:
    app = application()
    GGOpenApiDocs.register(
        app, {"title": "Shop", "specPath": "/spec.json", "docsPath": "/openapi-docs"}
    )
    [response] = asgi_get(app, "/spec.json")
    operation = response.json()["paths"]["/v1/orders/{id}"]["get"]
    assert operation["security"] == [{"Authenticated": []}]


def test_asyncapi_of_a_running_service() -> None:
    app = application()
    GGAsyncApiDocs.register(app, {"title": "Shop", "specPath": "/spec.json", "docsPath": "/docs-a"})
    [response] = asgi_get(app, "/spec.json")
    [channel] = response.json()["channels"].values()
    assert (channel["address"], "watch" in channel["messages"]) == ("/v1/live", True)


@pytest.mark.parametrize("options", [{"docsPath": "/apidocs"}, None, {"title": "My shop"}])
def test_documentation_of_a_running_service_needs_no_contracts(options: Any) -> None:
    app = application()
    GGApiDocs.register(app, options)
    app.add_api_route("/late", lambda: None)  # read when the document is built
    page, document = asgi_get(app, "/apidocs", "/apidocs/api-docs.json")
    title = (options or {}).get("title", "Shop")
    assert page.status_code == 200
    assert f"<title>{title}" in page.text
    read = document.json()
    assert read["service"]["name"] == title
    assert [group["name"] for group in read["groups"]] == ["OrderApi", "LiveApi", "default"]
    assert read["groups"][0]["contracts"][0]["security"] == [{"Authenticated": []}]
    assert [each["name"] for each in read["groups"][2]["contracts"][0]["methods"]][1:] == ["lambda"]


def test_documentation_around_a_service_needs_no_contracts() -> None:
    [document] = asgi_get(GGApiDocs(application()), "/apidocs/api-docs.json")
    assert next(group["name"] for group in document.json()["groups"]) == "OrderApi"


def test_command_line(tmp_path: Path) -> None:
    (tmp_path / "service.py").write_text(
        "from tests.adapters.test_served_contracts import application\n\napp = application()\n"
    )
    done = run(tmp_path, "build", "service:app", "--out-dir", "site")
    assert done.returncode == 0, done.stderr
    [file] = (tmp_path / "site").rglob("openapi.json")
    operation = json.loads(file.read_text())["paths"]["/v1/orders/{id}"]["get"]
    assert operation["security"] == [{"Authenticated": []}]
    assert [*(tmp_path / "site").rglob("asyncapi.json")]
