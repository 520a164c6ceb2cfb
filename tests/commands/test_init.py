"""``ggdocs init``: what it writes is built by Sphinx without a warning, and nothing is lost."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ..waiting import HANG
from .project import command, run

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
DOCUMENT = """\
{"version": "2.0", "service": {"slug": "parcels", "name": "Parcels"}, "schemas": {}, "errors": {},
 "groups": [{"name": "API", "slug": "api", "contracts": [{"name": "ParcelApi", "kind": "http",
 "pathPrefix": "", "methods": [{"name": "all", "httpMethod": "GET", "httpPath": "/parcels"}]}]}]}
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
TODO_INDEX = "Old\n===\n\n.. todo:: More.\n"
"""A page that only the extensions of the project understand."""
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
    "extensions of another module": (
        {
            "docs/conf.py": (
                "import sys\nfrom pathlib import Path\n\n"
                "sys.path.insert(0, str(Path(__file__).parent))\nfrom shared_by_all import *\n"
            ),
            "docs/shared_by_all.py": 'extensions = ["sphinx.ext.todo"]\n',
            "docs/index.rst": TODO_INDEX,
        },
        ["api/parcels.yaml"],
        "docs/api.html",
    ),
    "a first page of another name, without contents": (
        {"doc/source/conf.py": 'root_doc = "start"\n', "doc/source/start.rst": "Start\n=====\n"},
        [APP],
        "doc/source/api.html",
    ),
    "contents without entries": (
        {"docs/conf.py": "", "docs/index.rst": "Old\n===\n\n.. toctree::\n   :hidden:\n"},
        [APP],
        "docs/api.html",
    ),
    "contents by a pattern": (
        {"docs/conf.py": "", "docs/index.rst": "Old\n===\n\n.. toctree::\n   :glob:\n\n   *\n"},
        [APP],
        "docs/api.html",
    ),
    "lines that end as on Windows": (
        {"docs/conf.py": "language = 'en'\r\n", "docs/index.rst": "Old\r\n===\r\n"},
        [APP],
        "docs/api.html",
    ),
    "conf.py beside foreign pages": (
        {"conf.py": "", "index.rst": "Old\n===\n", ".venv/lib/README.rst": "no title\n"},
        [APP],
        "api.html",
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
    "an OpenAPI file": (
        {"docs/conf.py": "", "docs/index.rst": "Old\n===\n"},
        ["api/parcels.yaml"],
        "docs/api.html",
    ),
    "a contract document": (
        {"docs/conf.py": "", "docs/index.rst": "Old\n===\n", "api/api-docs.json": DOCUMENT},
        ["api/api-docs.json"],
        "docs/api.html",
    ),
}


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture
def folder(project: Path) -> Path:
    """The project with an application and a file beside its contracts."""
    (project / "shop_service.py").write_text(SERVICE)
    (project / "api").mkdir()
    (project / "api" / "parcels.yaml").write_text(OPENAPI)
    return project


