"""Each way to write an option, at each place where somebody can write it."""

import io
import json
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from sphinx.testing.util import SphinxTestApp

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec, SpecError
from sphinxcontrib_ggdocs.catalog.export import ExportWarning
from sphinxcontrib_ggdocs.commands import main
from sphinxcontrib_ggdocs.native import GGApiDocs, build_api_docs, build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi

from ..serving.test_headers import ask

HTTP = "tests.serving.frameworks:OrderApi"


WS = "tests.serving.frameworks:OrderFeed"


FIELDS = {"http": [HTTP], "description": "What people buy."}


Fields = Mapping[str, Any]


Surface = Callable[[Fields, Path], Any]


def by_spec(fields: Fields, folder: Path) -> Any:
    spec = ApiDocSpec.model_validate({"slug": "shop", "title": "Shop", **fields})
    return json.loads(build_contract_doc(spec).to_json())


def by_live(fields: Fields, folder: Path) -> Any:
    options = {"docsPath": "/docs", "docs": [{"slug": "shop", "title": "Shop", **fields}]}
    return ask(GGApiDocs.register(FastAPI(), options), "/docs/shop/api-docs.json").json()


def by_static(fields: Fields, folder: Path) -> Any:
    build_api_docs(
        {"outDir": folder / "out", "docs": [{"slug": "shop", "title": "Shop", **fields}]}
    )
    return json.loads((folder / "out/shop/api-docs.json").read_bytes())


def by_command_line(fields: Fields, folder: Path) -> Any:
    (folder / "pyproject.toml").write_text(
        "[[tool.ggdocs.docs]]\n" + _toml({"slug": "shop", "title": "Shop", **fields}),
        encoding="utf-8",
    )
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with redirect_stdout(out):
        status = main(["export", "contract-document", "--config", str(folder / "pyproject.toml")])
    assert status == 0
    out.seek(0)
    return json.loads(out.read())


def by_sphinx(fields: Fields, folder: Path) -> Any:
    documents = [{"slug": "shop", "title": "Shop", **fields}]
    (folder / "conf.py").write_text(
        f"extensions = ['sphinxcontrib_ggdocs']\nggdocs_docs = {documents!r}\n"
    )
    (folder / "index.rst").write_text("Docs\n====\n\n.. ggdocs::\n")
    warning = io.StringIO()
    app = SphinxTestApp(srcdir=folder, builddir=folder / "out", warning=warning)
    try:
        app.build()
    finally:
        app.cleanup()
    assert warning.getvalue() == ""
    return json.loads((folder / "out/html/apidocs/shop/api-docs.json").read_bytes())


SURFACES: dict[str, Surface] = {
    "ApiDocSpec": by_spec,
    "live": by_live,
    "static": by_static,
    "pyproject.toml": by_command_line,
    "ggdocs_docs": by_sphinx,
}


GROUPS: dict[str, Any] = {
    "a list": [{"name": "Orders", **FIELDS}, {"name": "Feed", "slug": "live", "ws": [WS]}],
    "a map": {"Orders": FIELDS, "Feed": {"slug": "live", "ws": [WS]}},
    "a map with names": {
        "Orders": {"name": "Orders", **FIELDS},
        "Feed": {"name": "Feed", "slug": "live", "ws": [WS]},
    },
}


SERVERS: dict[str, Any] = {
    "mappings": [{"url": "https://api.example.org"}, {"url": "/v1"}],
    "addresses": ["https://api.example.org", "/v1"],
}


def _toml(value: Any) -> str:
    return "".join(f"{name} = {_inline(each)}\n" for name, each in value.items())


