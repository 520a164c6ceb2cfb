"""What a build makes of a page with the directive, in every markup and builder."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
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


def test_files_for_language_models(project: Project) -> None:
    project.page(REST)
    built = project.build()
    index = built.read("apidocs/llms.txt")
    assert index.startswith("# API reference\n\n> ")
    assert "\n## Shop API\n\n- [Markdown](shop/api-docs.md)\n" in index
    links = re.findall(r"\]\((.*?)\)", index)
    assert len(links) == 7
    title = "- [GET /orders/{id}](shop/methods/api.orderapi.get_order.md)"
    assert f"\n## Methods of Shop API\n\n{title}: Fetch an order." in index
    assert [link for link in links if not (built.out / "apidocs" / link).is_file()] == []
    assert built.read("apidocs/llms-full.txt") == built.read("apidocs/shop/api-docs.md")


def test_the_reference_as_prose(project: Project) -> None:
    project.page(REST)
    prose = project.build().read("apidocs/shop/api-docs.md")
    assert prose.startswith("# Shop API\n")
    for part in (
        "GET /orders/{id}",
        "Fetch an order.",
        "ORDER_NOT_FOUND",
        "| `total` | `number` |",
    ):
        assert part in prose


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


@pytest.mark.parametrize("page", [REST, MYST], ids=["reST", "MyST"])
def test_text(project: Project, page: str) -> None:
    use_markup(project, page)
    built = project.build("text")
    assert built.warnings == ""
    text = built.read("index.txt")
    for part in (
        "GET /orders/{id} get_order",
        "string & OrderId",
        "404",
        "ORDER_NOT_FOUND",
        "placed (server to client",
    ):
        assert part in text
    assert not (built.out / "apidocs").exists()


@in_builders("singlehtml", "latex", "epub", "man", "texinfo", "pseudoxml", "gettext")
def test_other_builders(project: Project, builder: str) -> None:
    project.page(REST)
    project.config |= {
        "nitpicky": True,
        "epub_show_urls": "no",
        "version": "1",
        "copyright": "nobody",
    }
    built = project.build(builder)
    assert built.warnings == ""
    assert (built.out / "apidocs").exists() == (builder == "singlehtml")


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


def imported(project: Project, names: Sequence[str]) -> list[str]:
    """Which of some modules a build in a process of its own imports."""
    lines = [f"{name} = {value!r}\n" for name, value in project.config.items()]
    project.write(
        "conf.py",
        "import sys\nfrom pathlib import Path\nsys.path.insert(0, str(Path(__file__).parent))\n"
        + "".join(lines),
    )
    script = (
        "import sys\n"
        "from sphinx.cmd.build import build_main\n"
        f"assert build_main(['-q', {str(project.folder)!r}, {str(project.folder / '_out')!r}]) "
        "== 0\n"
        f"print(*(name for name in {names!r} if name in sys.modules))\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    return result.stdout.split()


def test_a_document_without_websockets_does_not_import_what_writes_them(project: Project) -> None:
    project.config["ggdocs_docs"] = project.named(
        [{"slug": "shop", "title": "Shop", "http": ["{module}:OrderApi"]}]
    )
    project.page(REST)
    names = [f"sphinxcontrib_ggdocs.{name}" for name in ("openapi", "asyncapi")]
    assert imported(project, names) == ["sphinxcontrib_ggdocs.openapi"]


def test_a_second_output_folder_is_complete(project: Project) -> None:
    project.page(REST)
    first = project.build(out="_first")
    assert ours(project.build(out="_second").out) == ours(first.out)


def test_a_changed_contract_changes_the_page(project: Project) -> None:
    project.page(REST)
    project.build()
    source = (project.folder / f"{project.module}.py").read_text()
    project.write(
        f"{project.module}.py",
        source.replace("Fetch an order.", "Get hold of an order, by its id."),
    )
    built = project.build()
    assert "Get hold of an order" in built.read("index.html")
    assert "Get hold of an order" in built.read("apidocs/shop/api-docs.json")


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


def test_a_removed_document_disappears(project: Project) -> None:
    project.page(REST)
    project.config["ggdocs_docs"] = project.named(
        [{"slug": slug, "title": slug, "http": ["{module}:OrderApi"]} for slug in ("shop", "other")]
    )
    built = project.build()
    (built.out / "apidocs" / "other" / "mine.txt").write_text("not yours")
    project.config["ggdocs_docs"] = project.config["ggdocs_docs"][:1]
    built = project.build()
    assert not (built.out / "apidocs" / "other" / "api-docs.json").exists()
    assert built.read("apidocs/other/mine.txt") == "not yours"


def test_parallel_builds_write_the_same(project: Project) -> None:
    project.page("Shop\n====\n\n.. toctree::\n   :glob:\n\n   page*\n")
    for number in range(6):
        project.page(f"Page {number}\n======\n\n.. ggdocs::\n   :no-index:\n", f"page{number}.rst")
    alone = project.build(out="_alone", fresh=True)
    together = project.build(out="_together", fresh=True, parallel=2)
    assert together.warnings == ""
    assert ours(alone.out) == ours(together.out)
    for number in range(6):
        assert alone.read(f"page{number}.html") == together.read(f"page{number}.html")
