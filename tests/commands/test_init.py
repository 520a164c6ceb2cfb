"""``ggdocs init``: what it writes is built by Sphinx without a warning, and nothing is lost."""

import difflib
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from .project import run

SERVICE = '''
from fastapi import FastAPI

app = FastAPI(title="Shop 店")


@app.get("/orders/{id}")
def get_order(id: str) -> str:
    """Fetch an order."""
    return id
'''


OPENAPI = """\
openapi: 3.1.0
info: {title: Parcels, version: "1"}
paths:
  /parcels:
    get: {operationId: list_parcels, responses: {"200": {description: All parcels.}}}
"""


RST = 'project = "Old"\nextensions: list[str] = []\n'


MYST = (
    'import sys, os\nsys.path.insert(0, os.path.abspath("../src"))\nextensions = ("myst_parser",)\n'
)


RST_INDEX = """\
Old
===

.. toctree::
   :maxdepth: 2
   :caption: Contents

   first
   second

.. toctree::

   third

The end."""


MYST_INDEX = "# Old\n\n```{toctree}\n---\nmaxdepth: 1\n---\nfirst\n```\n\nThe end.\n"


"""A page that only the extensions of the project understand."""


TODO_INDEX = "Old\n===\n\n.. todo:: More.\n"


APP = "shop_service:app"


CONTRACT = "shop.contracts:OrderApi"


CASES = {
    "nothing yet": ({}, [APP], "docs/index.html"),
    "reStructuredText": (
        {
            "docs/conf.py": RST,
            "docs/index.rst": RST_INDEX,
            **{f"docs/{name}.rst": f"{name}\n======\n" for name in ("first", "second", "third")},
        },
        [APP],
        "docs/api.html",
    ),
    "MyST, a tuple of extensions, the folder of the sources in sys.path": (
        {"docs/conf.py": MYST, "docs/index.md": MYST_INDEX, "docs/first.md": "# First\n"},
        [CONTRACT, "shop.contracts:OrderFeed", "--page", "reference", "--title", 'The "Shop"'],
        "docs/reference.html",
    ),
    "extensions inside a condition": (
        {
            "docs/conf.py": 'if True:\n    extensions = ["sphinx.ext.todo"]\n',
            "docs/index.rst": TODO_INDEX,
        },
        [APP],
        "docs/api.html",
    ),
    "contents by a pattern": (
        {"docs/conf.py": "", "docs/index.rst": "Old\n===\n\n.. toctree::\n   :glob:\n\n   *\n"},
        [APP],
        "docs/api.html",
    ),
    "lines that end as on Windows": (
        {
            "docs/conf.py": "language = 'en'\r\nextensions = []\r\n",
            "docs/index.rst": "Old\r\n===\r\n\r\n.. toctree::\r\n\r\n   self\r\n",
        },
        [APP],
        "docs/api.html",
    ),
    "a package in src, no configuration": (
        {
            "pyproject.toml": "",
            "docs/conf.py": "",
            "docs/index.rst": "Old\n===\n",
            "src/shop_parcels/__init__.py": "",
            "src/shop_parcels/service.py": SERVICE,
        },
        ["shop_parcels.service:app"],
        "docs/api.html",
    ),
    "the documents of pyproject.toml": (
        {"docs/conf.py": "", "docs/index.rst": "Old\n===\n"},
        [],
        "docs/api.html",
    ),
    "an OpenAPI file": (
        {"docs/conf.py": "", "docs/index.rst": "Old\n===\n"},
        ["api/parcels.yaml"],
        "docs/api.html",
    ),
}


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def removed_lines(before: bytes, after: bytes) -> list[str]:
    """The lines that a file has no more, but for that with the list of extensions."""
    lines = difflib.ndiff(before.decode().splitlines(), after.decode().splitlines())
    return [line for line in lines if line.startswith("- ") and "extensions" not in line]


@pytest.fixture
def folder(project: Path) -> Path:
    """The project with an application and a file beside its contracts."""
    (project / "shop_service.py").write_text(SERVICE)
    (project / "api").mkdir()
    (project / "api" / "parcels.yaml").write_text(OPENAPI)
    return project


ALWAYS = (
    "nothing yet",
    "the documents of pyproject.toml",
    "reStructuredText",
    "a package in src, no configuration",
)


