"""The option ``console`` of documents in Sphinx."""

import pytest

from .projects import Project

SWITCH = "&quot;console&quot;:true"
INLINE = """\
Shop
====

.. ggdocs::
   :title: Shop
   :http: {contract}
   {option}
"""


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


@pytest.mark.parametrize("option", ["", ":console:"])
def test_a_directive_has_it(project: Project, option: str) -> None:
    (document,) = project.config.pop("ggdocs_docs")
    project.page(INLINE.format(contract=document["http"][0], option=option))
    built = project.build()
    assert built.warnings == ""
    assert (SWITCH in built.read("index.html")) == bool(option)
