"""A site of several services: its catalogue, and services that have the same names."""

import json
import re
from typing import Any

import pytest

from sphinxcontrib_ggdocs.capabilities import OUTPUTS
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import build_contract_json

from .projects import Project, in_builders
from .test_objects import read_again

HOME = "Portal\n======\n\n.. toctree::\n   :hidden:\n\n   own\n   twin\n   files\n\n"
CATALOG = HOME + ".. ggdocs-catalog::\n"

OPENAPI = {
    "openapi": "3.1.0",
    "info": {
        "title": "Files",
        "version": "3",
        "description": "Where *files* are kept.\n\nAnd found.",
        "x-owner": "Team Files",
        "x-lifecycle": "experimental",
    },
    "paths": {
        "/orders/{id}": {
            "get": {
                "operationId": "get_order",
                "tags": ["OrderApi"],
                "parameters": [
                    {
                        "name": "id",
                        "in": "path",
                        "required": True,
                        "schema": {"$ref": "#/components/schemas/OrderId"},
                    }
                ],
                "responses": {
                    "200": {
                        "description": "OK",
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Order"}}
                        },
                    }
                },
            }
        }
    },
    "components": {
        "schemas": {
            "OrderId": {"type": "string", "x-brand": "OrderId"},
            "Order": {"type": "object", "properties": {"weight": {"type": "integer"}}},
        }
    },
}


def portal(project: Project, home: str = CATALOG) -> Project:
    """Three services with the same names: contracts of this repository, the contract document of
    another with the same modules, and a file of OpenAPI.
    """
    (own,) = project.named(
        [
            {
                "slug": "own",
                "title": "Own",
                "version": "2.1",
                "owner": "Team Shop",
                "lifecycle": "production",
                "http": ["{module}:OrderApi"],
                "ws": ["{module}:LiveApi"],
            }
        ]
    )
    project.config["ggdocs_docs"] = [
        own,
        {"slug": "twin", "contract_document": "twin.json"},
        {"slug": "files", "openapi": "files.json"},
    ]
    project.write("files.json", json.dumps(OPENAPI))
    project.page(home)
    for slug in ("own", "twin", "files"):
        title = slug.title()
        text = f"{title}\n{'=' * len(title)}\n\n.. ggdocs:: {slug}\n\n:gg:schema:`Order`\n"
        project.page(text, f"{slug}.rst")
    return project


def twin_of(project: Project) -> None:
    """The contract document of another repository, whose ``Order`` has another field."""
    import importlib
    import sys

    sys.path.insert(0, str(project.folder))
    try:
        importlib.import_module(project.module)
        spec = ApiDocSpec(slug="x", title="Twin", http=[f"{project.module}:OrderApi"])
        document = json.loads(build_contract_json(spec))
    finally:
        sys.path.remove(str(project.folder))
    document["schemas"]["Order"]["properties"]["weight"] = {"type": "integer"}
    project.write("twin.json", json.dumps(document))


@pytest.fixture
def services(project: Project) -> Project:
    twin_of(project)
    return portal(project)


LINKS = " , ".join(
    [
        *(one.title for one in OUTPUTS if one.made_of == "document" and one.is_linked),
        "Contract document (the reference as JSON)",
    ]
)
"""The links of each service that are not to files of one kind of contracts."""


def cards(html: str) -> dict[str, str]:
    """The text of each service by its title."""
    found = re.split(r'<h2 class="rubric">', html.partition('class="gg-services')[2])[1:]
    texts = (
        re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", each.partition("</div>")[0])) for each in found
    )
    return {text.split()[0]: text.strip() for text in texts}


def test_the_catalogue(services: Project) -> None:
    built = services.build()
    assert built.warnings == ""
    html = built.read("index.html")
    assert cards(html) == {
        "Own": "Own 2.1 Groups API HTTP, WebSocket, 2 methods Owner Team Shop Lifecycle production "
        f"OpenAPI , AsyncAPI , {LINKS}",
        "Twin": f"Twin Groups API HTTP, one method {LINKS}",
        "Files": "Files 3 Where files are kept. Groups OrderApi HTTP, one method Owner Team Files "
        f"Lifecycle experimental OpenAPI , {LINKS}",
    }
    for address in re.findall(r'(?:href|src)="((?:own|twin|files|apidocs)[^"]*)"', html):
        assert (built.out / address.partition("#")[0]).is_file(), address
    assert {"own.html", "own.html#gg-own.OrderApi", "twin.html", "files.html"} <= set(
        re.findall('href="([^"]+)"', html)
    )


@in_builders("text", "latex", "man", "epub", "singlehtml", "dirhtml", "xml")
def test_other_builders(services: Project, builder: str) -> None:
    services.config |= {"epub_copyright": "A", "version": "1"}
    built = services.build(builder)
    assert built.warnings == ""
    suffixes = {"text": "txt", "latex": "tex", "man": "1", "xml": "xml"}
    files = sorted(built.out.rglob(f"*.{suffixes.get(builder, '*html')}"))
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    assert "Where files are kept." in text
    assert ("Contract document" in text) == (builder in ("singlehtml", "dirhtml"))
    assert ("gg-filter" in text) == (builder in ("singlehtml", "dirhtml"))


def test_an_unknown_slug(services: Project) -> None:
    services.page(HOME + ".. ggdocs-catalog:: fils own\n")
    built = services.build()
    message = "no document 'fils' is configured; did you mean 'files'?"
    assert f"index.rst:11: WARNING: ggdocs-catalog: {message}" in built.warnings
    assert {*cards(built.read("index.html"))} == {"Own"}


def test_without_documents(project: Project) -> None:
    project.config["ggdocs_docs"] = []
    project.page("Home\n====\n\n.. ggdocs-catalog::\n")
    assert "no documents are configured; set ggdocs_docs" in project.build().warnings
    project.config["ggdocs_docs"] = [{"slug": "files", "openapi": "files.json"}]
    project.write("files.json", json.dumps(OPENAPI))
    assert {*cards(project.build(again=True).read("index.html"))} == {"Files"}


def test_a_service_that_cannot_be_read_costs_itself_only(services: Project) -> None:
    services.write("twin.json", "{")
    built = services.build()
    assert built.warnings.count("the file is not valid JSON") == 1
    assert {*cards(built.read("index.html"))} == {"Own", "twin", "Files"}
    assert "The document cannot be read" in built.read("index.html")


def test_builds_after_a_change(services: Project) -> None:
    services.build()
    assert read_again(services.build(again=True).status) == set()
    changed: dict[str, Any] = {**OPENAPI, "info": {**OPENAPI["info"], "x-owner": "Nobody"}}  # type: ignore[dict-item]
    services.write("files.json", json.dumps(changed))
    built = services.build(again=True)
    assert read_again(built.status) == {"index", "files"}
    assert "Owner Nobody" in cards(built.read("index.html"))["Files"]


# --- the same names in several services ---
