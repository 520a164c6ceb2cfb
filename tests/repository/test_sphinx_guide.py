"""The guide to the Sphinx extension: each example builds, each file and each problem of its tables
is what a build writes and reports.
"""

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from ..sphinx.test_builders import BUILDERS
from .snippets import ROOT, Block, blocks, run

PAGE = "docs/guides/sphinx.md"
GUIDE = (ROOT / PAGE).read_text(encoding="utf-8")
CONTRACTS = "docs/guides/contracts.md"
CODE = re.compile(r"`([^`]+)`")
MYST = '\nextensions += ["myst_parser"]\n'
HISTORY = 'exclude_patterns = ["history"]\nggdocs_docs[0]["history"] = "history"\n'
OF_ANOTHER_PACKAGE = "import psycopg\nimport torch.nn\n\nprint(torch.nn.Module, psycopg)\n"


def example(start: str) -> str:
    """The example whose text, or whose file, begins like this."""
    (text,) = [each.text for each in blocks(PAGE) if start in (each.file, each.text[: len(start)])]
    return text


def table(head: str) -> Iterator[list[str]]:
    """Cells of a table of the guide."""
    _, found, rest = GUIDE.partition(f"{head}\n")
    assert found
    for line in rest.partition("\n\n")[0].splitlines()[1:]:
        yield [cell.strip() for cell in line.strip("|").split(" | ")]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The contracts, and the configuration of the guide."""
    contracts = [each.text for each in blocks(CONTRACTS) if each.language == "python"]
    for name, text in {
        "src/shop/contracts.py": "\n\n".join(contracts),
        "docs/conf.py": example("docs/conf.py"),
    }.items():
        write(tmp_path / name, text)
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def add(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def anchors(html: Path) -> set[str]:
    return set(re.findall(r'id="(gg-[^"]+)"', html.read_text(encoding="utf-8")))


def test_a_page_in_either_language_and_its_files(project: Path) -> None:
    """Both pages have the same anchors, and the table lists what is written, and nothing else."""
    write(project / "docs" / "index.rst", example("docs/index.rst"))
    run("sphinx-build -W docs public", project)
    rst = anchors(project / "public" / "index.html")
    assert "gg-platform.UserApi.get_profile" in rst

    (project / "docs" / "index.rst").unlink()
    write(project / "docs" / "index.md", example("docs/index.md"))
    snapshot = "ggdocs snapshot public/apidocs/platform/api-docs.json --slug platform"
    run(f"{snapshot} --history docs/history", project)
    add(project / "docs" / "conf.py", MYST + HISTORY)
    run("sphinx-build -W docs public", project)
    assert anchors(project / "public" / "index.html") == rst

    public = project / "public"
    files = {
        str(each.relative_to(public)) for each in public.glob("apidocs/**/*") if each.is_file()
    }
    named = [code for cells in table("| File | Content |") for code in CODE.findall(cells[0])]
    patterns = [name.replace("<slug>", "platform") for name in named]
    assert [file for file in sorted(files) if not any(fnmatch(file, p) for p in patterns)] == []
    absent = [p for p in patterns if not any(fnmatch(file, p) for file in files)]
    assert absent == []


def test_single_objects(project: Path) -> None:
    write(project / "docs" / "index.rst", example("docs/index.rst"))
    title = ":orphan:\n\nOne\n===\n\n"
    write(project / "docs" / "one.rst", title + example(".. gg:method::"))
    add(project / "docs" / "one.rst", "\nMore: :gg:method:`platform.UserApi.save_profile`\n")
    run("sphinx-build -W docs public", project)
    text = (project / "public" / "one.html").read_text(encoding="utf-8")
    assert text.index("Replace a profile.") < text.index("The page of the settings calls")
    assert 'href="index.html#gg-platform.UserApi.save_profile"' in text


def test_a_page_for_each_contract(project: Path) -> None:
    write(project / "docs" / "index.rst", example("docs/index.rst"))
    (split,) = [each.text for each in blocks(PAGE) if '"split": "contract"' in each.text]
    add(project / "docs" / "conf.py", split)
    run("sphinx-build -W docs public", project)
    written = {path.name for path in (project / "docs" / "ggdocs" / "platform").iterdir()}
    assert {"people.userapi.rst"} & written or len(written) >= 4, written


def test_a_docstring_with_roles_and_links(project: Path) -> None:
    method = "".join(f"    {line}\n" for line in example('@http.get("/{id}/card")').splitlines())
    own = f"\n\n@http.api('/cards')\nclass CardApi(Protocol):\n{method}        ...\n"
    add(project / "src" / "shop" / "contracts.py", own)
    conf = project / "docs" / "conf.py"
    conf.write_text(
        conf.read_text(encoding="utf-8").replace(':UserApi"', ':UserApi", "shop.contracts:CardApi"')
        + MYST
    )
    write(project / "docs" / "index.md", example("docs/index.md"))
    write(project / "docs" / "glossary.md", "---\norphan: true\n---\n\n# Glossary\n")
    run("sphinx-build -W docs public", project)
    html = (project / "public" / "index.html").read_text(encoding="utf-8")
    (_, _, text) = html.partition("Users change it by")
    links = re.findall(r'href="([^"]+)"', text[:800])
    assert links[:2] == ["#gg-platform.UserApi.save_profile", "glossary.html"]


def test_every_builder_is_one_that_tests_build_with() -> None:
    (paragraph,) = [text for text in GUIDE.split("\n\n") if "`texinfo`" in text]
    named = {code for code in CODE.findall(paragraph) if code.isalpha()}
    assert named - {*BUILDERS} == set()
    assert {"latex", "text", "man", "texinfo", "epub", "xml", "singlehtml"} <= named


NAMED = {
    "module-not-found": "nowhere:Api",
    "attribute-not-found": "shop.contracts:Nothing",
    "import-failed": "shop.quits:Api",
    "no-contract": "shop.contracts:Profile",
    "no-schema": "shop.odd:NoSchemaApi",
    "unresolved-type": "shop.odd:UnresolvedApi",
}
PROBLEMS = {*NAMED, "unknown-slug", "config"}
ODD = """
from types import ModuleType
from typing import Protocol

