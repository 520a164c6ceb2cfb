"""Specifications on a service: which paths answer what, and what the pages say."""

import asyncio
import json
import re
from collections.abc import Sequence
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from flask import Flask
from marketplace.docs import DOCS

from sphinxcontrib_ggdocs.asyncapi import GGAsyncApiDocs
from sphinxcontrib_ggdocs.catalog import SpecError
from sphinxcontrib_ggdocs.openapi import GGOpenApiDocs, SpecLink
from sphinxcontrib_ggdocs.serving import viewer
from sphinxcontrib_ggdocs.serving.spec_docs import SpecDocs

from ..asyncapi.cases import ChatApi
from ..openapi.cases import UserApi

CONTRACTS: dict[type[SpecDocs], dict[str, Any]] = {
    GGOpenApiDocs: {"http": [UserApi]},
    GGAsyncApiDocs: {"ws": [ChatApi]},
}
each_format = pytest.mark.parametrize("form", CONTRACTS)


def fresh() -> FastAPI:
    app = FastAPI(openapi_url=None)

    @app.get("/hello")
    def hello() -> str:
        return "hello"

    return app


def get(app: Any, path: str, root: str = "", **headers: str) -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app, root_path=root)
        async with httpx.AsyncClient(transport=transport, base_url="http://shop") as client:
            return await client.get(path, headers=headers)

    return asyncio.run(ask())


@each_format
def test_a_file_and_a_page(form: type[SpecDocs]) -> None:
    name = form.format.name
    app = form.register(fresh(), **CONTRACTS[form], title="Shop", version="2", description="Text.")
    document = get(app, f"/{name}.json").json()
    assert document["info"] == {
        **document["info"],
        "title": "Shop",
        "version": "2",
        "description": "Text.",
    }
    page = get(app, f"/{name}")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "<title>Shop</title>" in page.text
    assert page.headers["content-security-policy"] == form.format.viewer.policy
    assert "<nav" not in page.text
    assert get(app, "/hello").json() == "hello"


@each_format
@pytest.mark.parametrize(
    ("root", "asked"),
    [("", "/docs/api"), ("", "/docs/api/"), ("/v1", "/v1/docs/api"), ("/v1", "/v1/docs/api/")],
)
def test_what_a_page_refers_to_is_there(form: type[SpecDocs], root: str, asked: str) -> None:
    app = form.register(fresh(), **CONTRACTS[form], docs_path="/docs/api", spec_path="/spec.json")
    page = get(app, asked, root)
    base = httpx.URL(f"http://shop{asked}")
    found = [
        part.split('"')[0] for word in ('href="', 'src="') for part in page.text.split(word)[1:]
    ]
    assert found.pop(0) == "data:,"  # the icon: browsers ask for no favicon.ico
    assert len(found) == 5
    for reference in found:
        assert get(app, base.join(reference).path, root).status_code == 200, reference
    assert str(base.join(found[2])) == f"http://shop{root}/spec.json"


def links(page: httpx.Response) -> list[str]:
    return re.findall(r'href="\?spec=[^"]*">([^<]*)<', page.text)


def test_several_documents() -> None:
    app = GGOpenApiDocs.register(fresh(), docs=DOCS)
    assert links(get(app, "/openapi")) == ["Kirkgate Platform API", "Kirkgate Internal API"]
    assert get(app, "/openapi/internal.json").json()["info"]["title"] == "Kirkgate Internal API"


def test_a_page_of_ones_own() -> None:
    app = GGOpenApiDocs.register(
        fresh(), http=[UserApi], docs_path="/docs", custom_ui=lambda url: f"<p>{url}</p>"
    )
    page = get(app, "/docs/")
    assert page.text == "<p>../openapi.json</p>"
    assert page.headers["content-type"].startswith("text/html")
    assert "script-src" not in page.headers["content-security-policy"]
    assert get(app, "/docs/assets/start.js").status_code == 404


def test_a_page_of_ones_own_for_several() -> None:
    def page(specs: Sequence[SpecLink]) -> str:
        return json.dumps([(spec.name, spec.slug, spec.url) for spec in specs])

    docs = [{"slug": slug, "title": slug.title(), "http": [UserApi]} for slug in ("users", "all")]
    app = GGOpenApiDocs.register(
        fresh(), docs=docs, custom_ui=page, content_security_policy="default-src 'self'"
    )
    shown = get(app, "/openapi")
    assert shown.json() == [
        ["Users", "users", "./openapi/users.json"],
        ["All", "all", "./openapi/all.json"],
    ]
    assert shown.headers["content-security-policy"] == "default-src 'self'"


@each_format
def test_without_the_viewers_the_page_says_what_to_install(
    form: type[SpecDocs], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewer, "VIEWERS", "sphinxcontrib_ggdocs_no_viewers")
    app = form.register(fresh(), **CONTRACTS[form])
    page = get(app, f"/{form.format.name}").text
    assert f"This page needs {form.format.viewer.title}, which is not installed." in page
    assert "pip install &quot;sphinxcontrib-ggdocs[viewers]&quot;" in page
    assert "<script" not in page
    assert get(app, f"/{form.format.name}.json").status_code == 200
    assert get(app, f"/{form.format.name}/assets/page.css").status_code == 200


def test_who_may_read() -> None:
    app = GGOpenApiDocs.register(
        fresh(), http=[UserApi], protect=lambda request: request.headers.get("x-key") == "1"
    )
    assert [get(app, path).status_code for path in ("/openapi", "/openapi.json", "/hello")] == [
        403,
        403,
        200,
    ]
    assert get(app, "/openapi.json", **{"x-key": "1"}).status_code == 200


def test_mistakes_are_told_at_once_when_eager(caplog: pytest.LogCaptureFixture) -> None:
    app = GGOpenApiDocs.register(fresh(), http=[UserApi, int], eager=True)
    assert "is not a contract" in caplog.text
    assert get(app, "/openapi.json").status_code == 500
    assert get(app, "/openapi").status_code == 200


def test_wsgi() -> None:
    app = Flask("shop")
    with pytest.raises(TypeError, match=r"for WSGI  GGOpenApiDocs\.wsgi"):
        GGOpenApiDocs.register(app, http=[UserApi])
    app.wsgi_app = GGOpenApiDocs.wsgi(app.wsgi_app, http=[UserApi])  # type: ignore[method-assign]
    assert app.test_client().get("/openapi.json").get_json()["openapi"] == "3.1.0"
    assert b"swagger-ui-bundle" in app.test_client().get("/openapi").data
    with pytest.raises(TypeError, match="is a WSGI application"):
        GGOpenApiDocs(app, http=[UserApi])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param({"http": [UserApi], "docs": DOCS}, "both docs and http", id="both"),
        pytest.param({"http": [UserApi], "server": []}, "did you mean 'servers'", id="typo"),
        pytest.param({"http": [UserApi], "customUi": "x"}, "is not a function", id="no page"),
        pytest.param(
            {"docs": DOCS, "spec_path": ["/a.json", "/a.json"]},
            "the path '/a.json' of a specification is taken",
            id="one path for two",
        ),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        GGOpenApiDocs.register(fresh(), **arguments)
