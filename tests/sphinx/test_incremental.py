"""What a second build reads and writes, after each kind of change."""

import os
import re
import subprocess
import sys

import pytest

from sphinxcontrib_ggdocs.native import method_pages
from sphinxcontrib_ggdocs.native.document_files import MethodPage
from sphinxcontrib_ggdocs.native.view import DocumentView

from .parts import CONTRACT, DEEP, PAGES, contents, edit, ours_and_pages, package, redate, times
from .projects import Project, in_builders
from .test_objects import read_again

CHANGES = {
    "a docstring of the contract": ("users", "Fetch User.", "Fetch a user.", {"users"}),
    "the module of a model's model": ("deep", "city: str", "town: str", {"users"}),
    "the module of an alias": ("aliases", "le=MOST", "lt=MOST", {"users"}),
    "the module of a constant": ("limits", "10", "11", {"users"}),
    "the other document": ("other", "name: str", "title: str", {"others"}),
    "nothing that is documented": (
        "models",
        "class User",
        "OF_NO_USE = 1\n\n\nclass User",
        set[str](),
    ),
}


FIRST = ("the contract", "the module of a model's model", "nothing that is documented")
"""The changes that are tried after every change of the code."""


@pytest.mark.parametrize(
    ("module", "old", "new", "pages"),
    [
        pytest.param(*change, id=name, marks=() if name in FIRST else pytest.mark.part("edits"))
        for name, change in CHANGES.items()
    ],
)
def test_exactly_what_shows_a_change_is_made_again(
    project: Project, module: str, old: str, new: str, pages: set[str]
) -> None:
    package(project)
    out = project.build().out
    before = contents(out)
    edit(project, module, old, new)
    built = project.build()
    assert built.warnings == ""
    assert read_again(built.status) == pages
    after = contents(out)
    changed = {name for name in after if after[name] != before.get(name)}
    assert {name for name in changed if name.endswith(".html")} & {
        f"{page}.html" for page in PAGES[1:]
    } == {f"{page}.html" for page in pages}
    of_all_documents = {"apidocs/llms-full.txt", "apidocs/llms.txt"}
    documents = {name for name in changed if re.match(r"apidocs/\w", name)} - of_all_documents
    assert {name.split("/")[1] for name in documents} <= (pages or {"users"})
    assert pages <= {name.split("/")[1] for name in documents}
    written = times(out)
    assert read_again(project.build().status) == set()
    assert ours_and_pages(times(out)) == ours_and_pages(written)


def test_nothing_changed_imports_no_contract(project: Project) -> None:
    package(project)
    project.build()
    for name in [name for name in sys.modules if name.startswith(project.module)]:
        del sys.modules[name]
    project.build()
    assert not [name for name in sys.modules if name.startswith(project.module)]


