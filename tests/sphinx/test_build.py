"""What a build makes of a page with the directive, in every markup and builder."""

import json
from dataclasses import replace
from pathlib import Path
from shutil import rmtree

import pytest

from sphinxcontrib_ggdocs.ext.core import METADATA
from sphinxcontrib_ggdocs.native.bundle import installed_bundle

from .projects import Project, in_builders

REST = "Shop\n====\n\n.. ggdocs::\n"


MYST = "# Shop\n\n```{ggdocs}\n```\n"


FILES = {
    "apidocs/.ggdocs-manifest.json",
    "apidocs/index.html",
    "apidocs/llms-full.txt",
    "apidocs/llms.txt",
    "apidocs/shop/SKILL.md",
    "apidocs/shop/api-docs.json",
    "apidocs/shop/api-docs.js",
    "apidocs/shop/api-docs.md",
    "apidocs/shop/asyncapi.json",
    "apidocs/shop/methods/api.orderapi.get_order.md",
    "apidocs/shop/methods/api.liveapi.placed.md",
    "apidocs/shop/openapi.json",
}


def ours(out: Path) -> dict[str, bytes]:
    """Our files by path; the UI's under a name without its hash."""
    folder = out / "apidocs"
    return {
        str(file.relative_to(out)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def use_markup(project: Project, page: str) -> None:
    if page.startswith("#"):
        project.config["extensions"] = ["myst_parser", "sphinxcontrib_ggdocs"]
        project.config["myst_enable_extensions"] = ["colon_fence"]
        project.page(page, "index.md")
    else:
        project.page(page)


@pytest.mark.parametrize("page", [REST, MYST], ids=["reST", "MyST"])
@in_builders("html", "dirhtml")
def test_html(project: Project, page: str, builder: str) -> None:
    use_markup(project, page)
    built = project.build(builder)
    assert built.warnings == ""
    written = ours(built.out)
    assert {name for name in written if "/assets/" not in name} == FILES
    html = built.read("index.html")
    assert 'data-documents="[{&quot;slug&quot;:&quot;shop&quot;' in html
    assert "apidocs/shop/api-docs.json" in html
    assert 'id="gg-shop.OrderApi.get_order"' in html
    assert 'id="gg-shop.api.OrderApi.get_order"' in html
    assert "/orders/{id}" in html
    assert "<em>emphasis</em>" in html
    assert "There is no such order." in html
    document = json.loads(written["apidocs/shop/api-docs.json"])
    assert document["groups"][0]["contracts"][0]["methods"][0]["httpPath"] == "/orders/{id}"


def test_pages_in_folders_reach_the_files(project: Project) -> None:
    project.page("Shop\n====\n\n.. toctree::\n\n   deep/er/page\n")
    (project.folder / "deep" / "er").mkdir(parents=True)
    project.page(REST, "deep/er/page.rst")
    assert 'src="../../apidocs/assets/index-' in project.build("html").read("deep/er/page.html")
    assert 'src="../../../apidocs/assets/index-' in project.build("dirhtml").read(
        "deep/er/page/index.html"
    )


def test_the_script_is_loaded_only_where_the_directive_stands(project: Project) -> None:
    project.page("Shop\n====\n\n.. toctree::\n\n   api\n")
    project.page(REST, "api.rst")
    built = project.build()
    assert "apidocs/assets" in built.read("api.html")
    assert "apidocs" not in built.read("index.html")


def test_inside_an_admonition_there_are_no_sections(project: Project) -> None:
    project.page("Shop\n====\n\n.. note::\n\n   .. ggdocs::\n")
    assert project.build().warnings == ""


def test_shown_twice_ids_stay_unique(project: Project) -> None:
    project.page("Shop\n====\n\n.. ggdocs::\n\n.. ggdocs::\n   :no-index:\n")
    project.config["ggdocs_docs"] = project.config["ggdocs_docs"]
    html = project.build().read("index.html")
    assert html.count('id="gg-shop.OrderApi"') == 1
    assert html.count('id="gg-shop.OrderApi~2"') == 1


def test_two_builds_write_the_same_bytes(project: Project) -> None:
    project.page(REST)
    first = ours(project.build(out="_first", fresh=True).out)
    second = ours(project.build(out="_second", fresh=True).out)
    assert first == second
    assert first.keys() >= FILES


def test_nothing_changed_nothing_written(project: Project) -> None:
    project.page(REST)
    built = project.build()
    files = [built.out / "index.html", *(built.out / name for name in ours(built.out))]
    before = {file: file.stat().st_mtime_ns for file in files}
    again = project.build()
    assert (
        "html_static_path" not in again.status
    )  # as a part of the configuration that would have changed
    assert "0 added, 0 changed, 0 removed" in again.status
    assert {file: file.stat().st_mtime_ns for file in files} == before


@pytest.mark.parametrize("folder", ["", "apidocs"])
def test_a_folder_that_somebody_removed_is_written_again(project: Project, folder: str) -> None:
    project.page(REST)
    built = project.build()
    before = ours(built.out)
    rmtree(built.out / folder)
    assert ours(project.build().out) == before


@pytest.mark.parametrize(
    ("builder", "page"), [("html", "index.html"), ("text", "index.txt"), ("epub", "index.xhtml")]
)
def test_builders_in_turn_leave_no_old_text(project: Project, builder: str, page: str) -> None:
    project.page(REST)
    project.config |= {"epub_show_urls": "no", "version": "1", "copyright": "nobody"}
    assert "Fetch an order." in project.build(builder).read(page)
    file = project.folder / f"{project.module}.py"
    project.write(file.name, file.read_text().replace("Fetch an order.", "Get hold of an order."))
    assert "Get hold of an order." in project.build("dirhtml").read("index.html")
    assert "Get hold of an order." in project.build(builder).read(page)
    assert "0 added, 0 changed, 0 removed" in project.build(builder).status


def test_a_new_release_of_the_ui_reaches_every_page(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.page(REST)
    before = installed_bundle()
    assert before.script in project.build().read("index.html")
    new = replace(
        before,
        script="index-0123456789.js",
        read=lambda name: b"new" if name.endswith(".js") else b"old",
    )
    for module in (
        "sphinxcontrib_ggdocs.native.bundle",
        "sphinxcontrib_ggdocs.native.documentation_site",
    ):
        monkeypatch.setattr(f"{module}.installed_bundle", lambda: new)
    monkeypatch.setitem(METADATA, "env_version", METADATA["env_version"] + 1)
    built = project.build()
    assert "apidocs/assets/index-0123456789.js" in built.read("index.html")
    assert built.read("apidocs/assets/index-0123456789.js") == "new"
    assert not (built.out / "apidocs" / "assets" / before.script).exists()
