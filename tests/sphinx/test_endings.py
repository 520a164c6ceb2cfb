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


LAST = ("genindex.html", "gg-brands.html", "objects.inv")


def remove_last_files(project: Project) -> None:
    for name in LAST:
        (project.folder / "_html" / name).unlink()


def cut_last_files(project: Project) -> None:
    for name in LAST:
        (project.folder / "_html" / name).write_bytes(b"# S" if name == "objects.inv" else b"<htm")


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
    "what it wrote is gone": remove_last_files,
    "what it wrote is cut off": cut_last_files,
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
