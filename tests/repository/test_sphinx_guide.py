"""The guide to the Sphinx extension: each example builds, each file and each problem of its tables
is what a build writes and reports.
"""

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from .snippets import ROOT, blocks, run

PAGE = "docs/guides/sphinx.md"


GUIDE = (ROOT / PAGE).read_text(encoding="utf-8")


CONTRACTS = "docs/guides/contracts.md"


CODE = re.compile(r"`([^`]+)`")


MYST = '\nextensions += ["myst_parser"]\n'


HISTORY = 'exclude_patterns = ["history"]\nggdocs_docs[0]["history"] = "history"\n'


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
