"""``.. ggdocs-changes::``: what it shows in each builder, what it refuses, and builds after a
change.
"""

import json
import re
from html import unescape
from typing import Any
from urllib.parse import urljoin

import pytest

from sphinxcontrib_ggdocs.history.snapshots import snapshot_of, snapshot_path
from sphinxcontrib_ggdocs.native import ApiDocsDocument

from ..history.documents import of_methods
from .projects import SHOP, Project, in_builders
from .test_objects import read_again

PAGE = "Changelog\n=========\n\n.. toctree::\n\n   api\n\n.. ggdocs-changes:: shop\n"


def release(project: Project, version: str, limit: int, *names: str, note: str = "Fetch.") -> None:
    """A snapshot whose methods take a limit."""
    methods: list[dict[str, Any]] = [
        {
            "name": name,
            "httpMethod": "GET",
            "httpPath": f"/orders/{name}",
            "description": note,
            "queryParams": [
                {
                    "name": "limit",
                    "required": False,
                    "schema": {"type": "integer", "maximum": limit},
                }
            ],
        }
        for name in names
    ]
    text = of_methods(methods)
    (group,) = text["groups"]
    group["slug"] = "api"
    group["contracts"][0]["name"] = "OrderApi"
    document = ApiDocsDocument.model_validate(text)
    path = snapshot_path(project.folder / "history", "shop", version)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(snapshot_of(document, version))


def without_tags(html: str) -> str:
    return re.sub("<[^>]+>", "", html)


@pytest.fixture
def project(project: Project) -> Project:
    """A project with three releases, the reference and a changelog."""
    release(project, "1.0", 100, "get_order", "gone")
    release(project, "1.9", 50, "get_order", "gone", "more", note="Fetch one.")
    release(project, "1.10", 50, "get_order", "more", note="Fetch one.")
    (document,) = project.config["ggdocs_docs"]
    document["history"] = "history"
    project.config["exclude_patterns"] = ["_*", "history"]
    project.page(PAGE)
    project.page("API\n===\n\n.. ggdocs:: shop\n", "api.rst")
    return project


def test_the_versions_of_a_document(project: Project) -> None:
    built = project.build()
    assert built.warnings == ""
    html = built.read("index.html")
    assert re.findall(r"<h2>([\w.]+)<", html) == ["1.10", "1.9", "1.0"]
    assert "The first version of this changelog." in html
    newest, older = html.split('id="changes-shop-1-9"')
    assert "GET /orders/gone" in without_tags(newest)
    assert "method removed" in newest
    places = ["2 breaking, 4 safe.", "Breaking", "maximum 100 is now 50", "New", "/orders/more"]
    text = without_tags(older)
    found = [text.index(place) for place in places]
    assert found == sorted(found)
    assert '<details class="gg-fold"><summary>A value that was accepted' in older
    assert "description changed" in older


SEVERITY = """\
[tool.ggdocs.diff]
verdicts = [
  {rule = "method-removed", verdict = "risky"},
  {rule = "maximum-changed", verdict = "safe", reason = "Agreed with all clients."},
]
"""


def sections(html: str) -> list[str]:
    """Of all versions, without that of other changes."""
    found = re.findall(r'<p class="gg-changes rubric">(\w+)', html)
    return [title for title in found if title != "Other"]


def test_verdicts_of_the_project(project: Project) -> None:
    before = project.build().read("index.html")
    assert sections(before) == ["Breaking", "Breaking", "New"]
    project.write("pyproject.toml", SEVERITY)
    built = project.build()
    assert built.warnings == ""
    assert read_again(built.status) == {"index", "api"}
    html = built.read("index.html")
    assert sections(html) == ["Risky", "Accepted", "New"]
    text = without_tags(html)
    assert "breaks running clients; accepted: Agreed with all clients." in text
    assert '"accepted":"Agreed with all clients."' in built.read("apidocs/shop/api-docs.json")
    assert "Accepted" in project.build("text").read("index.txt")
    assert read_again(project.build().status) == set()

    project.write("lax.toml", '[tool.ggdocs.diff]\nverdicts = [{verdict = "safe"}]\n')
    (document,) = project.config["ggdocs_docs"]
    document["verdicts"] = "lax.toml"
    assert sections(project.build().read("index.html")) == ["New"]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("accepted = 'none.toml'", "pyproject.toml: .*'accepted'"),
        ("verdicts = [{verdict = 'fine'}]", "pyproject.toml: .*'breaking'"),
        ("verdicts = [", "pyproject.toml is not valid TOML"),
    ],
)
def test_verdicts_that_cannot_be_read(project: Project, table: str, message: str) -> None:
    project.write("pyproject.toml", f"[tool.ggdocs.diff]\n{table}\n")
    built = project.build()
    assert built.warnings.count("WARNING") == 2  # at the changelog, and at the document
    assert built.warnings.count("[ggdocs.history]") == 2
    assert re.search(message, built.warnings)


