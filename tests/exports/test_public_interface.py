"""Each format has a pair of functions: the same parameters, an object and its text."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import pytest
from starlette.applications import Starlette

from sphinxcontrib_ggdocs import asyncapi, catalog, native, openapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec, ServerSpec
from sphinxcontrib_ggdocs.contracts import http, ws

from ..serving.test_headers import ask


@http.api("/items")
class ItemApi(Protocol):
    """Things."""

    @http.get("/{id}")
    def get_item(self, id: str) -> int: ...


@ws.api("/live")
class LiveApi(Protocol):
    """What happens."""

    @ws.server_to_client
    def changed(self, id: str) -> None: ...


class Format(NamedTuple):
    """The functions of a format."""

    document: Callable[..., Any]
    json: Callable[..., str]
    contracts: list[type]
    head: Callable[[Any], dict[str, Any]]


def _service(document: Any) -> dict[str, Any]:
    service = json.loads(document)["service"]
    return {
        "title": service["name"],
        "version": service.get("version", "0"),
        "description": service.get("description"),
        "servers": [server["url"] for server in service.get("servers", [])],
    }


def _info(document: Any) -> dict[str, Any]:
    read = json.loads(document)
    servers = read.get("servers", [])
    if isinstance(servers, dict):
        urls = [
            f"{server['protocol']}://{server['host']}{server.get('pathname', '')}"
            for server in servers.values()
        ]
    else:
        urls = [server["url"] for server in servers if server["url"] != "/"]
    info = read["info"]
    return {
        "title": info["title"],
        "version": info["version"],
        "description": info.get("description"),
        "servers": [url.replace("wss:", "https:") for url in urls],
    }


FORMATS = {
    "contract document": Format(
        native.build_contract_doc,
        native.build_contract_json,
        [ItemApi, LiveApi],
        _service,
    ),
    "OpenAPI": Format(openapi.to_openapi, openapi.to_openapi_json, [ItemApi], _info),
    "AsyncAPI": Format(asyncapi.to_asyncapi, asyncapi.to_asyncapi_json, [LiveApi], _info),
}


SPEC = ApiDocSpec(
    slug="shop",
    title="Shop",
    version="2",
    description="What it sells.",
    servers=[ServerSpec(url="https://shop.example.org")],
    http=[ItemApi],
    ws=[LiveApi],
)


GIVEN = {
    "title": "Other",
    "version": "3",
    "description": "Something else.",
    "servers": ["https://other.example.org"],
}


every_format = pytest.mark.parametrize("name", FORMATS)


@every_format
def test_the_text_is_the_object(name: str) -> None:
    document, text, contracts, _ = FORMATS[name]
    made = document(contracts, title="Shop")
    if isinstance(made, native.ApiDocsDocument):
        assert text(contracts, title="Shop").encode() == made.to_json()
    else:
        assert json.loads(text(contracts, title="Shop")) == made


@every_format
def test_a_spec_says_the_head(name: str) -> None:
    _, text, _, head = FORMATS[name]
    assert head(text(SPEC)) == {
        "title": "Shop",
        "version": "2",
        "description": "What it sells.",
        "servers": ["https://shop.example.org"],
    }


@every_format
def test_what_is_given_replaces_what_the_spec_says(name: str) -> None:
    _, text, _, head = FORMATS[name]
    assert head(text(SPEC, **GIVEN)) == GIVEN


@every_format
def test_contracts_need_a_title(name: str) -> None:
    document, _, contracts, _ = FORMATS[name]
    with pytest.raises(catalog.SpecError, match="title: this field is missing"):
        document(contracts)


def test_a_contract_that_is_listed_twice_is_written_once() -> None:
    document = openapi.to_openapi([ItemApi, ItemApi], title="Shop")
    assert list(document["paths"]) == ["/items/{id}"]
    (group,) = native.build_contract_doc([ItemApi, ItemApi], title="Shop").groups
    assert len(group.contracts) == 1


@pytest.mark.parametrize("audience", [None, "partner"])
def test_a_contract_of_two_groups_is_in_exported_files_once(audience: str | None) -> None:
    contracts = {"http": [ItemApi], "ws": [LiveApi]}
    groups = [{"name": name, **contracts} for name in ("Shop", "Stock")]
    spec = ApiDocSpec.model_validate({"slug": "shop", "title": "Shop", "groups": groups})
    document = openapi.to_openapi(spec, audience=audience)
    assert document == openapi.to_openapi(spec)
    assert list(document["paths"]) == ["/items/{id}"]
    channels = asyncapi.to_asyncapi(spec, audience=audience)
    assert channels == asyncapi.to_asyncapi(spec)
    assert len(channels["channels"]) == 1


FORMS = [
    pytest.param({"slug": "api", "title": "Shop", "http": [ItemApi]}, id="a document"),
    pytest.param({"title": "Shop", "groups": {"API": {"http": [ItemApi]}}}, id="one document"),
    pytest.param(
        {
            "docsPath": "/docs",
            "branding": None,
            "docs": [{"slug": "api", "title": "Shop", "http": [ItemApi]}],
        },
        id="a list of one document",
    ),
]


@pytest.mark.parametrize("options", FORMS)
def test_functions_take_a_mapping_of_options(options: dict[str, Any]) -> None:
    spec = catalog.ApiDocSpec(slug="api", title="Shop", http=[ItemApi])
    assert native.build_contract_doc(options) == native.build_contract_doc(spec)
    assert openapi.to_openapi(options) == openapi.to_openapi(spec)
    assert openapi.to_openapi(options, version="2") == openapi.to_openapi(spec, version="2")


def test_several_documents_are_refused() -> None:
    docs = [{"slug": name, "title": name, "http": [ItemApi]} for name in "ab"]
    with pytest.raises(catalog.SpecError, match="there are 2 documents"):
        native.build_contract_doc({"docs": docs})


@pytest.mark.parametrize("cls", [openapi.GGOpenApiDocs, asyncapi.GGAsyncApiDocs])
def test_registration_takes_one_mapping_in_either_spelling(cls: Any) -> None:
    app = Starlette()
    settings = {
        "http": [ItemApi],
        "ws": [LiveApi],
        "title": "Shop",
        "specPath": "/files/spec.json",
        "docsPath": "/pages/spec",
        "customUi": lambda url: f"<p>mine of {url}</p>",
    }
    cls.register(app, settings, version="3")
    info = ask(app, "/files/spec.json").json()["info"]
    assert (info["title"], info["version"]) == ("Shop", "3")
    assert "mine of" in ask(app, "/pages/spec").text
    other = cls(None, http=[ItemApi], ws=[LiveApi], specPath="/other.json", docs_path="/other")
    assert ask(other, "/other.json").status_code == 200
