"""Exporters take the options of a document in a mapping or as arguments, in either spelling."""

from collections.abc import Callable
from typing import Any, Protocol

import pytest
from fastapi import FastAPI

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog.spec_errors import SpecError
from sphinxcontrib_ggdocs.contracts import http, ws
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.openapi import GGOpenApiDocs, to_openapi
from sphinxcontrib_ggdocs.serving.exported_files import option_names

from ..serving.test_headers import ask


@http.api("/c")
class ShopApi(Protocol):
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
    "nothing": (to_openapi, "title: this field is missing"),
}


@pytest.mark.parametrize(("call", "text"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes(call: Callable[[], Any], text: str) -> None:
    with pytest.raises(SpecError, match=text):
        call()


def test_options_are_those_of_the_exporter_alone() -> None:
    """What a configuration may ask of a file names neither `source` nor the fields of documents."""
    assert {"source", "fields"}.isdisjoint(option_names(to_openapi))
    assert {"yaml", "openapi_version"} <= {*option_names(to_openapi)}


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
    with pytest.raises(TypeError, match="did you mean 'spec_path'"):
        GGOpenApiDocs.register(FastAPI(), {"title": "T", "specpath": "/s"})
