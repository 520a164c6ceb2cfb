"""Registered documentation is inside of what the application does before each request, whatever is
added when.
"""

import asyncio
import gzip
from collections.abc import Callable, Mapping
from typing import Any

import httpx
import pytest
from fastapi import Depends, FastAPI
from starlette.datastructures import MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import Response as StarletteResponse

from sphinxcontrib_ggdocs.asyncapi import GGAsyncApiDocs
from sphinxcontrib_ggdocs.native import DocsRequest, GGApiDocs
from sphinxcontrib_ggdocs.openapi import GGOpenApiDocs
from sphinxcontrib_ggdocs.serving.application import RegistrationWarning

from .frameworks import OPTIONS, OrderApi, OrderFeed

Registering = Callable[[Any], Any]

REGISTERING: dict[str, Registering] = {
    "native": lambda app: GGApiDocs.register(app, OPTIONS),
    "openapi": lambda app: GGOpenApiDocs.register(
        app, http=[OrderApi], docs_path="/docs", spec_path="/docs.json"
    ),
    "asyncapi": lambda app: GGAsyncApiDocs.register(
        app, ws=[OrderFeed], docs_path="/docs", spec_path="/docs.json"
    ),
}
FILE = {"native": "/docs/orders/api-docs.json", "openapi": "/docs.json", "asyncapi": "/docs.json"}
PAGE = "/docs/"
ORIGIN = "https://editor.example.org"


