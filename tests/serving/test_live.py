"""What `GGApiDocs` does beside HTTP: prefixes, options, failures, protection; called over ASGI or
WSGI.
"""

import asyncio
import logging
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import httpx
import pytest
from fastapi import FastAPI
from starlette.applications import Starlette
from starlette.routing import Mount

from sphinxcontrib_ggdocs.asyncapi import GGAsyncApiDocs
from sphinxcontrib_ggdocs.catalog import ApiDocSpec, Branding, SpecError
from sphinxcontrib_ggdocs.native import (
    Denied,
    DocsRequest,
    GGApiDocs,
    build_contract_doc,
    documentation_site,
)
from sphinxcontrib_ggdocs.native.bundle import installed_bundle
from sphinxcontrib_ggdocs.openapi import GGOpenApiDocs

from .frameworks import OPTIONS, OrderApi, plain, starlette

SCRIPT = installed_bundle().script_path

Client: TypeAlias = httpx.AsyncClient | httpx.Client


def asgi_client(app: Any, root_path: str = "") -> httpx.AsyncClient:
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app, root_path=root_path), base_url="http://service"
    )


def asgi_get(app: Any, *paths: str, root_path: str = "", **options: Any) -> list[httpx.Response]:
    async def get() -> list[httpx.Response]:
        async with asgi_client(app, root_path) as client:
            return [await client.get(path, **options) for path in paths]

    return asyncio.run(get())


def wsgi_get(app: Any, *paths: str, **options: Any) -> list[httpx.Response]:
    with httpx.Client(transport=httpx.WSGITransport(app), base_url="http://service") as client:
        return [client.get(path, **options) for path in paths]


def test_a_path_that_only_starts_the_same_is_not_ours() -> None:
    assert [each.status_code for each in asgi_get(starlette(), "/docsx", "/doc", "/docs2/")] == [
        404
    ] * 3
    assert asgi_get(starlette(), "/docsx")[0].text == "Not Found"


def test_mounted_and_behind_prefixes() -> None:
    """Whoever asks without the slash gets a page whose references lead from the last segment of its
    address.
    """
    options = OPTIONS.model_copy(update={"docs_path": ""})
    mounted = Starlette(routes=[Mount("/a/manual", GGApiDocs(None, options))])
    page, document = asgi_get(mounted, "/a/manual/", "/a/manual/orders/api-docs.json")
    assert f'src="{SCRIPT}"' in page.text
    assert document.json()["service"]["slug"] == "orders"

    alone = GGApiDocs(None, options)
    (bare,) = asgi_get(alone, "/prefix", root_path="/prefix")
    assert f'src="./prefix/{SCRIPT}"' in bare.text

    for path in ("/v1/docs", "/docs"):  # servers disagree whether the path has the root path
        (bare,) = asgi_get(plain(), path, root_path="/v1")
        assert f'src="./docs/{SCRIPT}"' in bare.text


def test_the_older_form_of_a_single_document() -> None:
    options = {
        "docsPath": "/docs",
        "title": "Orders",
        "groups": [{"name": "Shop", "http": [OrderApi]}],
    }
    page, document, script, missing = asgi_get(
        GGApiDocs(None, options),
        *("/docs/", "/docs/api-docs.json", "/docs/api-docs.js", "/docs/api/api-docs.json"),
    )
    assert document.json()["service"] == {"slug": "api", "name": "Orders"}
    assert "&quot;slug&quot;:&quot;api&quot;" in page.text
    assert "&quot;json&quot;:&quot;api-docs.json&quot;" in page.text
    assert 'globalThis.ggdocsDocuments["api"]' in script.text
    assert missing.status_code == 404


BROKEN: dict[str, Any] = {
    "docs_path": "/docs",
    "docs": [
        {"slug": "good", "title": "Good", "http": [OrderApi]},
        {
            "slug": "bad",
            "title": "Bad",
            "http": ["tests.serving.frameworks:OrderApl", "no.such:Api"],
        },
    ],
}


def ours(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.name == "sphinxcontrib_ggdocs"]


@pytest.mark.parametrize("make", [GGApiDocs, GGApiDocs.wsgi])
def test_nothing_is_built_at_the_start_unless_asked_for(
    make: Any, caplog: pytest.LogCaptureFixture
) -> None:
    make(None, BROKEN)
    GGApiDocs.register(Starlette(), BROKEN)
    assert ours(caplog) == []
    make(None, BROKEN, eager=True)
    assert ours(caplog)


def test_a_document_that_cannot_be_built(caplog: pytest.LogCaptureFixture) -> None:
    app = GGApiDocs(None, BROKEN)
    paths = (
        "/docs/bad/api-docs.json",
        "/docs/bad/api-docs.js",
        "/docs/bad/api-docs.json",
        "/docs/good/api-docs.json",
    )
    *bad, good = asgi_get(app, *paths)
    assert good.json()["service"]["slug"] == "good"
    for answer in bad:
        assert answer.status_code == 500
        assert answer.headers["cache-control"] == "no-store"
        assert answer.json() == {
            "status": 500,
            "error": "Internal Server Error",
            "detail": "this documentation cannot be built; see the log of the service",
        }
    assert [record.levelno for record in ours(caplog)] == [logging.ERROR]
    for reason in (
        "has no attribute 'OrderApl'",
        "did you mean OrderApi",
        "there is no module 'no'",
    ):
        assert reason in caplog.text