def _inline(value: Any) -> str:
    if isinstance(value, Mapping):
        return (
            "{"
            + ", ".join(f"{json.dumps(name)} = {_inline(each)}" for name, each in value.items())
            + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return json.dumps(value)


WITH_GROUPS = [each for each in SURFACES if each != "directive"]


@pytest.mark.parametrize("groups", GROUPS)
@pytest.mark.parametrize("surface", WITH_GROUPS)
def test_groups(surface: str, groups: str, tmp_path: Path) -> None:
    document = SURFACES[surface]({"groups": GROUPS[groups]}, tmp_path)
    found = [
        (
            group["name"],
            group["slug"],
            group.get("description"),
            [each["name"] for each in group["contracts"]],
        )
        for group in document["groups"]
    ]
    assert found == [
        ("Orders", "orders", "What people buy.", ["OrderApi"]),
        ("Feed", "live", None, ["OrderFeed"]),
    ]


SERVICE: Fields = {"version": "1.4", "description": "**What** it is.", "markup": "rst"}


CONTENTS: dict[str, Fields] = {
    "groups": {"groups": GROUPS["a map"]},
    "contracts": {"http": [HTTP], "ws": [WS]},
    "an application": {"app": "tests.sockets.feed:app"},
}


@pytest.mark.parametrize(
    ("surface", "contents"),
    [
        (surface, contents)
        for surface in SURFACES
        for contents in CONTENTS
        if contents != "groups" or surface in WITH_GROUPS
    ],
)
def test_each_option_means_the_same(surface: str, contents: str, tmp_path: Path) -> None:
    fields = {**SERVICE, **CONTENTS[contents]}
    written, expected = (make(fields, tmp_path) for make in (SURFACES[surface], by_spec))
    assert written["service"] | {"slug": "shop"} == expected["service"]
    assert expected["service"]["version"] == "1.4"
    assert written["groups"] == expected["groups"]


@pytest.mark.parametrize("servers", SERVERS)
def test_servers_of_the_exporters(servers: str) -> None:
    contracts: dict[str, Any] = {"http": [HTTP], "ws": [WS]}
    written = to_openapi(contracts, title="Shop", servers=SERVERS[servers])["servers"]
    assert written == [{"url": "https://api.example.org"}, {"url": "/v1"}]
    with pytest.warns(ExportWarning, match="'/v1' has no host"):
        described = to_asyncapi(contracts, title="Shop", servers=SERVERS[servers])["servers"]
    assert [each["host"] for each in described.values()] == ["api.example.org"]
    with pytest.raises(SpecError, match=r"is not a list"):
        to_openapi(contracts, title="Shop", servers="https://api.example.org")


WRONG: dict[str, Any] = {
    "unknown field": ({"A": {"htp": [HTTP]}}, r"groups\[0\]: there is no field 'htp'"),
    "no contract": (
        {"A": {"http": ["x"]}},
        r"groups\[0\]\.http\[0\]: 'x' is not the name of a contract",
    ),
    "two names": (
        {"A": {"name": "B", "http": [HTTP]}},
        r"the entry of the group 'A' has another name, 'B'",
    ),
    "one text": ({"A": HTTP}, r"groups\[0\]: input should be a mapping"),
    "name that is not a text": ({1: {"http": [HTTP]}}, r"groups\[0\]\.name"),
}


@pytest.mark.parametrize(("groups", "says"), WRONG.values(), ids=WRONG)
def test_a_mistake_in_a_map_of_groups(groups: Any, says: str) -> None:
    with pytest.raises(SpecError, match=f"(?s){says}"):
        ApiDocSpec.model_validate({"slug": "shop", "title": "Shop", "groups": groups})


SPELLINGS: list[Any] = [
    pytest.param(
        {"docs_path": "/d", "branding": {"logo_url": "/l.svg", "primary_color": "#abc"}},
        id="snake_case",
    ),
    pytest.param(
        {"docsPath": "/d", "branding": {"logoUrl": "/l.svg", "primaryColor": "#abc"}},
        id="camelCase",
    ),
]


@pytest.mark.parametrize("options", SPELLINGS)
def test_both_spellings(options: dict[str, Any]) -> None:
    app = GGApiDocs(None, {**options, "docs": [{"slug": "shop", "title": "Shop", "http": [HTTP]}]})
    document = ask(app, "/d/shop/api-docs.json").json()
    assert document["branding"] == {"logoUrl": "/l.svg", "primaryColor": "#abc"}