def test_what_is_not_released(project: Project) -> None:
    project.page(PAGE + "   :from: 1.10\n   :unreleased:\n")
    built = project.build()
    assert built.warnings == ""
    html = built.read("index.html")
    assert re.findall(r"<h2>([\w.]+)<", html) == ["Unreleased"]
    assert "path /orders/get_order is now /orders/{id}" in html
    assert "message from the service added" not in html  # new methods have no sentence
    assert "/orders/live placed" in without_tags(html)


def one_page_a_version(project: Project) -> list[str]:
    """A page for each version with nothing but the directive, and one that lists them."""
    versions = ["unreleased", "1.10", "1.9", "1.0"]
    names = [f"changes-{version.replace('.', '-')}" for version in versions]
    for name, version in zip(names, versions, strict=True):
        project.page(f".. ggdocs-changes:: shop\n   :version: {version}\n", f"{name}.rst")
    listed = "\n".join(f"   {name}" for name in ("api", *names))
    project.page(f"Changelog\n=========\n\n.. toctree::\n\n{listed}\n")
    return names


def test_a_page_for_each_version(project: Project) -> None:
    names = one_page_a_version(project)
    built = project.build()
    assert built.warnings == ""
    titles = [re.findall(r"<h1>([\w.]+)<", built.read(f"{name}.html")) for name in names]
    assert titles == [["Unreleased"], ["1.10"], ["1.9"], ["1.0"]]
    listed = re.findall(r'href="(changes-[^"]+)">([\w.]+)</a></li>', built.read("index.html"))
    assert dict(listed) == dict(
        zip([f"{name}.html" for name in names], ["Unreleased", "1.10", "1.9", "1.0"], strict=True)
    )
    assert "path /orders/get_order is now /orders/{id}" in built.read("changes-unreleased.html")
    assert "method removed" in built.read("changes-1-10.html")
    assert "maximum 100 is now 50" in built.read("changes-1-9.html")
    assert "The first version of this changelog." in built.read("changes-1-0.html")
    # The reference leads to the page of each version.
    assert 'href="changes-1-9.html#changes-shop-1-9-' in built.read("api.html")
    links = built.read("apidocs/index.html")
    assert "../changes-1-10.html#changes-shop-1-10" in links


@in_builders("text", "latex", "man", "epub", "singlehtml", "dirhtml", "xml")
def test_other_builders(project: Project, builder: str) -> None:
    project.config |= {"epub_copyright": "A", "version": "1"}
    built = project.build(builder)
    assert built.warnings == ""
    files = [*built.out.rglob("*.txt"), *built.out.rglob("*.tex"), *built.out.rglob("*html")]
    texts = [file.read_text(encoding="utf-8") for file in files]
    if builder == "text":
        assert any("A value that was accepted and is refused now:" in text for text in texts)
    elif builder == "latex":
        assert any("maximum 100 is now 50" in text for text in texts)
    assert any("<details" in text for text in texts) == (
        builder in ("epub", "singlehtml", "dirhtml")
    )


@pytest.mark.parametrize(
    ("directive", "subtype", "message"),
    [
        (":: shop\n   :from: 1.8", "history", "there is no snapshot of the version '1.8'"),
        (":: shop\n   :from: 1.10\n   :to: 1.9", "history", "1.10 is not older than 1.9"),
        (":: shop\n   :to: 1.9\n   :unreleased:", "option", "drop :to: or :unreleased:"),
        (":: shop\n   :version: 1.9\n   :from: 1.0", "option", "drop it, or :from:"),
        (":: shpo", "unknown-slug", "did you mean 'shop'?"),
        (":: other", "history", "there are no snapshots"),
    ],
)
def test_what_is_refused(project: Project, directive: str, subtype: str, message: str) -> None:
    other = {**project.config["ggdocs_docs"][0], "slug": "other"}
    del other["history"]
    project.config["ggdocs_docs"].append(other)
    project.page(
        f"Changelog\n=========\n\n.. ggdocs-changes{directive}\n\n.. toctree::\n\n   api\n"
    )
    built = project.build()
    assert built.warnings.count("WARNING") == 1
    assert "index.rst:4: WARNING: ggdocs-changes: " in built.warnings
    assert f"[ggdocs.{subtype}]" in built.warnings
    assert message in built.warnings
    assert "gg-notice" in built.read("index.html")