def test_each_document_is_built_at_the_first_request_of_its_json(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    built: list[str] = []

    def counted(spec: ApiDocSpec, **options: Any) -> Any:
        built.append(spec.slug)
        return build_contract_doc(spec, **options)

    monkeypatch.setattr(documentation_site, "build_contract_doc", counted)
    docs = [{"slug": slug, "title": slug, "http": [OrderApi]} for slug in ("a", "b")]
    app = GGApiDocs(None, {"docs": [*docs, BROKEN["docs"][1]]})
    shell = ("/apidocs", "/apidocs/", "/apidocs/index.html", f"/apidocs/{SCRIPT}")
    for page in asgi_get(app, *shell):
        assert page.status_code == 200
    assert built == []
    files = [f"/apidocs/b/{file}" for file in ("api-docs.json", "api-docs.js", "api-docs.md")]
    for answer in asgi_get(app, *files, *shell, files[0]):
        assert answer.status_code == 200
    assert built == ["b"]


def test_an_application_without_contracts_of_a_kind_has_no_such_file() -> None:
    app = FastAPI()
    app.get("/orders")(lambda: 1)
    docs = GGApiDocs(None, {"docs": [{"slug": "a", "title": "A", "app": app}]}, eager=True)
    statuses = [answer.status_code for answer in asgi_get(docs, *FILES_OF_A)]
    assert statuses == [200, 404]


FILES_OF_A = ("/apidocs/a/openapi.json", "/apidocs/a/asyncapi.json")


def raising_application() -> object:
    """A factory that fails as code of an author does."""
    raise LookupError("a secret of the disk")


UNREADABLE: list[dict[str, Any]] = [
    {"http": ["tests.serving.frameworks:OrderApl"], "ws": ["tests.serving.frameworks:OrderApl"]},
    {"app": "tests.serving.test_live:raising_application"},
    {"openapi": "tests/serving/secret.yaml"},
    {"asyncapi": __file__},
]


@pytest.mark.parametrize("contents", UNREADABLE, ids=lambda contents: next(iter(contents)))
def test_readers_see_no_names_of_the_service(contents: dict[str, Any]) -> None:
    spec = ApiDocSpec.model_validate({"slug": "broken", "title": "Broken", **contents})
    surfaces: list[tuple[Any, str]] = [
        (GGApiDocs(None, {"docs": [spec]}), "/apidocs/broken/api-docs.json"),
        (GGOpenApiDocs(None, docs=spec), "/openapi.json"),
        (GGAsyncApiDocs(None, docs=spec), "/asyncapi.json"),
    ]
    for app, file in surfaces:
        for answer in asgi_get(app, file, "/apidocs/broken/api-docs.js", "/apidocs"):
            text = answer.text.replace("Internal Server Error", "")
            if answer.status_code == 500:
                for name in ("tests", "serving", "Order", "Error", "raising", "secret", ".py"):
                    assert name not in text
        assert asgi_get(app, file)[0].status_code == 500


def test_eager_builds_at_the_start_and_logs_what_is_wrong(caplog: pytest.LogCaptureFixture) -> None:
    app = GGApiDocs(None, BROKEN, eager=True)
    assert "OrderApl" in caplog.text
    caplog.clear()
    good, bad = asgi_get(app, "/docs/good/api-docs.json", "/docs/bad/api-docs.json")
    assert (good.status_code, bad.status_code, ours(caplog)) == (200, 500, [])


def basic(request: DocsRequest) -> bool | Denied:
    if request.headers.get("authorization") == "Basic YWRhOmxvdmVsYWNl":
        return True
    return Denied(status=401, detail="sign in", headers={"WWW-Authenticate": 'Basic realm="docs"'})


async def bearer(request: DocsRequest) -> bool:
    await asyncio.sleep(0)
    return request.headers.get("authorization") == "Bearer secret"


def raising(request: DocsRequest) -> bool:
    raise LookupError(request.path)


def forgetful(request: DocsRequest) -> Any:
    """Forgets to answer."""


PROTECTED = [
    pytest.param(basic, {}, 401, id="basic, without"),
    pytest.param(basic, {"Authorization": "Basic YWRhOmxvdmVsYWNl"}, 200, id="basic, with"),
    pytest.param(bearer, {"Authorization": "Bearer wrong"}, 403, id="bearer, wrong"),
    pytest.param(bearer, {"Authorization": "Bearer secret"}, 200, id="bearer, right"),
    pytest.param(raising, {}, 500, id="raises"),
    pytest.param(forgetful, {}, 500, id="forgets to answer"),
]


@pytest.mark.parametrize(("protect", "headers", "status"), PROTECTED)
def test_protected(protect: Any, headers: Mapping[str, str], status: int) -> None:
    paths = (
        "/docs",
        "/docs/",
        "/docs/orders/api-docs.json",
        f"/docs/{SCRIPT}",
        "/docs/none",
        "/docs/orders/openapi.json",
    )
    answers = asgi_get(GGApiDocs(None, OPTIONS, protect=protect), *paths[:4], headers=headers)
    assert {answer.status_code for answer in answers} == {status}
    if status == 200:
        assert all(answer.headers["cache-control"].startswith("private, ") for answer in answers)
    else:  # nothing tells what there is
        more = asgi_get(GGApiDocs(None, OPTIONS, protect=protect), *paths[4:], headers=headers)
        assert {answer.status_code for answer in more} == {status}
    if status == 401:
        assert answers[0].headers["www-authenticate"] == 'Basic realm="docs"'


def test_protected_under_wsgi() -> None:
    app = GGApiDocs.wsgi(None, OPTIONS, protect=basic)
    assert wsgi_get(app, "/docs")[0].status_code == 401
    assert (
        wsgi_get(app, "/docs", headers={"Authorization": "Basic YWRhOmxvdmVsYWNl"})[0].status_code
        == 200
    )
    with pytest.raises(TypeError, match="cannot await"):
        GGApiDocs.wsgi(None, OPTIONS, protect=bearer)


def test_a_logo_of_another_host_is_allowed_and_nothing_else() -> None:
    def policy(logo: str) -> str:
        options = OPTIONS.model_copy(update={"branding": Branding(logo_url=logo)})
        (page,) = asgi_get(GGApiDocs(None, options), "/docs/")
        return next(
            part
            for part in page.headers["content-security-policy"].split("; ")
            if part.startswith("img-src")
        )

    assert (
        policy("https://cdn.example.org/logo.svg") == "img-src 'self' https://cdn.example.org data:"
    )
    assert policy("/logo.svg") == "img-src 'self' data:"
    assert policy("https://x; script-src *") == "img-src 'self' data:"


MISTAKES = [
    pytest.param({}, "there are no documents", id="nothing"),
    pytest.param(
        {"title": "A", "docs": [{"slug": "a", "title": "A", "http": [OrderApi]}]},
        "both docs and title",
        id="both",
    ),
    pytest.param(
        {"title": "A", "http": [OrderApi], "docs_path": "docs"},
        "'docs' is not a valid path",
        id="relative path",
    ),
    pytest.param(
        {"title": "A", "http": [OrderApi], "docs_path": "/a/../b"},
        "is not a valid path",
        id="climbing path",
    ),
]


@pytest.mark.parametrize(("options", "says"), MISTAKES)
def test_a_mistake_in_the_options(options: dict[str, Any], says: str) -> None:
    with pytest.raises(SpecError, match=says):
        GGApiDocs(None, options)


@pytest.mark.parametrize("kind", [GGApiDocs, GGOpenApiDocs, GGAsyncApiDocs])
def test_the_application_can_be_named_as_an_option(kind: Any) -> None:
    app = FastAPI()
    assert kind.register(app, app=app, title="Shop") is app
    kind(app, app=app, title="Shop")


def test_what_cannot_be_registered() -> None:
    from flask import Flask

    with pytest.raises(TypeError, match="GGApiDocs"):
        GGApiDocs.register(object(), OPTIONS)
    app: Any = Flask(__name__)
    with pytest.raises(TypeError, match=r"GGApiDocs\.wsgi"):
        GGApiDocs.register(app, OPTIONS)
    with pytest.raises(TypeError, match="is a WSGI application"):
        GGApiDocs(app, OPTIONS)
    GGApiDocs(Starlette(), OPTIONS)


def test_lifespan_and_websockets_go_to_the_application() -> None:
    seen: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["type"])

    async def nothing() -> Any:
        return {"type": "websocket.connect"}

    async def ignore(message: Any) -> None:
        seen.append(message["type"])

    for kind in ("lifespan", "websocket"):
        asyncio.run(
            GGApiDocs(app, OPTIONS)(
                {"type": kind, "path": "/docs/", "headers": []}, nothing, ignore
            )
        )
    assert seen == ["lifespan", "websocket"]
    asyncio.run(GGApiDocs(None, OPTIONS)({"type": "websocket", "path": "/docs/"}, nothing, ignore))
    assert seen[2:] == ["websocket.close"]


def test_a_lifespan_alone() -> None:
    sent: list[str] = []
    messages: Iterator[Any] = iter([{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}])

    async def receive() -> Any:
        return next(messages)

    async def send(message: Any) -> None:
        sent.append(message["type"])

    asyncio.run(GGApiDocs(None, OPTIONS)({"type": "lifespan"}, receive, send))
    assert sent == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


def test_an_instance_says_that_it_has_to_be_served() -> None:
    app = FastAPI()
    docs = GGApiDocs(app, docs_path="/docs-of-api")
    [served], [not_served] = asgi_get(docs, "/docs-of-api"), asgi_get(app, "/docs-of-api")
    assert (served.status_code, not_served.status_code) == (200, 404)
    assert "Serve the instance instead of `app`" in (GGApiDocs.__doc__ or "")
