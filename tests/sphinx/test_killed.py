"""The build after one that was killed."""

import os

import pytest

from .parts import contents, edit, ours_and_pages, package, times
from .projects import Project
from .test_objects import read_again

MOMENTS = {
    "before reading": "env-before-read-docs",
    "after reading a page": "doctree-read",
    "before the environment is saved": "env-updated",
    "before our files are written": "write-started",
    "after some pages are written": "html-page-context",
    "when all is written": "build-finished",
}
KILL = """\
import os

def die(app, *args):
    if "{event}" == "html-page-context" and args[0] == {cut!r}:
        (app.outdir / f"{{args[0]}}.html").write_text("<htm")
    elif {cut!r}:
        return
    os._exit(9)

def setup(app):
    app.connect("{event}", die, priority=900)
"""


def kill(project: Project, event: str, *, cut: str = "") -> None:
    """Start a build in a process of its own that dies at an event; of `cut`, while it writes that
    page.
    """
    process = os.fork()
    if process == 0:
        try:
            project.write("conf.py", KILL.format(event=event, cut=cut))
            project.build()
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 9
    project.write("conf.py", "")


@pytest.mark.parametrize("moment", MOMENTS.values(), ids=MOMENTS)
def test_after_a_build_that_was_killed(project: Project, moment: str) -> None:
    package(project)
    project.build()
    edit(project, "deep", "city: str", "town: str")
    kill(project, moment)
    after = project.build()
    assert after.warnings == ""
    assert "town" in after.read("users.html")
    assert contents(after.out) == contents(project.build(out="_fresh", fresh=True).out)


@pytest.mark.parametrize("page", ["users", "prose"])
def test_a_page_that_was_cut_off(project: Project, page: str) -> None:
    package(project)
    kill(project, "html-page-context", cut=page)
    built = project.build()
    assert read_again(built.status) == set()
    assert built.warnings == ""
    assert contents(built.out) == contents(
        project.build(out="_fresh", doctrees="_anew", fresh=True).out
    )
    before = times(built.out)
    assert ours_and_pages(times(project.build().out)) == ours_and_pages(before)


def test_another_language_in_a_build_that_was_killed(project: Project) -> None:
    package(project)
    project.build()
    project.config["language"] = "de"
    kill(project, "html-page-context", cut="prose")
    assert 'lang="de"' in project.build().read("prose.html")


@pytest.mark.parametrize("moment", ["env-updated", "build-finished"])
def test_another_folder_of_the_output_in_a_build_that_was_killed(
    project: Project, moment: str
) -> None:
    package(project)
    out = project.build().out
    for folder in ("reference", "deep/er"):
        project.config["ggdocs_out_dir"] = folder
        kill(project, moment)
    project.build()
    assert (out / "deep" / "er" / "users" / "api-docs.json").is_file()
    assert not (out / "apidocs").exists()
    assert not (out / "reference").exists()