def test_a_snapshot_that_is_no_document(project: Project) -> None:
    (project.folder / "history" / "shop" / "1.9.json").write_text("{}")
    built = project.build()
    # At the changelog, and once at the document, whose methods have no history then.
    assert built.warnings.count("WARNING") == 2
    assert "1.9.json: the file is not a contract document" in built.warnings
    assert "[ggdocs.document]" in built.warnings


def test_unreleased_changes_that_there_are_not_are_not_shown(project: Project) -> None:
    project.page(PAGE + "   :unreleased:\n")
    now = project.build()
    folder = project.folder / "history" / "shop"
    (folder / "1.11.json").write_text(now.read("apidocs/shop/api-docs.json"), encoding="utf-8")
    built = project.build()
    assert built.warnings == ""
    assert re.findall(r"<h2>([\w.]+)<", built.read("index.html"))[0] == "1.11"


def test_builds_after_a_change(project: Project) -> None:
    project.page(PAGE + "   :unreleased:\n")
    assert project.build().warnings == ""
    assert read_again(project.build().status) == set()
    release(project, "1.9", 40, "get_order", "gone", "more")
    built = project.build()
    assert read_again(built.status) == {"index", "api"}  # 40 is 50 again in 1.10
    assert "maximum 100 is now 40" in built.read("index.html")
    release(project, "1.11", 40, "get_order")
    built = project.build()
    assert read_again(built.status) == {"index", "api"}
    assert "1.11" in re.findall(r"<h2>([\w.]+)<", built.read("index.html"))
    (project.folder / "history" / "shop" / "1.11.json").unlink()
    assert 'id="changes-shop-1-11"' not in project.build().read("index.html")
    project.write(f"{project.module}.py", SHOP.replace('"/{id}"', '"/one/{id}"'))
    built = project.build()
    assert read_again(built.status) == {"index", "api"}
    assert "/orders/one/{id}" in built.read("index.html")


def test_since_when_methods_exist(project: Project) -> None:
    built = project.build()
    assert built.warnings == ""
    html = built.read("api.html")
    text = without_tags(html)
    assert "Changed in 1.9. Changed in the next version." in text
    assert "New in the next version." in text
    link = 'href="index.html#changes-shop-1-9-method-api-orderapi-get-order"'
    assert re.search(f"{link}[^>]*>(<[^>]+>)*Changed in 1.9<", html)
    written = built.read("apidocs/shop/api-docs.json")
    changed = '"history":[{"kind":"changed","version":"1.9","changes":[0]},{"kind":"changed","chan'
    assert changed in written
    assert '"changes":[{"text":"query parameter limit: ' in written
    assert "Changed in 1.9." in project.build("text").read("api.txt")


def changelogs(html: str) -> dict[str, str]:
    """Where a page says that the versions are in the changelog."""
    (documents,) = re.findall(r'data-documents="([^"]*)"', html)
    found: dict[str, str] = json.loads(unescape(documents))[0]["changelog"]
    return found


@in_builders("html", "dirhtml", "singlehtml")
def test_the_interface_knows_where_the_changelog_is(project: Project, builder: str) -> None:
    project.page(PAGE + "   :unreleased:\n")
    built = project.build(builder)
    assert built.warnings == ""
    page = {"html": "api.html", "dirhtml": "api/index.html"}.get(builder, "index.html")
    for name in (page, "apidocs/index.html"):
        for version, anchor in (("1.9", "1-9"), ("1.10", "1-10"), ("", "unreleased")):
            address = changelogs(built.read(name))[version]
            file, _, target = urljoin(f"http://site/{name}", address).partition("#")
            shown = built.out / file.removeprefix("http://site/")
            text = (shown / "index.html" if shown.is_dir() else shown).read_text()
            assert target == f"changes-shop-{anchor}"
            assert f'id="{target}"' in text
            # As the interface makes the id of what has changed.
            assert f'id="{target}-method-api-orderapi-' in text
