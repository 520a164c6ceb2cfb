"""The role ``gg:file``: links to the files of documents, from any page."""

import re
from pathlib import Path

import pytest

from .projects import Project

API = "Shop\n====\n\n.. toctree::\n\n   guide/clients\n\n.. ggdocs::\n"
FILES = {
    "shop openapi": "openapi.json",
    "shop OpenAPI": "openapi.json",
    "shop asyncapi.json": "asyncapi.json",
    "shop api-docs.json": "api-docs.json",
    "shop markdown": "api-docs.md",
    "shop SKILL.md": "SKILL.md",
    "shop changes.atom": "changes.atom",
    "openapi": "openapi.json",
}


def clients(project: Project, text: str, name: str = "clients.rst") -> None:
    (project.folder / "guide").mkdir(exist_ok=True)
    project.write(f"guide/{name}", text)


def released(project: Project) -> None:
    """A snapshot, so that there are feeds of changes."""
    built = project.build()
    document = built.read("apidocs/shop/api-docs.json")
    folder = project.folder / "history" / "shop"
    folder.mkdir(parents=True)
    (folder / "1.0.json").write_text(document, encoding="utf-8")
    project.config["ggdocs_docs"][0]["history"] = "history"


@pytest.mark.parametrize("markup", ["rst", "md"])
def test_links_to_every_file_of_a_document(project: Project, markup: str) -> None:
    project.page(API)
    clients(project, "Clients\n=======\n")
    released(project)
    form = ":gg:file:`{}`" if markup == "rst" else "{{gg:file}}`{}`"
    lines = [form.format(target) for target in (*FILES, "the file <shop openapi>")]
    if markup == "md":
        project.config["extensions"] = ["myst_parser", "sphinxcontrib_ggdocs"]
        (project.folder / "guide" / "clients.rst").unlink()
    head = "# Clients\n\n" if markup == "md" else "Clients\n=======\n\n"
    clients(project, head + "\n\n".join(lines) + "\n", f"clients.{markup}")
    built = project.build()
    assert built.warnings == ""
    page = built.out / "guide" / "clients.html"
    links = re.findall(
        r'<a class="reference internal" href="([^"]*apidocs[^"]*)"[^>]*>(.*?)</a>',
        page.read_text(encoding="utf-8"),
    )
    shown = [(f"../apidocs/shop/{file}", file) for file in FILES.values()]
    without_tags = [(href, re.sub("<.*?>", "", text)) for href, text in links]
    assert without_tags == [*shown, ("../apidocs/shop/openapi.json", "the file")]
    assert all((page.parent / href).is_file() for href, _text in links)


WRONG = {
    "shop opanapi": "the document 'shop' has no file 'opanapi'; did you mean 'openapi'?",
    "shup openapi": "there is no document 'shup'; did you mean 'shop'?",
    "shop arazzo": "the document 'shop' has no file 'arazzo'; known: 'openapi', 'asyncapi', "
    "'markdown', 'api-docs.json', 'api-docs.md', 'asyncapi.json', 'openapi.json', 'SKILL.md'",
}


def test_a_wrong_name_is_completed(project: Project) -> None:
    project.page(API)
    clients(project, "Clients\n=======\n\n" + "\n\n".join(f":gg:file:`{one}`" for one in WRONG))
    warnings = project.build().warnings.splitlines()
    assert len(warnings) == len(WRONG)
    for line, (number, message) in zip(warnings, enumerate(WRONG.values()), strict=True):
        assert f"clients.rst:{4 + 2 * number}: WARNING: {message} [ggdocs.missing]" in line


def test_a_document_that_failed_has_no_files(project: Project) -> None:
    project.page("Shop\n====\n\n:gg:file:`shop api-docs.md`, :gg:file:`shop SKILL.md`\n")
    project.config["ggdocs_docs"] = [{"slug": "shop", "title": "Shop", "http": ["nowhere:Api"]}]
    warnings = project.build().warnings
    for name in ("api-docs.md", "skill.md"):
        assert f"the document 'shop' has no file '{name}'" in warnings


@pytest.mark.parametrize("builder", ["text", "latex"])
def test_without_the_files_a_link_is_text(project: Project, builder: str) -> None:
    project.page(API)
    clients(project, "Clients\n=======\n\nSee :gg:file:`shop openapi`, :gg:file:`it <openapi>`.\n")
    built = project.build(builder)
    assert built.warnings == ""
    written = "".join(
        file.read_text(encoding="utf-8") for file in sorted(Path(built.out).rglob("*.t*x*"))
    )
    assert "openapi.json" in written


def test_a_surface_that_is_set_up_alone_has_links_to_its_files(project: Project) -> None:
    project.page("Shop\n====\n\n:gg:file:`openapi`\n")
    project.config["extensions"] = ["sphinxcontrib_ggdocs.ext.openapi"]
    built = project.build()
    assert built.warnings == ""
    assert 'href="apidocs/shop/openapi.json"' in built.read("index.html")


def test_a_page_is_written_again_when_a_file_comes_or_goes(project: Project) -> None:
    project.page(API)
    clients(project, "Clients\n=======\n\nSee :gg:file:`shop openapi`.\n")
    assert project.build().warnings == ""
    project.config["ggdocs_to_openapi"] = {"shop": False}
    assert "the document 'shop' has no file 'openapi'" in project.build().warnings
    del project.config["ggdocs_to_openapi"]
    built = project.build()
    assert built.warnings == ""
    assert 'href="../apidocs/shop/openapi.json"' in built.read("guide/clients.html")
