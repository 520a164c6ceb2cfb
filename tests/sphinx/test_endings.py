"""What Sphinx writes at the end of each build, after whatever has happened to it meanwhile."""

from collections.abc import Callable

import pytest

from .parts import contents, edit, package
from .projects import Project


def change_and_build_another(project: Project) -> None:
    edit(project, "users", "Fetch User.", "Fetch a user.")
    project.build("dirhtml")


def remove_and_build_another(project: Project) -> None:
    (project.folder / "orphan.rst").unlink()
    project.build("dirhtml")


DISTURBANCES: dict[str, Callable[[Project], object]] = {
    "a page is gone": lambda project: (project.folder / "orphan.rst").unlink(),
    "a page is gone that another builder found gone": remove_and_build_another,
    "a contract has changed that another builder has read": change_and_build_another,
    "a page has been edited": lambda project: project.page(
        "Prose\n=====\n\n.. index:: salt\n", "prose.rst"
    ),
    "a title has changed in the configuration": lambda project: project.config.update(
        html_title="Another"
    ),
    "the general index is gone": lambda project: (
        project.folder / "_html" / "genindex.html"
    ).unlink(),
    "an index of ours is gone": lambda project: (
        project.folder / "_html" / "gg-brands.html"
    ).unlink(),
    "the inventory is gone": lambda project: (project.folder / "_html" / "objects.inv").unlink(),
    "the general index is cut off": lambda project: (
        project.folder / "_html" / "genindex.html"
    ).write_text("<htm"),
    "an index of ours is cut off": lambda project: (
        project.folder / "_html" / "gg-brands.html"
    ).write_text("<htm"),
    "the inventory is cut off": lambda project: (
        project.folder / "_html" / "objects.inv"
    ).write_bytes(b"# S"),
}


@pytest.mark.parametrize("disturb", DISTURBANCES.values(), ids=DISTURBANCES)
def test_what_sphinx_writes_at_the_end_is_up_to_date(
    project: Project, disturb: Callable[[Project], object]
) -> None:
    package(project)
    project.config["html_use_opensearch"] = (
        "https://docs.example"  # a page whose file is not of its name
    )
    project.page(":orphan:\n:no-search:\n\nHidden\n======\n\n.. index:: sugar\n", "hidden.rst")
    project.page(
        ":orphan:\n\nOrphan\n======\n\n.. index:: pepper\n\n:gg:method:`get_users`\n", "orphan.rst"
    )
    out = project.build().out
    disturb(project)
    project.build()
    fresh = contents(project.build(out="_fresh", fresh=True).out)
    assert {name: text for name, text in contents(out).items() if name in fresh} == fresh
