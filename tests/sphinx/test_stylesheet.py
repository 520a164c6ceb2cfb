"""The style sheet of the static text: where it is linked, and that a project may replace it."""

import pytest

from .projects import Project

PAGE = "Shop\n====\n\n.. ggdocs::\n"
LINK = "_static/ggdocs.css"


@pytest.mark.parametrize("builder", ["html", "dirhtml", "singlehtml"])
def test_only_where_something_of_ours_stands(project: Project, builder: str) -> None:
    project.page("Start\n=====\n\n.. toctree::\n\n   api\n   one\n")
    project.page(PAGE, "api.rst")
    project.page("One\n===\n\n.. gg:method:: get_order\n   :no-index:\n", "one.rst")
    built = project.build(builder)
    assert built.warnings == ""
    pages = {"html": "{}.html", "dirhtml": "{}/index.html"}.get(builder)
    assert (LINK in built.read("index.html")) == (builder == "singlehtml")
    for name in ("api", "one") if pages else ():
        assert LINK in built.read(pages.format(name) if pages else "")
    if pages:
        assert LINK in built.read(pages.format("gg-routes"))
        assert LINK in built.read(pages.format("genindex"))
    assert "gg-rows" in built.read(LINK)


def test_the_general_index_of_a_project_without_references_is_as_it_was(project: Project) -> None:
    project.page("Start\n=====\n\n.. index:: start\n")
    assert LINK not in project.build().read("genindex.html")


def test_a_project_may_have_its_own(project: Project) -> None:
    project.page(PAGE)
    (project.folder / "mine").mkdir()
    (project.folder / "mine" / "ggdocs.css").write_text("/* mine */")
    project.config["html_static_path"] = ["mine"]
    built = project.build()
    assert built.warnings == ""
    assert built.read(LINK) == "/* mine */"
    assert LINK in built.read("index.html")
