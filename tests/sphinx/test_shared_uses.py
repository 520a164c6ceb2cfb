"""The static text names the other services of a site that use a type, in all outputs and in builds
after a change.
"""

import json
import re
from copy import deepcopy
from typing import Any

import pytest

from .projects import Built, Project, plain
from .test_objects import read_again
from .test_portal import HOME

ORDER_ID = {"type": "string", "x-brand": "OrderId"}


def operation(name: str, type_name: str, **more: Any) -> dict[str, Any]:
    schema = {"$ref": f"#/components/schemas/{type_name}"}
    answer = {"description": "OK", "content": {"application/json": {"schema": schema}}}
    return {"get": {"operationId": name, "responses": {"200": answer}, **more}}


def service(title: str, *types: str, **schemas: Any) -> dict[str, Any]:
    """A file of OpenAPI with an operation for each name of a type."""
    paths = {f"/p{at}": operation(f"get_{at}", each) for at, each in enumerate(types)}
    return {
        "openapi": "3.1.0",
        "info": {"title": title, "version": "1"},
        "paths": paths,
        "components": {"schemas": {"OrderId": ORDER_ID, **schemas}},
    }


SERVICES = {
    "shop": service("Shop", "OrderId", "Own", Own={"type": "object", "title": "Own"}),
    "bill": service("Bill & Co", "OrderId", "OrderId"),
    "news": service("News", "Story", Story={"type": "object", "properties": {"id": {}}}),
}


def portal(project: Project, services: dict[str, Any], **values: Any) -> Project:
    project.config["ggdocs_docs"] = [
        {"slug": slug, "openapi": f"{slug}.json", **values} for slug in services
    ]
    project.page(HOME.replace("own\n   twin\n   files", "\n   ".join(services)) + "Hello.\n")
    for slug, file in services.items():
        project.write(f"{slug}.json", json.dumps(file))
        project.page(f"{slug}\n{'=' * len(slug)}\n\n.. ggdocs:: {slug}\n", f"{slug}.rst")
    return project


@pytest.fixture
def services(project: Project) -> Project:
    return portal(project, SERVICES)


LINE = re.compile(r'<p class="gg-uses gg-elsewhere">\s*(.*?)</p>', re.DOTALL)


def lines(built: Built, page: str) -> list[str]:
    """What a page says of other services, with the addresses of links."""
    found = LINE.findall(built.read(page))
    links = (re.sub(r'<a[^>]*href="([^"]*)"[^>]*>(.*?)</a>', r"[\2](\1)", each) for each in found)
    return [re.sub("<[^>]+>", "", each) for each in links]


def edited(project: Project, slug: str, **paths: Any) -> None:
    file = deepcopy(SERVICES[slug])
    file["paths"] |= {f"/{name}": each for name, each in paths.items()}
    project.write(f"{slug}.json", json.dumps(file))


def test_the_page_of_a_type_names_other_services(services: Project) -> None:
    built = services.build()
    assert built.warnings == ""
    assert lines(built, "shop.html") == [
        "Other services: [Bill &amp; Co](bill.html#gg-brand-bill.OrderId) (2 methods)"
    ]
    assert lines(built, "bill.html") == [
        "Other services: [Shop](shop.html#gg-brand-shop.OrderId) (one method)"
    ]
    assert lines(built, "news.html") == []
    markdown = built.read("apidocs/bill/api-docs.md")
    assert "\n- Other services: Shop (1 method)\n" in markdown
    assert "Other services" not in built.read("apidocs/news/api-docs.md")


OUTPUTS = [
    *(pytest.param(builder, 0, id=builder) for builder in ("html", "text")),
    *(
        pytest.param(builder, 0, id=builder, marks=pytest.mark.part("builders"))
        for builder in ("dirhtml", "singlehtml", "latex", "epub")
    ),
    pytest.param("html", 2, id="html in parallel"),
    pytest.param("text", 2, id="text in parallel", marks=pytest.mark.part("builders")),
]


@pytest.mark.parametrize(("builder", "jobs"), OUTPUTS)
def test_after_a_change_in_another_service(services: Project, builder: str, jobs: int) -> None:
    services.config |= {
        "epub_copyright": "A",
        "version": "1",
        "html_last_updated_fmt": None,
    }
    services.build(builder, parallel=jobs)
    edited(services, "bill", more=operation("get_more", "OrderId"))
    built = services.build(builder, parallel=jobs, again=True)
    if builder != "epub":  # which needs more than one page
        assert read_again(built.status) == {"bill"}
    fresh = services.build(builder, out="fresh", doctrees="_fresh", parallel=jobs, again=True)
    suffixes = {"text": "*.txt", "latex": "*.tex"}
    files = [*fresh.out.rglob(suffixes.get(builder, "*html")), *fresh.out.rglob("*.md")]
    texts = {str(file.relative_to(fresh.out)): file.read_text("utf-8") for file in files}
    assert any("3 methods" in text for text in texts.values())
    for name, text in texts.items():
        assert built.read(name) == text, name


EDITS: list[Any] = [
    pytest.param(
        {"bill": service("Bill", "OrderId")},
        ["Other services: [Bill](bill.html#gg-brand-bill.OrderId) (one method)"],
        id="another title, and another count",
        marks=pytest.mark.part("edits"),
    ),
    pytest.param(
        {"bill": service("Bill", "Own", Own={"type": "object", "title": "Own"})},
        ["Other services: [Bill](bill.html#gg-schema-bill.Own) (one method)"],
        id="another type",
    ),
    pytest.param(
        {"bill": service("Bill", "OrderId", OrderId={**ORDER_ID, "maxLength": 9})},
        [],
        id="another schema",
        marks=pytest.mark.part("edits"),
    ),
    pytest.param(
        {"bill": service("Bill")},
        [],
        id="no use",
        marks=pytest.mark.part("edits"),
    ),
    pytest.param(
        {"news": service("News", "OrderId")},
        [
            (
                "Other services: [Bill &amp; Co](bill.html#gg-brand-bill.OrderId) (2 methods), "
                "[News](news.html#gg-brand-news.OrderId) (one method)"
            )
        ],
        id="a third service",
    ),
]