@pytest.mark.parametrize("case", CASES)
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
        kept = [line for line in content.splitlines() if line.strip()]
        assert [line for line in after[path].splitlines() if line in kept] == kept, path
        assert (b"\r\n" in after[path]) == (b"\r\n" in content)
    build = [sys.executable, "-P", "-m", "sphinx", "-q", "-W", str(source), "public"]
    built = subprocess.run(build, cwd=folder, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    assert built.stderr == ""
    html = (folder / "public" / name).read_text(encoding="utf-8")
    assert any(word in html for word in ("/orders/", "/parcels"))
    again = run(folder, "init", *arguments, "--yes")
    assert again.returncode == 2
    assert "has documents already; add this one to ggdocs_docs: {" in again.stderr
    assert files(folder).keys() - files(folder / "public").keys() >= after.keys()


OF_OPENAPI = """\
project = "Shop"
extensions = ["sphinxcontrib.openapi"]
html_static_path = []
"""
OF_REDOC = """\
project = "Shop"
extensions = ["sphinxcontrib.redoc"]
redoc = [{"name": "Parcels", "page": "parcels", "spec": "../api/parcels.yaml", "embed": True}]
"""
EXTENSION = "docs/conf.py: remove {} from extensions when no page needs it any more"
INDEX = "Shop\n====\n\n.. toctree::\n\n   reference\n"
FORMER = {
    "a directive": (
        {
            "docs/conf.py": OF_OPENAPI,
            "docs/index.rst": INDEX,
            "docs/reference.rst": "Reference\n=========\n\nAll:\n\n"
            ".. openapi:: ../api/parcels.yaml\n   :examples:\n\n   :group:\n\nThat was all.\n",
        },
        ("reference", "Reference\n=========\n\nAll:\n\n.. ggdocs:: api\n\nThat was all.\n"),
        [EXTENSION.format("sphinxcontrib.openapi")],
    ),
    "a directive in MyST": (
        {
            "docs/conf.py": OF_OPENAPI.replace("[", '["myst_parser", ', 1),
            "docs/index.md": "# Shop\n\n```{openapi} ../api/parcels.yaml\n:group:\n```\n\nAll.\n",
        },
        ("index", "# Shop\n\n```{ggdocs} api\n```\n\nAll.\n"),
        [EXTENSION.format("sphinxcontrib.openapi")],
    ),
    "directives of other files, and of parts": (
        {
            "docs/conf.py": OF_OPENAPI,
            "docs/index.rst": INDEX,
            "docs/reference.rst": "Reference\n=========\n\n.. openapi:: /other.yaml\n\n"
            ".. openapi:: ../api/parcels.yaml\n   :paths:\n      /parcels\n",
            "docs/_build/old.rst": ".. openapi:: ../api/parcels.yaml\n",
        },
        None,
        [
            "docs/reference.rst:4: /other.yaml has no document yet, add one to ggdocs_docs",
            "docs/reference.rst:6: write gg:method or gg:contract with names such as api.Tag.operation",
            EXTENSION.format("sphinxcontrib.openapi"),
        ],
    ),
    "a page of Redoc": (
        {"docs/conf.py": OF_REDOC, "docs/index.rst": INDEX, "docs/reference.rst": "A\n=\n"},
        ("parcels", "Parcels\n=======\n\n.. ggdocs:: api\n"),
        [
            "docs/conf.py:3: remove the entries of redoc whose files have a document",
            EXTENSION.format("sphinxcontrib.redoc"),
        ],
    ),
    "directives of methods": (
        {
            "docs/conf.py": OF_OPENAPI.replace("openapi", "httpdomain"),
            "docs/index.rst": "Shop\n====\n\n.. http:get:: /parcels\n\n   Get parcels.\n",
        },
        None,
        [
            "docs/index.rst:4: remove http:get, if the reference has this method",
            EXTENSION.format("sphinxcontrib.httpdomain"),
        ],
    ),
}


@pytest.mark.parametrize("case", FORMER)
def test_projects_of_other_extensions(folder: Path, case: str) -> None:
    given, changed, messages = FORMER[case]
    for name, text in given.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    done = run(folder, "init", "api/parcels.yaml", "--yes")
    assert done.returncode == 0, done.stderr
    *remaining, last = done.stderr.splitlines()
    assert last == "build it: sphinx-build -W docs public"
    assert [message.partition(";")[0] for message in remaining] == messages
    if changed is None:
        assert (folder / "docs" / "api.rst").is_file()
        return
    page, text = changed
    (file,) = (folder / "docs").glob(f"{page}.*")
    assert file.read_text() == text
    # what the messages say
    conf = folder / "docs" / "conf.py"
    lines = [line for line in conf.read_text().splitlines() if not line.startswith("redoc")]
    conf.write_text(re.sub(r'"sphinxcontrib\.\w+"', "", "\n".join(lines)))
    build = [sys.executable, "-P", "-m", "sphinx", "-q", "-W", "docs", "public"]
    built = subprocess.run(build, cwd=folder, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    assert "/parcels" in (folder / "public" / f"{page}.html").read_text()


def test_another_page_is_left_alone_if_one_is_named(folder: Path) -> None:
    files, _, _ = FORMER["a directive"]
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    done = run(folder, "init", "api/parcels.yaml", "--yes", "--page", "new")
    assert "docs/reference.rst:6: a page shows api already, remove this directive" in done.stderr
    assert (folder / "docs" / "reference.rst").read_text() == files["docs/reference.rst"]


REFUSED = {
    "no conf.py in the folder": ({}, [APP, "--conf-dir", "src"], "src has no conf.py"),
    "conf.py that is no Python": ({"docs/conf.py": "a b\n"}, [APP], "docs/conf.py:1: invalid"),
    "a page of that name": (
        {"docs/conf.py": "", "docs/api.md": "# Mine\n"},
        [APP],
        "docs/api.md exists; choose another page with --page",
    ),
    "a first page alone": ({"docs/index.rst": "Mine\n====\n"}, [APP], "index.rst exists, but no"),
    "not UTF-8": ({"docs/conf.py": "x = '\udcff'\n"}, [APP], "docs/conf.py is not UTF-8"),
    "documents in Python": ({"docs/conf.py": ""}, ["shop.docs:DOCS"], "of one document"),
    "no such module": ({"docs/conf.py": ""}, ["nowhere:app"], "there is no module 'nowhere'"),
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


@pytest.mark.parametrize(("answer", "written"), [("y\n", True), ("\n", False), ("no\n", False)])
def test_it_asks_at_a_terminal(folder: Path, answer: str, written: bool) -> None:
    terminal, end = os.openpty()
    os.write(terminal, answer.encode())
    done = subprocess.run(
        command("init", CONTRACT),
        cwd=folder,
        stdin=end,
        capture_output=True,
        text=True,
        timeout=HANG,
        check=False,
    )
    os.close(end)
    os.close(terminal)
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("Write these changes? [y/N] ")
    assert (folder / "docs" / "conf.py").exists() == written


def test_the_help_promises_no_default(folder: Path) -> None:
    init, build = (
        " ".join(run(folder, name, "--help").stdout.split()) for name in ("init", "build")
    )
    assert "Default: the documents" in build
    assert "Default: the documents" not in init