def test_extensions_need_no_pydantic_before_something_is_built() -> None:
    program = (
        "import sys, sphinxcontrib_ggdocs.ext.native, sphinxcontrib_ggdocs.ext.openapi\n"
        "print(sorted({'pydantic', 'sphinxcontrib_ggdocs.document.parts'} & sys.modules.keys()))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.stdout == "[]\n"


def test_saved_twice_within_a_second(project: Project) -> None:
    package(project)
    file = project.folder / f"{project.module}_parts" / "deep.py"
    os.utime(file, ns=(10**18, 10**18))
    project.build()
    file.write_text(DEEP.replace("city", "town"))
    os.utime(file, ns=(10**18 + 5, 10**18 + 5))
    assert "town" in project.build().read("users.html")


def test_saved_during_the_build(project: Project) -> None:
    package(project)
    file = project.folder / f"{project.module}_parts" / "users.py"
    text = file.read_text()
    saves = "import pathlib\npathlib.Path(__file__).with_name('deep.py').write_text({text!r})\n"
    file.write_text(text + saves.format(text=DEEP.replace("city", "town")))
    assert "city" in project.build().read("users.html")
    file.write_text(text)
    redate(file)
    assert "town" in project.build().read("users.html")


def test_a_contract_made_while_running(project: Project) -> None:
    project.page("Start\n=====\n\n.. ggdocs::\n")
    shop = (project.folder / f"{project.module}.py").read_text()
    maker = f"""\
import sys, types, pathlib

made = sys.modules["{project.module}_made"] = types.ModuleType("{project.module}_made")
exec(pathlib.Path(__file__).with_name("shop.txt").read_text(), vars(made))
OrderApi, LiveApi = made.OrderApi, made.LiveApi
"""
    project.write("shop.txt", shop)
    project.write(f"{project.module}.py", maker)
    project.build()
    project.write("shop.txt", shop.replace("Fetch an order.", "Get hold of an order."))
    assert "Get hold of an order." in project.build().read("index.html")


def test_four_processes_write_the_same_bytes(project: Project) -> None:
    package(project)
    for number in range(6):
        project.page(
            f"Page {number}\n======\n\n.. ggdocs::\n   :no-index:\n\n:gg:method:`get_users`\n",
            f"page{number}.rst",
        )
    project.page("Start\n=====\n\n.. toctree::\n   :glob:\n\n   *\n")
    alone = project.build(out="_alone", fresh=True)
    together = project.build(out="_together", fresh=True, parallel=4)
    assert (alone.warnings, together.warnings) == ("", "")
    assert contents(alone.out) == contents(together.out)


def test_a_slug_that_is_gone(project: Project) -> None:
    package(project)
    out = project.build().out
    project.config["ggdocs_docs"] = project.config["ggdocs_docs"][:1]
    project.page("Others\n======\n\nNothing.\n", "others.rst")
    built = project.build()
    assert built.warnings == ""
    assert not (out / "apidocs" / "others").exists()
    assert "others" not in built.read("apidocs/index.html")
    assert "OtherApi" not in built.read("searchindex.js")


def test_a_project_without_documents_keeps_the_index_of_its_search(project: Project) -> None:
    project.config["ggdocs_docs"] = []
    project.page("Title\n=====\n\nKumquat.\n")
    project.page("Other\n=====\n\nLychee.\n", "other.rst")
    project.build()
    assert project.build().warnings == ""
    project.page("Other\n=====\n\nPapaya.\n", "other.rst")
    built = project.build()
    assert "index couldn't be loaded" not in built.warnings
    assert {"kumquat", "papaya"} <= set(re.findall(r"\w+", built.read("searchindex.js").lower()))


def test_another_folder_of_the_output(project: Project) -> None:
    package(project)
    project.config["exclude_patterns"] = ["_html"]
    out = project.build().out
    (out / "apidocs" / "mine.txt").write_text("kept")
    for folder in ("reference/api", "reference"):
        project.config["ggdocs_out_dir"] = folder
        assert project.build().warnings == ""
        assert (out / folder / "users" / "api-docs.json").is_file()
        assert [file.name for file in (out / "apidocs").rglob("*")] == ["mine.txt"]
    assert not (out / "reference" / "api").exists()


@in_builders("html", "dirhtml", "singlehtml")
def test_another_builder_over_cached_doctrees_is_complete(project: Project, builder: str) -> None:
    package(project)
    project.build("html", out="_first")
    cached = project.build(builder, out="_second")
    assert read_again(cached.status) == set()
    assert contents(cached.out) == contents(project.build(builder, out="_third", fresh=True).out)


LINKS = ":gg:method:`get_users`, :any:`UserApi`"
NEIGHBOUR = ".. gg:method:: get_users\n   :no-index:\n"


@pytest.mark.parametrize("parallel", [0, pytest.param(2, marks=pytest.mark.part("edits"))])
def test_links_follow_what_they_lead_to(project: Project, parallel: int) -> None:
    package(project)
    project.page(f"Prose\n=====\n\n{LINKS}\n\n{NEIGHBOUR}\n", "prose.rst")
    users, others = (project.config["ggdocs_docs"][at]["http"] for at in (0, 1))
    project.build(parallel=parallel)

    def follows(told: str) -> None:
        built = project.build(parallel=parallel)
        assert built.warnings == ""
        assert told in built.read("prose.html")
        assert contents(built.out) == contents(
            project.build(out="_fresh", doctrees="_anew", fresh=True).out
        )

    edit(project, "users", '"/users"', '"/people"')
    follows('title="GET /people"')
    users.append(project.named("{module}_parts.more:MoreApi"))
    (project.folder / f"{project.module}_parts" / "more.py").write_text(
        CONTRACT.format(module="other", model="Other", path="more").replace("OtherApi", "MoreApi")
    )
    follows('title="GET /people"')
    others.append(users.pop(0))
    project.page(
        f"Prose\n=====\n\n{LINKS.replace('gg-users', 'gg-others')}\n\n{NEIGHBOUR}\n", "prose.rst"
    )
    follows('href="others.html#gg-others.UserApi.get_users"')
    project.page("Start\n=====\n\n.. toctree::\n\n   prose\n   others\n   users\n")
    follows("get_users")


def test_a_link_to_what_is_not_there_yet(project: Project) -> None:
    package(project)
    project.page("Prose\n=====\n\n:gg:method:`get_users`, :gg:method:`get_people`\n", "prose.rst")
    assert "get_people" in project.build().warnings
    edit(project, "users", "def get_users", "def get_people")
    built = project.build()
    assert 'href="users.html#gg-users.UserApi.get_people"' in built.read("prose.html")
    assert "get_users" in built.warnings
    assert project.build().warnings == ""


def test_only_pages_that_mention_what_has_moved_are_written(project: Project) -> None:
    package(project)
    page = "Prose\n=====\n\n:gg:method:`get_{name}`\n"
    project.page(page.format(name="users"), "prose.rst")
    project.page(page.format(name="others"), "elsewhere.rst")
    project.page("Start\n=====\n\n.. toctree::\n   :glob:\n\n   *\n")
    out = project.build().out
    before = times(out)
    edit(project, "users", '"/users"', '"/people"')
    built = project.build()
    assert 'title="GET /people"' in built.read("prose.html")
    written = {name for name, at in times(out).items() if at != before.get(name)}
    pages = {*PAGES, "elsewhere"} & {name.removesuffix(".html") for name in written}
    assert pages == {"index", "users", "prose"}  # Sphinx writes a page above one that was read
    documents = {name.split("/")[1] for name in written if name.startswith("apidocs/")}
    of_all = {".ggdocs-manifest.json", "llms-full.txt", "llms.txt"}
    assert documents == {"users", *of_all}


def test_files_of_methods_are_made_of_documents_that_were_built_again(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    package(project)
    out = project.build().out
    made: list[str] = []
    make = method_pages.method_pages

    def noted(view: DocumentView) -> tuple[MethodPage, ...]:
        made.append(view.slug)
        return make(view)

    monkeypatch.setattr(method_pages, "method_pages", noted)
    edit(project, "users", "Fetch User.", "Fetch a user.")
    project.build()
    assert made == ["users"]
    [file] = (out / "apidocs" / "others" / "methods").iterdir()
    file.unlink()
    edit(project, "users", "Fetch a user.", "Fetch one.")
    built = project.build()
    assert made == ["users", "users", "others"]
    fresh = project.build(out="_fresh", doctrees="_anew", fresh=True)
    assert contents(built.out) == contents(fresh.out)


UNREADABLE = {
    "empty": b"",
    "another module": b"csphinxcontrib_ggdocs.ext.gone\nRecord\n.",
    "another class": b"csphinxcontrib_ggdocs.ext.build\nGone\n.",
    "other fields": b"csphinxcontrib_ggdocs.ext.build\nRecord\n(tR.",
}


def test_a_record_that_cannot_be_read_is_made_again(project: Project) -> None:
    package(project)
    first = contents(project.build().out)
    for name, record in UNREADABLE.items():
        records = [*project.folder.glob("_build/doctrees/_ggdocs/*/record")]
        assert records
        for file in records:
            file.write_bytes(record)
        again = project.build()
        assert again.warnings == "", name
        assert contents(again.out) == first, name