class Unauthorized:
    """A middleware that lets nobody in."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
        else:
            await send({"type": "http.response.start", "status": 401, "headers": []})
            await send({"type": "http.response.body", "body": b""})


def ask(app: Any, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}

    async def answer() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://shop") as client:
            return await client.request(method, path, headers=sent)

    return asyncio.run(answer())


GUARDS: dict[str, tuple[Callable[[], Any], Callable[[Any], object], int, Mapping[str, str]]] = {
    "authentication, FastAPI": (FastAPI, lambda app: app.add_middleware(Unauthorized), 401, {}),
    "hosts, FastAPI": (
        FastAPI,
        lambda app: app.add_middleware(TrustedHostMiddleware, allowed_hosts=["other"]),
        400,
        {},
    ),
    "CORS, FastAPI": (
        FastAPI,
        lambda app: app.add_middleware(CORSMiddleware, allow_origins=[ORIGIN]),
        200,
        {"access-control-allow-origin": ORIGIN},
    ),
}


@pytest.mark.parametrize("surface", REGISTERING)
@pytest.mark.parametrize("order", ["before", "after"])
@pytest.mark.parametrize("guard", GUARDS)
def test_the_documentation_is_inside(guard: str, order: str, surface: str) -> None:
    make, add, status, headers = GUARDS[guard]
    app = make()
    steps: list[Callable[[Any], object]] = [add, REGISTERING[surface]]
    for step in steps if order == "after" else reversed(steps):
        step(app)
    for path in (PAGE, FILE[surface]):
        answer = ask(app, path, Origin=ORIGIN)
        assert (answer.status_code, headers.items() - answer.headers.items()) == (status, set())


def test_dependencies_of_the_application_are_warned_of() -> None:
    """FastAPI runs them for its routes alone, as its own documentation shows."""

    def signed_in() -> None:
        raise AssertionError

    with pytest.warns(RegistrationWarning, match="pass protect="):
        GGApiDocs.register(FastAPI(dependencies=[Depends(signed_in)]), OPTIONS)
    with pytest.warns(RegistrationWarning, match="pass protect="):
        GGOpenApiDocs.register(FastAPI(dependencies=[Depends(signed_in)]), http=[OrderApi])
    GGApiDocs.register(FastAPI(dependencies=[Depends(signed_in)]), OPTIONS, protect=lambda _: True)


def test_a_session_decides() -> None:
    """The recipe of the guide: signed in is who the session says."""

    def signed_in(request: DocsRequest) -> bool:
        return request.session.get("user") == "ada"

    app = FastAPI()
    app.add_middleware(SessionMiddleware, secret_key="secret")
    GGApiDocs.register(app, OPTIONS, protect=signed_in)

    async def sign_in(request: Any) -> Any:
        request.session["user"] = "ada"
        return StarletteResponse()

    app.router.add_route("/sign-in", sign_in)

    async def visit() -> list[int]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://shop") as client:
            before = await client.get(PAGE)
            await client.get("/sign-in")
            return [before.status_code, (await client.get(PAGE)).status_code]

    assert asyncio.run(visit()) == [403, 200]


def service() -> Any:
    app = FastAPI(docs_url=None, openapi_url=None)
    app.add_api_route("/own", lambda: "own")
    app.add_api_route("/{slug}/api-docs.json", lambda slug: "put", methods=["PUT"])
    app.add_api_route("/", lambda: "posted", methods=["POST"])
    return app


def test_documentation_at_the_root_leaves_the_routes_of_the_service_alone() -> None:
    app = GGApiDocs.register(service(), OPTIONS.model_copy(update={"docs_path": ""}))
    assert "<gg-docs" in ask(app, "/").text
    assert ask(app, "/orders/api-docs.json").json()["service"]["slug"] == "orders"
    assert [ask(app, "/own").text.strip('"'), ask(app, "/", "POST").text.strip('"')] == [
        "own",
        "posted",
    ]
    assert ask(app, "/other/api-docs.json", "PUT").text.strip('"') == "put"
    assert ask(app, "/none").status_code == 404


def reader(request: DocsRequest) -> bool:
    return request.cookies.get("user") == "ada" or request.query.get("u") == "ada"


@pytest.mark.parametrize("registered", [True, False], ids=["registered", "around"])
def test_nothing_tells_which_documents_there_are(registered: bool) -> None:
    """Below the path of the documentation `protect` decides first, whatever there is."""
    make = GGApiDocs.register if registered else GGApiDocs
    app = make(service(), OPTIONS, protect=reader)
    for method in ("GET", "HEAD", "POST", "OPTIONS"):
        answers = [
            ask(app, f"/docs/{path}", method)
            for path in ("orders/api-docs.json", "no-such/api-docs.json")
        ]
        assert answers[0].status_code == answers[1].status_code
        assert answers[0].text == answers[1].text
        assert {*answers[0].headers} == {*answers[1].headers}
    assert ask(app, "/docs/orders/api-docs.json").status_code == 403
    page = ask(app, "/docs/?u=ada")
    assert "orders/api-docs.json" in page.text
    assert page.headers["cache-control"].startswith("private")
    assert ask(app, "/docs/orders/api-docs.json", Cookie="a=b; user=ada").status_code == 200
    assert ask(app, "/docs/no-such/api-docs.json", Cookie="user=ada").status_code == 404
    assert ask(app, "/own").text.strip('"') == "own"


class CompressionMiddleware:
    """A middleware that compresses whatever the service answers, as that of starlette-cramjam."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def compressed(message: Any) -> None:
            if message["type"] == "http.response.body":
                await send({**message, "body": gzip.compress(message["body"])})
                return
            headers = MutableHeaders(raw=message["headers"])
            headers["Content-Encoding"] = "gzip"
            del headers["Content-Length"]
            await send(message)

        await self.app(scope, receive, compressed)


@pytest.mark.parametrize("middleware", [CompressionMiddleware, GZipMiddleware])
@pytest.mark.parametrize("surface", REGISTERING)
def test_a_service_that_compresses(surface: str, middleware: Any) -> None:
    """The documentation is compressed once."""
    app = FastAPI()
    app.add_middleware(middleware)
    REGISTERING[surface](app)
    page = ask(app, PAGE, accept_encoding="gzip")
    assert page.headers["content-encoding"] == "gzip"
    assert page.text.startswith("<!doctype html>")
