"""The option ``console`` of documents in Sphinx."""

from .projects import Project

SWITCH = "&quot;console&quot;:true"
CONFIGURED = "Shop\n====\n\n.. ggdocs::\n"


def test_it_is_off_unless_the_author_says_so(project: Project) -> None:
    project.page(CONFIGURED)
    built = project.build()
    for page in ("index.html", "apidocs/index.html"):
        assert "&quot;console" not in built.read(page)


def test_a_change_of_it_writes_the_pages_again(project: Project) -> None:
    project.page(CONFIGURED)
    project.build()
    (document,) = project.config["ggdocs_docs"]
    for console in (True, False):
        project.config["ggdocs_docs"] = [{**document, "console": console}]
        built = project.build()
        assert built.warnings == ""
        for page in ("index.html", "apidocs/index.html"):
            assert (SWITCH in built.read(page)) == console