"""The cases that are tried after every change of the code."""


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, marks=() if case in ALWAYS else pytest.mark.part("installs"))
        for case in CASES
    ],
)
def test_the_reference_is_built_and_nothing_is_lost(folder: Path, case: str) -> None:
    given, arguments, page = CASES[case]
    for name, text in given.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode())
    before = files(folder)
    shown = run(folder, "init", *arguments)
    assert shown.returncode == 0, shown.stderr
    assert shown.stderr == "nothing was written; --yes writes these changes\n"
    assert files(folder) == before
    done = run(folder, "init", *arguments, "--yes")
    assert (done.returncode, done.stdout) == (0, shown.stdout)
    source, name = Path(page).parent, Path(page).name
    assert done.stderr == f"build it: sphinx-build -W {source} public\n"
    after = files(folder)
    for path, content in before.items():
        assert not removed_lines(content, after[path]), path
        assert (b"\r\n" in after[path]) == (b"\r\n" in content)
    build = [sys.executable, "-P", "-m", "sphinx", "-q", "-W", str(source), "public"]
    built = subprocess.run(build, cwd=folder, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    assert built.stderr == ""
    html = (folder / "public" / name).read_text(encoding="utf-8")
    assert any(word in html for word in ("/orders/", "/parcels"))
    again = run(folder, "init", *arguments, "--yes")
    assert again.returncode == 2
    message = "exists; choose another page with --page"
    if case == "nothing yet":
        message = f"docs/index.rst shows {APP} already"
    elif not arguments:
        message = 'has documents already; add these to ggdocs_docs: "../pyproject.toml"'
    elif arguments[0].endswith(".yaml"):
        message = "has documents already; add these to ggdocs_docs: [{"
    assert message in again.stderr
    assert files(folder).keys() - files(folder / "public").keys() >= after.keys()


CONF = """\
# The documentation of the shop.

import os

project = "Old"
extensions = ["sphinx.ext.autodoc"]
"""

CONF_AFTER = """\
# The documentation of the shop.

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

project = "Old"
extensions = ["sphinx.ext.autodoc", "sphinxcontrib_ggdocs"]
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_it_writes_what_a_person_would(folder: Path, newline: str) -> None:
    (folder / "docs").mkdir()
    conf, index = folder / "docs" / "conf.py", folder / "docs" / "index.rst"
    conf.write_text(CONF, encoding="utf-8", newline=newline)
    index.write_text(RST_INDEX, encoding="utf-8", newline=newline)
    assert run(folder, "init", APP, "--yes").returncode == 0
    index_after = RST_INDEX.replace("   second\n", "   second\n   api\n")
    assert conf.read_bytes().decode() == CONF_AFTER.replace("\n", newline)
    assert index.read_bytes().decode() == index_after.replace("\n", newline)


def test_documents_are_set_at_the_end(folder: Path) -> None:
    (folder / "docs").mkdir()
    conf = folder / "docs" / "conf.py"
    conf.write_text(CONF, encoding="utf-8")
    assert run(folder, "init", "api/parcels.yaml", "--yes").returncode == 0
    listed = CONF.replace('autodoc"', 'autodoc", "sphinxcontrib_ggdocs"')
    documents = 'ggdocs_docs = [{"slug": "api", "openapi": "../api/parcels.yaml"}]\n'
    assert conf.read_text(encoding="utf-8") == f"{listed}\n{documents}"


REFUSED = {
    "a page of that name": (
        {"docs/conf.py": "", "docs/api.md": "# Mine\n"},
        [APP],
        "docs/api.md exists; choose another page with --page",
    ),
    "a first page alone": ({"docs/index.rst": "Mine\n====\n"}, [APP], "index.rst exists; choose"),
    "not UTF-8": ({"docs/conf.py": "x = '\udcff'\n"}, [APP], "docs/conf.py is not UTF-8"),
    "not Python": (
        {"docs/conf.py": "x = 1\nextensions = [\n"},
        [APP],
        "docs/conf.py is not valid Python (line 2: '[' was never closed); correct it first",
    ),
    "nothing is configured": (
        {"pyproject.toml": "", "docs/conf.py": ""},
        [],
        "no contracts: name them",
    ),
    "documents in Python": ({"docs/conf.py": ""}, ["shop.docs:DOCS"], "of one document"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_without_a_change(folder: Path, case: str) -> None:
    given, arguments, message = REFUSED[case]
    for name, text in given.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode(errors="surrogateescape"))
    before = files(folder)
    done = run(folder, "init", *arguments, "--yes")
    assert done.returncode in (1, 2)
    assert message in done.stderr
    assert files(folder) == before


@pytest.mark.parametrize("is_installed", [True, False])
def test_a_new_project_has_the_theme_furo_if_it_is_installed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, is_installed: bool
) -> None:
    spec = find_spec("furo") if is_installed else None
    monkeypatch.setattr(
        "sphinxcontrib_ggdocs.commands.init_project.importlib.util.find_spec", {"furo": spec}.get
    )
    run(folder, "init", CONTRACT, "--yes")
    conf = (folder / "docs" / "conf.py").read_text(encoding="utf-8")
    assert ('html_theme = "furo"' in conf) is is_installed
