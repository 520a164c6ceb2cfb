"""Headers and requests as users give and get them; addresses below a root path."""

import asyncio
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from flask import Flask
from starlette.applications import Starlette
from starlette.routing import Mount

from sphinxcontrib_ggdocs.asyncapi import GGAsyncApiDocs
from sphinxcontrib_ggdocs.catalog import SpecError
from sphinxcontrib_ggdocs.native import Denied, DocsRequest, GGApiDocs
from sphinxcontrib_ggdocs.openapi import GGOpenApiDocs

from .frameworks import OPTIONS, OrderApi, OrderFeed

WRONG_HEADERS = [
    pytest.param({"X-A\r\nX-B": "1"}, "cannot be sent", id="line break in a name"),
    pytest.param({"Größe": "1"}, "cannot be sent", id="name beyond ASCII"),
    pytest.param({"X-A": "1\r\nSet-Cookie: a=b"}, "cannot be sent", id="line break in a value"),
    pytest.param({"X-A": "→"}, "cannot be sent", id="value beyond Latin-1"),
    pytest.param({"content-length": "5"}, "cannot be sent", id="one of ours"),
]


@pytest.mark.parametrize(("headers", "says"), WRONG_HEADERS)
def test_headers_that_cannot_be_sent(headers: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Denied(headers=headers)
    app = GGApiDocs(None, OPTIONS, protect=lambda _: Denied(headers=headers))
    assert ask(app, "/docs/").status_code == 500


def ask(app: Any, path: str, root_path: str = "", **headers: str) -> httpx.Response:
    async def answer() -> httpx.Response:
        transport = httpx.ASGITransport(app, root_path=root_path)
        async with httpx.AsyncClient(transport=transport, base_url="http://shop") as client:
            return await client.get(path, headers=headers)

    return asyncio.run(answer())


@pytest.mark.parametrize("status", [200, 204, 304, 299, 600, 418.5])
def test_a_refusal_that_refuses_nothing(status: Any) -> None:
    with pytest.raises(ValueError, match="not a status of a refusal"):
        Denied(status=status)


def test_a_refusal_that_leads_to_the_sign_in() -> None:
    denied = Denied(
        status=303, headers={"Location": "/login", "cache-control": "private, no-store"}
    )
    answer = ask(GGApiDocs(None, OPTIONS, protect=lambda _: denied), "/docs/")
    assert (answer.status_code, answer.headers["location"]) == (303, "/login")
    assert answer.headers.get_list("cache-control") == ["private, no-store"]


@pytest.mark.parametrize("policy", ["default-src 'self'\r\nX: y", "default-src → ", "\x00"])
def test_a_policy_that_cannot_be_sent(policy: str) -> None:
    with pytest.raises(SpecError, match="'Content-Security-Policy' cannot be sent"):
        GGOpenApiDocs(None, http=[OrderApi], content_security_policy=policy)


def test_what_protect_sees() -> None:
    seen: list[DocsRequest] = []

    def note(request: DocsRequest) -> bool:
        seen.append(request)
        return True

    headers = {"Cookie": 'a="1 2"; b=x=y; c; a=3', "X-Key": "k"}
    asgi = GGApiDocs(None, OPTIONS, protect=note)
    ask(asgi, "/docs/orders/api-docs.json?q=%C3%A4&q=b&empty=", **headers)
    with httpx.Client(
        transport=httpx.WSGITransport(GGApiDocs.wsgi(None, OPTIONS, protect=note))
    ) as client:
        client.get("http://shop/docs/orders/api-docs.json?q=%C3%A4&q=b&empty=", headers=headers)
    assert len(seen) == 2
    for request in seen:
        assert (request.method, request.path) == ("GET", "/docs/orders/api-docs.json")
        assert request.query == {"q": "b", "empty": ""}
        assert request.cookies == {"a": "1 2", "b": "x=y"}
        assert request.headers["x-key"] == "k"
        assert request.session == {}
        with pytest.raises(TypeError):
            request.scope["type"] = "other"  # type: ignore[index]
    assert seen[0].scope["type"] == "http"
    assert seen[1].scope["REQUEST_METHOD"] == "GET"
    assert DocsRequest(method="GET", path="/", headers={}).cookies == {}


def test_paths_of_wsgi_are_utf_8_in_latin_1() -> None:
    """PEP 3333 has the bytes of a path as letters of Latin-1."""
    seen: list[DocsRequest] = []

    def note(request: DocsRequest) -> bool:
        seen.append(request)
        return True

    def mounted(environ: Any, start: Any) -> Any:
        path = environ["PATH_INFO"].encode().decode("latin-1")
        root = "/größe".encode().decode("latin-1")
        return docs({**environ, "PATH_INFO": path, "SCRIPT_NAME": root}, start)

    docs = GGApiDocs.wsgi(None, OPTIONS.model_copy(update={"docs_path": ""}), protect=note)
    with httpx.Client(transport=httpx.WSGITransport(mounted)) as client:
        page = client.get("http://shop/", headers={"Accept": "text/html"})
        assert client.get("http://shop/№").status_code == 404
    assert page.status_code == 200
    assert seen[0].path == "/größe/"
    spec: Any = Flask("shop")
    spec.wsgi_app = GGOpenApiDocs.wsgi(spec.wsgi_app, http=[OrderApi])
    environ = {"SCRIPT_NAME": "/größe".encode().decode("latin-1")}
    answer = spec.test_client().get("/openapi.json", environ_overrides=environ)
    assert answer.get_json()["servers"] == [{"url": "/größe"}]


def openapi(**options: Any) -> FastAPI:
    return GGOpenApiDocs.register(FastAPI(openapi_url=None), http=[OrderApi], **options)


SERVERS = [
    pytest.param({}, "/team/shop", "/team/shop", id="no servers"),
    pytest.param({"servers": ["/v1"]}, "/team/shop", "/team/shop/v1", id="a path"),
    pytest.param(
        {"servers": ["https://api.example.org"]},
        "/team/shop",
        "https://api.example.org",
        id="an address",
    ),
]


@pytest.mark.parametrize(("options", "root_path", "url"), SERVERS)
def test_the_servers_of_a_file_below_a_root_path(
    options: dict[str, Any], root_path: str, url: str
) -> None:
    answer = ask(openapi(**options), "/openapi.json", root_path)
    assert [server["url"] for server in answer.json()["servers"]] == [url]
    other = ask(openapi(**options), "/openapi.json", "/other")
    assert (other.headers["etag"] == answer.headers["etag"]) == ("example" in url)


def test_mounted_documentation_is_not_the_service() -> None:
    docs = GGOpenApiDocs(None, http=[OrderApi], docs_path="/", spec_path="/openapi.json")
    app = Starlette(routes=[Mount("/docs", docs)])
    assert ask(app, "/docs/openapi.json").json()["servers"] == [{"url": "/"}]
    assert ask(app, "/proxy/docs/openapi.json", "/proxy").json()["servers"] == [{"url": "/proxy"}]


def test_channels_below_a_root_path() -> None:
    def addresses(root_path: str, **options: Any) -> list[str]:
        app = GGAsyncApiDocs.register(FastAPI(), ws=[OrderFeed], **options)
        channels = ask(app, "/asyncapi.json", root_path).json()["channels"]
        return [channel["address"] for channel in channels.values()]

    assert addresses("") == ["/ws/orders"]
    assert addresses("/team") == ["/team/ws/orders"]
    assert addresses("/team", servers=["wss://live.example.org"]) == ["/ws/orders"]
