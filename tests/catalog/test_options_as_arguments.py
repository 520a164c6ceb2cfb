"""Exporters take the options of a document in a mapping or as arguments, in either spelling."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, cast

import pytest
from fastapi import FastAPI
from starlette.middleware.cors import CORSMiddleware

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.catalog.spec_errors import SpecError
from sphinxcontrib_ggdocs.contracts import http, ws
from sphinxcontrib_ggdocs.native import BuildApiDocsOptions, GGApiDocsOptions, build_contract_doc
from sphinxcontrib_ggdocs.openapi import GGOpenApiDocs, to_openapi

from ..serving.test_headers import ask


@http.api("/c")
class ShopApi(Protocol):
    @http.get("/x")
    def show(self) -> int:
        """Show it."""


@http.api("/h", audience="staff")
class HiddenApi(Protocol):
    @http.get("/x")
    def show(self) -> int:
        """Show it."""


@ws.api("/w")
class LiveApi(Protocol):
    @ws.client_to_server()
    def send(self, a: int) -> None: ...


def native(**options: Any) -> Any:
    """The group's name and the title, of the contract document."""
    document = build_contract_doc(**options)
    return document.groups[0].name, document.service.name


NATIVE = {
    "groups": {"title": "T", "groups": {"API": {"http": [ShopApi]}}},
    "shorthand": {"title": "T", "http": [ShopApi]},
    "documents": {"docs": [{"slug": "a", "title": "T", "http": [ShopApi]}]},
    "a mapping": {"source": {"title": "T", "http": [ShopApi], "docsPath": "/d"}},
}


@pytest.mark.parametrize("options", NATIVE.values(), ids=NATIVE)
def test_contract_documents(options: Any) -> None:
    assert native(**options) == ("API", "T")


def shop(title: str) -> FastAPI:
    app = FastAPI(title=title)
    app.get("/hello")(lambda: 1)
    return app


SOURCES = {
    "live options": (GGApiDocsOptions(docs_path="/x", title="T", http=[ShopApi]), {}),
    "static options": (
        BuildApiDocsOptions(out_dir=Path("x"), title="t", http=[ShopApi]),
        {"title": "T"},
    ),
    "documents": (
        GGApiDocsOptions(docs=[ApiDocSpec(slug="a", title="T", http=[ShopApi])], without=["llms"]),
        {},
    ),
    "an application": (shop("T"), {}),
    "an application with a title": (shop("t"), {"title": "T"}),
    "a wrapped application": (CORSMiddleware(shop("T")), {}),
    "a mapping without a title": ({"http": [ShopApi]}, {"title": "T"}),
    "a mapping with another title": ({"http": [ShopApi], "title": "t"}, {"title": "T"}),
    "a mapping and fields": ({"http": [ShopApi], "title": "T"}, {"owner": "x"}),
    "a contract": (ShopApi, {"title": "T"}),
}


@pytest.mark.parametrize(("source", "options"), SOURCES.values(), ids=SOURCES)
def test_every_form_of_a_document(source: Any, options: Any) -> None:
    assert build_contract_doc(source, **options).service.name == "T"
    assert to_openapi(source, **options)["info"]["title"] == "T"


def test_the_audience_beside_documents() -> None:
    document = {"slug": "a", "title": "T", "http": [HiddenApi, ShopApi]}
    written = to_openapi({"docs": [document], "audience": "public"})
    assert list(written["paths"]) == ["/c/x"]


def test_the_branding_of_a_mapping() -> None:
    options: dict[str, Any] = {"branding": {"primaryColor": "#112233"}, "http": [ShopApi]}
    look = build_contract_doc(title="T", **options)
    assert look.branding is not None
    assert look.branding.primary_color == "#112233"


def test_openapi() -> None:
    assert "/c/x" in to_openapi(title="T", groups={"G": {"http": [ShopApi]}})["paths"]
    options: dict[str, Any] = {"termsOfService": "https://example.org", "openapiVersion": "3.2"}
    named = to_openapi([ShopApi], title="T", **options)
    paths = {"specPath": "/s", "docsPath": "/d"}
    mapped = to_openapi({"title": "T", "http": [ShopApi]} | paths | options)
    for document in (named, mapped):
        assert document["openapi"] == "3.2.0"
        assert document["info"]["termsOfService"] == "https://example.org"


def test_asyncapi() -> None:
    assert to_asyncapi(title="T", ws=[LiveApi])["info"]["title"] == "T"


MISTAKES: dict[str, tuple[Callable[[], Any], str]] = {
    "beside contracts": (
        lambda: to_openapi([ShopApi], title="T", titel="x"),
        "did you mean 'title'",
    ),
    "alone": (lambda: to_openapi(titel="x"), "did you mean 'title'"),
    "a name": (lambda: to_openapi("t2:UserApi", title="T"), "hint: give an ApiDocSpec"),
    "a number": (lambda: to_openapi(cast(Any, 5), title="T"), "hint: give an ApiDocSpec"),
    "a class": (lambda: to_openapi(cast(Any, int), title="T"), "hint: give an ApiDocSpec"),
    "a number of documents": (lambda: to_openapi({"docs": 5}), "hint: "),
    "fields beside a document": (
        lambda: to_openapi(ApiDocSpec(slug="a", title="T", http=[ShopApi]), owner="x"),
        "there is no option 'owner'",
    ),
    "nothing": (to_openapi, "title: this field is missing"),
}


@pytest.mark.parametrize(("call", "text"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes(call: Callable[[], Any], text: str) -> None:
    with pytest.raises(SpecError, match=text):
        call()


REGISTERED: dict[str, tuple[dict[str, Any], list[str]]] = {
    "groups": ({"groups": {"G": {"http": [ShopApi]}}}, ["/c/x"]),
    "shorthand": ({"http": [ShopApi]}, ["/c/x"]),
    "the application itself": ({}, ["/hello"]),
}


@pytest.mark.parametrize(("options", "paths"), REGISTERED.values(), ids=REGISTERED)
def test_registration(options: dict[str, Any], paths: list[str]) -> None:
    app = FastAPI()

    @app.get("/hello")
    def hello() -> int:
        return 1

    GGOpenApiDocs.register(app, {"title": "T", "specPath": "/s", "docsPath": "/d", **options})

    written = ask(app, "/s").json()
    assert (written["info"]["title"], list(written["paths"])) == ("T", paths)


def test_a_misspelt_option_of_registration() -> None:
    with pytest.raises(SpecError, match="did you mean 'spec_path'"):
        GGOpenApiDocs.register(FastAPI(), {"title": "T", "specpath": "/s"})


def test_a_title_beside_documents() -> None:
    document = {"slug": "a", "title": "T", "http": [ShopApi]}
    with pytest.raises(SpecError, match="hint: move title into one of docs"):
        GGOpenApiDocs.register(FastAPI(), {"title": "T", "docs": [document]})
