"""A contract or a method that cannot be read costs itself only: the document is built without it,
with one warning each; with ``strict``, or when nothing is left, it is an error of the document.
"""

import json
from typing import Any

import pytest

from .failing import HERE, NOTICE, PAGE
from .projects import Built, Project

BROKEN = "import nowhere_of_our_own\n"

STRUCTURE: dict[str, tuple[str, str]] = {
    "a path twice": ("@http.get()\n    def bad(self) -> int: ...", "duplicate-method"),
    "no annotation": ("@http.get('/bad')\n    def bad(self, number) -> int: ...", "missing"),
}


def with_documents(project: Project, *contracts: str, **fields: Any) -> Built:
    project.page(PAGE)
    project.config["ggdocs_docs"] = project.named(
        [{"slug": "shop", "title": "Shop", "http": list(contracts), **fields}]
    )
    return project.build()


def methods(built: Built) -> list[str]:
    document = json.loads(built.read("apidocs/shop/api-docs.json"))
    contracts = [each for group in document["groups"] for each in group["contracts"]]
    return [
        f"{contract['name']}.{each['name']}"
        for contract in contracts
        for each in contract["methods"]
    ]


def service(method: str) -> str:
    return (
        "from typing import Annotated\nfrom sphinxcontrib_ggdocs.contracts import http, ws\n\n\n"
        "@http.api('/things')\nclass ThingApi:\n"
        f"    @http.get()\n    def things(self) -> list[int]: ...\n\n    {method}\n\n"
        "    @http.post()\n    def add(self, body: list[int]) -> int: ...\n"
    )


@pytest.mark.parametrize(("method", "code"), STRUCTURE.values(), ids=STRUCTURE)
def test_a_method_whose_structure_is_wrong(project: Project, method: str, code: str) -> None:
    project.write(f"{project.module}_things.py", service(method))
    built = with_documents(project, "{module}:OrderApi", "{module}_things:ThingApi")
    assert built.warnings.count("WARNING") == 1, built.warnings
    assert built.warnings.startswith(f"{HERE}document 'shop': {project.module}_things.py:")
    for part in ("ThingApi.bad: ", "; what can be read is documented\n  hint: ", f"[ggdocs.{code}"):
        assert part in built.warnings
    shown = methods(built)
    assert [name for name in shown if name.startswith("Thing")] == [
        "ThingApi.things",
        "ThingApi.add",
    ]
    assert any(name.startswith("OrderApi.") for name in shown)
    assert NOTICE not in built.read("index.html")
    strict = with_documents(project, "{module}:OrderApi", "{module}_things:ThingApi", strict=True)
    assert f"[ggdocs.{code}" in strict.warnings
    assert NOTICE in strict.read("index.html")


IMPORTS: dict[str, tuple[str, str, str]] = {
    "an import that fails": ("{module}_broken:Api", BROKEN, "import-failed"),
    "an import that exits": ("{module}_broken:Api", "raise SystemExit(3)\n", "import-failed"),
    "a class that is wrong as a whole": (
        "{module}_broken:Api",
        service("").replace("ThingApi", "Api").replace("'/things'", "'things'"),
        "path",
    ),
    "a contract twice": ("{module}:OrderApi", "", "duplicate-contract"),
}


@pytest.mark.parametrize(("name", "source", "code"), IMPORTS.values(), ids=IMPORTS)
def test_a_contract_that_cannot_be_read(
    project: Project, name: str, source: str, code: str
) -> None:
    project.write(f"{project.module}_broken.py", source)
    built = with_documents(project, "{module}:OrderApi", name)
    assert built.warnings.count("WARNING") == 1, built.warnings
    assert built.warnings.startswith(f"{HERE}document 'shop': ")
    assert "; what can be read is documented\n  hint: " in built.warnings
    assert f"[ggdocs.{code}]" in built.warnings
    assert {name.partition(".")[0] for name in methods(built)} == {"OrderApi"}
    assert NOTICE not in built.read("index.html")
    again = project.build()
    assert again.warnings == built.warnings
    strict = with_documents(project, "{module}:OrderApi", name, strict=True)
    assert f"[ggdocs.{code}]" in strict.warnings
    assert NOTICE in strict.read("index.html")


def test_the_traceback_of_what_is_left_out(project: Project) -> None:
    project.write(f"{project.module}_broken.py", "def deep():\n    return 1 / 0\n\ndeep()\n")
    with_documents(project, "{module}:OrderApi", "{module}_broken:Api")
    built = project.build(verbosity=1)
    assert ", in deep\n" in built.status
    assert ", in deep\n" not in built.warnings


def test_what_an_import_needs_is_mended(project: Project) -> None:
    project.write(f"{project.module}_helper.py", BROKEN)
    project.write(f"{project.module}_things.py", f"import {project.module}_helper\n{service('')}")
    built = with_documents(project, "{module}:OrderApi", "{module}_things:ThingApi")
    assert "[ggdocs.import-failed]" in built.warnings
    project.write(f"{project.module}_helper.py", "")
    mended = project.build()
    assert mended.warnings == ""
    assert "ThingApi.things" in methods(mended)
    assert "ThingApi" in mended.read("index.html")


def test_nothing_is_left(project: Project) -> None:
    built = with_documents(project, "nowhere:Api", "elsewhere:Api")
    assert built.warnings.count("WARNING") == 1
    assert "'nowhere'" in built.warnings
    assert "'elsewhere'" in built.warnings
    assert NOTICE in built.read("index.html")
