"""A site of several services: its catalogue, and services that have the same names."""

import json
import re
from typing import Any

import pytest

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import build_contract_json

from .projects import MakeProject, Project, in_builders
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
        "OpenAPI , AsyncAPI , Markdown , Contract document",
        "Twin": "Twin Groups API HTTP, one method OpenAPI , Markdown , Contract document",
        "Files": "Files 3 Where files are kept. Groups OrderApi HTTP, one method Owner Team Files "
        "Lifecycle experimental OpenAPI , Markdown , Contract document",
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


def test_some_services_and_headings_further_down(services: Project) -> None:
    services.page(HOME + "Below\n-----\n\n.. ggdocs-catalog:: files, own\n")
    html = services.build().read("index.html")
    assert re.findall(r'<h3 class="rubric"><a[^>]*>(\w+)', html) == ["Files", "Own"]


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


def test_a_reference_that_moves_to_another_page(services: Project) -> None:
    services.build()
    services.page("Files\n=====\n\nNothing.\n", "files.rst")
    services.page("Own\n===\n\n.. ggdocs:: own\n\n.. ggdocs:: files\n", "own.rst")
    html = services.build(again=True).read("index.html")
    assert re.findall(r'<h2 class="rubric"><a class="reference internal" href="([^"]+)"', html) == [
        "own.html",
        "twin.html",
        "own.html",
    ]


def test_a_service_on_no_page_is_in_the_full_page(services: Project) -> None:
    services.page("Files\n=====\n\nNothing.\n", "files.rst")
    assert 'href="apidocs/index.html#/files"' in services.build().read("index.html")


def test_in_another_language(services: Project) -> None:
    services.config["language"] = "de"
    html = services.build().read("index.html")
    assert "Verantwortlich Team Shop" in cards(html)["Own"]


@pytest.mark.parametrize(
    ("config", "title"),
    [
        ({"project": "Our services"}, "Our services"),
        ({}, "API documentation"),
        ({"language": "de"}, "API-Dokumentation"),
    ],
)
def test_the_title_of_the_full_page(services: Project, config: dict[str, Any], title: str) -> None:
    services.config |= config
    page = services.build().read("apidocs/index.html")
    assert re.findall(r"<(title|h1)>([^<]+)", page) == [("title", title), ("h1", title)]


def test_parts_that_are_left_out(services: Project) -> None:
    """They come back when they are wanted again."""
    whole = services.build()
    output = whole.out / "apidocs"
    every = {path.relative_to(output).as_posix() for path in output.rglob("*") if path.is_file()}
    services.config["ggdocs_without"] = ["scripts", "markdown"]
    built = services.build(again=True)
    assert built.warnings == ""
    left = {path.relative_to(output).as_posix() for path in output.rglob("*") if path.is_file()}
    gone = r".*/api-docs\.(js|md)|.*/(methods/.*|SKILL\.md)|llms.*"
    assert every - left == {path for path in every if re.fullmatch(gone, path)}
    for page in ("own.html", "index.html", "apidocs/index.html"):
        html = built.read(page)
        for name in ("api-docs.js&quot;", "api-docs.md", "methods/"):
            assert name not in html
    services.config["ggdocs_without"] = []
    services.build(again=True)
    again = {path.relative_to(output).as_posix() for path in output.rglob("*") if path.is_file()}
    assert again == every
    assert "api-docs.md" in built.read("own.html")


# --- the same names in several services ---


def test_a_name_means_that_of_the_document_of_its_page(services: Project) -> None:
    built = services.build()
    for slug in ("own", "twin", "files"):
        html = built.read(f"{slug}.html")
        assert f'<a class="reference internal" href="#gg-schema-{slug}.Order"' in html


def test_elsewhere_the_slug_tells_which(services: Project) -> None:
    roles = "\n\n".join(f":gg:method:`{slug}.get_order`" for slug in ("own", "twin", "files"))
    services.page(f"{CATALOG}\n{roles}\n")
    built = services.build()
    assert built.warnings == ""
    assert re.findall(r'href="(\w+)\.html#gg-(\w+)\.\w+\.get_order"', built.read("index.html")) == [
        ("own", "own"),
        ("twin", "twin"),
        ("files", "files"),
    ]
    services.page(f"{CATALOG}\n:gg:method:`get_order`\n")
    warnings = services.build(again=True).warnings
    assert "may be any of" in warnings
    assert all(f"{slug}.OrderApi.get_order" in warnings for slug in ("own", "twin", "files"))


def test_one_search_finds_all(services: Project) -> None:
    built = services.build()
    index = built.read("searchindex.js")
    assert all(f"gg-{slug}.OrderApi.get_order" in index for slug in ("own", "twin", "files"))
    general = built.read("genindex.html")
    assert all(f"{slug}.html#gg-{slug}.OrderApi.get_order" in general for slug in ("own", "twin"))


def test_another_project_links_to_each(services: Project, make_project: MakeProject) -> None:
    inventory = services.build().out / "objects.inv"
    other = make_project("reader_of_portal")
    other.config = {
        "extensions": ["sphinx.ext.intersphinx", "sphinxcontrib_ggdocs"],
        "intersphinx_mapping": {"portal": ("https://portal.example/", str(inventory))},
        "nitpicky": True,
    }
    slugs = ("own", "twin", "files")
    other.page("Prose\n=====\n\n" + "\n\n".join(f":gg:schema:`{slug}.Order`" for slug in slugs))
    built = other.build()
    assert built.warnings == ""
    assert re.findall(
        r"https://portal\.example/(\S+)#gg-schema-(\w+)\.Order", built.read("index.html")
    ) == [(f"{slug}.html", slug) for slug in slugs]