@pytest.mark.parametrize(("files", "expected"), EDITS)
def test_edits_of_other_services(
    services: Project, files: dict[str, Any], expected: list[str]
) -> None:
    services.build()
    for slug, file in files.items():
        services.write(f"{slug}.json", json.dumps(file))
    built = services.build(again=True)
    assert read_again(built.status) == files.keys()
    assert lines(built, "shop.html") == expected


def test_a_build_without_changes_writes_nothing(services: Project) -> None:
    services.build()
    status = services.build(again=True).status
    assert "targets for 0 source files" in plain(status)
    assert read_again(status) == set()


def test_a_reference_that_moves(services: Project) -> None:
    services.build()
    services.page("Bill\n====\n\nNothing.\n", "bill.rst")
    services.page("News\n====\n\n.. ggdocs:: news\n\n.. ggdocs:: bill\n", "news.rst")
    built = services.build(again=True)
    assert "(news.html#gg-brand-bill.OrderId)" in lines(built, "shop.html")[0]
    services.page("News\n====\n\nNothing.\n", "news.rst")
    built = services.build(again=True)
    full_page = "(apidocs/index.html#/bill/~brand/OrderId)"
    assert full_page in lines(built, "shop.html")[0]
    text = services.build("text", again=True).read("shop.txt")
    assert "Other services: Bill & Co (2 methods)" in text


def test_single_types_on_a_page(services: Project) -> None:
    services.page("Bill\n====\n\n.. gg:brand:: bill.OrderId\n   :no-index:\n", "bill.rst")
    built = services.build()
    assert built.warnings == ""
    assert lines(built, "bill.html") == [
        "Other services: [Shop](shop.html#gg-brand-shop.OrderId) (one method)"
    ]
    edited(services, "shop", more=operation("get_more", "OrderId"))
    assert "(2 methods)" in lines(services.build(again=True), "bill.html")[0]


def test_types_with_two_facets(project: Project) -> None:
    code = (
        "from typing import Protocol\nfrom pydantic import BaseModel, Field\n"
        "from sphinxcontrib_ggdocs.contracts import http\n\n\n"
        "class Item(BaseModel):\n"
        "    id: str = Field(validation_alias='in', serialization_alias='out')\n\n\n"
        "@http.api('/items')\n"
        "class ItemApi(Protocol):\n"
        "    @http.post('')\n    def add(self, item: Item) -> Item: ...\n"
    )
    project.write(f"{project.module}.py", code)
    project.config["ggdocs_docs"] = [
        {"slug": slug, "title": slug, "http": [f"{project.module}:ItemApi"]} for slug in ("a", "b")
    ]
    project.page("Two\n===\n\n.. ggdocs::\n")
    built = project.build()
    assert built.warnings == ""
    found = [each for each in lines(built, "index.html") if ".Item" in each]
    assert len(found) == 4
    assert all("one method" in each and "](#gg-schema-" in each for each in found)


@pytest.mark.parametrize("audience", [[], ["internal"]])
def test_what_is_hidden_never_counts(project: Project, audience: list[str]) -> None:
    hidden = operation("get_secret", "OrderId", **{"x-internal": True})
    files = deepcopy(SERVICES)
    files["bill"]["paths"] = {"/secret": hidden}
    files["news"]["paths"] |= {"/a": operation("get_a", "OrderId"), "/secret": hidden}
    built = portal(project, files, audience=audience).build()
    (line,) = lines(built, "shop.html")
    assert ("Bill" in line) == bool(audience)
    assert ("(2 methods)" in line) == bool(audience)
    assert ("Bill" in built.read("apidocs/shop/api-docs.md")) == bool(audience)


def test_other_audiences_write_the_pages_again(project: Project) -> None:
    files = deepcopy(SERVICES)
    files["bill"]["paths"] = {"/s": operation("get_secret", "OrderId", **{"x-internal": True})}
    portal(project, files, audience=["internal"]).build()
    portal(project, files, audience=[])
    assert lines(project.build(again=True), "shop.html") == []


@pytest.mark.parametrize(
    ("language", "words"),
    [("de", "Andere Dienste: Bill & Co (2 Methoden)"), ("fr", "Autres services : Bill & Co")],
)
def test_in_other_languages(services: Project, language: str, words: str) -> None:
    services.config["language"] = language
    text = (
        services.build("text")
        .read("shop.txt")
        .replace("*", "")
        .replace("\xa0", " ")
        .replace("\u202f", " ")
    )
    assert words in text


def test_a_long_list_is_cut(project: Project) -> None:
    files = {f"s{number:02}": service(f"S{number}", "OrderId") for number in range(16)}
    built = portal(project, files).build()
    (line,) = lines(built, "s00.html")
    assert "[S5]" in line
    assert line.endswith("(one method) and 10 more")
    assert "S5 (1 method) and 10 more\n" in built.read("apidocs/s00/api-docs.md")


def test_one_service_reads_no_types(project: Project) -> None:
    project.page("Shop\n====\n\n.. ggdocs::\n")
    built = project.build()
    assert "gg-elsewhere" not in built.read("index.html")
