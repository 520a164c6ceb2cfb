"""What Sphinx writes at the end of each build, and when it is left alone."""

from collections.abc import Callable

import pytest

from .parts import contents, edit, package, times
from .projects import Project


def change_and_build_another(project: Project) -> None:
    edit(project, "users", "Fetch User.", "Fetch a user.")
    project.build("dirhtml")


def remove_and_build_another(project: Project) -> None:
    (project.folder / "orphan.rst").unlink()
    project.build("dirhtml")


ENDINGS = ("genindex.html", "gg-brands.html", "objects.inv", "searchindex.js")
DISTURBANCES: dict[str, Callable[[Project], None]] = {
    "a page is gone": lambda project: (project.folder / "orphan.rst").unlink(),
    "a page is gone that another builder found gone": remove_and_build_another,
    "a contract has changed that another builder has read": change_and_build_another,
    "a page has been edited": lambda project: project.page("Prose\n=====\n\n.. index:: salt\n", "prose.rst"),
    "a title has changed in the configuration": lambda project: project.config.update(html_title="Another"),
    "the general index is gone": lambda project: (project.folder / "_html" / "genindex.html").unlink(),
    "an index of ours is gone": lambda project: (project.folder / "_html" / "gg-brands.html").unlink(),
    "the inventory is gone": lambda project: (project.folder / "_html" / "objects.inv").unlink(),
}


@pytest.mark.parametrize("disturb", DISTURBANCES.values(), ids=DISTURBANCES)
def test_what_sphinx_writes_at_the_end_is_left_until_it_is_out_of_date(
    project: Project, disturb: Callable[[Project], None]
) -> None:
    package(project)
    project.config["html_use_opensearch"] = "https://docs.example"  # a page whose file is not of its name
    project.page(":orphan:\n:no-search:\n\nHidden\n======\n\n.. index:: sugar\n", "hidden.rst")
    project.page(":orphan:\n\nOrphan\n======\n\n.. index:: pepper\n\n:gg:method:`get_users`\n", "orphan.rst")
    out = project.build().out
    before = times(out)
    project.build()
    after = times(out)
    assert [name for name in ENDINGS if before[name] != after[name]] == []
    disturb(project)
    project.build()
    fresh = contents(project.build(out="_fresh", fresh=True).out)
    assert {name: text for name, text in contents(out).items() if name in fresh} == fresh