from sphinxcontrib_ggdocs.contracts import http


@http.api("/odd")
class NoSchemaApi(Protocol):
    @http.get("/a")
    def a(self) -> ModuleType:
        ...


@http.api("/odd")
class UnresolvedApi(Protocol):
    @http.get("/b")
    def b(self) -> "Missing":
        ...
"""


def test_the_table_lists_these_problems() -> None:
    named = {code for cells in table("| Problem | Subtype |") for code in CODE.findall(cells[1])}
    assert named == PROBLEMS


def test_problems(project: Path) -> None:
    write(project / "src" / "shop" / "quits.py", "import sys\n\nsys.exit(1)\n")
    write(project / "src" / "shop" / "odd.py", ODD)
    documents = [
        {"slug": subtype, "title": "Odd", "http": [name]} for subtype, name in NAMED.items()
    ]
    unknown = "\n.. ggdocs:: platfrom\n"
    write(project / "docs" / "index.rst", example("docs/index.rst") + unknown)
    add(project / "docs" / "conf.py", f"ggdocs_docs += {documents}\nggdocs_markdown = 'rst'\n")
    output = run("sphinx-build -q docs public 2>&1", project)
    assert {subtype for subtype in PROBLEMS if f"[ggdocs.{subtype}]" in output} == PROBLEMS
    with pytest.raises(AssertionError, match=re.escape("[ggdocs.")):
        run("sphinx-build -E -W docs public", project)


def test_modules_that_are_not_installed(project: Path) -> None:
    contracts = project / "src" / "shop" / "contracts.py"
    contracts.write_text(OF_ANOTHER_PACKAGE + contracts.read_text(encoding="utf-8"))
    write(project / "docs" / "index.rst", example("docs/index.rst"))
    assert "[ggdocs.import-failed]" in run("sphinx-build -q docs public 2>&1", project)
    add(project / "docs" / "conf.py", example("ggdocs_mock_imports"))
    run("sphinx-build -W -E docs public", project)


def test_the_builds_after_the_first(project: Path) -> None:
    """Without a change no contract is imported; what is in `_ggdocs` is gone with `-E`."""
    write(project / "docs" / "index.rst", example("docs/index.rst"))
    run("sphinx-build -W -j 4 docs public", project)
    assert (project / "public" / ".doctrees" / "_ggdocs").is_dir()
    before = times(project / "public")
    add(
        project / "docs" / "conf.py",
        "import atexit\natexit.register(\n    lambda: print(sorted(m for m in sys.modules if m.startswith('shop')))\n)\n",
    )
    assert "\n[]\n" in run("sphinx-build -W docs public", project)
    assert times(project / "public") == before
    assert "shop.contracts" in run("sphinx-build -W -E docs public", project)


def times(public: Path) -> dict[str, int]:
    """When the files of the documents were written."""
    return {str(each): each.stat().st_mtime_ns for each in public.glob("apidocs/**/*.*")}


def uses_of(block: Block) -> str:
    return block.file or block.text.partition("\n")[0]


def test_there_is_no_other_example() -> None:
    assert [uses_of(block) for block in blocks(PAGE)] == [
        "docs/conf.py",
        "docs/index.rst",
        "docs/index.md",
        ".. gg:method:: UserApi.save_profile",
        "ggdocs_docs = [",
        '@http.get("/{id}/card")',
        'ggdocs_mock_imports = ["torch", "psycopg"]',
    ]
